// A table of the document, editable cell by cell and row by row. Only the rows in sight are in the page.

import { useEffect, useRef, useState } from 'preact/hooks'
import * as api from '../api'
import { shownValue } from '../format'
import { Button } from '../parts/Button'
import type { Field } from '../types'
import { FieldEditor } from './FieldEditor'
import { FieldMark } from './FieldRow'
import { useDesk } from './context'
import { changeOf } from './changes'
import { blank, isInDoubt, keyOf, type Row, type Table } from './groups'

const HEIGHT = 30
/** More rows than this scroll within the table. */
const SHOWN = 14
const SPARE = 6

export function TableGrid({ table, wanted }: { table: Table; wanted: string }) {
  const desk = useDesk()
  const frame = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  const text = wanted.trim().toLowerCase()
  const holds = (row: Row) => [...row.cells.values()].some((cell) => cell.fieldValue.toLowerCase().includes(text))
  const rows = text ? table.rows.filter(holds) : table.rows
  const columns = table.type.columns
  const chosen = desk.chosen.value
  const place = rows.findIndex((row) => [...row.cells.values()].some((cell) => keyOf(cell) === chosen))
  useEffect(() => {
    const element = frame.current
    if (!element || place < 0) return
    const at = place * HEIGHT
    if (at < element.scrollTop || at + 2 * HEIGHT > element.scrollTop + element.clientHeight)
      element.scrollTop = at - HEIGHT
    element.querySelector('[aria-pressed=true]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [place, chosen])
  if (text && rows.length === 0) return null
  const first = Math.max(0, Math.floor(top / HEIGHT) - SPARE)
  const last = Math.min(rows.length, first + SHOWN + 2 * SPARE)
  const next = (table.rows.at(-1)?.index ?? -1) + 1
  const edited = editedCell(table, desk.editing.value, next)
  return (
    <section class="field-group table-group">
      <h2>
        {table.type.displayName} <span class="badge">{rows.length}</span>
        <span class="spread" />
        <Button
          small
          kind="quiet"
          icon="plus"
          role="operator"
          label={`Add a row to ${table.type.displayName}`}
          onClick={() => addRow(desk, table, next)}
        />
      </h2>
      {edited && (
        <div class="cell-editor">
          <p class="field-name">
            Row {(edited.rowIndex ?? 0) + 1}: {edited.displayName}
          </p>
          <FieldEditor key={keyOf(edited)} field={edited} />
        </div>
      )}
      {rows.length > 0 && (
        <div
          class="grid"
          ref={frame}
          tabIndex={0}
          role="region"
          aria-label={`Rows of ${table.type.displayName}`}
          style={{ maxHeight: `${(SHOWN + 1) * HEIGHT}px` }}
          onScroll={(event) => setTop(event.currentTarget.scrollTop)}
        >
          <table aria-label={table.type.displayName} aria-rowcount={rows.length + 1}>
            <thead>
              <tr style={{ height: `${HEIGHT}px` }}>
                <th scope="col">
                  <span class="hidden">Row</span>
                </th>
                {columns.map((column) => (
                  <th key={column.fieldTypeId} scope="col" class={isNumber(column.kind) ? 'number' : undefined}>
                    {column.displayName}
                  </th>
                ))}
                <th scope="col">
                  <span class="hidden">Remove</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {first > 0 && <tr aria-hidden="true" style={{ height: `${first * HEIGHT}px` }} />}
              {rows.slice(first, last).map((row, offset) => (
                <tr key={row.index} aria-rowindex={first + offset + 2} style={{ height: `${HEIGHT}px` }}>
                  <th scope="row">{row.index + 1}</th>
                  {columns.map((column) => (
                    <td key={column.fieldTypeId} class={isNumber(column.kind) ? 'number' : undefined}>
                      <Cell
                        field={row.cells.get(column.fieldTypeId)}
                        name={column.displayName}
                        onFill={() => desk.edit(`${column.fieldTypeId}#${row.index}`)}
                      />
                    </td>
                  ))}
                  <td>
                    <Button
                      small
                      kind="quiet"
                      icon="cross"
                      role="operator"
                      label={`Remove row ${row.index + 1}`}
                      onClick={() => void removeRow(desk, table, row)}
                    />
                  </td>
                </tr>
              ))}
              {last < rows.length && <tr aria-hidden="true" style={{ height: `${(rows.length - last) * HEIGHT}px` }} />}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}

/** Returns the cell being edited, also one that has no value yet or is the first of a new row. */
function editedCell(table: Table, key: string | null, next: number): Field | undefined {
  if (!key) return undefined
  for (const column of table.type.columns) {
    if (`${column.fieldTypeId}#${next}` === key) return blank(column, next)
    const row = table.rows.find((one) => `${column.fieldTypeId}#${one.index}` === key)
    if (row) return row.cells.get(column.fieldTypeId) ?? blank(column, row.index)
  }
  return undefined
}

function Cell({ field, name, onFill }: { field: Field | undefined; name: string; onFill: () => void }) {
  const desk = useDesk()
  if (!field) return <button type="button" class="cell empty" aria-label={`${name}, empty`} onClick={onFill} />
  const key = keyOf(field)
  const chosen = desk.chosen.value === key
  return (
    <button
      type="button"
      class={isInDoubt(field) ? 'cell doubt' : 'cell'}
      aria-pressed={chosen}
      title={field.rawValue}
      onClick={() => (chosen ? desk.edit(key) : desk.choose(key))}
      onDblClick={() => desk.edit(key)}
    >
      {(isInDoubt(field) || field.manuallyCorrected) && <FieldMark field={field} />}
      {shownValue(desk.kinds.value.get(field.fieldTypeId), field.fieldValue)}
    </button>
  )
}

const isNumber = (kind: string) => ['money', 'number', 'integer', 'percent'].includes(kind)

/** A row begins with the cell that a person fills first. */
function addRow(desk: ReturnType<typeof useDesk>, table: Table, index: number): void {
  const column = table.type.columns[0]
  if (column) desk.edit(`${column.fieldTypeId}#${index}`)
}

/** Removing one cell removes the row; taking it back puts a row at the end, for the API has no place in between. */
async function removeRow(desk: ReturnType<typeof useDesk>, table: Table, row: Row): Promise<void> {
  const cells = [...row.cells.values()]
  const one = cells[0]
  if (!one) return
  const end = table.rows.at(-1)?.index ?? 0
  const back = () =>
    api.changeFields(
      desk.id,
      cells.map((cell) => changeOf(cell.fieldTypeId, end, cell.fieldValue)),
    )
  await desk.change(
    [changeOf(one.fieldTypeId, row.index, null)],
    `Row ${row.index + 1} of ${table.type.displayName} removed`,
    back,
  )
}
