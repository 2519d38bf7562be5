// The shapes of the REST API, by its own names.

export type Role = 'reader' | 'operator' | 'admin'
export type TaskKind = 'CLASSIFICATION' | 'EXTRACTION' | 'VALIDATION'
export type TaskStatus = 'OPEN' | 'RESOLVED' | 'DISMISSED'
export type Resolution = 'corrected' | 'confirmed' | 'waived' | 'superseded'
export type ProcessingStatus = 'UPLOADING' | 'PROCESSING' | 'CLASSIFIED' | 'EXTRACTED' | 'EXPORTED' | 'FAILED'
export type LoanStatus = 'Active' | 'Pending' | 'Closed' | 'Cancelled'

export interface Listing<T> {
  data: T[]
  nextCursor: string | null
}

export interface Session {
  user: string
  role: Role
  tenantId: string
  tenantName: string
  csrfToken: string
  expiresAt: string
}

/** Fractions of the page as it is shown. */
export interface Box {
  left: number
  top: number
  width: number
  height: number
}

export interface Finding {
  code: string
  severity: 'warning' | 'error'
  message: string
  page: number | null
  fieldTypeId: string | null
  boundingBox: Box | null
  expected: string | null
  found: string | null
  waived: boolean
}

export interface TaskField {
  fieldTypeId: string
  rowIndex: number | null
  fieldConfidence: number
}

export interface Task {
  taskId: string
  loanId: string
  documentId: string
  kind: TaskKind
  status: TaskStatus
  reason: string
  fields: TaskField[]
  findings: Finding[]
  assignee: string | null
  createdAt: string
  resolvedAt: string | null
  resolvedBy: string | null
  resolution: Resolution | null
  note: string | null
}

export interface Loan {
  loanId: string
  externalLoanId: string
  status: LoanStatus
  configurationId: string | null
  createdAt: string
  updatedAt: string
  fieldsCount: number
  fieldsToReview: number
}

export interface TypeName {
  documentTypeId: string
  name: string
  group: string
}

export interface Failure {
  stage: string
  code: string
  message: string
  occurredAt: string
  attempts: number
}

export interface DocumentRecord {
  documentId: string
  loanId: string
  sourceFileId: string
  fileName: string
  sourcePages: { first: number; last: number }
  pageCount: number
  pageIds: string[]
  processingStatus: ProcessingStatus
  documentTypeId: string | null
  /** Only in lists that were asked to include it. */
  documentType?: TypeName | null
  documentTypeConfidence: number | null
  classificationManuallyCorrected: boolean
  versionIdentifier: string | null
  versionCustomName: string | null
  currentVersion: boolean
  duplicateOf: string | null
  trashed: boolean
  signature: { expected: boolean | null; found: boolean | null }
  validation: { status: 'passed' | 'failed' | 'not_run'; findings: Finding[] }
  failure: Failure | null
  openTaskIds: string[]
  createdAt: string
  updatedAt: string
}

export type ValueSource = 'acroform' | 'text_layer' | 'ocr' | 'manual' | 'derived'

export interface Field {
  fieldTypeId: string
  displayName: string
  rowIndex: number | null
  fieldValue: string
  rawValue: string
  fieldConfidence: number
  manuallyCorrected: boolean
  needsReview: boolean
  pageId: string | null
  pageNumber: number | null
  boundingBox: Box | null
  source: ValueSource
  /** Checks of the type, such as sums, that hold with this value. */
  provedBy: string[]
  /** Checks that do not hold with it. */
  breaks: string[]
  updatedAt: string
}

export interface FieldChange {
  fieldTypeId: string
  rowIndex?: number
  fieldValue: string | null
  manuallyCorrected: boolean
}

export interface FieldType {
  fieldTypeId: string
  displayName: string
  kind: string
}

export interface NamedFieldType extends FieldType {
  inUse: boolean
  standardName: string
  documentTypeId: string
}

export interface TableType {
  tableId: string
  displayName: string
  columns: FieldType[]
}

export interface DocumentType extends TypeName {
  aliases: string[]
  standard: boolean
  active: boolean
  signatureExpected: boolean
  notaryExpected: boolean
  incomeEligible: boolean
  fields: FieldType[]
  tables: TableType[]
  sampleCount?: number
}

export interface Word {
  text: string
  confidence: number
  boundingBox: Box
  line: number
  block: number
}

export interface PageText {
  pageId: string
  pageNumber: number
  width: number
  height: number
  /** Degrees clockwise that set the page as shown upright. */
  rotation: number
  source: ValueSource | null
  words: Word[]
}

export interface Classification {
  documentTypeId: string | null
  documentTypeConfidence: number | null
  /** The next best types, best first. */
  runnersUp: { documentTypeId: string; name: string; confidence: number }[]
  /** What spoke for the type, for people. */
  evidence: string[]
}

export interface Correction {
  correctionId: string
  kind: string
  fieldTypeId: string | null
  rowIndex: number | null
  previousValue: string | null
  newValue: string | null
  correctedBy: string
  correctedAt: string
}

export interface SourceFile {
  sourceFileId: string
  loanId: string
  fileName: string
  sizeBytes: number
  pageCount: number
  documentCount: number
  uploadStatus: 'RECEIVED' | 'PROCESSING' | 'COMPLETED' | 'FAILED'
  failure: Failure | null
  createdAt: string
  origin: string
}

export interface ReportItem {
  code: string
  label: string
  status: 'passed' | 'failed' | 'missing' | string
  documentId: string | null
  detail: string | null
}

export interface LoanReport {
  reportId: string
  loanId: string
  kind: 'validation' | 'condition_checklist' | 'audit'
  configurationId: string | null
  createdAt: string
  createdBy: string
  summary: { passed: number; failed: number; missing: number }
  items: ReportItem[]
}

export interface TimelineEntry {
  occurredAt: string
  documentId: string | null
  stage: string | null
  eventType: string
  durationMs: number | null
}

/** When a requirement applies; edited as JSON. */
export type Condition = Record<string, unknown>

export interface RequiredDocument {
  documentTypeId: string
  minCount?: number
  when?: Condition | null
}

export interface SignatureRequirement {
  documentTypeId: string
  signer: string
  page?: number | null
}

export interface NotaryCheck {
  documentTypeId: string
  elements: string[]
}

/** Has exactly one of its last four members. */
export interface DateConstraint {
  documentTypeId: string
  fieldTypeId: string
  maxAgeDays?: number | null
  notBefore?: string | null
  notAfter?: string | null
  relativeTo?: { fieldTypeId: string; minDays?: number | null; maxDays?: number | null } | null
}

export interface ConfigurationDraft {
  name: string
  investor?: string | null
  productType?: string | null
  requiredDocuments: RequiredDocument[]
  signatureRequirements: SignatureRequirement[]
  notaryChecks: NotaryCheck[]
  dateConstraints: DateConstraint[]
  fieldRules: unknown[]
}

export interface Configuration extends ConfigurationDraft {
  configurationId: string
  createdAt: string
  updatedAt: string
}

interface Pushable {
  documentId: string
  name: string
  shortName: string
}

export interface Export {
  target: string
  dryRun: boolean
  exported: (Pushable & { versionIdentifier: string; location?: string | null })[]
  heldBack: (Pushable & { reason: string; detail: string })[]
  /** In the target already, as they are now. */
  unchanged: number
  /** Taken out of the target: replaced or put aside. */
  withdrawn: number
}

export interface CrossCheck {
  documents: { documentId: string; name: string; docTypeName: string }[]
  /** What each paper says of a fact, in the order of the papers. */
  facts: { fact: string; agrees: boolean; value: string; stated: ({ value: string; agrees: boolean } | null)[] }[]
}
