// How ids, moments, amounts and states read.

import type { ProcessingStatus, TaskKind } from './types'

export type Band = 'high' | 'medium' | 'low'

/** Returns the band of a confidence, as the API's guidance cuts it. */
export function band(confidence: number): Band {
  if (confidence >= 0.85) return 'high'
  return confidence >= 0.65 ? 'medium' : 'low'
}

export const BAND_NAMES: Record<Band, string> = { high: 'High', medium: 'Medium', low: 'Low' }

/** Rounds down: 99.6 % is not shown as certain. */
export const percent = (share: number) => `${Math.floor(share * 100)}%`

const MONEY = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
const COUNT = new Intl.NumberFormat('en-US')
const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })
const MOMENT = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const CLOCK = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', second: '2-digit' })

export const money = (amount: number) => MONEY.format(amount)
export const count = (number: number) => COUNT.format(number)
export const day = (text: string) => DAY.format(new Date(text))
export const moment = (text: string) => MOMENT.format(new Date(text))
export const clock = (text: string) => CLOCK.format(new Date(text))

/** Returns a value as people read it: amounts with commas, all else as the API has it. */
export function shownValue(kind: string | undefined, value: string): string {
  const number = Number(value)
  if (kind !== 'money' || value === '' || !Number.isFinite(number)) return value
  return number.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
}

/** Returns `3 pages`, `1 page`. */
export const counted = (number: number, noun: string, many = `${noun}s`) =>
  `${count(number)} ${number === 1 ? noun : many}`

/** Returns how long ago something was, in its largest unit. */
export function age(text: string, now = Date.now()): string {
  const minutes = Math.max(0, Math.floor((now - Date.parse(text)) / 60_000))
  if (minutes < 1) return 'now'
  if (minutes < 60) return `${minutes} min`
  if (minutes < 60 * 48) return `${Math.floor(minutes / 60)} h`
  return `${Math.floor(minutes / 60 / 24)} d`
}

export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`
}

export function size(bytes: number): string {
  if (bytes < 1024 * 1024) return `${Math.max(1, Math.round(bytes / 1024))} KB`
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`
}

export const TASK_NAMES: Record<TaskKind, string> = {
  CLASSIFICATION: 'Type',
  EXTRACTION: 'Values',
  VALIDATION: 'Check',
}

export const STATUS_NAMES: Record<ProcessingStatus, string> = {
  UPLOADING: 'Received',
  PROCESSING: 'Processing',
  CLASSIFIED: 'Classified',
  EXTRACTED: 'Extracted',
  EXPORTED: 'Exported',
  FAILED: 'Failed',
}

/** Whose rules income is computed by. */
export const GUIDELINES: Record<string, string> = {
  FANNIE_MAE: 'Fannie Mae',
  FREDDIE_MAC: 'Freddie Mac',
  FHA: 'FHA',
  VA: 'VA',
  USDA: 'USDA',
  NON_QM_BANK_STATEMENT: 'Bank statements',
}

/** Returns a code in words: `STAGE_COMPLETED` as `Stage completed`. */
export function words(code: string): string {
  const text = code.replace(/[_.]+/g, ' ').trim().toLowerCase()
  return (text.charAt(0).toUpperCase() + text.slice(1)).replace(/\blos\b/i, 'LOS')
}

/** The server's messages are lower-case fragments. */
export const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** The last digits of an id; enough to tell two apart, and what the command line takes for a task. */
export const tail = (id: string) => id.slice(-8)
