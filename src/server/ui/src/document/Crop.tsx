// The place on the page where a value was read, enlarged.

import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { pageImage } from '../api'
import type { Box } from '../types'

/** Resolution of the enlargement: its picture is asked for at most once a page. */
const RESOLUTION = 200
/** The height of the crop on the screen. */
const HEIGHT = 72

export function Crop({ documentId, page, box }: { documentId: string; page: number; box: Box }) {
  const frame = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState(360)
  const [size, setSize] = useState<{ width: number; height: number }>()
  useLayoutEffect(() => {
    if (frame.current) setRoom(frame.current.clientWidth)
  }, [])
  const style = size ? placeOf(size, box, room) : { visibility: 'hidden' }
  return (
    <div class="crop" ref={frame}>
      <img
        src={pageImage(documentId, page, RESOLUTION)}
        alt="The place on the page"
        style={style}
        onLoad={(event) =>
          setSize({ width: event.currentTarget.naturalWidth, height: event.currentTarget.naturalHeight })
        }
      />
    </div>
  )
}

/** Fits the box with some air around it into the crop, at most three times as large as the picture. */
function placeOf(size: { width: number; height: number }, box: Box, room: number): Record<string, string> {
  const across = box.width * size.width * 1.15
  const down = box.height * size.height * 2.2
  const scale = Math.min(room / across, HEIGHT / down, 1.6)
  const left = (box.left + box.width / 2) * size.width * scale - room / 2
  const top = (box.top + box.height / 2) * size.height * scale - HEIGHT / 2
  return {
    width: `${size.width * scale}px`,
    height: `${size.height * scale}px`,
    transform: `translate(${-left}px, ${-top}px)`,
  }
}
