// What income would be with a document or a source left out, or by other rules. Nothing of it is kept.

import { useState } from 'preact/hooks'
import * as api from '../api'
import { GUIDELINES, money, words } from '../format'
import type { IncomeDiff, IncomeResult } from '../income'
import { complain } from '../notices'
import { Button } from '../parts/Button'
import type { DocumentRecord } from '../types'
import { IncomeDiffPart } from './IncomeDiffPart'
import { nameOf } from './stacking'

interface Props {
  loanId: string
  result: IncomeResult
  documents: DocumentRecord[]
}

export function IncomeWhatIf({ loanId, result, documents }: Props) {
  const [guideline, setGuideline] = useState('')
  const [without, setWithout] = useState<string[]>([])
  const [turned, setTurned] = useState<string[]>([])
  const [diff, setDiff] = useState<IncomeDiff>()
  const [busy, setBusy] = useState(false)
  const streams = result.incomeData?.borrowers.flatMap((borrower) => borrower.streams) ?? []
  const nothing = !guideline && without.length + turned.length === 0
  const ask = async () => {
    setBusy(true)
    try {
      const overrides = streams
        .filter((one) => turned.includes(one.streamKey))
        .map((one) => ({ streamKey: one.streamKey, include: !one.includeInTotal }))
      const answer = await api.whatIf(loanId, {
        ...(guideline ? { guideline } : {}),
        ...(without.length > 0 ? { without } : {}),
        ...(overrides.length > 0 ? { overrides } : {}),
      })
      setDiff(answer.difference)
    } catch (error) {
      complain(error)
    }
    setBusy(false)
  }
  return (
    <div class="what-if">
      <fieldset>
        <legend>Without the document</legend>
        {result.files.map((file) => (
          <Check
            key={file.fileId}
            label={nameOf(documents, file.fileId)}
            on={without.includes(file.fileId)}
            set={(on) => setWithout(toggled(without, file.fileId, on))}
          />
        ))}
      </fieldset>
      <fieldset>
        <legend>The other way round</legend>
        {streams.map((stream) => (
          <Check
            key={stream.streamKey}
            label={`${stream.includeInTotal ? 'Leave out' : 'Include'} ${words(stream.type).toLowerCase()} of ${stream.payer}, ${money(stream.monthlyAmount)}`}
            on={turned.includes(stream.streamKey)}
            set={(on) => setTurned(toggled(turned, stream.streamKey, on))}
          />
        ))}
      </fieldset>
      <div class="pane-actions">
        <select
          aria-label="By the rules of"
          value={guideline}
          onChange={(event) => setGuideline(event.currentTarget.value)}
        >
          <option value="">The same guideline</option>
          {Object.entries(GUIDELINES).map(([id, name]) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
        <Button
          reason={busy ? 'It is being computed' : nothing && 'Choose what is to be otherwise'}
          role="operator"
          onClick={() => void ask()}
        >
          Show the difference
        </Button>
        <span class="muted">Nothing of this is kept.</span>
      </div>
      {diff && <IncomeDiffPart diff={diff} />}
    </div>
  )
}

function Check({ label, on, set }: { label: string; on: boolean; set: (on: boolean) => void }) {
  return (
    <label class="check-line">
      <input type="checkbox" checked={on} onChange={(event) => set(event.currentTarget.checked)} />
      <span>{label}</span>
    </label>
  )
}

const toggled = (list: string[], one: string, on: boolean) =>
  on ? [...list, one] : list.filter((other) => other !== one)
