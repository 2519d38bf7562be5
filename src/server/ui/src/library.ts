// The document types of the tenant. They are large and change rarely, so each is read once.

import { signal } from '@preact/signals'
import { settings } from './admin/admin'
import * as api from './api'
import type { DocumentType } from './types'

const known = new Map<string, Promise<DocumentType>>()
let active: Promise<DocumentType[]> | undefined

/** Returns a type with its fields and tables. */
export function typeOf(id: string): Promise<DocumentType> {
  const found = known.get(id)
  if (found) return found
  const asked = api.documentType(id)
  known.set(id, asked)
  // What failed is asked for again the next time.
  asked.catch(() => known.delete(id))
  return asked
}

/** Returns the types that documents may get. */
export function activeTypes(): Promise<DocumentType[]> {
  active ??= api.documentTypes(true).catch((error: unknown) => {
    active = undefined
    throw error
  })
  return active
}

/** Forgets all: an administrator changed a type or a name of a field. */
export function forgetTypes(): void {
  known.clear()
  active = undefined
}

/** Whether a reviewer may release a document in spite of a failed check; nobody knows before the tenant was asked. */
export const waiversAllowed = signal(false)

export async function readWaivers(): Promise<void> {
  waiversAllowed.value = (await settings().catch(() => null))?.allowWaivers ?? false
}
