// The loans of the tenant.

import { useEffect, useState } from 'preact/hooks'
import * as api from '../api'
import { age, count, moment } from '../format'
import { usePages } from '../load'
import { attempt } from '../notices'
import { Button } from '../parts/Button'
import { Dialog } from '../parts/Dialog'
import { Mark } from '../parts/Mark'
import { Rows, type Column } from '../parts/Rows'
import { Empty, Failed, Waiting } from '../parts/States'
import { go, href } from '../route'
import type { Loan, LoanStatus } from '../types'

export const LOAN_STATES: LoanStatus[] = ['Active', 'Pending', 'Closed', 'Cancelled']

export function LoanList() {
  const [wanted, setWanted] = useState('')
  const [status, setStatus] = useState('')
  const [making, setMaking] = useState(false)
  const loans = usePages((cursor) => api.loans({ q: wanted.trim(), status }, cursor), [wanted, status])
  useEffect(() => void (document.title = 'Loans · loanfile'), [])
  return (
    <section class="view">
      <header class="view-head">
        <h1>Loans</h1>
        <div class="filters">
          <input
            type="search"
            aria-label="Loan number"
            placeholder="Loan number"
            value={wanted}
            onInput={(event) => setWanted(event.currentTarget.value)}
          />
          <select aria-label="State" value={status} onChange={(event) => setStatus(event.currentTarget.value)}>
            <option value="">Any state</option>
            {LOAN_STATES.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
          <Button kind="main" icon="plus" role="operator" onClick={() => setMaking(true)}>
            New loan
          </Button>
        </div>
      </header>
      {loans.error && <Failed error={loans.error} again={loans.reload} />}
      {loans.loading && loans.items.length === 0 && <Waiting what="the loans" />}
      {!loans.loading && !loans.error && loans.items.length === 0 && <Empty>No loan fits.</Empty>}
      {loans.items.length > 0 && (
        <Rows
          label="Loans"
          columns={COLUMNS}
          rows={loans.items}
          rowKey={(loan) => loan.loanId}
          onOpen={(loan) => go(href(['loans', loan.loanId]))}
          onEnd={loans.more}
          minWidth={560}
        />
      )}
      {making && <NewLoan onClose={() => setMaking(false)} />}
    </section>
  )
}

const COLUMNS: Column<Loan>[] = [
  {
    key: 'id',
    label: 'Loan',
    width: 'minmax(140px, 1fr)',
    cell: (loan) => (
      <a class="plain-link strong" href={href(['loans', loan.loanId])}>
        {loan.externalLoanId}
      </a>
    ),
  },
  {
    key: 'status',
    label: 'State',
    width: '110px',
    cell: (loan) => <Mark tone={loan.status === 'Active' ? 'good' : 'plain'}>{loan.status}</Mark>,
  },
  { key: 'fields', label: 'Values', width: '100px', number: true, cell: (loan) => count(loan.fieldsCount) },
  {
    key: 'review',
    label: 'To review',
    width: '110px',
    number: true,
    cell: (loan) =>
      loan.fieldsToReview > 0 ? <Mark tone="warn">{count(loan.fieldsToReview)}</Mark> : <span class="muted">0</span>,
  },
  {
    key: 'changed',
    label: 'Changed',
    width: '100px',
    number: true,
    cell: (loan) => (
      <time dateTime={loan.updatedAt} title={moment(loan.updatedAt)}>
        {age(loan.updatedAt)}
      </time>
    ),
  },
]

function NewLoan({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('')
  const make = async (event: SubmitEvent) => {
    event.preventDefault()
    await attempt(async () => {
      const loan = await api.createLoan(name.trim())
      onClose()
      go(href(['loans', loan.loanId]))
    })
  }
  return (
    <Dialog title="New loan" onClose={onClose}>
      <form class="stack" onSubmit={make}>
        <label>
          Loan number
          <input
            autofocus
            required
            maxLength={255}
            value={name}
            onInput={(event) => setName(event.currentTarget.value)}
          />
        </label>
        <div class="dialog-foot">
          <Button kind="main" submit role="operator">
            Make the loan
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
