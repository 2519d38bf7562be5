// Documents that were put aside; any of them can be taken back.

import * as api from '../api'
import { moment, words } from '../format'
import type { Loaded } from '../load'
import { attempt, say } from '../notices'
import { Button } from '../parts/Button'
import { Rows, type Column } from '../parts/Rows'
import { Empty, Failed, Waiting } from '../parts/States'
import { documentHref } from '../route'
import type { DocumentRecord } from '../types'

interface Props {
  aside: Loaded<DocumentRecord[]>
  onBack: () => void
}

export function PutAside({ aside, onBack }: Props) {
  if (aside.error) return <Failed error={aside.error} again={aside.reload} />
  if (!aside.data) return <Waiting what="what was put aside" />
  if (aside.data.length === 0) {
    return (
      <Empty>
        Nothing was put aside. A document that does not belong to the loan is put aside on its own view; it leaves
        income, reports and export until it is taken back.
      </Empty>
    )
  }
  const takeBack = (one: DocumentRecord) =>
    void attempt(async () => {
      await api.trash(one.documentId, false)
      say(`${one.documentType?.name ?? 'The document'} is back.`)
      onBack()
    })
  return (
    <Rows
      label="Documents put aside"
      columns={columns(takeBack)}
      rows={aside.data}
      rowKey={(one) => one.documentId}
      minWidth={720}
    />
  )
}

const columns = (takeBack: (one: DocumentRecord) => void): Column<DocumentRecord>[] => [
  {
    key: 'type',
    label: 'Document',
    width: 'minmax(180px, 1fr)',
    cell: (one) => (
      <a class="plain-link strong" href={documentHref(one.documentId)}>
        {one.documentType?.name ?? 'No type yet'}
      </a>
    ),
  },
  {
    key: 'group',
    label: 'Stack',
    width: '110px',
    cell: (one) => <span class="muted">{words(one.documentType?.group ?? '')}</span>,
  },
  {
    key: 'file',
    label: 'File',
    width: 'minmax(160px, 1fr)',
    cell: ({ fileName, sourcePages: { first, last } }) =>
      `${fileName}, ${first === last ? `page ${first}` : `pages ${first} to ${last}`}`,
  },
  { key: 'when', label: 'Changed', width: '180px', cell: (one) => moment(one.updatedAt) },
  {
    key: 'back',
    label: '',
    width: '120px',
    cell: (one) => (
      <Button small icon="undo" role="operator" onClick={() => takeBack(one)}>
        Take back
      </Button>
    ),
  },
]
