// One configuration as a form. What has no form of its own, conditions and rules on values, is JSON.

import { useState } from 'preact/hooks'
import { complain } from '../notices'
import { Button } from '../parts/Button'
import { may } from '../session'
import type { ConfigurationDraft, DocumentType } from '../types'
import { Confirm } from './Confirm'
import { DateRows, NotaryRows, RequiredRows, SignatureRows } from './RequirementRows'

interface Props {
  configuration: ConfigurationDraft
  types: DocumentType[]
  onSave: (draft: ConfigurationDraft) => Promise<boolean>
  onRemove?: () => void
}

export function ConfigurationForm({ configuration, types, onSave, onRemove }: Props) {
  const [draft, setDraft] = useState<ConfigurationDraft>(() => draftOf(configuration))
  const [rules, setRules] = useState(() => JSON.stringify(configuration.fieldRules, null, 2))
  const [saving, setSaving] = useState(false)
  const set = (change: Partial<ConfigurationDraft>) => setDraft({ ...draft, ...change })
  const save = async (event: SubmitEvent) => {
    event.preventDefault()
    setSaving(true)
    try {
      await onSave({ ...draft, fieldRules: listOf(rules) })
    } catch (error) {
      complain(error)
    }
    setSaving(false)
  }
  return (
    <form class="pane-main configuration" onSubmit={save} aria-label="Configuration">
      <div class="scroll-pane stack">
        <section class="card name-line">
          <label>
            Name
            <input required value={draft.name} onInput={(event) => set({ name: event.currentTarget.value })} />
          </label>
          <label>
            Investor
            <input
              value={draft.investor ?? ''}
              onInput={(event) => set({ investor: event.currentTarget.value || null })}
            />
          </label>
          <label>
            Product
            <input
              value={draft.productType ?? ''}
              onInput={(event) => set({ productType: event.currentTarget.value || null })}
            />
          </label>
        </section>
        <RequiredRows
          types={types}
          items={draft.requiredDocuments}
          onChange={(requiredDocuments) => set({ requiredDocuments })}
        />
        <SignatureRows
          types={types}
          items={draft.signatureRequirements}
          onChange={(signatureRequirements) => set({ signatureRequirements })}
        />
        <NotaryRows types={types} items={draft.notaryChecks} onChange={(notaryChecks) => set({ notaryChecks })} />
        <DateRows
          types={types}
          items={draft.dateConstraints}
          onChange={(dateConstraints) => set({ dateConstraints })}
        />
        <section class="card">
          <h2>Rules on values</h2>
          <textarea
            class="mono"
            aria-label="Rules on values, as JSON"
            rows={Math.min(16, Math.max(3, rules.split('\n').length))}
            value={rules}
            spellcheck={false}
            onInput={(event) => setRules(event.currentTarget.value)}
          />
          <p class="muted">A list in JSON: each rule has a name, a fieldTypeId, tests, and perhaps a condition.</p>
        </section>
      </div>
      <div class="pane-actions">
        <Button submit kind="main" role="admin" reason={saving && 'Saving'}>
          Save
        </Button>
        {!may('admin') && <span class="muted">Only an administrator may change it.</span>}
        <span class="spread" />
        {onRemove && (
          <Confirm label={`Remove ${configuration.name}`} onConfirm={onRemove}>
            Remove
          </Confirm>
        )}
      </div>
    </form>
  )
}

/** Keeps what may be sent: a record has members that only the server sets. */
function draftOf(one: ConfigurationDraft): ConfigurationDraft {
  const { name, investor, productType } = one
  const { requiredDocuments, signatureRequirements, notaryChecks, dateConstraints, fieldRules } = one
  return {
    name,
    investor,
    productType,
    requiredDocuments,
    signatureRequirements,
    notaryChecks,
    dateConstraints,
    fieldRules,
  }
}

function listOf(text: string): unknown[] {
  let value: unknown
  try {
    value = JSON.parse(text.trim() || '[]')
  } catch (error) {
    throw new Error(`the rules on values are no JSON: ${error instanceof Error ? error.message : 'it breaks off'}`)
  }
  if (!Array.isArray(value)) throw new Error('the rules on values are a list: [ ... ]')
  return value
}
