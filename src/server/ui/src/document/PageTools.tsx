// Paging, zoom and rotation.

import { useKeys } from '../keys'
import { Button } from '../parts/Button'
import type { DocumentRecord } from '../types'
import { useDesk } from './context'

/** Steps of the zoom; 0 fits the width. */
const STEPS = [0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4]

export function PageTools({ record, wide, onWide }: { record: DocumentRecord; wide: boolean; onWide: () => void }) {
  const desk = useDesk()
  const page = desk.page.value
  const zoom = desk.zoom.value
  const step = (by: 1 | -1) => {
    const from = zoom || 1
    const next = by > 0 ? STEPS.find((one) => one > from) : STEPS.findLast((one) => one < from)
    if (next) desk.zoom.value = next
  }
  useKeys({ '+': () => step(1), '=': () => step(1), '-': () => step(-1), '0': () => void (desk.zoom.value = 0) })
  return (
    <div class="tools" role="toolbar" aria-label="Page">
      <Button
        small
        kind="quiet"
        icon="left"
        label="Page back"
        shortcut="["
        reason={page <= 1 && 'This is the first page'}
        onClick={() => desk.turnTo(page - 1)}
      />
      <label class="page-number">
        <span class="hidden">Page</span>
        <input
          type="number"
          min={1}
          max={record.pageCount}
          value={page}
          onChange={(event) => desk.turnTo(Number(event.currentTarget.value) || 1)}
        />
        <span class="muted">of {record.pageCount}</span>
      </label>
      <Button
        small
        kind="quiet"
        icon="right"
        label="Page forward"
        shortcut="]"
        reason={page >= record.pageCount && 'This is the last page'}
        onClick={() => desk.turnTo(page + 1)}
      />
      <div class="spread" />
      <Button small kind="quiet" icon="minus" label="Zoom out" shortcut="-" onClick={() => step(-1)} />
      <Button small kind="quiet" label="Fit the width" pressed={zoom === 0} onClick={() => (desk.zoom.value = 0)}>
        <span class="zoom-value">{zoom === 0 ? 'Fit' : `${Math.round(zoom * 100)}%`}</span>
      </Button>
      <Button small kind="quiet" icon="plus" label="Zoom in" shortcut="+" onClick={() => step(1)} />
      <Button
        small
        kind="quiet"
        icon="rotate"
        label="Turn the page"
        shortcut="r"
        onClick={() => (desk.turned.value = (desk.turned.value + 90) % 360)}
      />
      <Button
        small
        kind="quiet"
        icon="box"
        label="Boxes of the values"
        shortcut="b"
        pressed={desk.showBoxes.value}
        onClick={() => (desk.showBoxes.value = !desk.showBoxes.value)}
      />
      <Button small kind="quiet" icon="wide" label="Wide values" shortcut="w" pressed={wide} onClick={onWide} />
    </div>
  )
}
