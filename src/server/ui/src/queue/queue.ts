// The tasks that wait, shared by the queue and the document view, so that the next one is there at once.

import { signal } from '@preact/signals'
import * as api from '../api'
import type { DocumentRecord, Field, Task, TaskKind } from '../types'
import { usual } from '../document/geometry'
import { documentHref } from '../route'

export interface QueueFilter {
  kind: TaskKind | ''
  loan: string
  assignee: '' | 'me' | 'nobody'
  /** Only tasks at least so many hours old. */
  hours: number
}

export const filter = signal<QueueFilter>({ kind: '', loan: '', assignee: '', hours: 0 })
/** The open tasks that were loaded, oldest first, before the filters of the page. */
export const open = signal<Task[]>([])
/** The names of loans, for people. */
export const loanNames = signal<Map<string, string>>(new Map())
export const current = signal(0)

/** Reads the open tasks of a kind, all of them: the counts of the queue are exact. */
export async function refresh(): Promise<void> {
  const found: Task[] = []
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<typeof api.tasks>> = await api.tasks({ status: 'OPEN' }, cursor)
    found.push(...page.data)
    cursor = page.nextCursor
    // The first page is shown while the others come.
    if (cursor) open.value = [...found]
  } while (cursor)
  open.value = found
  await nameLoans(found)
}

async function nameLoans(tasks: Task[]): Promise<void> {
  const unknown = new Set(tasks.map((task) => task.loanId).filter((id) => !loanNames.value.has(id)))
  let cursor: string | null = null
  while (unknown.size > 0) {
    const page: Awaited<ReturnType<typeof api.loans>> = await api.loans({}, cursor, 500)
    const names = new Map(loanNames.value)
    for (const loan of page.data) {
      names.set(loan.loanId, loan.externalLoanId)
      unknown.delete(loan.loanId)
    }
    loanNames.value = names
    cursor = page.nextCursor
    if (!cursor) return
  }
}

/** Returns the tasks that pass the filters. */
export function shown(tasks: Task[], by: QueueFilter, user: string, now = Date.now()): Task[] {
  const loan = by.loan.trim().toLowerCase()
  return tasks.filter((task) => {
    if (by.kind && task.kind !== by.kind) return false
    if (by.assignee === 'me' && task.assignee !== user) return false
    if (by.assignee === 'nobody' && task.assignee) return false
    if (by.hours && now - Date.parse(task.createdAt) < by.hours * 3_600_000) return false
    return !loan || (loanNames.value.get(task.loanId) ?? '').toLowerCase().includes(loan)
  })
}

/** Takes a task out of the queue once it is decided. */
export function done(taskId: string): void {
  open.value = open.value.filter((task) => task.taskId !== taskId)
}

export function replace(task: Task): void {
  open.value = open.value.map((one) => (one.taskId === task.taskId ? task : one))
}

/** Returns the task that follows another in the filtered queue; the first one behind the last. */
export function following(taskId: string | null, user: string): Task | undefined {
  const list = shown(open.value, filter.value, user)
  const place = list.findIndex((task) => task.taskId === taskId)
  return list[place + 1] ?? list.find((task) => task.taskId !== taskId)
}

export const taskHref = (task: Task) => documentHref(task.documentId, { task: task.taskId })

interface Ahead {
  record: Promise<DocumentRecord>
  fields: Promise<Field[]>
  at: number
}
const readAhead = new Map<string, Ahead>()

/** Reads the document of the next task while a person looks at this one. */
export function prefetch(task: Task | undefined): void {
  if (!task || fresh(task.documentId)) return
  const entry = { record: api.documentRecord(task.documentId), fields: api.fields(task.documentId), at: Date.now() }
  readAhead.set(task.documentId, entry)
  // What fails here is asked for again, and complained about, when it is needed.
  entry.record.then(({ documentId, pageIds }) => {
    new Image().src = api.pageImage(documentId, 1, usual.resolution)
    const first = pageIds[0]
    if (first) void api.pageText(first).catch(() => undefined)
  }, forget(task.documentId))
  entry.fields.catch(forget(task.documentId))
}

const forget = (documentId: string) => () => void readAhead.delete(documentId)

/** What is older than half a minute is asked for anew. */
function fresh(documentId: string): Ahead | undefined {
  const found = readAhead.get(documentId)
  return found && Date.now() - found.at < 30_000 ? found : undefined
}

/** Gives what was read ahead of a task, and leaves it for when the task is opened. */
export async function ahead(task: Task): Promise<{ record: DocumentRecord; fields: Field[] }> {
  prefetch(task)
  const found = fresh(task.documentId)
  if (!found) throw new Error('the document could not be read')
  const [record, fields] = await Promise.all([found.record, found.fields])
  return { record, fields }
}

/** Gives what was read ahead, once. */
export function taken(documentId: string): Ahead | undefined {
  const found = fresh(documentId)
  readAhead.delete(documentId)
  return found
}
