// The log of what people changed, newest pages by cursor.

import { moment, tail, words } from '../format'
import { usePages } from '../load'
import { Rows, type Column } from '../parts/Rows'
import { Empty, Failed, Waiting } from '../parts/States'
import * as admin from './admin'

export function Audit() {
  const entries = usePages(admin.audit, [])
  if (entries.error) return <Failed error={entries.error} again={entries.reload} />
  if (entries.items.length === 0)
    return entries.loading ? <Waiting what="the log" /> : <Empty>Nobody changed anything yet.</Empty>
  return (
    <Rows
      label="Log of changes"
      columns={COLUMNS}
      rows={entries.items}
      rowKey={(one) => String(one.sequence)}
      onEnd={entries.more}
      rowHeight={34}
      minWidth={900}
    />
  )
}

const COLUMNS: Column<admin.AuditEntry>[] = [
  { key: 'sequence', label: 'No.', width: '60px', number: true, cell: (one) => one.sequence },
  { key: 'when', label: 'When', width: '180px', cell: (one) => moment(one.occurredAt) },
  { key: 'who', label: 'Who', width: '130px', cell: (one) => one.actor },
  { key: 'what', label: 'What', width: 'minmax(140px, 0.7fr)', cell: (one) => words(one.action) },
  {
    key: 'subject',
    label: 'Of',
    width: '170px',
    cell: (one) => (
      <span title={one.subjectId}>
        {words(one.subject)} {tail(one.subjectId)}
      </span>
    ),
  },
  {
    key: 'change',
    label: 'Change',
    width: 'minmax(200px, 1.4fr)',
    cell: (one) => (
      <span class="mono" title={told(one)}>
        {told(one)}
      </span>
    ),
  },
]

const told = (one: admin.AuditEntry) =>
  [one.before, one.after]
    .filter((side) => side !== null)
    .map((side) => JSON.stringify(side))
    .join(' → ')
