// The documents of a loan in stacking order.

import { STATUS_NAMES, words } from '../format'
import { useLoad } from '../load'
import { Confidence } from '../parts/Confidence'
import { Mark } from '../parts/Mark'
import { Rows, type Column } from '../parts/Rows'
import { Empty, Waiting } from '../parts/States'
import { documentHref, go } from '../route'
import type { DocumentRecord, Loan, LoanReport } from '../types'
import { inventory, missingOf, stacked, type Stack } from './stacking'

interface Props {
  loan: Loan
  documents: DocumentRecord[]
  reports: LoanReport[]
}

export function Documents({ loan, documents, reports }: Props) {
  const stack = useLoad(() => inventory(loan.externalLoanId), [loan.loanId, documents.length])
  if (documents.length === 0) return <Empty>No documents yet. Drop PDFs anywhere on this view.</Empty>
  // The order of the stack comes with the report; without it the groups of the types decide, so nothing waits for it.
  if (stack.loading && !stack.data) return <Waiting what="the stack" />
  const missing = missingOf(reports)
  return (
    <>
      {missing.length > 0 && (
        <p class="missing-line">
          <Mark tone="bad">Missing</Mark> {missing.join('; ')}
        </p>
      )}
      <Rows
        label="Documents"
        columns={columns(stack.data)}
        rows={stacked(documents, stack.data)}
        rowKey={(one) => one.documentId}
        onOpen={(one) => go(documentHref(one.documentId))}
        minWidth={860}
        rowHeight={38}
      />
    </>
  )
}

const columns = (stack: Stack | undefined): Column<DocumentRecord>[] => [
  {
    key: 'group',
    label: 'Stack',
    width: '104px',
    cell: (one) => (
      <span class="muted">{stack?.get(one.documentId)?.group ?? words(one.documentType?.group ?? '')}</span>
    ),
  },
  {
    key: 'type',
    label: 'Document',
    width: 'minmax(180px, 1fr)',
    cell: (one) => (
      <a class={one.currentVersion ? 'plain-link strong' : 'plain-link muted'} href={documentHref(one.documentId)}>
        {one.documentType?.name ?? one.documentTypeId ?? 'No type yet'}
      </a>
    ),
  },
  {
    key: 'name',
    label: 'Version',
    width: 'minmax(160px, 1.8fr)',
    cell: (one) => <Version document={one} missing={stack?.get(one.documentId)?.missingPages} />,
  },
  { key: 'pages', label: 'Pages', width: '76px', number: true, cell: (one) => pagesOf(one) },
  {
    key: 'sure',
    label: 'Type',
    width: '66px',
    number: true,
    cell: (one) =>
      one.classificationManuallyCorrected ? (
        <Mark tone="accent">Set</Mark>
      ) : (
        <Confidence value={one.documentTypeConfidence} />
      ),
  },
  {
    key: 'state',
    label: 'State',
    width: '206px',
    cell: (one) => <State document={one} />,
  },
]

function Version({ document, missing }: { document: DocumentRecord; missing: string | null | undefined }) {
  const { versionIdentifier, versionCustomName, currentVersion, duplicateOf } = document
  return (
    <span title={versionCustomName ?? undefined}>
      {duplicateOf && <Mark tone="warn">Duplicate</Mark>} {!currentVersion && !duplicateOf && <Mark>Superseded</Mark>}{' '}
      {missing && <Mark tone="bad">Lacks pages {missing}</Mark>}{' '}
      <span class="muted">
        {[versionIdentifier && `v${versionIdentifier}`, withoutType(versionCustomName, document.documentType?.name)]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </span>
  )
}

/** The name of a version begins with its type, which stands beside it already. */
function withoutType(name: string | null, type: string | undefined): string {
  if (!name) return ''
  return type && name.startsWith(`${type}, `) ? name.slice(type.length + 2) : name === type ? '' : name
}

function State({ document }: { document: DocumentRecord }) {
  const open = document.openTaskIds.length
  return (
    <span class="marks">
      <Mark tone={toneOf(document)} title={document.failure?.message}>
        {STATUS_NAMES[document.processingStatus]}
      </Mark>
      {document.validation.status === 'failed' && (
        <Mark tone="bad" title={document.validation.findings.map((one) => one.message).join('; ')}>
          Check
        </Mark>
      )}
      {open > 0 && (
        <Mark tone="warn" title={`${open} open review ${open === 1 ? 'task' : 'tasks'}`}>
          Review
        </Mark>
      )}
    </span>
  )
}

function toneOf(document: DocumentRecord): 'plain' | 'good' | 'bad' | 'accent' {
  if (document.processingStatus === 'FAILED') return 'bad'
  if (document.processingStatus === 'EXPORTED') return 'good'
  return document.processingStatus === 'EXTRACTED' ? 'plain' : 'accent'
}

function pagesOf({ sourcePages: { first, last } }: DocumentRecord): string {
  return first === last ? String(first) : `${first}–${last}`
}
