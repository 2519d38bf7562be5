// Another type for the document: what else the program thought of, and a search over all types.

import { useMemo, useState } from 'preact/hooks'
import * as api from '../api'
import { activeTypes } from '../library'
import { useLoad } from '../load'
import { Confidence } from '../parts/Confidence'
import { Dialog } from '../parts/Dialog'
import { Failed, Waiting } from '../parts/States'
import { barred } from '../session'
import type { DocumentType, TypeName } from '../types'
import { words } from '../format'
import { useDesk } from './context'

export function TypeChooser({ onClose }: { onClose: () => void }) {
  const desk = useDesk()
  const [wanted, setWanted] = useState('')
  const [place, setPlace] = useState(0)
  const types = useLoad(activeTypes, [])
  const verdict = useLoad(() => api.classification(desk.id), [desk.id])
  const confidences = new Map(verdict.data?.runnersUp.map((one) => [one.documentTypeId, one.confidence]))
  const found = useMemo(
    () => matching(types.data ?? [], wanted, [...confidences.keys()]),
    [types.data, wanted, verdict.data],
  )
  const reason = barred('operator')
  const choose = (type: TypeName | undefined) => {
    if (!type || reason) return
    onClose()
    if (type.documentTypeId !== desk.record.value?.documentTypeId) void desk.setType(type.documentTypeId)
  }
  const key = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') setPlace(Math.min(place + 1, found.length - 1))
    else if (event.key === 'ArrowUp') setPlace(Math.max(place - 1, 0))
    else if (event.key === 'Enter') choose(found[place])
    else return
    event.preventDefault()
  }
  return (
    <Dialog title="Type of the document" onClose={onClose}>
      {reason && <p class="muted">{reason}</p>}
      <input
        autofocus
        role="combobox"
        aria-label="Search a type"
        aria-expanded="true"
        aria-controls="type-list"
        aria-activedescendant={found[place] ? `type-${place}` : undefined}
        placeholder="Search a type"
        value={wanted}
        onKeyDown={key}
        onInput={(event) => {
          setWanted(event.currentTarget.value)
          setPlace(0)
        }}
      />
      {types.error && <Failed error={types.error} again={types.reload} />}
      {!types.data && !types.error && <Waiting what="the types" />}
      <ul id="type-list" class="type-list" role="listbox" aria-label="Types">
        {found.slice(0, 60).map((type, index) => (
          <li
            key={type.documentTypeId}
            id={`type-${index}`}
            role="option"
            aria-selected={index === place}
            onClick={() => choose(type)}
            onPointerMove={() => setPlace(index)}
          >
            <span>{type.name}</span>
            <span class="muted">{words(type.group)}</span>
            {type.documentTypeId === desk.record.value?.documentTypeId ? (
              <span class="muted">now</span>
            ) : confidences.has(type.documentTypeId) ? (
              <Confidence value={confidences.get(type.documentTypeId) ?? null} />
            ) : (
              <span />
            )}
          </li>
        ))}
      </ul>
      {verdict.data && verdict.data.evidence.length > 0 && (
        <details class="evidence">
          <summary>What spoke for the type that it has</summary>
          <ul>
            {verdict.data.evidence.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </details>
      )}
    </Dialog>
  )
}

/** Runners-up come first; a search looks at names and aliases, and a name that begins with it comes before others. */
function matching(types: DocumentType[], wanted: string, first: string[]): DocumentType[] {
  const text = wanted.trim().toLowerCase()
  const rank = (type: DocumentType) => {
    const place = first.indexOf(type.documentTypeId)
    const begins = text !== '' && type.name.toLowerCase().startsWith(text)
    return (begins ? 0 : 1000) + (place < 0 ? first.length : place)
  }
  const fits = (type: DocumentType) =>
    [type.name, type.documentTypeId, ...type.aliases].some((name) => name.toLowerCase().includes(text))
  return types.filter(fits).sort((one, two) => rank(one) - rank(two) || one.name.localeCompare(two.name))
}
