// The endpoints that the page uses, each by its name.

import { address, get, keepTag, send, type Query } from './http'
import { session } from './session'
import type { IncomeDiff, IncomeResult, IncomeRun, WhatIf, WhatIfResult } from './income'
import type {
  Classification,
  Configuration,
  Correction,
  CrossCheck,
  DocumentRecord,
  DocumentType,
  Export,
  Field,
  FieldChange,
  Listing,
  Loan,
  LoanReport,
  LoanStatus,
  PageText,
  Resolution,
  Session,
  SourceFile,
  Task,
  TaskKind,
  TaskStatus,
  TimelineEntry,
} from './types'

/** The largest page of a list that the API gives. */
const MOST = 500

/** Reads a list to its end. */
export async function all<T>(path: string, query: Query = {}): Promise<T[]> {
  const found: T[] = []
  let cursor: string | null = null
  do {
    const page: Listing<T> = await get<Listing<T>>(path, { limit: MOST, ...query, cursor })
    found.push(...page.data)
    if (!cursor) keepTag(page, found)
    cursor = page.nextCursor ?? null
  } while (cursor)
  return found
}

export const signIn = (user: string, password: string, tenant?: string) =>
  send<Session>('POST', '/session', tenant ? { user, password, tenant } : { user, password })
export const signOut = () => send<void>('DELETE', '/session')
export const currentSession = () => get<Session>('/session')

export interface TaskFilter {
  status?: TaskStatus | ''
  kind?: TaskKind | ''
  loanId?: string
  documentId?: string
  assignee?: string
}
export const tasks = (filter: TaskFilter, cursor: string | null) =>
  get<Listing<Task>>('/tasks', { ...filter, cursor, limit: 100 })
export const task = (id: string) => get<Task>(`/tasks/${id}`)
export const assign = (id: string, assignee: string | null) => send<Task>('PATCH', `/tasks/${id}`, { assignee })
export const resolve = (id: string, resolution: Resolution, note?: string) =>
  send<Task>('POST', `/tasks/${id}/resolve`, {
    resolution,
    resolvedBy: session.value?.user ?? '',
    ...(note ? { note } : {}),
  })

export const loans = (query: { q?: string; status?: string }, cursor: string | null, limit = 50) =>
  get<Listing<Loan>>('/loans', { ...query, cursor, limit })
export const loan = (id: string) => get<Loan>(`/loans/${id}`)
export const createLoan = (externalLoanId: string) => send<Loan>('POST', '/loans', { externalLoanId })
export const changeLoan = (id: string, change: { status?: LoanStatus; configurationId?: string | null }) =>
  send<Loan>('PATCH', `/loans/${id}`, change)
export const loanDocuments = (id: string, trashed = false) =>
  all<DocumentRecord>(`/loans/${id}/documents`, { include: 'documentType', trashed: trashed || undefined })
export const sourceFiles = (id: string) => all<SourceFile>(`/loans/${id}/source-files`)
export const loanReports = (id: string) => all<LoanReport>(`/loans/${id}/reports`)
export const createReport = (id: string, kind: 'condition_checklist' | 'audit', configurationId?: string) =>
  send<LoanReport>('POST', `/loans/${id}/reports`, configurationId ? { kind, configurationId } : { kind })
export const configurations = () => all<Configuration>('/configurations')
export const timeline = async (loanId: string) => {
  const answer = await get<{ data: TimelineEntry[] }>(
    `/tenant/${session.value?.tenantId}/analytics/loans/${loanId}/timeline`,
  )
  return answer.data
}

export const income = (loanId: string) => get<IncomeResult>(`/loans/${loanId}/income-clarity`)
export const incomeHistory = (loanId: string) => get<IncomeRun[]>(`/loans/${loanId}/income-clarity/history`)
export const runIncome = (
  loanId: string,
  options: { guideline?: string; overrides?: { streamKey: string; include: boolean }[] } = {},
) =>
  send<{ taskId: string; status: string }>('POST', `/loans/${loanId}/income-clarity/trigger`, {
    requestedBy: session.value?.user ?? '',
    forceRecalculation: true,
    ...options,
  })

export const incomeDiff = (loanId: string, from: string, to: string) =>
  get<IncomeDiff>(`/loans/${loanId}/income-clarity/diff`, { from, to })
export const whatIf = (loanId: string, otherwise: WhatIf) =>
  send<WhatIfResult>('POST', `/loans/${loanId}/income-clarity/what-if`, otherwise)
export const crossCheck = (loanId: string) => get<CrossCheck>(`/loans/${loanId}/cross-check`)
/** Pushes what passed; with `dryRun` it is only told what would be pushed. */
export const exportLoan = (loanId: string, dryRun: boolean) =>
  send<Export>('POST', `/loans/${loanId}/export`, { dryRun })

export const documentRecord = (id: string) => get<DocumentRecord>(`/documents/${id}`)
export const fields = (id: string) => all<Field>(`/extractedData/documents/${id}`)
/** With `seen` only while the values are still those. */
export const changeFields = (id: string, changes: FieldChange[], seen?: Field[]) =>
  send<unknown>('PUT', `/extractedData/documents/${id}`, { fields: changes }, undefined, seen)
export const changeType = (id: string, documentTypeId: string, seen?: DocumentRecord) =>
  send<DocumentRecord>('PUT', `/documents/${id}`, { documentTypeId }, undefined, seen)
export const trash = (id: string, trashed: boolean) =>
  send<DocumentRecord>('PATCH', `/documents/${id}/trash`, { trashed })
export const retry = (id: string) => send<unknown>('POST', `/documents/${id}/retry`)
export const split = (id: string, firstPages: number[]) =>
  send<unknown>('POST', `/documents/${id}/split`, { firstPages })
export const merge = (documentIds: string[]) => send<unknown>('POST', '/documents/merge', { documentIds })
export const pageText = (pageId: string) => get<PageText>(`/ocr-data/pages/${pageId}`)
export const corrections = async (id: string) => (await get<Listing<Correction>>(`/documents/${id}/history`)).data
export const documentType = (id: string) => get<DocumentType>(`/document-types/${id}`)
export const documentTypes = (active?: boolean) => all<DocumentType>('/document-types', { active })

export const classification = (id: string) => get<Classification>(`/documents/${id}/classification`)

/** The address of a page's picture. */
export const pageImage = (documentId: string, page: number, dpi: number) =>
  address(`/documents/${documentId}/pages/${page}/image`, { dpi })
export const documentContent = (documentId: string, searchable = false) =>
  address(`/documents/${documentId}/content`, { searchable: searchable || undefined })
