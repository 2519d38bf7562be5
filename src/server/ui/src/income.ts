// The shapes of an income result.

import type { Box } from './types'

export interface LeafSource {
  documentId: string
  documentName: string
  documentType: string
  fieldTypeId: string
  /** Absent outside of tables. */
  rowIndex?: number | null
  /** The page of the source file. */
  page?: number | null
  line?: string | null
  boundingBox: Box | null
  value: string
  confidence: number
  manuallyCorrected: boolean
}

interface FigureBase {
  label: string
  value: string
}

export type Figure =
  | (FigureBase & { origin: 'read'; source: LeafSource })
  | (FigureBase & { origin: 'stated'; fact: string })
  | (FigureBase & { origin: 'rule'; citation: string | null })
  | (FigureBase & { origin: 'assumed_zero'; documentId: string; fieldTypeId: string; line: string | null })
  | (FigureBase & { origin: 'calculated'; operation: string; inputs: Figure[] })

export interface IncomeWarning {
  code: string
  severity: 'LOW' | 'MEDIUM' | 'HIGH'
  message: string
  streamId: string | null
  documentId?: string | null
}

export interface Stream {
  streamId: string
  streamKey: string
  type: string
  payer: string
  monthlyAmount: number
  annualAmount: number
  includeInTotal: boolean
  method: string
  months: number | null
  trend: { direction: string; changePct: number | null } | null
  warnings: IncomeWarning[]
  citations: string[]
  proof: Figure | null
}

export interface IncomeData {
  guideline: string
  rulesVersion: string
  engine: { name: string; version: string }
  asOfDate: string
  totalMonthlyIncome: number
  borrowers: { borrowerId: string; name: string | null; totalMonthlyIncome: number; streams: Stream[] }[]
  liabilities: { streamId: string | null; kind: string; monthlyAmount: number }[]
  warnings: IncomeWarning[]
  missingDocuments: { type: string; taxYear: number | null; reason: string }[]
}

export interface IncomeResult {
  calculatedAt: string | null
  incomeData: IncomeData | null
  files: { fileId: string; fileName: string; fileType: string }[]
}

export interface IncomeRun {
  runId: string
  status: string
  createdAt: string
  requestedBy: string
}

export interface LeafDiff {
  change: string
  label: string
  before?: string | null
  after?: string | null
  documentId?: string | null
  documentName?: string | null
  fieldTypeId?: string | null
  rowIndex?: number | null
  page?: number | null
}

export interface StreamDiff {
  change: string
  streamKey: string
  type: string
  payer: string
  /** By how much it moves the total. */
  effect: number
  monthlyBefore?: number | null
  monthlyAfter?: number | null
  includedBefore?: boolean | null
  includedAfter?: boolean | null
  leaves: LeafDiff[]
}

interface IncomeSide {
  guideline: string
  totalMonthlyIncome: number
}

export interface IncomeDiff {
  from: IncomeSide
  to: IncomeSide
  effect: number
  streams: StreamDiff[]
  unchanged: number
}

export interface WhatIf {
  guideline?: string
  without?: string[]
  overrides?: { streamKey: string; include: boolean }[]
}

export interface WhatIfResult {
  incomeData: IncomeData
  difference: IncomeDiff
}
