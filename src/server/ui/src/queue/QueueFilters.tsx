import { TASK_NAMES } from '../format'
import { session } from '../session'
import type { Task, TaskKind } from '../types'
import * as queue from './queue'

const KINDS: TaskKind[] = ['CLASSIFICATION', 'EXTRACTION', 'VALIDATION']
const AGES = [
  { hours: 0, label: 'Any age' },
  { hours: 1, label: 'Over 1 hour' },
  { hours: 24, label: 'Over 1 day' },
  { hours: 72, label: 'Over 3 days' },
]

/** Filters with how many tasks each kind has under the other filters. */
export function QueueFilters({ tasks }: { tasks: Task[] }) {
  const now = queue.filter.value
  const set = (change: Partial<queue.QueueFilter>) => {
    queue.filter.value = { ...now, ...change }
    queue.current.value = 0
  }
  const user = session.value?.user ?? ''
  const countOf = (kind: TaskKind | '') => queue.shown(tasks, { ...now, kind }, user).length
  return (
    <form class="filters" onSubmit={(event) => event.preventDefault()} aria-label="Filters">
      <fieldset class="choice">
        <legend class="hidden">Kind</legend>
        {(['', ...KINDS] as const).map((kind) => (
          <label key={kind}>
            <input type="radio" name="kind" checked={now.kind === kind} onChange={() => set({ kind })} />
            <span>
              {kind ? TASK_NAMES[kind] : 'All'} <b>{countOf(kind)}</b>
            </span>
          </label>
        ))}
      </fieldset>
      <input
        type="search"
        aria-label="Loan"
        placeholder="Loan"
        value={now.loan}
        onInput={(event) => set({ loan: event.currentTarget.value })}
      />
      <select
        aria-label="Age"
        value={now.hours}
        onChange={(event) => set({ hours: Number(event.currentTarget.value) })}
      >
        {AGES.map((one) => (
          <option key={one.hours} value={one.hours}>
            {one.label}
          </option>
        ))}
      </select>
      <select
        aria-label="Assignee"
        value={now.assignee}
        onChange={(event) => set({ assignee: event.currentTarget.value as queue.QueueFilter['assignee'] })}
      >
        <option value="">Anybody's</option>
        <option value="me">Mine</option>
        <option value="nobody">Nobody's</option>
      </select>
    </form>
  )
}
