// How the values of a document are laid out for a person: what is in doubt first, then by page, then the tables.

import type { DocumentType, Field, FieldType, TableType, Task } from '../types'

export interface Row {
  index: number
  cells: Map<string, Field>
}

export interface Table {
  type: TableType
  rows: Row[]
}

export interface Group {
  title: string
  fields: Field[]
}

export interface Groups {
  doubt: Field[]
  settled: Group[]
  tables: Table[]
  /** Fields of the type of which nothing was read. */
  unread: FieldType[]
}

/** Names one value of a document. */
export const keyOf = (field: { fieldTypeId: string; rowIndex: number | null }) =>
  field.rowIndex === null ? field.fieldTypeId : `${field.fieldTypeId}#${field.rowIndex}`

/** Tells whether a person should look: too unsure, or a sum that it breaks. */
export const isInDoubt = (field: Field) => field.needsReview || (!field.manuallyCorrected && field.breaks.length > 0)

export function groupsOf(fields: Field[], type: DocumentType | null, tasks: Task[]): Groups {
  const asked = new Set(tasks.flatMap((task) => task.fields.map(keyOf)))
  const single = fields.filter((field) => field.rowIndex === null)
  const doubt = fields.filter((field) => isInDoubt(field) || (asked.has(keyOf(field)) && !field.manuallyCorrected))
  doubt.sort((one, two) => one.fieldConfidence - two.fieldConfidence)
  const inDoubt = new Set(doubt.map(keyOf))
  const read = new Set(single.map((field) => field.fieldTypeId))
  return {
    doubt,
    settled: byPage(single.filter((field) => !inDoubt.has(keyOf(field)))),
    tables: tablesOf(fields, type),
    unread: (type?.fields ?? []).filter((field) => !read.has(field.fieldTypeId)),
  }
}

function byPage(fields: Field[]): Group[] {
  const pages = Map.groupBy(fields, (field) => field.pageNumber ?? 0)
  const numbers = [...pages.keys()].sort((one, two) => (one || Infinity) - (two || Infinity))
  const only = numbers.filter(Boolean).length <= 1
  return numbers.map((number) => ({
    title: number === 0 ? 'Without a place' : only ? 'Values' : `Page ${number}`,
    fields: pages.get(number) ?? [],
  }))
}

function tablesOf(fields: Field[], type: DocumentType | null): Table[] {
  const inRows = fields.filter((field) => field.rowIndex !== null)
  return (type?.tables ?? []).map((table) => {
    const columns = new Set(table.columns.map((column) => column.fieldTypeId))
    const rows = new Map<number, Row>()
    for (const field of inRows) {
      if (!columns.has(field.fieldTypeId) || field.rowIndex === null) continue
      const row = rows.get(field.rowIndex) ?? { index: field.rowIndex, cells: new Map<string, Field>() }
      row.cells.set(field.fieldTypeId, field)
      rows.set(field.rowIndex, row)
    }
    return { type: table, rows: [...rows.values()].sort((one, two) => one.index - two.index) }
  })
}

/** Returns the keys of all values in the order of the list. */
export function readingOrder(groups: Groups): string[] {
  const listed = [...groups.doubt, ...groups.settled.flatMap((group) => group.fields)].map(keyOf)
  const known = new Set(listed)
  const cells = groups.tables.flatMap((table) =>
    table.rows.flatMap((row) =>
      table.type.columns.flatMap((column) => {
        const field = row.cells.get(column.fieldTypeId)
        return field && !known.has(keyOf(field)) ? [keyOf(field)] : []
      }),
    ),
  )
  return [...listed, ...cells]
}

/** Returns a value that is not there yet, for a person to fill. */
export function blank(type: { fieldTypeId: string; displayName: string }, rowIndex: number | null = null): Field {
  return {
    fieldTypeId: type.fieldTypeId,
    displayName: type.displayName,
    rowIndex,
    fieldValue: '',
    rawValue: '',
    fieldConfidence: 1,
    manuallyCorrected: false,
    needsReview: false,
    pageId: null,
    pageNumber: null,
    boundingBox: null,
    source: 'manual',
    provedBy: [],
    breaks: [],
    updatedAt: '',
  }
}

/** Returns the kind of each field and column of a type. */
export function kindsOf(type: DocumentType | null): Map<string, string> {
  const all = [...(type?.fields ?? []), ...(type?.tables.flatMap((table) => table.columns) ?? [])]
  return new Map(all.map((field) => [field.fieldTypeId, field.kind]))
}
