// One value: what it is, how sure, and what speaks for or against it.

import { useEffect, useRef } from 'preact/hooks'
import { band, BAND_NAMES, percent, shownValue, words } from '../format'
import { BandMark } from '../parts/Confidence'
import { Button } from '../parts/Button'
import { Icon } from '../parts/Icon'
import type { Field } from '../types'
import { useDesk } from './context'
import { FieldEditor } from './FieldEditor'
import { isInDoubt, keyOf } from './groups'

const SOURCES: Record<Field['source'], string> = {
  acroform: 'form field',
  text_layer: 'printed text',
  ocr: 'recognised',
  manual: 'by a person',
  derived: 'derived',
}

export function FieldRow({ field, of }: { field: Field; of?: string }) {
  const desk = useDesk()
  const key = keyOf(field)
  const chosen = desk.chosen.value === key
  const editing = desk.editing.value === key
  const row = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (chosen) row.current?.scrollIntoView({ block: 'nearest' })
  }, [chosen, editing])
  const sure = field.manuallyCorrected ? 'corrected' : BAND_NAMES[band(field.fieldConfidence)].toLowerCase()
  const place = of ? `${of}, row ${(field.rowIndex ?? 0) + 1}` : ''
  return (
    <li ref={row} class={`field${chosen ? ' chosen' : ''}${isInDoubt(field) ? ' doubt' : ''}`}>
      <button
        type="button"
        class="field-face"
        aria-pressed={chosen}
        onClick={() => (chosen && !editing ? desk.edit(key) : desk.choose(key))}
        title={`${SOURCES[field.source]}, confidence ${percent(field.fieldConfidence)}`}
      >
        <FieldMark field={field} />
        <span class="field-name">
          {place && <span class="muted">{place}: </span>}
          {field.displayName}
        </span>
        <span class="field-value">
          {shownValue(desk.kinds.value.get(field.fieldTypeId), field.fieldValue) || <span class="muted">empty</span>}
        </span>
        <span class="field-sure" aria-label={`${sure}, ${percent(field.fieldConfidence)}`}>
          {field.manuallyCorrected ? '' : percent(field.fieldConfidence)}
        </span>
      </button>
      {chosen && !editing && (
        <div class="field-more">
          <Proofs field={field} />
          {field.rawValue &&
            field.rawValue !== field.fieldValue &&
            field.rawValue !== shownValue(desk.kinds.value.get(field.fieldTypeId), field.fieldValue) && (
              <p class="muted">
                Printed: <q>{field.rawValue}</q>
              </p>
            )}
          <div class="field-actions">
            <Button small icon="pen" shortcut="e" role="operator" onClick={() => desk.edit(key)}>
              Edit
            </Button>
            {!field.manuallyCorrected && (
              <Button
                small
                icon="check"
                shortcut="c"
                role="operator"
                reason={desk.saving.value && 'Saving'}
                onClick={() => void desk.confirm(field)}
              >
                Confirm
              </Button>
            )}
            <span class="muted small-text">
              {SOURCES[field.source]}
              {field.pageNumber ? `, page ${field.pageNumber}` : ''}
            </span>
          </div>
        </div>
      )}
      {editing && <FieldEditor field={field} />}
    </li>
  )
}

/** The band of the confidence, or a pen for what a person set. */
export function FieldMark({ field }: { field: Field }) {
  if (field.manuallyCorrected) {
    return (
      <span class="band-corrected">
        <Icon name="pen" size={12} />
        <span class="hidden">Set by a person</span>
      </span>
    )
  }
  return <BandMark of={band(field.fieldConfidence)} />
}

/** Sums and other checks in which the value takes part. */
function Proofs({ field }: { field: Field }) {
  const { provedBy, breaks } = field
  if (provedBy.length + breaks.length === 0) return null
  return (
    <ul class="proofs">
      {breaks.map((check) => (
        <li key={check} class="bad">
          <Icon name="warn" size={13} /> Does not add up: {words(check)}
        </li>
      ))}
      {provedBy.map((check) => (
        <li key={check} class="good">
          <Icon name="sum" size={13} /> Adds up: {words(check)}
        </li>
      ))}
    </ul>
  )
}
