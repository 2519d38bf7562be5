// Short messages at the foot of the page; each goes by itself but for what went wrong.

import { signal } from '@preact/signals'
import { sentence } from './format'

export interface Notice {
  id: number
  text: string
  bad: boolean
  action?: { label: string; run: () => void }
}

export const notices = signal<Notice[]>([])
let last = 0

export function say(text: string, action?: Notice['action']): void {
  add({ text, bad: false, action }, 5000)
}

/** Shows what went wrong. */
export function complain(error: unknown): void {
  const text = error instanceof Error ? error.message : String(error)
  add({ text: sentence(text), bad: true }, 12_000)
}

export function dismiss(id: number): void {
  notices.value = notices.value.filter((notice) => notice.id !== id)
}

function add(notice: Omit<Notice, 'id'>, milliseconds: number): void {
  const id = ++last
  notices.value = [...notices.value.slice(-2), { ...notice, id }]
  setTimeout(() => dismiss(id), milliseconds)
}

/** Does something and shows what went wrong; tells whether it went well. */
export async function attempt(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    complain(error)
    return false
  }
}
