// How sure the program is of something, told by shape and number first, by colour second.

import { band, BAND_NAMES, percent, type Band } from '../format'

/** A full disc, a half one, an empty diamond: told apart without colours. */
export function BandMark({ of, size = 12 }: { of: Band; size?: number }) {
  return (
    <svg class={`band band-${of}`} width={size} height={size} viewBox="0 0 12 12" aria-hidden="true" focusable="false">
      {of === 'high' && <circle cx="6" cy="6" r="4.5" fill="currentColor" />}
      {of === 'medium' && (
        <>
          <circle cx="6" cy="6" r="4.5" fill="none" stroke="currentColor" stroke-width="1.5" />
          <path d="M6 1.5a4.5 4.5 0 0 0 0 9z" fill="currentColor" />
        </>
      )}
      {of === 'low' && <path d="M6 1 11 6 6 11 1 6z" fill="none" stroke="currentColor" stroke-width="1.6" />}
    </svg>
  )
}

export function Confidence({ value }: { value: number | null }) {
  if (value === null) return <span class="muted">n/a</span>
  const of = band(value)
  return (
    <span class={`confidence band-${of}`} title={`${BAND_NAMES[of]} confidence`}>
      <BandMark of={of} />
      <span class="hidden">{BAND_NAMES[of]} confidence, </span>
      {percent(value)}
    </span>
  )
}
