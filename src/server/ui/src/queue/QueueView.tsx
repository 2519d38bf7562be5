// The queue: what waits for a person, oldest first.

import { useEffect, useState } from 'preact/hooks'
import * as api from '../api'
import { age, moment, sentence, TASK_NAMES } from '../format'
import { useKeys } from '../keys'
import { attempt, say } from '../notices'
import { Button } from '../parts/Button'
import { Mark, type Tone } from '../parts/Mark'
import { Rows, type Column } from '../parts/Rows'
import { Empty, Failed, Waiting } from '../parts/States'
import { go, href } from '../route'
import { barred, may, session } from '../session'
import type { Task, TaskKind } from '../types'
import { QueueFilters } from './QueueFilters'
import { DocumentName } from './DocumentName'
import { Preview } from './Preview'
import * as queue from './queue'

export const TASK_TONES: Record<TaskKind, Tone> = { CLASSIFICATION: 'accent', EXTRACTION: 'warn', VALIDATION: 'bad' }

export function QueueView() {
  const [error, setError] = useState<Error>()
  const [loaded, setLoaded] = useState(queue.open.value.length > 0)
  const user = session.value?.user ?? ''
  const load = () =>
    queue.refresh().then(
      () => setLoaded(true),
      (reason: Error) => setError(reason),
    )
  useEffect(() => {
    void load()
    document.title = 'Queue · loanfile'
  }, [])
  const tasks = queue.shown(queue.open.value, queue.filter.value, user)
  const place = Math.min(queue.current.value, Math.max(0, tasks.length - 1))
  const task = tasks[place]
  useEffect(() => queue.prefetch(task), [task?.taskId])
  const move = (by: number) => {
    queue.current.value = Math.min(Math.max(place + by, 0), Math.max(0, tasks.length - 1))
  }
  useKeys({
    j: () => move(1),
    k: () => move(-1),
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    n: () => move(1),
    Enter: () => task && go(queue.taskHref(task)),
    e: () => task && go(queue.taskHref(task)),
    t: () => task && go(`${queue.taskHref(task)}&do=type`),
    a: () => task && void accept(task),
    m: () => task && void take(task, user),
  })
  return (
    <section class="view queue">
      <header class="view-head">
        <h1>Queue</h1>
        <QueueFilters tasks={queue.open.value} />
      </header>
      {error && <Failed error={error} again={() => void load()} />}
      {!loaded && !error && <Waiting what="the tasks" />}
      {loaded && tasks.length === 0 && (
        <Empty>{queue.open.value.length === 0 ? 'Nothing waits for a person.' : 'No task passes these filters.'}</Empty>
      )}
      {tasks.length > 0 && (
        <div class="queue-panes">
          <Rows
            label="Open review tasks"
            columns={columns(user)}
            rows={tasks}
            rowKey={(one) => one.taskId}
            current={place}
            onOpen={(one, index) => {
              queue.current.value = index
              go(queue.taskHref(one))
            }}
            minWidth={640}
          />
          {task && <Preview task={task} />}
        </div>
      )}
      <footer class="hints" aria-label="Keys">
        <span>
          <kbd>j</kbd> <kbd>k</kbd> move
        </span>
        <span>
          <kbd>Enter</kbd> open
        </span>
        <span>
          <kbd>a</kbd> accept
        </span>
        <span>
          <kbd>t</kbd> type
        </span>
        <span>
          <kbd>m</kbd> take
        </span>
      </footer>
    </section>
  )
}

function columns(user: string): Column<Task>[] {
  return [
    {
      key: 'kind',
      label: 'Kind',
      width: '70px',
      cell: (task) => <Mark tone={TASK_TONES[task.kind]}>{TASK_NAMES[task.kind]}</Mark>,
    },
    {
      key: 'reason',
      label: 'What is asked',
      width: 'minmax(180px, 1.9fr)',
      cell: (task) => (
        <a class="plain-link ellipsis" href={queue.taskHref(task)} tabIndex={-1}>
          {reasonOf(task)}
        </a>
      ),
    },
    {
      key: 'document',
      label: 'Document',
      width: 'minmax(110px, 1fr)',
      cell: (task) => <DocumentName id={task.documentId} />,
    },
    {
      key: 'loan',
      label: 'Loan',
      width: '94px',
      cell: (task) => <a href={href(['loans', task.loanId])}>{queue.loanNames.value.get(task.loanId) ?? '…'}</a>,
    },
    {
      key: 'age',
      label: 'Age',
      width: '56px',
      number: true,
      cell: (task) => (
        <time dateTime={task.createdAt} title={moment(task.createdAt)}>
          {age(task.createdAt)}
        </time>
      ),
    },
    {
      key: 'assignee',
      label: 'Assignee',
      width: '72px',
      cell: (task) =>
        task.assignee ? (
          <span class="ellipsis">{task.assignee === user ? 'me' : task.assignee}</span>
        ) : (
          <Button small kind="quiet" role="operator" tabIndex={-1} onClick={() => void take(task, user)}>
            Take
          </Button>
        ),
    },
  ]
}

/** Says what a task is about; a failed check by its own words. */
export function reasonOf(task: Task): string {
  return sentence(task.reason || task.findings[0]?.message || 'look at this document')
}

async function take(task: Task, user: string): Promise<void> {
  if (!may('operator')) return void say(barred('operator') ?? '')
  await attempt(async () => queue.replace(await api.assign(task.taskId, user)))
}

/** Accepting what nobody looked at is for types and values; a failed check needs a correction. */
async function accept(task: Task): Promise<void> {
  if (!may('operator')) return void say(barred('operator') ?? '')
  if (task.kind === 'VALIDATION') return void say('A failed check is resolved by a correction; open the document.')
  await attempt(async () => {
    await api.resolve(task.taskId, 'confirmed')
    queue.done(task.taskId)
    say('Accepted.')
  })
}
