// The task at hand: what is asked, and the ways to answer.

import { useEffect, useState } from 'preact/hooks'
import * as api from '../api'
import { age, counted, sentence, TASK_NAMES } from '../format'
import { readWaivers, waiversAllowed } from '../library'
import { attempt, say } from '../notices'
import { Button } from '../parts/Button'
import { Mark } from '../parts/Mark'
import * as queue from '../queue/queue'
import { reasonOf, TASK_TONES } from '../queue/QueueView'
import { barred, may, session } from '../session'
import type { Finding, Resolution, Task } from '../types'
import { useDesk } from './context'
import type { Desk } from './desk'

interface Props {
  task: Task
  onward: () => void
  onType: () => void
}

export function TaskBar({ task, onward, onType }: Props) {
  const desk = useDesk()
  const user = session.value?.user ?? ''
  const [waiving, setWaiving] = useState(false)
  const isCheck = task.kind === 'VALIDATION'
  useEffect(() => void (isCheck && readWaivers()), [isCheck])
  return (
    <section class="task-bar" aria-label="Task">
      <p class="task-line">
        <Mark tone={TASK_TONES[task.kind]}>{TASK_NAMES[task.kind]}</Mark>
        <strong>
          {task.findings.length > 0 ? `${counted(task.findings.length, 'check')} failed` : reasonOf(task)}
        </strong>
      </p>
      {task.findings.map((finding, index) => (
        <FindingLine key={index} finding={finding} desk={desk} />
      ))}
      <div class="task-actions">
        {isCheck ? (
          <>
            <Button
              small
              kind="main"
              icon="check"
              role="operator"
              label="What was wrong is put right"
              onClick={() => void resolve(desk, task, 'corrected', onward)}
            >
              It is put right
            </Button>
            {waiversAllowed.value && (
              <Button small role="operator" pressed={waiving} onClick={() => setWaiving(!waiving)}>
                Waive
              </Button>
            )}
          </>
        ) : (
          <Button
            small
            kind="main"
            icon="check"
            shortcut="a"
            role="operator"
            onClick={() => void accept(desk, task, onward)}
          >
            Accept
          </Button>
        )}
        {task.kind === 'CLASSIFICATION' && (
          <Button small icon="pen" shortcut="t" role="operator" onClick={onType}>
            Other type
          </Button>
        )}
        <Button small kind="quiet" icon="right" shortcut="n" onClick={onward}>
          Next
        </Button>
        <span class="spread" />
        <span class="muted small-text">{age(task.createdAt)}</span>
        {task.assignee ? (
          <span class="small-text">{task.assignee === user ? 'mine' : task.assignee}</span>
        ) : (
          <Button small kind="quiet" role="operator" onClick={() => void take(desk, task, user)}>
            Take
          </Button>
        )}
      </div>
      {waiving && <Waiver desk={desk} task={task} onward={onward} />}
    </section>
  )
}

function FindingLine({ finding, desk }: { finding: Finding; desk: Desk }) {
  const page = finding.page
  return (
    <p class="finding-line">
      {sentence(finding.message)}.
      {finding.expected && (
        <span class="muted">
          {' '}
          Expected {finding.expected}, found {finding.found ?? 'nothing'}.
        </span>
      )}
      {page && (
        <button type="button" class="link" onClick={() => desk.turnTo(page)}>
          Page {page}
        </button>
      )}
    </p>
  )
}

/** Releases a document in spite of a failed check; shown only where the tenant allows it. */
function Waiver({ desk, task, onward }: { desk: Desk; task: Task; onward: () => void }) {
  const [note, setNote] = useState('')
  return (
    <form
      class="inline-form"
      onSubmit={(event) => {
        event.preventDefault()
        void resolve(desk, task, 'waived', onward, note.trim())
      }}
    >
      <input
        aria-label="Why it is waived"
        placeholder="Why it is waived"
        value={note}
        onInput={(event) => setNote(event.currentTarget.value)}
        autofocus
      />
      <Button small submit kind="danger" role="operator" reason={!note.trim() && 'A waiver needs a note'}>
        Waive
      </Button>
    </form>
  )
}

export async function accept(desk: Desk, task: Task, onward: () => void): Promise<void> {
  if (!may('operator')) return say(barred('operator') ?? '')
  if (task.kind === 'VALIDATION')
    return say(
      waiversAllowed.value
        ? 'A failed check is resolved by a correction, or waived with a note.'
        : 'A failed check is resolved by a correction.',
    )
  await resolve(desk, task, 'confirmed', onward)
}

async function resolve(
  desk: Desk,
  task: Task,
  resolution: Resolution,
  onward: () => void,
  note?: string,
): Promise<void> {
  if (desk.saving.value) return
  desk.saving.value = true
  const well = await attempt(() => api.resolve(task.taskId, resolution, note))
  desk.saving.value = false
  if (!well) return
  queue.done(task.taskId)
  say(resolution === 'confirmed' ? 'Accepted.' : 'Resolved.')
  onward()
  // Another task of the same document may be next: then the view stays, and shows what is left.
  void desk.refresh().catch(() => undefined)
}

async function take(desk: Desk, task: Task, user: string): Promise<void> {
  await attempt(async () => {
    const mine = await api.assign(task.taskId, user)
    queue.replace(mine)
    desk.tasks.value = desk.tasks.value.map((one) => (one.taskId === mine.taskId ? mine : one))
  })
}
