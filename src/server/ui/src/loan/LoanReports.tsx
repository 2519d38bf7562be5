// Reports that are kept with the loan: what was checked, what is required, what people changed.

import { useState } from 'preact/hooks'
import * as api from '../api'
import { moment, sentence, words } from '../format'
import type { Loaded } from '../load'
import { attempt } from '../notices'
import { Button } from '../parts/Button'
import { Mark, type Tone } from '../parts/Mark'
import { Rows, type Column } from '../parts/Rows'
import { Empty, Failed, Waiting } from '../parts/States'
import { documentHref } from '../route'
import { saveCsv } from '../reports/csv'
import type { DocumentRecord, LoanReport, ReportItem } from '../types'
import { nameOf } from './stacking'

const KINDS: Record<LoanReport['kind'], string> = {
  validation: 'Checks',
  condition_checklist: 'Conditions',
  audit: 'Audit',
}

interface Props {
  loanId: string
  documents: DocumentRecord[]
  reports: Loaded<LoanReport[]>
}

export function LoanReports({ loanId, documents, reports }: Props) {
  const [chosen, setChosen] = useState<string>()
  const make = (kind: 'condition_checklist' | 'audit') =>
    void attempt(async () => {
      const made = await api.createReport(loanId, kind)
      setChosen(made.reportId)
      reports.reload()
    })
  if (reports.error) return <Failed error={reports.error} again={reports.reload} />
  if (!reports.data) return <Waiting what="the reports" />
  const newestFirst = reports.data.toSorted((one, two) => two.createdAt.localeCompare(one.createdAt))
  const report = newestFirst.find((one) => one.reportId === chosen) ?? newestFirst[0]
  return (
    <div class="two-panes">
      <div class="pane-list">
        <div class="pane-actions">
          <Button small icon="plus" role="operator" onClick={() => make('condition_checklist')}>
            Checklist
          </Button>
          <Button small icon="plus" role="operator" onClick={() => make('audit')}>
            Audit
          </Button>
        </div>
        <ul>
          {newestFirst.map((one) => (
            <li key={one.reportId}>
              <button
                type="button"
                class="pane-item"
                aria-pressed={one === report}
                onClick={() => setChosen(one.reportId)}
              >
                <strong>{KINDS[one.kind]}</strong>
                <span class="muted">{moment(one.createdAt)}</span>
                <Summary report={one} />
              </button>
            </li>
          ))}
        </ul>
      </div>
      {report ? <Items report={report} documents={documents} /> : <Empty>No report yet.</Empty>}
    </div>
  )
}

/** Counts as a bar of three parts, with the figures beside it. */
function Summary({ report }: { report: LoanReport }) {
  const { passed, failed, missing } = report.summary
  const total = passed + failed + missing
  if (total === 0) return <span class="muted">Nothing is counted</span>
  return (
    <>
      <span class="share-bar" aria-hidden="true">
        <i class="passed" style={{ width: `${(passed / total) * 100}%` }} />
        <i class="failed" style={{ width: `${(failed / total) * 100}%` }} />
        <i class="missing" style={{ width: `${(missing / total) * 100}%` }} />
      </span>
      <span class="muted small-text">
        {passed} passed, {failed} failed, {missing} missing
      </span>
    </>
  )
}

/** What is not as it should be comes first. */
const RANK: Record<string, number> = { missing: 0, failed: 1, passed: 2 }
const TONES: Record<string, Tone> = { passed: 'good', failed: 'bad', missing: 'bad' }

function Items({ report, documents }: { report: LoanReport; documents: DocumentRecord[] }) {
  const items = report.items.toSorted((one, two) => (RANK[one.status] ?? 3) - (RANK[two.status] ?? 3))
  const columns: Column<ReportItem>[] = [
    {
      key: 'status',
      label: 'Status',
      width: '92px',
      cell: (item) => <Mark tone={TONES[item.status] ?? 'plain'}>{words(item.status)}</Mark>,
    },
    {
      key: 'label',
      label: 'What',
      width: 'minmax(130px, 0.7fr)',
      cell: (item) => <span title={item.label}>{sentence(item.label)}</span>,
    },
    {
      key: 'detail',
      label: 'Detail',
      width: 'minmax(200px, 1.6fr)',
      cell: (item) => (
        <span class="muted" title={item.detail ?? ''}>
          {sentence(item.detail ?? '')}
        </span>
      ),
    },
    {
      key: 'document',
      label: 'Document',
      width: 'minmax(160px, 1.4fr)',
      cell: (item) =>
        item.documentId ? <a href={documentHref(item.documentId)}>{nameOf(documents, item.documentId)}</a> : '',
    },
  ]
  const save = () =>
    saveCsv(
      `${report.kind}-${report.createdAt.slice(0, 10)}`,
      ['code', 'label', 'status', 'documentId', 'detail'],
      items.map((item) => [item.code, item.label, item.status, item.documentId, item.detail]),
    )
  return (
    <div class="pane-main">
      <div class="pane-actions">
        <strong>{KINDS[report.kind]}</strong>
        <span class="muted">by {report.createdBy}</span>
        <span class="spread" />
        <Button small icon="download" onClick={save}>
          CSV
        </Button>
      </div>
      <Rows
        label="Lines of the report"
        columns={columns}
        rows={items}
        rowKey={(item, index) => `${item.code}-${index}`}
        rowHeight={34}
        minWidth={640}
      />
    </div>
  )
}
