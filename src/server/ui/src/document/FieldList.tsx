// The values of the document: in doubt first, then by page, then tables, then what was not read.

import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { counted } from '../format'
import { Button } from '../parts/Button'
import { Empty } from '../parts/States'
import type { Field, FieldType } from '../types'
import { useDesk } from './context'
import { FieldRow } from './FieldRow'
import { blank, keyOf, type Group } from './groups'
import { TableGrid } from './TableGrid'

export function FieldList() {
  const desk = useDesk()
  const [wanted, setWanted] = useState('')
  const { doubt, settled, tables, unread } = desk.groups.value
  const fits = matcher(wanted)
  const columns = new Map(
    desk.type.value?.tables.flatMap((table) => table.columns.map((one) => [one.fieldTypeId, table.displayName])),
  )
  const doubtShown = doubt.filter(fits)
  return (
    <div class="field-list" aria-busy={desk.rereading.value}>
      <div class="field-search">
        <input
          type="search"
          aria-label="Find a value"
          placeholder={`Find among ${counted(desk.fields.value.length, 'value')}`}
          value={wanted}
          onInput={(event) => setWanted(event.currentTarget.value)}
        />
      </div>
      {desk.rereading.value && (
        <p class="state small" role="status">
          <span class="spinner" aria-hidden="true" /> The document is being read again
        </p>
      )}
      {doubtShown.length > 0 && (
        <Section title="In doubt" count={doubtShown.length} tone="doubt">
          {doubtShown.map((field) => (
            <FieldRow key={keyOf(field)} field={field} of={columns.get(field.fieldTypeId)} />
          ))}
        </Section>
      )}
      {settled.map((group) => (
        <Settled key={group.title} group={group} fits={fits} />
      ))}
      {tables.map((table) => (
        <TableGrid key={table.type.tableId} table={table} wanted={wanted} />
      ))}
      <Unread types={unread} fits={fits} open={desk.fields.value.length === 0} />
      {desk.fields.value.length === 0 && unread.length === 0 && <Empty>This type has no values to read.</Empty>}
    </div>
  )
}

function Settled({ group, fits }: { group: Group; fits: (field: Field) => boolean }) {
  const fields = group.fields.filter(fits)
  if (fields.length === 0) return null
  return (
    <Section title={group.title} count={fields.length}>
      {fields.map((field) => (
        <FieldRow key={keyOf(field)} field={field} />
      ))}
    </Section>
  )
}

function Section({
  title,
  count,
  tone,
  children,
}: {
  title: string
  count: number
  tone?: string
  children: ComponentChildren
}) {
  return (
    <section class={tone ? `field-group ${tone}` : 'field-group'}>
      <h2>
        {title} <span class="badge">{count}</span>
      </h2>
      <ul>{children}</ul>
    </section>
  )
}

/** Fields of the type of which nothing was read; a person may fill them from the page. */
function Unread({ types, fits, open }: { types: FieldType[]; fits: (field: FieldType) => boolean; open: boolean }) {
  const desk = useDesk()
  const found = types.filter(fits)
  if (found.length === 0) return null
  return (
    <details class="field-group" open={open}>
      <summary>
        <h2>
          Not read <span class="badge">{found.length}</span>
        </h2>
      </summary>
      <ul>
        {found.map((type) =>
          desk.editing.value === type.fieldTypeId ? (
            <FieldRow key={type.fieldTypeId} field={blank(type)} />
          ) : (
            <li key={type.fieldTypeId} class="unread">
              <span class="ellipsis">{type.displayName}</span>
              <Button
                small
                kind="quiet"
                icon="plus"
                role="operator"
                label={`Fill ${type.displayName}`}
                onClick={() => desk.edit(type.fieldTypeId)}
              />
            </li>
          ),
        )}
      </ul>
    </details>
  )
}

function matcher(
  wanted: string,
): (field: { displayName: string; fieldTypeId: string; fieldValue?: string }) => boolean {
  const text = wanted.trim().toLowerCase()
  if (!text) return () => true
  return (field) =>
    [field.displayName, field.fieldTypeId, field.fieldValue ?? ''].some((one) => one.toLowerCase().includes(text))
}
