// What the document is, where it comes from, and how it stands.

import { Confidence } from '../parts/Confidence'
import { documentContent, retry, trash } from '../api'
import { counted, STATUS_NAMES, words } from '../format'
import { attempt, say } from '../notices'
import { Button } from '../parts/Button'
import { Icon } from '../parts/Icon'
import { Mark } from '../parts/Mark'
import { documentHref, href } from '../route'
import * as queue from '../queue/queue'
import type { DocumentRecord } from '../types'
import { useDesk } from './context'

interface Props {
  record: DocumentRecord
  onType: () => void
  onKeys: () => void
}

export function DocumentHead({ record, onType, onKeys }: Props) {
  const desk = useDesk()
  const { first, last } = record.sourcePages
  const pages = first === last ? `page ${first}` : `pages ${first} to ${last}`
  const loan = queue.loanNames.value.get(record.loanId)
  const step = desk.steps.value.at(-1)
  return (
    <header class="document-head">
      <div class="document-title">
        <h1>{desk.type.value?.name ?? words(record.documentTypeId ?? 'no type yet')}</h1>
        {record.classificationManuallyCorrected ? (
          <Mark tone="accent">Set by a person</Mark>
        ) : (
          <Confidence value={record.documentTypeConfidence} />
        )}
        <Button small icon="pen" role="operator" shortcut="t" label="Change the type" onClick={onType}>
          Type
        </Button>
        <States record={record} />
      </div>
      <div class="document-facts">
        <a href={href(['loans', record.loanId])}>{loan ? `Loan ${loan}` : 'Its loan'}</a>
        <span class="ellipsis" title={record.fileName}>
          {record.fileName ? `${record.fileName}, ${pages}` : pages}
        </span>
        <span>{counted(record.pageCount, 'page')}</span>
        {record.versionCustomName && <span class="ellipsis">{record.versionCustomName}</span>}
      </div>
      <div class="document-actions">
        {record.processingStatus === 'FAILED' && (
          <Button
            small
            role="operator"
            onClick={() => void attempt(async () => (await retry(desk.id), await desk.refresh()))}
          >
            Try again
          </Button>
        )}
        <Button
          small
          icon="undo"
          shortcut="z"
          label={step ? `Take back: ${step.what}` : 'Take back the last change'}
          reason={!step && 'Nothing was changed here yet'}
          onClick={() => void desk.undo()}
        >
          Undo
        </Button>
        <a
          class="button quiet only-icon"
          href={documentContent(desk.id)}
          download={`${record.documentTypeId ?? 'document'}.pdf`}
          aria-label="Download the PDF"
          title="Download the PDF"
        >
          <Icon name="download" />
        </a>
        <Button
          small
          kind="quiet"
          icon="trash"
          role="operator"
          label={record.trashed ? 'Take it back' : 'Put it aside'}
          onClick={() => void putAside(desk, record)}
        />
        <Button small kind="quiet" icon="keyboard" label="Keys" shortcut="?" onClick={onKeys} />
      </div>
    </header>
  )
}

function States({ record }: { record: DocumentRecord }) {
  const { status, findings } = record.validation
  return (
    <>
      <Mark tone={record.processingStatus === 'FAILED' ? 'bad' : 'plain'} title={record.failure?.message}>
        {STATUS_NAMES[record.processingStatus]}
      </Mark>
      {record.versionIdentifier && (
        <Mark>{record.currentVersion ? `Version ${record.versionIdentifier}` : 'Superseded'}</Mark>
      )}
      {record.duplicateOf && (
        <a href={documentHref(record.duplicateOf)}>
          <Mark tone="warn">Duplicate</Mark>
        </a>
      )}
      {status === 'failed' && (
        <Mark tone="bad" title={findings.map((one) => one.message).join('; ')}>
          Check failed
        </Mark>
      )}
      {record.trashed && <Mark tone="warn">Put aside</Mark>}
    </>
  )
}

async function putAside(desk: ReturnType<typeof useDesk>, record: DocumentRecord): Promise<void> {
  const aside = !record.trashed
  const well = await attempt(async () => (await trash(record.documentId, aside), await desk.refresh()))
  const restore = {
    label: 'Undo',
    run: () => void attempt(async () => (await trash(record.documentId, false), await desk.refresh())),
  }
  if (well) say(aside ? 'Put aside.' : 'Taken back.', aside ? restore : undefined)
}
