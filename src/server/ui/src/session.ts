// Who is signed in, and what their role lets them do.

import { signal } from '@preact/signals'
import type { Role, Session } from './types'

/** The session; null without one, undefined until the server was asked. */
export const session = signal<Session | null | undefined>(undefined)

const RANK: Record<Role, number> = { reader: 0, operator: 1, admin: 2 }

/** Tells whether the person signed in may do what a role may do. */
export function may(role: Role): boolean {
  const own = session.value
  return own ? RANK[own.role] >= RANK[role] : false
}

/** Returns why a control is disabled, or nothing when the role suffices. */
export function barred(role: Role): string | undefined {
  return may(role) ? undefined : `Needs the role ${role}; you are signed in as ${session.value?.role ?? 'nobody'}`
}
