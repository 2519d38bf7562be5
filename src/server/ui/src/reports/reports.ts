// The endpoints of reports and figures.

import { address, get } from '../http'
import { session } from '../session'

export interface ReportColumn {
  key: string
  label: string
  type: string
}

export interface CatalogEntry {
  id: string
  reportName: string
  description?: string
  columnDefinitions: ReportColumn[]
  active: boolean
}

export type ReportRow = Record<string, unknown>

export interface StageFigures {
  stage: string
  runs: number
  failures: number
  meanMs: number | null
  p50Ms: number | null
  p95Ms: number | null
}

export interface Metrics {
  documents: { total: number; byStatus: Record<string, number> }
  stages: StageFigures[]
  completionRate: number | null
  meanTurnaroundSeconds: number | null
  touchlessRate: number | null
}

export interface SimulationRow {
  threshold: number
  documents: number
  documentsToReview: number
  touchlessRate: number | null
  fieldsToReview: number
  correctedFields: number
  correctedFieldsCaught: number
  recall: number | null
}

export interface ReportFilter {
  dateFrom?: string
  dateTo?: string
  loanNumbers?: string
}

export const catalog = async () => (await get<{ data: CatalogEntry[] }>('/reports')).data

/** Some reports wrap their rows with a summary; the rows are what a table shows. */
export async function reportRows(reportName: string, filter: ReportFilter): Promise<ReportRow[]> {
  const answer = await get<{ data: ReportRow[] | { rows: ReportRow[] } }>('/reports/data', { reportName, ...filter })
  return Array.isArray(answer.data) ? answer.data : answer.data.rows
}

/** The address of a report as a file, written by the server. */
export const reportFile = (reportName: string, filter: ReportFilter, format: string) =>
  address('/reports/data', { reportName, ...filter, format })

export const simulation = async () => (await reportRows('Threshold Simulation', {})) as unknown as SimulationRow[]

export const metrics = async (filter: { dateFrom?: string; dateTo?: string }) =>
  (await get<{ data: Metrics }>(`/tenant/${session.value?.tenantId}/analytics/metrics/processing`, filter)).data
