// The order in which the papers of a loan are stacked, by the groups of their types.

import type { DocumentRecord } from '../types'

/** The API names no stacking order; this is that of the export, by groups. */
const GROUPS = ['closing', 'application', 'disclosures', 'credit', 'legal', 'income', 'tax', 'assets', 'property', 'title', 'insurance', 'identity', 'other']

/** Within a group, papers of one type lie together, in the order in which they came. */
export function stacked(documents: DocumentRecord[]): DocumentRecord[] {
  const place = (one: DocumentRecord) => {
    const found = GROUPS.indexOf(one.documentType?.group ?? '')
    return found < 0 ? GROUPS.length : found
  }
  const type = (one: DocumentRecord) => one.documentType?.name ?? ''
  return documents.toSorted(
    (one, two) =>
      place(one) - place(two) ||
      type(one).localeCompare(type(two)) ||
      one.createdAt.localeCompare(two.createdAt) ||
      one.sourcePages.first - two.sourcePages.first,
  )
}

/** Names a document of the loan for people. */
export function nameOf(documents: DocumentRecord[], id: string | null): string {
  const found = documents.find((one) => one.documentId === id)
  if (!found) return id ? 'A document' : 'The loan'
  return found.versionCustomName ?? found.documentType?.name ?? found.documentTypeId ?? 'A document'
}
