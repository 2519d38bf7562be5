// Tables as files that spreadsheets open.

/** What a spreadsheet would take for a formula begins with an apostrophe. */
function cell(value: unknown): string {
  const text = value === null || value === undefined ? '' : String(value)
  const isNumber = typeof value === 'number' || /^-?\d+(\.\d+)?$/.test(text)
  const safe = !isNumber && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export function csvOf(head: string[], rows: unknown[][]): string {
  return [head, ...rows].map((row) => row.map(cell).join(',')).join('\r\n') + '\r\n'
}

/** Hands a table to the person as a file. */
export function saveCsv(name: string, head: string[], rows: unknown[][]): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([csvOf(head, rows)], { type: 'text/csv' }))
  link.download = `${name}.csv`
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
