// How two results differ: the total, each source of income, and the values that moved it.

import { counted, GUIDELINES, money, words } from '../format'
import type { IncomeDiff, LeafDiff, StreamDiff } from '../income'
import { Mark, type Tone } from '../parts/Mark'
import { documentHref } from '../route'

export function IncomeDiffPart({ diff }: { diff: IncomeDiff }) {
  return (
    <div class="diff">
      <dl class="figures">
        <Side
          name={GUIDELINES[diff.from.guideline] ?? diff.from.guideline}
          value={money(diff.from.totalMonthlyIncome)}
        />
        <Side name={GUIDELINES[diff.to.guideline] ?? diff.to.guideline} value={money(diff.to.totalMonthlyIncome)} />
        <Side name="Difference a month" value={signed(diff.effect)} tone={diff.effect < 0 ? 'bad' : undefined} />
      </dl>
      {diff.streams.map((stream) => (
        <StreamLine key={stream.streamKey} stream={stream} />
      ))}
      <p class="muted">
        {diff.streams.length === 0 ? 'Nothing differs. ' : ''}
        {diff.unchanged > 0 && `${counted(diff.unchanged, 'source')} of income the same.`}
      </p>
    </div>
  )
}

function Side({ name, value, tone }: { name: string; value: string; tone?: string }) {
  return (
    <div>
      <dt class="muted">{name}</dt>
      <dd class={tone ? `figure ${tone}` : 'figure'}>{value}</dd>
    </div>
  )
}

const TONES: Record<string, Tone> = { added: 'good', removed: 'bad', changed: 'warn' }

function StreamLine({ stream }: { stream: StreamDiff }) {
  const leftOut = stream.includedBefore && stream.includedAfter === false
  return (
    <section class="diff-stream">
      <p class="diff-line">
        <Mark tone={TONES[stream.change] ?? 'plain'}>{leftOut ? 'Left out' : words(stream.change)}</Mark>
        <strong>{words(stream.type)}</strong> <span class="ellipsis">{stream.payer}</span>
        <span class="spread" />
        <span class="muted">
          {amount(stream.monthlyBefore)} → {amount(stream.monthlyAfter)}
        </span>
        <b>{signed(stream.effect)}</b>
      </p>
      <ul>
        {stream.leaves.map((leaf, place) => (
          <LeafLine key={place} leaf={leaf} />
        ))}
      </ul>
    </section>
  )
}

function LeafLine({ leaf }: { leaf: LeafDiff }) {
  return (
    <li class="diff-line">
      <span>{leaf.label}</span>
      {leaf.documentId && <a href={documentHref(leaf.documentId, { page: leaf.page })}>{leaf.documentName}</a>}
      <span class="spread" />
      <span>
        {leaf.before ?? 'none'} → {leaf.after ?? 'none'}
      </span>
    </li>
  )
}

const amount = (value: number | null | undefined) => (value == null ? 'none' : money(value))
const signed = (value: number) => (value > 0 ? `+${money(value)}` : money(value))
