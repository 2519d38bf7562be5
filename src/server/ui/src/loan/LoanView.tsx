// A loan: its papers in stacking order, what was found, its income, its reports and what happened.

import { useEffect, useState } from 'preact/hooks'
import * as api from '../api'
import { counted } from '../format'
import { useLoad } from '../load'
import { attempt } from '../notices'
import { Button } from '../parts/Button'
import { Mark } from '../parts/Mark'
import { Failed, Waiting } from '../parts/States'
import { Tabs } from '../parts/Tabs'
import * as queue from '../queue/queue'
import { href } from '../route'
import { barred, may } from '../session'
import type { DocumentRecord, Loan, LoanStatus } from '../types'
import { CrossCheck } from './CrossCheck'
import { Documents } from './Documents'
import { ExportDialog } from './ExportDialog'
import { Files } from './Files'
import { Findings, findingsOf } from './Findings'
import { IncomeTab } from './IncomeTab'
import { LOAN_STATES } from './LoanList'
import { LoanReports } from './LoanReports'
import { PutAside } from './PutAside'
import { Timeline } from './Timeline'
import { UploadArea } from './UploadArea'

/** While documents are on their way the list is read again this often. */
const POLL = 5000
const BUSY = ['UPLOADING', 'PROCESSING', 'CLASSIFIED']

export function LoanView({ id, tab }: { id: string; tab: string }) {
  const loan = useLoad(() => api.loan(id), [id])
  const documents = useLoad(() => api.loanDocuments(id), [id])
  const aside = useLoad(async () => (await api.loanDocuments(id, true)).filter((one) => one.trashed), [id])
  const reports = useLoad(() => api.loanReports(id), [id, documents.data?.length])
  const [uploads, setUploads] = useState(0)
  const reload = () => {
    loan.reload()
    documents.reload()
    aside.reload()
  }
  const name = loan.data?.externalLoanId
  useEffect(() => {
    document.title = `${name ?? 'Loan'} · loanfile`
    if (name) queue.loanNames.value = new Map(queue.loanNames.value).set(id, name)
  }, [name])
  const busy = documents.data?.some((one) => BUSY.includes(one.processingStatus)) ?? false
  useEffect(() => {
    if (!busy) return
    const timer = setInterval(reload, POLL)
    return () => clearInterval(timer)
  }, [busy, id])

  if (loan.error && !loan.data) return <Failed error={loan.error} again={loan.reload} />
  if (!loan.data) return <Waiting what="the loan" />
  const papers = documents.data ?? []
  const tabs = [
    { id: 'documents', label: 'Documents', count: documents.data?.length },
    {
      id: 'findings',
      label: 'Findings',
      count: documents.data && reports.data && findingsOf(papers, reports.data).length,
    },
    { id: 'cross-check', label: 'Cross-check' },
    { id: 'income', label: 'Income' },
    { id: 'reports', label: 'Reports' },
    { id: 'timeline', label: 'Timeline' },
    { id: 'files', label: 'Files' },
    { id: 'aside', label: 'Put aside', count: aside.data?.length || undefined },
  ].map((one) => ({ ...one, href: href(['loans', id, one.id]) }))
  return (
    <UploadArea
      loanId={id}
      onDone={() => {
        setUploads(uploads + 1)
        reload()
      }}
    >
      <section class="view">
        <LoanHead loan={loan.data} papers={papers} onChange={reload} />
        <Tabs label="Parts of the loan" tabs={tabs} current={tab} />
        {documents.error && <Failed error={documents.error} again={documents.reload} />}
        {!documents.data && !documents.error && <Waiting what="the documents" />}
        {documents.data && tab === 'documents' && (
          <Documents loan={loan.data} documents={papers} reports={reports.data ?? []} />
        )}
        {documents.data && tab === 'findings' && <Findings documents={papers} reports={reports.data ?? []} />}
        {tab === 'income' && <IncomeTab loanId={id} documents={papers} />}
        {tab === 'reports' && <LoanReports loanId={id} documents={papers} reports={reports} />}
        {tab === 'timeline' && <Timeline loanId={id} documents={papers} />}
        {tab === 'cross-check' && <CrossCheck loanId={id} papers={papers.length} />}
        {tab === 'aside' && <PutAside aside={aside} onBack={reload} />}
        {tab === 'files' && <Files key={uploads} loanId={id} />}
      </section>
    </UploadArea>
  )
}

function LoanHead({ loan, papers, onChange }: { loan: Loan; papers: DocumentRecord[]; onChange: () => void }) {
  const configurations = useLoad(api.configurations, [])
  const [exporting, setExporting] = useState(false)
  const change = (what: Parameters<typeof api.changeLoan>[1]) =>
    void attempt(async () => {
      await api.changeLoan(loan.loanId, what)
      onChange()
    })
  const reason = barred('operator')
  const failed = papers.filter((one) => one.processingStatus === 'FAILED').length
  return (
    <header class="view-head">
      <h1>{loan.externalLoanId}</h1>
      <span class="muted">{counted(loan.fieldsCount, 'value')}</span>
      {loan.fieldsToReview > 0 && <Mark tone="warn">{counted(loan.fieldsToReview, 'value')} to review</Mark>}
      {failed > 0 && <Mark tone="bad">{counted(failed, 'document')} failed</Mark>}
      <label class="inline-label">
        State
        <select
          value={loan.status}
          disabled={!may('operator')}
          title={reason}
          onChange={(event) => change({ status: event.currentTarget.value as LoanStatus })}
        >
          {LOAN_STATES.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      </label>
      <label class="inline-label">
        Checked against
        <select
          value={loan.configurationId ?? ''}
          disabled={!may('operator')}
          title={reason}
          onChange={(event) => change({ configurationId: event.currentTarget.value || null })}
        >
          <option value="">Nothing further</option>
          {configurations.data?.map((one) => (
            <option key={one.configurationId} value={one.configurationId}>
              {one.name}
            </option>
          ))}
        </select>
      </label>
      <Button role="operator" icon="download" onClick={() => setExporting(true)}>
        Export
      </Button>
      {exporting && <ExportDialog loanId={loan.loanId} onClose={() => setExporting(false)} onDone={onChange} />}
    </header>
  )
}
