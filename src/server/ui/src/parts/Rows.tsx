// A table of any length: only the rows in sight are in the page.

import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'

export interface Column<T> {
  key: string
  label: string
  /** A track of the grid: `120px`, `2fr`, `minmax(80px, 1fr)`. */
  width: string
  number?: boolean
  cell: (row: T) => ComponentChildren
}

interface Props<T> {
  label: string
  columns: Column<T>[]
  rows: T[]
  rowKey: (row: T, index: number) => string
  /** The row that the keys are on. */
  current?: number
  onOpen?: (row: T, index: number) => void
  /** Asked for when the end comes into sight. */
  onEnd?: () => void
  rowHeight?: number
  minWidth?: number
}

/** Rows above and below those in sight, so that a quick scroll shows no gaps. */
const SPARE = 12
/** Rows are drawn anew each time that so many of them were scrolled by. */
const STEP = 6
/** The head of the table stays in place and covers what lies under it. */
const HEAD = 32
/** The lines above and below the table and under its head. */
const BORDERS = 3

export function Rows<T>(props: Props<T>) {
  const height = props.rowHeight ?? 40
  const frame = useRef<HTMLDivElement>(null)
  const [step, setStep] = useState(0)
  const [room, setRoom] = useState(600)
  const look = (element: HTMLElement) => {
    setStep(Math.floor(element.scrollTop / height / STEP))
    setRoom(element.clientHeight)
  }
  useLayoutEffect(() => {
    const element = frame.current
    if (!element) return
    const watch = new ResizeObserver(() => look(element))
    watch.observe(element)
    return () => watch.disconnect()
  }, [])
  useEffect(() => {
    const element = frame.current
    if (element && props.current !== undefined) bringIntoSight(element, props.current * height, height)
  }, [props.current])

  const first = Math.max(0, step * STEP - SPARE)
  const last = Math.min(props.rows.length, (step + 1) * STEP + Math.ceil(room / height) + SPARE)
  useEffect(() => {
    if (last >= props.rows.length) props.onEnd?.()
  }, [last, props.rows.length])

  const tracks = { gridTemplateColumns: props.columns.map((column) => column.width).join(' '), height: `${height}px` }
  const width = { minWidth: `${props.minWidth ?? 0}px` }
  return (
    <div
      class="rows"
      ref={frame}
      tabIndex={0}
      role="table"
      aria-label={props.label}
      aria-rowcount={props.rows.length + 1}
      style={{ height: `${HEAD + props.rows.length * height + BORDERS}px` }}
      onScroll={(event) => look(event.currentTarget)}
    >
      <div class="rows-head" role="rowgroup" style={width}>
        <div class="row" role="row" aria-rowindex={1} style={{ ...tracks, height: `${HEAD}px` }}>
          {props.columns.map((column) => (
            <span key={column.key} role="columnheader" class={column.number ? 'number' : undefined}>
              {column.label}
            </span>
          ))}
        </div>
      </div>
      <div class="rows-body" role="rowgroup" style={{ ...width, height: `${props.rows.length * height}px` }}>
        {props.rows.slice(first, last).map((row, offset) => {
          const index = first + offset
          return (
            <div
              key={props.rowKey(row, index)}
              class="row"
              role="row"
              aria-rowindex={index + 2}
              aria-current={index === props.current ? 'true' : undefined}
              data-opens={props.onOpen ? '' : undefined}
              style={{ ...tracks, transform: `translateY(${index * height}px)` }}
              onClick={(event) => {
                const onControl = (event.target as HTMLElement).closest('button, a, input, select')
                if (!onControl) props.onOpen?.(row, index)
              }}
            >
              {props.columns.map((column) => (
                <span key={column.key} role="cell" class={column.number ? 'number' : undefined}>
                  {column.cell(row)}
                </span>
              ))}
            </div>
          )
        })}
      </div>
    </div>
  )
}

function bringIntoSight(frame: HTMLElement, top: number, height: number): void {
  if (top < frame.scrollTop) frame.scrollTop = top
  else if (top + height + HEAD > frame.scrollTop + frame.clientHeight) {
    frame.scrollTop = top + height + HEAD - frame.clientHeight
  }
}
