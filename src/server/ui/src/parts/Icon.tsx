// The page's own icons, drawn on a grid of 16 with a stroke of 1.5.

const SHAPES = {
  queue: 'M2.5 4h11M2.5 8h11M2.5 12h7',
  loans: 'M2 5.5V13h12V5.5H8L6.5 3.5H2z',
  reports: 'M3 13.5V9M6.3 13.5V4M9.7 13.5V7M13 13.5V2.5',
  admin: 'M3 4.5h5M11.5 4.5H13M3 11.5h1.5M8 11.5h5M9.75 2.75v3.5M6.25 9.75v3.5',
  book: 'M3 3h4a1.5 1.5 0 0 1 1 .5A1.5 1.5 0 0 1 9 3h4v9.5H9.5L8 13.5l-1.5-1H3zM8 3.5v10',
  left: 'M10 3.5 5.5 8l4.5 4.5',
  right: 'M6 3.5 10.5 8 6 12.5',
  down: 'M3.5 6 8 10.5 12.5 6',
  plus: 'M8 3v10M3 8h10',
  minus: 'M3 8h10',
  rotate: 'M12.5 8a4.5 4.5 0 1 1-1.4-3.2M12.5 2.5v3h-3',
  check: 'm3 8.5 3.2 3.2L13 4.5',
  cross: 'm4 4 8 8M12 4l-8 8',
  pen: 'M3 13l.6-2.8 7-7 2.2 2.2-7 7z',
  undo: 'M5.5 3.5 3 6l2.5 2.5M3 6h6a3.5 3.5 0 0 1 0 7H6',
  cut: 'M4.5 10.2 12 3M4.5 5.8 12 13M3.2 12.5a1.6 1.6 0 1 0 0-.1M3.2 3.6a1.6 1.6 0 1 0 0 .1',
  join: 'M8 2v4M8 14v-4M5.5 4.5 8 7l2.5-2.5M5.5 11.5 8 9l2.5 2.5',
  upload: 'M8 10.5V3M5 5.5 8 2.5l3 3M3 10.5v3h10v-3',
  download: 'M8 2.5V10M5 7.5 8 10.5l3-3M3 10.5v3h10v-3',
  trash: 'M3 4.5h10M6 4.5V3h4v1.5M4.5 4.5l.6 9h5.8l.6-9',
  person: 'M8 8a2.6 2.6 0 1 0 0-5.2A2.6 2.6 0 0 0 8 8M3 13.5c.6-2.6 2.4-3.8 5-3.8s4.4 1.2 5 3.8',
  search: 'M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9M10.3 10.3l3.2 3.2',
  sun: 'M8 10.8a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6M8 1.5v1.3M8 13.2v1.3M1.5 8h1.3M13.2 8h1.3M3.4 3.4l.9.9M11.7 11.7l.9.9M12.6 3.4l-.9.9M4.3 11.7l-.9.9',
  moon: 'M13 9.6A5.5 5.5 0 0 1 6.4 3 5.5 5.5 0 1 0 13 9.6z',
  wide: 'M2 3.5h12v9H2zM9.5 3.5v9',
  box: 'M2.5 4h11v8h-11z',
  warn: 'M8 2.5 14 13H2zM8 6.5v3M8 11.2v.3',
  sum: 'M12 4V3H4l4 5-4 5h8v-1',
  keyboard: 'M1.5 4.5h13v7h-13zM4 7h.5M6.5 7H7M9 7h.5M11.5 7h.5M5 9.5h6',
  copy: 'M5.5 5.5v-3h8v8h-3M2.5 5.5h8v8h-8z',
} as const

export type IconName = keyof typeof SHAPES

/** An icon is decoration; the control that carries it has the words. */
export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
  return (
    <svg class="icon" width={size} height={size} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path
        d={SHAPES[name]}
        fill="none"
        stroke="currentColor"
        stroke-width="1.5"
        stroke-linecap="round"
        stroke-linejoin="round"
      />
    </svg>
  )
}
