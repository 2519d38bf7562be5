// The order in which the papers of a loan are stacked.

import { reportRows } from '../reports/reports'
import type { DocumentRecord, LoanReport } from '../types'

interface Place {
  position: number
  group: string
  /** Page numbers that the paper itself counts and the file does not hold. */
  missingPages: string | null
}

/** Where each document lies in the stack, by its id. */
export type Stack = Map<string, Place>

/** Reads the stacking order; document records do not carry it, the inventory does. */
export async function inventory(externalLoanId: string): Promise<Stack> {
  const rows = await reportRows('Document Inventory', { loanNumbers: externalLoanId })
  return new Map(rows.map((row) => [String(row['documentId']), row as unknown as Place]))
}

/** By groups of types, where the inventory is not enabled or a document is too new for it. */
const GROUPS = [
  'closing',
  'application',
  'disclosures',
  'credit',
  'legal',
  'income',
  'tax',
  'assets',
  'property',
  'title',
  'insurance',
  'identity',
  'other',
]

/** Within a group, papers of one type lie together, in the order in which they came. */
export function stacked(documents: DocumentRecord[], stack?: Stack): DocumentRecord[] {
  const position = (one: DocumentRecord) => stack?.get(one.documentId)?.position ?? Number.MAX_SAFE_INTEGER
  const group = (one: DocumentRecord) => {
    const found = GROUPS.indexOf(one.documentType?.group ?? '')
    return found < 0 ? GROUPS.length : found
  }
  const type = (one: DocumentRecord) => one.documentType?.name ?? ''
  return documents.toSorted(
    (one, two) =>
      position(one) - position(two) ||
      group(one) - group(two) ||
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

/** Returns the newest report of each kind. */
export function newestOf(reports: LoanReport[]): LoanReport[] {
  const newest = new Map<string, LoanReport>()
  for (const report of reports) {
    const known = newest.get(report.kind)
    if (!known || known.createdAt < report.createdAt) newest.set(report.kind, report)
  }
  return [...newest.values()]
}

/** Names what the loan lacks, each thing once; the report says it in sentences. */
export function missingOf(reports: LoanReport[]): string[] {
  const items = newestOf(reports).flatMap((report) => report.items.filter((item) => item.status === 'missing'))
  const names = items.map((item) => (item.detail ?? item.label).replace(/^the loan has no /, ''))
  return [...new Set(names)]
}
