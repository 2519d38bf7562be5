// Two runs of the history, held against each other.

import { useState } from 'preact/hooks'
import * as api from '../api'
import { moment, words } from '../format'
import type { IncomeRun } from '../income'
import { useLoad } from '../load'
import { Mark } from '../parts/Mark'
import { Failed, Waiting } from '../parts/States'
import { IncomeDiffPart } from './IncomeDiffPart'

export function IncomeCompare({ loanId, runs }: { loanId: string; runs: IncomeRun[] }) {
  // Only a run that came to an end has something to compare.
  const ended = runs.filter((one) => one.status === 'completed')
  const [chosen, setChosen] = useState<{ from?: string; to?: string }>({})
  const from = chosen.from ?? ended.at(-2)?.runId ?? ''
  const to = chosen.to ?? ended.at(-1)?.runId ?? ''
  return (
    <>
      <ul class="runs">
        {runs.toReversed().map((one) => (
          <li key={one.runId}>
            <span>{moment(one.createdAt)}</span>
            <span class="muted">{one.requestedBy}</span>
            <Mark tone={one.status === 'failed' ? 'bad' : one.status === 'completed' ? 'good' : 'plain'}>
              {words(one.status)}
            </Mark>
          </li>
        ))}
      </ul>
      {ended.length < 2 ? (
        <p class="muted">After a second run the two can be compared here.</p>
      ) : (
        <>
          <div class="pane-actions">
            <RunChoice label="From" runs={ended} value={from} onChange={(run) => setChosen({ ...chosen, from: run })} />
            <RunChoice label="to" runs={ended} value={to} onChange={(run) => setChosen({ ...chosen, to: run })} />
          </div>
          {from !== to ? <Compared key={`${from}-${to}`} loanId={loanId} from={from} to={to} /> : null}
        </>
      )}
    </>
  )
}

interface ChoiceProps {
  label: string
  runs: IncomeRun[]
  value: string
  onChange: (run: string) => void
}

function RunChoice({ label, runs, value, onChange }: ChoiceProps) {
  return (
    <label class="inline-label">
      {label}
      <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {runs.map((one, place) => (
          <option key={one.runId} value={one.runId}>
            {place + 1}: {moment(one.createdAt)}
          </option>
        ))}
      </select>
    </label>
  )
}

function Compared({ loanId, from, to }: { loanId: string; from: string; to: string }) {
  const diff = useLoad(() => api.incomeDiff(loanId, from, to), [loanId, from, to])
  if (diff.error) return <Failed error={diff.error} again={diff.reload} />
  return diff.data ? <IncomeDiffPart diff={diff.data} /> : <Waiting what="the difference" />
}
