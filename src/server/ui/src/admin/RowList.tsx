// A list in a form: rows that can be added, changed and removed, and the controls that stand in them.

import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Button } from '../parts/Button'
import { may } from '../session'
import type { Condition, DocumentType, FieldType } from '../types'

interface Props<T> {
  title: string
  hint: string
  items: T[]
  blank: () => T
  onChange: (items: T[]) => void
  /** Draws the controls of a row; `set` changes some of its members, or all of them when `whole` is set. */
  children: (item: T, set: (change: Partial<T>, whole?: boolean) => void) => ComponentChildren
}

export function RowList<T extends object>({ title, hint, items, blank, onChange, children }: Props<T>) {
  const set = (place: number) => (change: Partial<T>, whole?: boolean) =>
    onChange(items.map((item, index) => (index === place ? ((whole ? change : { ...item, ...change }) as T) : item)))
  return (
    <section class="card">
      <h2>
        {title} <span class="badge">{items.length}</span>
      </h2>
      <p class="muted">{hint}</p>
      <fieldset class="row-list" disabled={!may('admin')}>
        <legend class="hidden">{title}</legend>
        {items.map((item, place) => (
          <div key={place} class="row-line">
            {children(item, set(place))}
            <Button
              small
              kind="quiet"
              icon="cross"
              role="admin"
              label={`Remove row ${place + 1} of ${title}`}
              onClick={() => onChange(items.filter((_, index) => index !== place))}
            />
          </div>
        ))}
      </fieldset>
      <Button small icon="plus" role="admin" onClick={() => onChange([...items, blank()])}>
        Add a row
      </Button>
    </section>
  )
}

interface TypeProps {
  types: DocumentType[]
  value: string
  onChange: (id: string) => void
}

export function TypeChoice({ types, value, onChange }: TypeProps) {
  return (
    <select
      class="type-choice"
      aria-label="Document type"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      {types.map((one) => (
        <option key={one.documentTypeId} value={one.documentTypeId}>
          {one.name}
        </option>
      ))}
    </select>
  )
}

interface FieldProps {
  label: string
  fields: FieldType[]
  value: string
  onChange: (id: string) => void
}

export function FieldChoice({ label, fields, value, onChange }: FieldProps) {
  return (
    <select aria-label={label} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
      {fields.map((one) => (
        <option key={one.fieldTypeId} value={one.fieldTypeId}>
          {one.displayName}
        </option>
      ))}
    </select>
  )
}

interface NumberProps {
  label: string
  value: number | null
  min?: number
  onChange: (value: number | null) => void
}

/** An empty one is no number. */
export function NumberInput({ label, value, min, onChange }: NumberProps) {
  return (
    <label class="inline-label number-input">
      {label || <span class="hidden">Days</span>}
      <input
        type="number"
        min={min}
        value={value ?? ''}
        onInput={({ currentTarget: { value: text } }) => onChange(text === '' ? null : Number(text))}
      />
    </label>
  )
}

interface ConditionProps {
  value: Condition | null
  onChange: (condition: Condition | null) => void
}

/** A condition is JSON; what cannot be read as such is kept in sight and refused by the form. */
export function ConditionInput({ value, onChange }: ConditionProps) {
  const [text, setText] = useState(() => (value ? JSON.stringify(value) : ''))
  const read = (typed: string, input: HTMLInputElement) => {
    setText(typed)
    try {
      onChange(typed.trim() ? (JSON.parse(typed) as Condition) : null)
      input.setCustomValidity('')
    } catch {
      input.setCustomValidity('A condition is JSON, such as {"documentTypeId":"w2"}')
    }
  }
  return (
    <label class="inline-label condition">
      when
      <input
        class="mono"
        placeholder="always"
        title={text}
        value={text}
        onInput={(event) => read(event.currentTarget.value, event.currentTarget)}
      />
    </label>
  )
}
