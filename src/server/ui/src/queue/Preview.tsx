// The page that a task is about, beside the queue: often enough to accept or to skip.

import { useEffect, useState } from 'preact/hooks'
import { pageImage } from '../api'
import { placed, usual } from '../document/geometry'
import { isInDoubt, keyOf } from '../document/groups'
import { percent, sentence, shownValue } from '../format'
import { typeOf } from '../library'
import { Confidence } from '../parts/Confidence'
import { Waiting } from '../parts/States'
import { documentHref } from '../route'
import type { DocumentRecord, Field, Task } from '../types'
import * as queue from './queue'

interface Seen {
  record: DocumentRecord
  doubt: Field[]
  type: string
  kinds: Map<string, string>
}

export function Preview({ task }: { task: Task }) {
  const [seen, setSeen] = useState<Seen>()
  useEffect(() => {
    let gone = false
    // Moving quickly through the queue asks for nothing on the way.
    const timer = setTimeout(() => {
      look(task).then(
        (found) => !gone && setSeen(found),
        () => undefined,
      )
    }, 80)
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [task.taskId])
  const current = seen?.record.documentId === task.documentId ? seen : undefined
  return (
    <aside class="preview" aria-label="Preview of the task">
      {current ? <Seen seen={current} task={task} /> : <Waiting what="the page" />}
    </aside>
  )
}

async function look(task: Task): Promise<Seen> {
  const { record, fields } = await queue.ahead(task)
  const type = record.documentTypeId ? await typeOf(record.documentTypeId).catch(() => null) : null
  const named = [...(type?.fields ?? []), ...(type?.tables.flatMap((table) => table.columns) ?? [])]
  return {
    record,
    doubt: fields.filter(isInDoubt),
    type: type?.name ?? 'No type yet',
    kinds: new Map(named.map((one) => [one.fieldTypeId, one.kind])),
  }
}

function Seen({ seen: { record, doubt, type, kinds }, task }: { seen: Seen; task: Task }) {
  const page = doubt.find((field) => field.pageNumber)?.pageNumber ?? task.findings.find((one) => one.page)?.page ?? 1
  const here = doubt.filter((field) => field.pageNumber === page && field.boundingBox)
  return (
    <>
      <header>
        <h2>{type}</h2>
        {task.kind === 'CLASSIFICATION' && <Confidence value={record.documentTypeConfidence} />}
        <span class="spread" />
        <span class="muted">
          page {page} of {record.pageCount}
        </span>
      </header>
      <a class="preview-page" href={queue.taskHref(task)} tabIndex={-1} aria-label="Open the task">
        <img src={pageImage(record.documentId, page, usual.resolution)} alt="" />
        {here.map(
          (field) =>
            field.boundingBox && (
              <span
                key={keyOf(field)}
                class="field-box band-low"
                style={placed(field.boundingBox)}
                aria-hidden="true"
              />
            ),
        )}
      </a>
      <ul class="preview-facts">
        {task.findings.map((finding, place) => (
          <li key={place} class="finding-line">
            {sentence(finding.message)}
          </li>
        ))}
        {doubt.slice(0, 6).map((field) => (
          <li key={keyOf(field)}>
            <a class="plain-link" href={documentHref(record.documentId, { task: task.taskId, field: keyOf(field) })}>
              <span class="field-name">{field.displayName}</span>
              <span class="field-value">{shownValue(kinds.get(field.fieldTypeId), field.fieldValue) || 'empty'}</span>
              <span class="field-sure">{percent(field.fieldConfidence)}</span>
            </a>
          </li>
        ))}
        {doubt.length > 6 && <li class="muted">and {doubt.length - 6} more</li>}
      </ul>
    </>
  )
}
