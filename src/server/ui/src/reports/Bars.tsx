// Bars with their figures: what a chart shows can be read without seeing it.

export interface Bar {
  label: string
  value: number
  shown: string
  /** A second length within the same bar, such as a median within a 95th percentile. */
  inner?: number
  bad?: boolean
}

export function Bars({ label, bars }: { label: string; bars: Bar[] }) {
  const most = Math.max(...bars.map((bar) => bar.value), 0) || 1
  return (
    <ul class="bars" aria-label={label}>
      {bars.map((bar) => (
        <li key={bar.label}>
          <span class="ellipsis" title={bar.label}>
            {bar.label}
          </span>
          <span class="bar-track" aria-hidden="true">
            <i
              class={bar.bad ? 'bar-fill bad' : 'bar-fill'}
              style={{ width: `${(Math.max(bar.value, 0) / most) * 100}%` }}
            />
            {bar.inner !== undefined && <i class="bar-inner" style={{ width: `${(bar.inner / most) * 100}%` }} />}
          </span>
          <span class="number">{bar.shown}</span>
        </li>
      ))}
    </ul>
  )
}
