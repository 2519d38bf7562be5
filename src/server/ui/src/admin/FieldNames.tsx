// What the tenant calls the fields of a document type, and which of them appear in the data of loans.

import { useState } from 'preact/hooks'
import { words } from '../format'
import { forgetTypes } from '../library'
import { useLoad } from '../load'
import { attempt, say } from '../notices'
import { Button } from '../parts/Button'
import type { Column } from '../parts/Rows'
import { may } from '../session'
import type { NamedFieldType } from '../types'
import { allTypes, changeFieldType, fieldTypes } from './admin'
import { Register } from './Register'

export function FieldNames() {
  const types = useLoad(allTypes, [])
  const [chosen, setChosen] = useState('')
  const typeId = chosen || types.data?.[0]?.documentTypeId || ''
  const fields = useLoad(async () => (typeId ? fieldTypes(typeId) : []), [typeId])
  const change = (field: NamedFieldType, what: { displayName?: string; inUse?: boolean }) =>
    void attempt(async () => {
      await changeFieldType(field.fieldTypeId, what)
      forgetTypes()
      say('Saved.')
      fields.reload()
    })
  const columns: Column<NamedFieldType>[] = [
    {
      key: 'name',
      label: 'Name',
      width: 'minmax(240px, 1.2fr)',
      cell: (field) => (
        <input
          class="in-row"
          aria-label={`Name of ${field.fieldTypeId}`}
          value={field.displayName}
          disabled={!may('admin')}
          onChange={(event) => change(field, { displayName: event.currentTarget.value.trim() })}
        />
      ),
    },
    {
      key: 'standard',
      label: 'Standard name',
      width: 'minmax(160px, 1fr)',
      cell: (field) => <span class="muted">{field.standardName}</span>,
    },
    {
      key: 'id',
      label: 'Field',
      width: 'minmax(180px, 1.2fr)',
      cell: (field) => (
        <span class="mono" title={field.fieldTypeId}>
          {field.fieldTypeId}
        </span>
      ),
    },
    { key: 'kind', label: 'Kind', width: '100px', cell: (field) => <span class="muted">{words(field.kind)}</span> },
    {
      key: 'use',
      label: 'In use',
      width: '84px',
      cell: (field) => (
        <Button
          small
          role="admin"
          pressed={field.inUse}
          label={`${field.displayName} in use`}
          onClick={() => change(field, { inUse: !field.inUse })}
        >
          {field.inUse ? 'Yes' : 'No'}
        </Button>
      ),
    },
  ]
  return (
    <Register
      label="Fields"
      records={fields}
      columns={columns}
      rowKey={(field) => field.fieldTypeId}
      none="This type has no fields."
      minWidth={860}
    >
      <div class="pane-actions">
        <select
          class="narrow"
          aria-label="Document type"
          value={typeId}
          onChange={(event) => setChosen(event.currentTarget.value)}
        >
          {types.data?.map((type) => (
            <option key={type.documentTypeId} value={type.documentTypeId}>
              {type.name}
            </option>
          ))}
        </select>
      </div>
    </Register>
  )
}
