// The page on the table: its picture, its words over it, the boxes of its values.

import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { pageImage } from '../api'
import type { Box, DocumentRecord, Word } from '../types'
import { Boxes } from './Boxes'
import { useDesk } from './context'
import { boxAround, fieldAt, onPage, placed, resolutionFor, usual, wordsIn, type Point } from './geometry'
import { keyOf } from './groups'
import { WordLayer } from './WordLayer'

/** Room around the sheet, in pixels. */
const MARGIN = 16
/** US letter in points: the size until that of the page is known. */
const LETTER = { width: 612, height: 792 }

export function Stage({ record }: { record: DocumentRecord }) {
  const desk = useDesk()
  const page = desk.page.value
  const table = useRef<HTMLDivElement>(null)
  const sheet = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState(0)
  const [drawn, setDrawn] = useState<Box | null>(null)
  const [from, setFrom] = useState<Point | null>(null)
  const [picked, setPicked] = useState<Word[]>([])
  const editing = desk.editing.value

  useLayoutEffect(() => {
    if (!table.current) return
    const watch = new ResizeObserver(([entry]) => entry && setRoom(entry.contentRect.width - 2 * MARGIN))
    watch.observe(table.current)
    return () => watch.disconnect()
  }, [])
  useEffect(() => void desk.readPage(page), [page, record.documentId])
  useEffect(() => setPicked([]), [editing, page])

  const text = desk.text.value
  const points = text ?? LETTER
  const degrees = ((text?.rotation ?? 0) + desk.turned.value) % 360
  const lying = degrees % 180 !== 0
  const across = lying ? points.height : points.width
  const scale = desk.zoom.value === 0 ? Math.max(room, 200) / across : (desk.zoom.value * 96) / 72
  const width = points.width * scale
  const height = points.height * scale
  const resolution = resolutionFor(scale * devicePixelRatio)
  if (room > 0) usual.resolution = resolution
  const source = useSharpest(pageImage(record.documentId, page, resolution), room > 0, () => (desk.shown.value = true))

  const box = desk.chosenField.value?.pageNumber === page ? desk.chosenField.value.boundingBox : null
  useEffect(() => {
    if (box && table.current && sheet.current) bringIntoSight(table.current, sheet.current, box, degrees)
    else if (table.current) table.current.scrollTop = 0
  }, [desk.chosen.value, page, text !== undefined, desk.zoom.value, room > 0])

  const pointAt = (event: PointerEvent | MouseEvent) =>
    sheet.current ? onPage(event, sheet.current.getBoundingClientRect(), degrees) : { x: 0, y: 0 }

  const press = (event: PointerEvent) => {
    if (!editing || event.button !== 0) return
    event.preventDefault()
    setFrom(pointAt(event))
    sheet.current?.setPointerCapture(event.pointerId)
  }
  const drag = (event: PointerEvent) => {
    if (from) setDrawn(boxAround(from, pointAt(event)))
  }
  const release = (event: PointerEvent) => {
    if (!from) return
    const at = pointAt(event)
    const words = wordsIn(text?.words ?? [], boxAround(from, at), at)
    if (words.length > 0) {
      desk.take(words, event.shiftKey)
      setPicked(event.shiftKey ? [...picked, ...words] : words)
    }
    setFrom(null)
    setDrawn(null)
  }
  const click = (event: MouseEvent) => {
    // A selection of text is no choice of a value.
    if (editing || !getSelection()?.isCollapsed) return
    const field = fieldAt(desk.fields.value, page, pointAt(event))
    if (field) desk.choose(keyOf(field))
  }

  return (
    <div class="stage" ref={table} tabIndex={0} role="region" aria-label={`Page ${page} of ${record.pageCount}`}>
      <div class="stage-room" style={{ width: `${lying ? height : width}px`, height: `${lying ? width : height}px` }}>
        <div
          ref={sheet}
          class={editing ? 'sheet picking' : 'sheet'}
          style={{ width: `${width}px`, height: `${height}px`, transform: turn(degrees, width, height) }}
          onPointerDown={press}
          onPointerMove={drag}
          onPointerUp={release}
          onClick={click}
        >
          {source && <img src={source} alt="" draggable={false} />}
          <Boxes page={page} />
          {text && <WordLayer text={text} scale={scale} />}
          {picked.map((word, index) => (
            <div key={index} class="picked" style={placed(word.boundingBox)} />
          ))}
          {drawn && <div class="drawn" style={placed(drawn)} />}
        </div>
      </div>
    </div>
  )
}

/** Keeps the picture that is there until a sharper one of the same page has come. */
function useSharpest(wanted: string, ready: boolean, onShown: () => void): string | null {
  const [shown, setShown] = useState<string | null>(null)
  const pageOf = (address: string) => address.split('?')[0]
  useEffect(() => {
    if (!ready) return
    let gone = false
    const image = new Image()
    image.src = wanted
    image.onload = () => {
      if (!gone) setShown(wanted)
      onShown()
    }
    // A page that cannot be drawn holds up nothing else.
    image.onerror = onShown
    return () => void (gone = true)
  }, [wanted, ready])
  return shown && pageOf(shown) === pageOf(wanted) ? shown : null
}

/** Turns a sheet within the room that it takes when it is turned. */
function turn(degrees: number, width: number, height: number): string {
  switch (degrees) {
    case 90:
      return `translate(${height}px, 0) rotate(90deg)`
    case 180:
      return `translate(${width}px, ${height}px) rotate(180deg)`
    case 270:
      return `translate(0, ${width}px) rotate(270deg)`
    default:
      return ''
  }
}

/** Scrolls the table, and nothing else, so that a place of the sheet lies in its middle unless it is in sight. */
function bringIntoSight(table: HTMLElement, sheet: HTMLElement, box: Box, degrees: number): void {
  const frame = sheet.getBoundingClientRect()
  const view = table.getBoundingClientRect()
  const middle = { x: box.left + box.width / 2, y: box.top + box.height / 2 }
  const seen =
    {
      90: { x: 1 - middle.y, y: middle.x },
      180: { x: 1 - middle.x, y: 1 - middle.y },
      270: { x: middle.y, y: 1 - middle.x },
    }[degrees] ?? middle
  const x = frame.left - view.left + seen.x * frame.width
  const y = frame.top - view.top + seen.y * frame.height
  const isInSight = x > 40 && x < view.width - 40 && y > 60 && y < view.height - 60
  if (!isInSight) table.scrollBy({ left: x - view.width / 2, top: y - view.height / 2 })
}
