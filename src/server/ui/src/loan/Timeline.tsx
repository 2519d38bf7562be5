// What happened to the loan, newest first.

import { useState } from 'preact/hooks'
import * as api from '../api'
import { clock, day, duration, words } from '../format'
import { useLoad } from '../load'
import { Mark, type Tone } from '../parts/Mark'
import { Rows, type Column } from '../parts/Rows'
import { Empty, Failed, Waiting } from '../parts/States'
import { documentHref } from '../route'
import type { DocumentRecord, TimelineEntry } from '../types'
import { nameOf } from './stacking'

export function Timeline({ loanId, documents }: { loanId: string; documents: DocumentRecord[] }) {
  const [stages, setStages] = useState(false)
  const entries = useLoad(() => api.timeline(loanId), [loanId])
  if (entries.error) return <Failed error={entries.error} again={entries.reload} />
  if (!entries.data) return <Waiting what="the timeline" />
  // A task's completion follows its resolution at once, and says nothing more.
  const isStage = (entry: TimelineEntry) =>
    ['STAGE_STARTED', 'STAGE_COMPLETED', 'TASK_COMPLETED'].includes(entry.eventType)
  const shown = entries.data.filter((entry) => stages || !isStage(entry)).toReversed()
  return (
    <>
      <label class="check-line">
        <input type="checkbox" checked={stages} onChange={(event) => setStages(event.currentTarget.checked)} /> Show
        every stage
      </label>
      {shown.length === 0 ? (
        <Empty>Nothing happened yet.</Empty>
      ) : (
        <Rows
          label="Timeline"
          columns={columns(documents)}
          rows={shown}
          rowKey={(entry, index) => `${entry.occurredAt}-${index}`}
          rowHeight={34}
          minWidth={760}
        />
      )}
    </>
  )
}

function columns(documents: DocumentRecord[]): Column<TimelineEntry>[] {
  return [
    { key: 'day', label: 'Day', width: '110px', cell: (entry) => <span class="muted">{day(entry.occurredAt)}</span> },
    {
      key: 'clock',
      label: 'Time',
      width: '100px',
      cell: (entry) => <time dateTime={entry.occurredAt}>{clock(entry.occurredAt)}</time>,
    },
    {
      key: 'event',
      label: 'What',
      width: 'minmax(190px, 1fr)',
      cell: (entry) => <Mark tone={toneOf(entry.eventType)}>{words(entry.eventType)}</Mark>,
    },
    { key: 'stage', label: 'Stage', width: '120px', cell: (entry) => (entry.stage ? words(entry.stage) : '') },
    {
      key: 'document',
      label: 'Document',
      width: 'minmax(180px, 1.4fr)',
      cell: (entry) =>
        entry.documentId ? <a href={documentHref(entry.documentId)}>{nameOf(documents, entry.documentId)}</a> : '',
    },
    {
      key: 'took',
      label: 'Took',
      width: '90px',
      number: true,
      cell: (entry) => (entry.durationMs === null ? '' : duration(entry.durationMs)),
    },
  ]
}

function toneOf(event: string): Tone {
  if (event.includes('FAILED') || event.includes('ERROR')) return 'bad'
  if (event.includes('CORRECTION') || event.includes('REVIEW')) return 'warn'
  return event.includes('COMPLETED') || event.includes('EXPORTED') ? 'good' : 'plain'
}
