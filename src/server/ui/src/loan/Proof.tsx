// The proof of a figure: a tree whose leaves are values on pages, rules, and what a person stated.

import { keyOf } from '../document/groups'
import { words } from '../format'
import type { Figure } from '../income'
import { Confidence } from '../parts/Confidence'
import { Mark } from '../parts/Mark'
import { documentHref } from '../route'
import type { DocumentRecord } from '../types'
import { nameOf } from './stacking'

export function Proof({ figure, documents }: { figure: Figure; documents: DocumentRecord[] }) {
  return (
    <ul class="proof" aria-label="Proof">
      <Node figure={figure} documents={documents} sign="" />
    </ul>
  )
}

const SIGNS: Record<string, string> = { sum: '+', product: '×', quotient: '÷' }

function Node({ figure, documents, sign }: { figure: Figure; documents: DocumentRecord[]; sign: string }) {
  return (
    <li>
      <div class="proof-line">
        <span class="sign" aria-hidden="true">
          {sign}
        </span>
        <span>{figure.label}</span>
        <Origin figure={figure} documents={documents} />
        <span class="spread" />
        <span class="proof-value">{shown(figure.value)}</span>
      </div>
      {figure.origin === 'calculated' && (
        <ul>
          {figure.inputs.map((input, place) => (
            <Node
              key={place}
              figure={input}
              documents={documents}
              sign={place > 0 ? (SIGNS[figure.operation] ?? '') : ''}
            />
          ))}
        </ul>
      )}
    </li>
  )
}

function Origin({ figure, documents }: { figure: Figure; documents: DocumentRecord[] }) {
  switch (figure.origin) {
    case 'read': {
      const { source } = figure
      const field = keyOf({ fieldTypeId: source.fieldTypeId, rowIndex: source.rowIndex ?? null })
      return (
        <>
          <a href={documentHref(source.documentId, { field })} title={source.documentName}>
            {nameOf(documents, source.documentId)}
            {source.page ? `, page ${source.page}` : ''}
            {source.line ? `, ${source.line}` : ''}
          </a>
          {source.manuallyCorrected ? <Mark tone="accent">By a person</Mark> : <Confidence value={source.confidence} />}
        </>
      )
    }
    case 'rule':
      return <span class="muted">{figure.citation ?? 'rule'}</span>
    case 'stated':
      return <Mark tone="accent">Stated</Mark>
    case 'assumed_zero':
      return (
        <a href={documentHref(figure.documentId)}>
          <Mark tone="warn">Not read, taken as zero{figure.line ? `, ${figure.line}` : ''}</Mark>
        </a>
      )
    case 'calculated':
      return <span class="muted small-text">{words(figure.operation)}</span>
  }
}

/** Figures keep their full precision in the API; people read four digits at most. */
function shown(value: string): string {
  const number = Number(value)
  if (!Number.isFinite(number)) return value
  const minimumFractionDigits = Number.isInteger(number) ? 0 : 2
  return number.toLocaleString('en-US', { minimumFractionDigits, maximumFractionDigits: 4 })
}
