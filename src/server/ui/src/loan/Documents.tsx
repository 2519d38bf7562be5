// The documents of a loan in stacking order.

import { Confidence } from '../parts/Confidence'
import { STATUS_NAMES, words } from '../format'
import { Mark } from '../parts/Mark'
import { Rows, type Column } from '../parts/Rows'
import { Empty } from '../parts/States'
import { documentHref, go } from '../route'
import type { DocumentRecord } from '../types'
import { stacked } from './stacking'

export function Documents({ documents }: { documents: DocumentRecord[] }) {
  if (documents.length === 0) return <Empty>No documents yet. Drop PDFs anywhere on this view.</Empty>
  return (
    <Rows
      label="Documents"
      columns={COLUMNS}
      rows={stacked(documents)}
      rowKey={(one) => one.documentId}
      onOpen={(one) => go(documentHref(one.documentId))}
      minWidth={860}
      rowHeight={38}
    />
  )
}

const COLUMNS: Column<DocumentRecord>[] = [
  { key: 'group', label: 'Stack', width: '104px', cell: (one) => <span class="muted">{one.documentType ? words(one.documentType.group) : ''}</span> },
  {
    key: 'type',
    label: 'Document',
    width: 'minmax(180px, 1.1fr)',
    cell: (one) => (
      <a class={one.currentVersion ? 'plain-link strong' : 'plain-link muted'} href={documentHref(one.documentId)}>
        {one.documentType?.name ?? one.documentTypeId ?? 'No type yet'}
      </a>
    ),
  },
  { key: 'name', label: 'Version', width: 'minmax(160px, 1.3fr)', cell: (one) => <Version document={one} /> },
  { key: 'pages', label: 'Pages', width: '76px', number: true, cell: (one) => pagesOf(one) },
  { key: 'sure', label: 'Type', width: '66px', number: true, cell: (one) => (one.classificationManuallyCorrected ? <Mark tone="accent">Set</Mark> : <Confidence value={one.documentTypeConfidence} />) },
  {
    key: 'state',
    label: 'State',
    width: 'minmax(150px, 210px)',
    cell: (one) => <State document={one} />,
  },
]

function Version({ document }: { document: DocumentRecord }) {
  const { versionIdentifier, versionCustomName, currentVersion, duplicateOf } = document
  return (
    <span title={versionCustomName ?? undefined}>
      {duplicateOf && <Mark tone="warn">Duplicate</Mark>} {!currentVersion && !duplicateOf && <Mark>Superseded</Mark>}{' '}
      <span class="muted">{[versionIdentifier && `v${versionIdentifier}`, versionCustomName].filter(Boolean).join(' · ')}</span>
    </span>
  )
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
