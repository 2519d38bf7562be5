// Fields of other systems, and which of our fields fill them.

import { useState } from 'preact/hooks'
import { useLoad } from '../load'
import { attempt } from '../notices'
import { Button } from '../parts/Button'
import type { Column } from '../parts/Rows'
import * as admin from './admin'
import { Confirm } from './Confirm'
import { Register } from './Register'

export function Mappings() {
  const external = useLoad(admin.externalFields, [])
  const mappings = useLoad(admin.mappings, [])
  const reload = () => {
    external.reload()
    mappings.reload()
  }
  const remove = (work: () => Promise<unknown>) => void attempt(async () => (await work(), reload()))
  const fieldColumns: Column<admin.ExternalField>[] = [
    { key: 'name', label: 'Field of the other system', width: 'minmax(180px, 1fr)', cell: (field) => field.name },
    {
      key: 'index',
      label: 'Its id there',
      width: 'minmax(120px, 1fr)',
      cell: (field) => <span class="mono">{field.tableIndex}</span>,
    },
    { key: 'source', label: 'System', width: 'minmax(120px, 1fr)', cell: (field) => field.source },
    {
      key: 'remove',
      label: '',
      width: '82px',
      cell: (field) => (
        <Confirm
          label={`Remove ${field.name}`}
          onConfirm={() => remove(() => admin.removeExternalField(field.externalFieldId))}
        >
          Remove
        </Confirm>
      ),
    },
  ]
  const mappingColumns: Column<admin.Mapping>[] = [
    {
      key: 'field',
      label: 'Our field',
      width: 'minmax(200px, 1.3fr)',
      cell: (one) => <span class="mono">{one.fieldId}</span>,
    },
    {
      key: 'fills',
      label: 'Fills',
      width: 'minmax(180px, 1fr)',
      cell: (one) => `${one.externalField?.source}: ${one.externalField?.name}`,
    },
    {
      key: 'remove',
      label: '',
      width: '82px',
      cell: (one) => (
        <Confirm
          label={`Remove the mapping of ${one.fieldId}`}
          onConfirm={() => remove(() => admin.removeMapping(one.mappingId))}
        >
          Remove
        </Confirm>
      ),
    },
  ]
  return (
    <div class="halves">
      <section>
        <Register
          label="External fields"
          records={external}
          columns={fieldColumns}
          rowKey={(field) => field.externalFieldId}
          none="No field of another system yet. Name the fields of your LOS here, each with the id that it has there."
          minWidth={480}
        >
          <NewExternalField onDone={reload} />
        </Register>
      </section>
      <section>
        <Register
          label="Mappings"
          records={mappings}
          columns={mappingColumns}
          rowKey={(one) => one.mappingId}
          none="Nothing is mapped yet. A value that is mapped goes by the name that the other system has for it too, one value a loan."
          minWidth={480}
        >
          <NewMapping fields={external.data ?? []} onDone={reload} />
        </Register>
      </section>
    </div>
  )
}

function NewExternalField({ onDone }: { onDone: () => void }) {
  const [field, setField] = useState({ name: '', tableIndex: '', source: '' })
  const add = async (event: SubmitEvent) => {
    event.preventDefault()
    if (!(await attempt(() => admin.addExternalField(field)))) return
    setField({ ...field, name: '', tableIndex: '' })
    onDone()
  }
  return (
    <form class="inline-form" onSubmit={add}>
      <input
        required
        aria-label="Name"
        placeholder="Name"
        value={field.name}
        onInput={(event) => setField({ ...field, name: event.currentTarget.value })}
      />
      <input
        required
        aria-label="Its id there"
        placeholder="Its id there"
        value={field.tableIndex}
        onInput={(event) => setField({ ...field, tableIndex: event.currentTarget.value })}
      />
      <input
        required
        aria-label="System"
        placeholder="System"
        value={field.source}
        onInput={(event) => setField({ ...field, source: event.currentTarget.value })}
      />
      <Button submit icon="plus" role="admin">
        Add
      </Button>
    </form>
  )
}

function NewMapping({ fields, onDone }: { fields: admin.ExternalField[]; onDone: () => void }) {
  const [fieldId, setFieldId] = useState('')
  const [external, setExternal] = useState('')
  const add = async (event: SubmitEvent) => {
    event.preventDefault()
    if (!(await attempt(() => admin.addMapping(fieldId.trim(), external)))) return
    setFieldId('')
    onDone()
  }
  return (
    <form class="inline-form" onSubmit={add}>
      <input
        required
        aria-label="Our field"
        placeholder="Our field, such as w2.tax_year"
        value={fieldId}
        onInput={(event) => setFieldId(event.currentTarget.value)}
      />
      <select
        required
        aria-label="Field of the other system"
        value={external}
        onChange={(event) => setExternal(event.currentTarget.value)}
      >
        <option value="">fills</option>
        {fields.map((field) => (
          <option key={field.externalFieldId} value={field.externalFieldId}>
            {field.source}: {field.name}
          </option>
        ))}
      </select>
      <Button submit icon="plus" role="admin">
        Map
      </Button>
    </form>
  )
}
