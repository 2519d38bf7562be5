// Loan configurations: what a loan must hold, and how its papers are checked.

import { useState } from 'preact/hooks'
import * as api from '../api'
import { counted } from '../format'
import { useLoad } from '../load'
import { attempt, say } from '../notices'
import { Button } from '../parts/Button'
import { Empty, Failed, Waiting } from '../parts/States'
import type { Configuration, ConfigurationDraft } from '../types'
import * as admin from './admin'
import { ConfigurationForm } from './ConfigurationForm'

const BLANK: ConfigurationDraft = {
  name: '',
  requiredDocuments: [],
  signatureRequirements: [],
  notaryChecks: [],
  dateConstraints: [],
  fieldRules: [],
}

export function Configurations() {
  const configurations = useLoad(api.configurations, [])
  const types = useLoad(admin.allTypes, [])
  const [chosen, setChosen] = useState<string | null>()
  const error = configurations.error ?? types.error
  if (error) return <Failed error={error} again={configurations.reload} />
  if (!configurations.data || !types.data) return <Waiting what="the configurations" />
  const current =
    chosen === null
      ? undefined
      : (configurations.data.find((one) => one.configurationId === chosen) ?? configurations.data[0])
  const save = async (draft: ConfigurationDraft) =>
    attempt(async () => {
      const saved = current
        ? await admin.saveConfiguration(current.configurationId, draft)
        : await admin.addConfiguration(draft)
      say(current ? 'Saved. The documents of its loans are checked again.' : 'Added.')
      setChosen(saved.configurationId)
      configurations.reload()
    })
  const remove = (one: Configuration) =>
    void attempt(async () => {
      await admin.removeConfiguration(one.configurationId)
      setChosen(undefined)
      configurations.reload()
    })
  return (
    <div class="two-panes">
      <div class="pane-list">
        <Button small icon="plus" role="admin" onClick={() => setChosen(null)}>
          New configuration
        </Button>
        <ul>
          {configurations.data.map((one) => (
            <li key={one.configurationId}>
              <button
                type="button"
                class="pane-item"
                aria-pressed={one === current}
                onClick={() => setChosen(one.configurationId)}
              >
                <strong>{one.name}</strong>
                <span class="muted small-text">
                  {[one.investor, counted(one.requiredDocuments.length, 'document')].filter(Boolean).join(', ')}
                </span>
              </button>
            </li>
          ))}
        </ul>
      </div>
      {current || chosen === null ? (
        <ConfigurationForm
          key={current ? `${current.configurationId} ${current.updatedAt}` : 'new'}
          configuration={current ?? BLANK}
          types={types.data}
          onSave={save}
          onRemove={current && (() => remove(current))}
        />
      ) : (
        <Empty>
          No configuration yet. One says which documents a loan must hold, who must have signed them, what a notary's
          block must show, and how old a paper may be.
        </Empty>
      )}
    </div>
  )
}
