// Changes of values, as they are sent and as they are told.

import type { Field, FieldChange } from '../types'
import { keyOf } from './groups'

/** Returns a change in the API's form: a row is named for a column of a table only. */
export function changeOf(fieldTypeId: string, rowIndex: number | null, fieldValue: string | null): FieldChange {
  const change: FieldChange = { fieldTypeId, fieldValue, manuallyCorrected: true }
  if (rowIndex !== null) change.rowIndex = rowIndex
  return change
}

/** Names the values that differ from those that were shown. */
export function changedMeanwhile(shown: Field[], now: Field[]): string {
  const told = (field: Field) => `${field.fieldValue}/${field.manuallyCorrected}`
  const before = new Map(shown.map((field) => [keyOf(field), told(field)]))
  const names = now.filter((field) => before.get(keyOf(field)) !== told(field)).map((field) => field.displayName)
  const left = new Set(now.map(keyOf))
  names.push(...shown.filter((field) => !left.has(keyOf(field))).map((field) => field.displayName))
  const unique = [...new Set(names)]
  if (unique.length === 0) return ''
  const more = unique.length > 3 ? ` and ${unique.length - 3} more` : ''
  return `${unique.slice(0, 3).join(', ')}${more} changed`
}
