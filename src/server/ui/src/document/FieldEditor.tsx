// A value being edited, with the place where it was read, enlarged.

import { useEffect, useRef } from 'preact/hooks'
import { Button } from '../parts/Button'
import type { Field, FieldType } from '../types'
import { useDesk } from './context'
import { Crop } from './Crop'

export function FieldEditor({ field }: { field: Field }) {
  const desk = useDesk()
  const input = useRef<HTMLTextAreaElement>(null)
  const type =
    typeOf(desk.type.value?.fields, field) ??
    desk.type.value?.tables.map((table) => typeOf(table.columns, field)).find(Boolean)
  useEffect(() => {
    input.current?.focus()
    input.current?.select()
  }, [])
  const save = async (then?: () => void) => {
    const shown = type ?? { fieldTypeId: field.fieldTypeId, displayName: field.displayName, kind: 'text' }
    if (await desk.save(shown, field.rowIndex)) then?.()
  }
  const key = (event: KeyboardEvent) => {
    if (event.key === 'Escape') desk.editing.value = null
    else if (event.key === 'Enter' && !event.shiftKey) void save(() => desk.move(1))
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div class="field-editor">
      {field.boundingBox && field.pageNumber && (
        <Crop documentId={desk.id} page={field.pageNumber} box={field.boundingBox} />
      )}
      <textarea
        ref={input}
        rows={desk.draft.value.length > 44 ? 3 : 1}
        aria-label={field.displayName}
        aria-describedby="editor-hint"
        spellcheck={false}
        value={desk.draft.value}
        onInput={(event) => (desk.draft.value = event.currentTarget.value)}
        onKeyDown={key}
      />
      <p id="editor-hint" class="muted small-text">
        {type ? `${kindInWords(type.kind)}. ` : ''}Click words on the page, or draw a frame around them; Shift adds.
      </p>
      <div class="field-actions">
        <Button small kind="main" role="operator" reason={desk.saving.value && 'Saving'} onClick={() => void save()}>
          Save
        </Button>
        <Button small onClick={() => (desk.editing.value = null)}>
          Cancel
        </Button>
      </div>
    </div>
  )
}

const typeOf = (types: FieldType[] | undefined, field: Field) =>
  types?.find((one) => one.fieldTypeId === field.fieldTypeId)

/** What the server reads such a value from. */
function kindInWords(kind: string): string {
  switch (kind) {
    case 'money':
      return 'An amount, such as 1,234.50'
    case 'date':
      return 'A day, such as 01/31/2026'
    case 'percent':
      return 'A percentage, such as 6.5'
    case 'integer':
    case 'number':
      return 'A number'
    case 'boolean':
    case 'checkbox':
      return 'true or false'
    default:
      return kind.charAt(0).toUpperCase() + kind.slice(1).replace(/_/g, ' ')
  }
}
