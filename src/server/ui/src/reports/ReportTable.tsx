// One report of the catalog: filters, a chart of any of its numbers, its rows, and a file of them.

import { useState } from 'preact/hooks'
import { count, counted } from '../format'
import { useLoad } from '../load'
import { Icon } from '../parts/Icon'
import { Rows, type Column } from '../parts/Rows'
import { Empty, Failed, Waiting } from '../parts/States'
import { documentHref, href } from '../route'
import { Bars } from './Bars'
import { Dates } from './Dates'
import {
  reportFile,
  reportRows,
  type CatalogEntry,
  type ReportColumn,
  type ReportFilter,
  type ReportRow,
} from './reports'

/** A chart shows this many bars; the table has all. */
const MOST_BARS = 6

export function ReportTable({ entry }: { entry: CatalogEntry }) {
  const [filter, setFilter] = useState<ReportFilter>({})
  const rows = useLoad(
    () => reportRows(entry.reportName, filter),
    [entry.id, filter.dateFrom, filter.dateTo, filter.loanNumbers],
  )
  const columns = entry.columnDefinitions
  return (
    <div class="pane-main">
      <div class="pane-actions">
        <Dates value={filter} onChange={(dates) => setFilter({ ...filter, ...dates })} />
        <input
          class="narrow"
          aria-label="Loan numbers, with commas between"
          placeholder="Loan numbers"
          onChange={(event) => setFilter({ ...filter, loanNumbers: event.currentTarget.value.trim() || undefined })}
        />
        <span class="spread" />
        <span class="muted">{rows.data ? counted(rows.data.length, 'row') : ''}</span>
        {rows.data && rows.data.length > 0 && (
          <>
            <Download name={entry.reportName} filter={filter} format="csv" label="CSV" />
            <Download name={entry.reportName} filter={filter} format="xlsx" label="Excel" />
          </>
        )}
      </div>
      {rows.error && <Failed error={rows.error} again={rows.reload} />}
      {!rows.data && !rows.error && <Waiting what="the rows" />}
      {rows.data?.length === 0 && <Empty>No rows for these days and loans.</Empty>}
      {rows.data && rows.data.length > 0 && (
        <>
          <Chart columns={columns} rows={rows.data} />
          <Rows
            label={entry.reportName}
            columns={columns.filter((column) => !isLink(column)).map(shownColumn)}
            rows={rows.data}
            rowKey={(_, index) => String(index)}
            rowHeight={32}
            minWidth={columns.length * 128}
          />
        </>
      )}
    </div>
  )
}

const isNumber = (column: ReportColumn) => column.type !== 'text' && column.type !== 'boolean'

function Download(props: { name: string; filter: ReportFilter; format: string; label: string }) {
  return (
    <a
      class="button small"
      href={reportFile(props.name, props.filter, props.format)}
      download={`${props.name}.${props.format}`}
    >
      <Icon name="download" />
      {props.label}
    </a>
  )
}

/** Ids and links lead from the cells that name what they are of. */
const isLink = ({ key }: ReportColumn) => ['loanLink', 'docLink', 'loanId', 'documentId'].includes(key)

function shownColumn(column: ReportColumn): Column<ReportRow> {
  return {
    key: column.key,
    label: column.label,
    width: isNumber(column) ? 'minmax(96px, 0.7fr)' : 'minmax(128px, 1fr)',
    number: isNumber(column),
    cell: (row) => cell(column, row),
  }
}

function cell(column: ReportColumn, row: ReportRow) {
  const value = row[column.key]
  if (value === null || value === undefined) return <span class="muted">–</span>
  if (typeof value === 'number') return Math.round(value * 10_000) / 10_000
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  const text = String(value)
  const loan = row['loanId'] ?? idOf(row['loanLink'])
  const document = row['documentId'] ?? idOf(row['docLink'])
  if (column.key === 'externalLoanId' && loan) return <a href={href(['loans', String(loan)])}>{text}</a>
  const namesDocument = ['fileName', 'bankStatementFileName', 'docTypeName', 'fieldName'].includes(column.key)
  if (namesDocument && document) return <a href={documentHref(String(document))}>{text}</a>
  return <span title={text}>{text}</span>
}

const idOf = (link: unknown) => (typeof link === 'string' ? link.split('/').at(-1) : undefined)

/** A number of the report, summed up by a text of it. */
function Chart({ columns, rows }: { columns: ReportColumn[]; rows: ReportRow[] }) {
  const numbers = columns.filter(isNumber)
  const texts = columns.filter((column) => !isNumber(column) && !isLink(column))
  const [number, setNumber] = useState('')
  const [by, setBy] = useState(
    texts.find((column) => /type|account|code|stage|borrower/i.test(column.key))?.key ?? texts[0]?.key ?? '',
  )
  if (texts.length === 0) return null
  const sums = new Map<string, number>()
  for (const row of rows) {
    const name = String(row[by] ?? 'none')
    sums.set(name, (sums.get(name) ?? 0) + (number ? Number(row[number]) || 0 : 1))
  }
  const sorted = [...sums].sort((one, two) => two[1] - one[1])
  const others = sorted.slice(MOST_BARS)
  const shown = sorted.slice(0, MOST_BARS)
  if (others.length > 0) shown.push([`${others.length} others`, others.reduce((sum, [, value]) => sum + value, 0)])
  const bars = shown.map(([label, value]) => ({ label, value, shown: count(Math.round(value * 100) / 100) }))
  return (
    <details class="card chart" open>
      <summary>Chart</summary>
      <div class="filters">
        <select aria-label="Figure" value={number} onChange={(event) => setNumber(event.currentTarget.value)}>
          <option value="">Rows</option>
          {numbers.map((column) => (
            <option key={column.key} value={column.key}>
              {column.label}
            </option>
          ))}
        </select>
        <select aria-label="By" value={by} onChange={(event) => setBy(event.currentTarget.value)}>
          {texts.map((column) => (
            <option key={column.key} value={column.key}>
              by {column.label}
            </option>
          ))}
        </select>
      </div>
      <Bars label="Chart of the report" bars={bars} />
    </details>
  )
}
