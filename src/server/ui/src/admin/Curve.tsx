// The curve of the simulator: what each threshold would have sent to a person.

import type { SimulationRow } from '../reports/reports'

const WIDTH = 720
const HEIGHT = 220
const LEFT = 48
const BOTTOM = 28
const TOP = 12

interface Props {
  rows: SimulationRow[]
  at: number
  inForce: number
  onPick: (threshold: number) => void
}

export function Curve({ rows, at, inForce, onPick }: Props) {
  const low = rows[0]?.threshold ?? 0.65
  const high = rows.at(-1)?.threshold ?? 1
  const x = (threshold: number) => LEFT + ((threshold - low) / (high - low || 1)) * (WIDTH - LEFT - 16)
  const y = (share: number) => TOP + (1 - share) * (HEIGHT - TOP - BOTTOM)
  const documents = rows.map((row) => ({ row, share: row.documents ? row.documentsToReview / row.documents : 0 }))
  const caught = rows.filter((row) => row.recall !== null)
  const path = (points: [number, number][]) =>
    points.map(([px, py], index) => `${index ? 'L' : 'M'}${px.toFixed(1)} ${py.toFixed(1)}`).join('')
  const pick = (event: MouseEvent) => {
    const frame = (event.currentTarget as SVGElement).getBoundingClientRect()
    const place = ((event.clientX - frame.left) / frame.width) * WIDTH
    const threshold = low + ((place - LEFT) / (WIDTH - LEFT - 16)) * (high - low)
    onPick(Math.round(Math.min(Math.max(threshold, low), high) * 100) / 100)
  }
  const told = documents.map(({ row, share }) => `${row.threshold.toFixed(2)}: ${Math.round(share * 100)}%`).join(', ')
  return (
    <figure class="curve">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={`Share of documents to review by threshold. ${told}`}
        onClick={pick}
      >
        {[0, 0.25, 0.5, 0.75, 1].map((share) => (
          <g key={share}>
            <line class="grid-line" x1={LEFT} x2={WIDTH - 16} y1={y(share)} y2={y(share)} />
            <text x={LEFT - 8} y={y(share) + 4} text-anchor="end">
              {share * 100}%
            </text>
          </g>
        ))}
        {rows.map((row) => (
          <text key={row.threshold} x={x(row.threshold)} y={HEIGHT - 8} text-anchor="middle">
            {row.threshold.toFixed(2)}
          </text>
        ))}
        <line class="in-force" x1={x(inForce)} x2={x(inForce)} y1={TOP} y2={HEIGHT - BOTTOM} />
        <line class="picked-line" x1={x(at)} x2={x(at)} y1={TOP} y2={HEIGHT - BOTTOM} />
        <path class="line-review" d={path(documents.map(({ row, share }) => [x(row.threshold), y(share)]))} />
        {documents.map(({ row, share }) => (
          <circle key={row.threshold} class="dot-review" cx={x(row.threshold)} cy={y(share)} r={3.5} />
        ))}
        {caught.length > 1 && (
          <path class="line-caught" d={path(caught.map((row) => [x(row.threshold), y(row.recall ?? 0)]))} />
        )}
      </svg>
      <figcaption class="muted">
        <span class="key-line review" /> documents to review
        {caught.length > 1 && (
          <>
            <span class="key-line caught" /> corrected values that would have been caught
          </>
        )}
        <span class="key-line force" /> in force
      </figcaption>
    </figure>
  )
}
