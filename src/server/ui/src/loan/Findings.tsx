// What the checks found in the documents, and what the loan as a whole lacks.

import { sentence, words } from '../format'
import { Mark } from '../parts/Mark'
import { Rows, type Column } from '../parts/Rows'
import { Empty } from '../parts/States'
import { documentHref, go } from '../route'
import type { DocumentRecord, LoanReport } from '../types'
import { nameOf, newestOf } from './stacking'

interface Line {
  key: string
  severity: 'error' | 'warning' | 'missing'
  code: string
  message: string
  compared: string
  documentId: string | null
  name: string
  page: number | null
  waived: boolean
}

/** What the loan lacks first, then what stands in the current documents, by weight. */
export function findingsOf(documents: DocumentRecord[], reports: LoanReport[]): Line[] {
  const lines = [...conditionsOf(reports), ...ofDocuments(documents)]
  return lines.sort((one, two) => RANK[one.severity] - RANK[two.severity])
}

function ofDocuments(documents: DocumentRecord[]): Line[] {
  return documents
    .filter((one) => one.currentVersion && !one.trashed)
    .flatMap((one) =>
      one.validation.findings.map((finding, index) => ({
        key: `${one.documentId}-${index}`,
        severity: finding.severity,
        code: finding.code,
        message: sentence(finding.message),
        compared: finding.expected ? `expected ${finding.expected}, found ${finding.found ?? 'nothing'}` : '',
        documentId: one.documentId,
        name: nameOf(documents, one.documentId),
        page: finding.page,
        waived: finding.waived,
      })),
    )
}

/** What the newest report of each kind says of the loan itself, such as a document that is missing. */
function conditionsOf(reports: LoanReport[]): Line[] {
  return newestOf(reports).flatMap((report) =>
    report.items
      .filter((item) => item.documentId === null && ['failed', 'missing'].includes(item.status))
      .map((item, index) => ({
        key: `${report.reportId}-${index}`,
        severity: item.status === 'missing' ? ('missing' as const) : ('error' as const),
        code: item.code,
        message: sentence(item.detail ?? item.label),
        compared: '',
        documentId: null,
        name: 'The loan',
        page: null,
        waived: false,
      })),
  )
}

const RANK = { missing: 0, error: 1, warning: 2 }

interface Props {
  documents: DocumentRecord[]
  reports: LoanReport[]
}

export function Findings({ documents, reports }: Props) {
  const lines = findingsOf(documents, reports)
  if (lines.length === 0) return <Empty>The checks found nothing.</Empty>
  return (
    <Rows
      label="Findings"
      columns={COLUMNS}
      rows={lines}
      rowKey={(line) => line.key}
      onOpen={(line) => line.documentId && go(documentHref(line.documentId, { page: line.page }))}
      minWidth={780}
    />
  )
}

const COLUMNS: Column<Line>[] = [
  {
    key: 'severity',
    label: 'Weight',
    width: '88px',
    cell: (line) =>
      line.waived ? (
        <Mark>Waived</Mark>
      ) : (
        <Mark tone={line.severity === 'warning' ? 'warn' : 'bad'}>{words(line.severity)}</Mark>
      ),
  },
  {
    key: 'message',
    label: 'What was found',
    width: 'minmax(260px, 2fr)',
    cell: (line) => (
      <span title={`${line.message} ${line.compared}`}>
        {line.message} <span class="muted">{line.compared}</span>
      </span>
    ),
  },
  {
    key: 'document',
    label: 'Document',
    width: 'minmax(160px, 1fr)',
    cell: (line) =>
      line.documentId ? <a href={documentHref(line.documentId, { page: line.page })}>{line.name}</a> : line.name,
  },
  { key: 'page', label: 'Page', width: '56px', number: true, cell: (line) => line.page ?? '' },
  { key: 'code', label: 'Code', width: '170px', cell: (line) => <span class="muted">{words(line.code)}</span> },
]
