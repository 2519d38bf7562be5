// Places on a page: fractions of the page as it is shown, whatever way a person turned it.

import type { Box, Field, Word } from '../types'

export interface Point {
  x: number
  y: number
}

/** Returns where a pointer stands on the page itself, given the frame of the turned sheet on the screen. */
export function onPage(event: { clientX: number; clientY: number }, frame: DOMRect, degrees: number): Point {
  const x = (event.clientX - frame.left) / frame.width
  const y = (event.clientY - frame.top) / frame.height
  switch (degrees) {
    case 90:
      return { x: y, y: 1 - x }
    case 180:
      return { x: 1 - x, y: 1 - y }
    case 270:
      return { x: 1 - y, y: x }
    default:
      return { x, y }
  }
}

export function boxAround(one: Point, two: Point): Box {
  const left = Math.min(one.x, two.x)
  const top = Math.min(one.y, two.y)
  return { left, top, width: Math.abs(one.x - two.x), height: Math.abs(one.y - two.y) }
}

const holds = (box: Box, point: Point, slack = 0) =>
  point.x >= box.left - slack &&
  point.x <= box.left + box.width + slack &&
  point.y >= box.top - slack &&
  point.y <= box.top + box.height + slack

/** Returns the field under a point; of several the smallest, which is the innermost. */
export function fieldAt(fields: Field[], page: number, point: Point): Field | undefined {
  const hit = fields.filter(
    (field) => field.pageNumber === page && field.boundingBox && holds(field.boundingBox, point, 0.003),
  )
  const area = (field: Field) => (field.boundingBox?.width ?? 1) * (field.boundingBox?.height ?? 1)
  return hit.sort((one, two) => area(one) - area(two))[0]
}

/** Returns the words in a frame, in reading order; the one under the pointer when the frame is hardly one. */
export function wordsIn(words: Word[], frame: Box, at: Point): Word[] {
  if (frame.width < 0.006 && frame.height < 0.006) {
    const word = words.find((one) => holds(one.boundingBox, at, 0.003))
    return word ? [word] : []
  }
  return words.filter((word) => {
    const { left, top, width, height } = word.boundingBox
    return holds(frame, { x: left + width / 2, y: top + height / 2 })
  })
}

/** Resolutions at which pictures are asked for: few, so that the browser's cache helps. */
const RESOLUTIONS = [110, 150, 200, 300]

/** Returns the resolution that shows a page sharply at so many pixels of the screen a point. */
export function resolutionFor(pixelsPerPoint: number): number {
  const needed = pixelsPerPoint * 72 * 1.15
  return RESOLUTIONS.find((one) => one >= needed) ?? 300
}

/** Returns a box as a style, in percent of what holds it. */
export function placed(box: Box): { left: string; top: string; width: string; height: string } {
  const text = (share: number) => `${(share * 100).toFixed(3)}%`
  return { left: text(box.left), top: text(box.top), width: text(box.width), height: text(box.height) }
}

/** The resolution that pages were last asked for: what is read ahead of a task is then there when it is opened. */
export const usual = { resolution: 110 }
