// The qualifying income of the loan: each stream with its proof, down to the page.

import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import * as api from '../api'
import { GUIDELINES, moment, money, sentence, words } from '../format'
import type { IncomeData, IncomeWarning, Stream } from '../income'
import { useLoad } from '../load'
import { attempt, complain } from '../notices'
import { Button } from '../parts/Button'
import { Mark, type Tone } from '../parts/Mark'
import { Empty, Failed, Waiting } from '../parts/States'
import { documentHref } from '../route'
import type { DocumentRecord } from '../types'
import { IncomeCompare } from './IncomeCompare'
import { IncomeWhatIf } from './IncomeWhatIf'
import { Proof } from './Proof'

/** How often an active run is asked for. */
const POLL = 1500

export function IncomeTab({ loanId, documents }: { loanId: string; documents: DocumentRecord[] }) {
  const result = useLoad(() => api.income(loanId), [loanId])
  const history = useLoad(() => api.incomeHistory(loanId), [loanId])
  const [guideline, setGuideline] = useState('')
  const [running, setRunning] = useState(false)
  const gone = useRef(false)
  useEffect(() => () => void (gone.current = true), [])
  const run = async (overrides?: { streamKey: string; include: boolean }[]) => {
    setRunning(true)
    const started = await attempt(() =>
      api.runIncome(loanId, { ...(guideline ? { guideline } : {}), ...(overrides ? { overrides } : {}) }),
    )
    if (started) await untilDone(loanId, () => gone.current).catch(complain)
    setRunning(false)
    result.reload()
    history.reload()
  }
  const data = result.data?.incomeData
  return (
    <div class="income scroll-pane">
      <div class="pane-actions">
        <select aria-label="Guideline" value={guideline} onChange={(event) => setGuideline(event.currentTarget.value)}>
          <option value="">Guideline of the tenant</option>
          {Object.entries(GUIDELINES).map(([id, name]) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
        <Button kind="main" role="operator" reason={running && 'A run is active'} onClick={() => void run()}>
          {running ? 'Running' : data ? 'Run again' : 'Run the analysis'}
        </Button>
        {result.data?.calculatedAt && <span class="muted">Calculated {moment(result.data.calculatedAt)}</span>}
      </div>
      {result.error && <Failed error={result.error} again={result.reload} />}
      {!result.data && !result.error && <Waiting what="the income" />}
      {result.data && !data && !running && <Empty>No income was computed yet.</Empty>}
      {running && (
        <p class="state" role="status">
          <span class="spinner" aria-hidden="true" /> The analysis runs
        </p>
      )}
      {data && (
        <Result
          data={data}
          documents={documents}
          onInclude={(stream, include) => void run([{ streamKey: stream.streamKey, include }])}
        />
      )}
      {data && result.data && (
        <Fold title="What if">
          <IncomeWhatIf loanId={loanId} result={result.data} documents={documents} />
        </Fold>
      )}
      {history.data && history.data.length > 0 && (
        <Fold title={`Runs and how they differ (${history.data.length})`}>
          <IncomeCompare loanId={loanId} runs={history.data} />
        </Fold>
      )}
    </div>
  )
}

/** A part that is drawn when it is opened. */
function Fold({ title, children }: { title: string; children: ComponentChildren }) {
  const [open, setOpen] = useState(false)
  return (
    <details class="card fold" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{title}</summary>
      {open && children}
    </details>
  )
}

/** Waits for the newest run to end, and says why it failed. */
async function untilDone(loanId: string, isGone: () => boolean): Promise<void> {
  while (!isGone()) {
    const newest = (await api.incomeHistory(loanId)).at(-1)
    if (!newest || newest.status !== 'active') {
      if (newest?.status === 'failed') throw new Error('the run failed; the history tells more')
      return
    }
    await new Promise((resolve) => setTimeout(resolve, POLL))
  }
}

interface ResultProps {
  data: IncomeData
  documents: DocumentRecord[]
  onInclude: (stream: Stream, include: boolean) => void
}

function Result({ data, documents, onInclude }: ResultProps) {
  // Those of a stream stand with the stream.
  const general = data.warnings.filter((warning) => !warning.streamId)
  return (
    <>
      <div class="income-total card">
        <div>
          <p class="muted">Qualifying income a month</p>
          <p class="figure">{money(data.totalMonthlyIncome)}</p>
        </div>
        <p class="muted">
          {GUIDELINES[data.guideline] ?? data.guideline}, rules of {data.rulesVersion}, papers as of {data.asOfDate};{' '}
          {data.engine.name} {data.engine.version}
        </p>
      </div>
      {data.borrowers.map((borrower) => (
        <section key={borrower.borrowerId} class="card">
          <h2 class="borrower">
            {borrower.name ?? 'Borrower unknown'} <span class="spread" /> {money(borrower.totalMonthlyIncome)}
          </h2>
          {borrower.streams.map((stream) => (
            <StreamPart key={stream.streamId} stream={stream} documents={documents} onInclude={onInclude} />
          ))}
        </section>
      ))}
      {data.missingDocuments.length + general.length > 0 && (
        <section class="card">
          <h2>To look at</h2>
          {data.missingDocuments.map((one, index) => (
            <p key={index} class="warning-line">
              <Mark tone="bad">Missing</Mark>
              <span>
                {one.type}
                {one.taxYear ? ` of ${one.taxYear}` : ''}: {one.reason}
              </span>
            </p>
          ))}
          <Warnings warnings={general} />
        </section>
      )}
      {data.liabilities.length > 0 && (
        <section class="card">
          <h2>To be counted among debts</h2>
          {data.liabilities.map((one, index) => (
            <p key={index} class="borrower">
              {words(one.kind)} <span class="spread" /> {money(one.monthlyAmount)}
            </p>
          ))}
        </section>
      )}
    </>
  )
}

function StreamPart({
  stream,
  documents,
  onInclude,
}: {
  stream: Stream
  documents: DocumentRecord[]
  onInclude: ResultProps['onInclude']
}) {
  return (
    <details class="stream" open={stream.includeInTotal}>
      <summary>
        <strong>{words(stream.type)}</strong>
        <span class="ellipsis">{stream.payer}</span>
        <span class="muted">{words(stream.method)}</span>
        {stream.trend && <Trend direction={stream.trend.direction} change={stream.trend.changePct} />}
        {!stream.includeInTotal && <Mark tone="warn">Not in the total</Mark>}
        <span class="spread" />
        <b>{money(stream.monthlyAmount)}</b>
      </summary>
      <Warnings warnings={stream.warnings} />
      {stream.proof ? (
        <Proof figure={stream.proof} documents={documents} />
      ) : (
        <p class="muted">The engine gave no proof.</p>
      )}
      <div class="pane-actions">
        <Button small role="operator" onClick={() => onInclude(stream, !stream.includeInTotal)}>
          {stream.includeInTotal ? 'Leave out' : 'Include'}
        </Button>
        <span class="muted small-text">{stream.citations.join(', ')}</span>
      </div>
    </details>
  )
}

function Trend({ direction, change }: { direction: string; change: number | null }) {
  const tone: Tone = direction === 'DECLINING' ? 'warn' : 'plain'
  const by = change === null || change === 0 ? '' : ` ${change > 0 ? '+' : ''}${change.toFixed(1)}%`
  return (
    <Mark tone={tone}>
      {words(direction)}
      {by}
    </Mark>
  )
}

const SEVERITY_TONES: Record<IncomeWarning['severity'], Tone> = { HIGH: 'bad', MEDIUM: 'warn', LOW: 'plain' }

function Warnings({ warnings }: { warnings: IncomeWarning[] }) {
  return (
    <>
      {warnings.map((warning, index) => (
        <p key={index} class="warning-line">
          <Mark tone={SEVERITY_TONES[warning.severity]}>{words(warning.code)}</Mark>
          <span>{sentence(warning.message)}</span>
          {warning.documentId && <a href={documentHref(warning.documentId)}>Open</a>}
        </p>
      ))}
    </>
  )
}
