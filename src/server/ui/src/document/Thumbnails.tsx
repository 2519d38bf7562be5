// The pages of the document in small, with the places where it can be cut, and its neighbours, with which it can be joined.

import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import * as api from '../api'
import { pageImage } from '../api'
import { counted } from '../format'
import { attempt, say } from '../notices'
import { Button } from '../parts/Button'
import { documentHref, go, href } from '../route'
import { may } from '../session'
import type { DocumentRecord } from '../types'
import { useDesk } from './context'
import { isInDoubt } from './groups'

/** Height of a page with the gap under it, in pixels. */
const STEP = 152
const SPARE = 4

export function Thumbnails({ record }: { record: DocumentRecord }) {
  const desk = useDesk()
  const strip = useRef<HTMLDivElement>(null)
  const [sight, setSight] = useState({ top: 0, height: 800 })
  const [cuts, setCuts] = useState<number[]>([])
  const { before, after } = useNeighbours(record)
  const page = desk.page.value
  useLayoutEffect(() => {
    const element = strip.current
    if (!element) return
    const watch = new ResizeObserver(() => setSight({ top: element.scrollTop, height: element.clientHeight }))
    watch.observe(element)
    return () => watch.disconnect()
  }, [])
  useEffect(() => {
    const element = strip.current
    if (!element) return
    const top = (page - 1) * STEP
    if (top < element.scrollTop || top + STEP > element.scrollTop + element.clientHeight) {
      element.scrollTop = top - element.clientHeight / 2 + STEP / 2
    }
  }, [page])
  useEffect(() => setCuts([]), [record.documentId, record.pageCount])

  const first = Math.max(1, Math.floor(sight.top / STEP) + 1 - SPARE)
  const last = Math.min(record.pageCount, Math.ceil((sight.top + sight.height) / STEP) + SPARE)
  const doubtful = new Set(desk.fields.value.filter(isInDoubt).map((field) => field.pageNumber))
  const numbers = Array.from({ length: Math.max(0, last - first + 1) }, (_, place) => first + place)
  const toggle = (number: number) =>
    setCuts(
      cuts.includes(number) ? cuts.filter((one) => one !== number) : [...cuts, number].sort((one, two) => one - two),
    )

  return (
    <nav class="thumbs" aria-label="Pages">
      {before && <Neighbour record={before} label="Before" with={record} />}
      <div
        class="thumb-strip"
        ref={strip}
        onScroll={(event) => setSight({ top: event.currentTarget.scrollTop, height: event.currentTarget.clientHeight })}
      >
        <div class="thumb-room" style={{ height: `${record.pageCount * STEP}px` }}>
          {numbers.map((number) => (
            <div key={number} class="thumb" style={{ top: `${(number - 1) * STEP}px` }}>
              {number > 1 && may('operator') && (
                <button
                  type="button"
                  class={cuts.includes(number) ? 'cut-here on' : 'cut-here'}
                  aria-pressed={cuts.includes(number)}
                  aria-label={`Cut before page ${number}`}
                  title={`Cut before page ${number}`}
                  onClick={() => toggle(number)}
                />
              )}
              <button
                type="button"
                class="thumb-page"
                aria-current={number === page ? 'page' : undefined}
                aria-label={`Page ${number}${doubtful.has(number) ? ', with values in doubt' : ''}`}
                onClick={() => desk.turnTo(number)}
              >
                <img
                  src={desk.shown.value ? pageImage(record.documentId, number, 72) : undefined}
                  alt=""
                  loading="lazy"
                  decoding="async"
                />
                <span>
                  {number}
                  {doubtful.has(number) && <i class="doubt-mark" />}
                </span>
              </button>
            </div>
          ))}
        </div>
      </div>
      {cuts.length > 0 && (
        <div class="thumb-action">
          <Button small kind="main" icon="cut" role="operator" onClick={() => void cut(record, cuts)}>
            Cut in {cuts.length + 1}
          </Button>
        </div>
      )}
      {after && <Neighbour record={after} label="After" with={record} />}
    </nav>
  )
}

/** The document before or after in the same file. */
function Neighbour({ record, label, with: other }: { record: DocumentRecord; label: string; with: DocumentRecord }) {
  const name = record.documentType?.name ?? 'No type'
  const ids = label === 'Before' ? [record.documentId, other.documentId] : [other.documentId, record.documentId]
  return (
    <div class="neighbour">
      <a href={documentHref(record.documentId)} title={`${label}: ${name}, ${counted(record.pageCount, 'page')}`}>
        <span class="muted">{label}</span> <span class="ellipsis">{name}</span>
      </a>
      <Button
        small
        kind="quiet"
        icon="join"
        role="operator"
        label={`Join with ${name}`}
        onClick={() => void join(ids, other.loanId)}
      />
    </div>
  )
}

function useNeighbours(record: DocumentRecord): { before?: DocumentRecord; after?: DocumentRecord } {
  const [documents, setDocuments] = useState<DocumentRecord[]>([])
  useEffect(() => {
    let gone = false
    // Joining is rare: the page itself comes first.
    const timer = setTimeout(() => {
      api.loanDocuments(record.loanId).then(
        (found) => !gone && setDocuments(found),
        () => undefined,
      )
    }, 600)
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [record.documentId, record.loanId, record.pageCount])
  const near = (fits: (one: DocumentRecord) => boolean) =>
    documents.find(
      (one) => one.sourceFileId === record.sourceFileId && one.documentId !== record.documentId && fits(one),
    )
  return {
    before: near((one) => one.sourcePages.last === record.sourcePages.first - 1),
    after: near((one) => one.sourcePages.first === record.sourcePages.last + 1),
  }
}

async function cut(record: DocumentRecord, pages: number[]): Promise<void> {
  if (!(await attempt(() => api.split(record.documentId, pages)))) return
  say(`Cut in ${pages.length + 1} documents; they are read again.`)
  go(href(['loans', record.loanId]))
}

async function join(documentIds: string[], loanId: string): Promise<void> {
  if (!(await attempt(() => api.merge(documentIds)))) return
  say('Joined; the document is read again.')
  go(href(['loans', loanId]))
}
