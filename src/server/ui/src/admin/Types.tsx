// Document types: which are in use, the tenant's own ones, and learning from documents.

import { useState } from 'preact/hooks'
import { counted, words } from '../format'
import { forgetTypes } from '../library'
import { useLoad } from '../load'
import { attempt, say } from '../notices'
import { Button } from '../parts/Button'
import { Mark } from '../parts/Mark'
import type { Column } from '../parts/Rows'
import type { DocumentType } from '../types'
import { addType, allTypes, removeType, setActive } from './admin'
import { Confirm } from './Confirm'
import { Register } from './Register'
import { TypeLearner } from './TypeLearner'

export function Types() {
  const types = useLoad(allTypes, [])
  const [wanted, setWanted] = useState('')
  const [learning, setLearning] = useState<DocumentType>()
  const text = wanted.trim().toLowerCase()
  const shown = {
    ...types,
    data: types.data?.filter((type) =>
      [type.name, type.documentTypeId, type.group, ...type.aliases].some((one) => one.toLowerCase().includes(text)),
    ),
  }
  const change = (work: () => Promise<unknown>) =>
    void attempt(async () => (await work(), forgetTypes(), types.reload()))
  const columns: Column<DocumentType>[] = [
    {
      key: 'name',
      label: 'Type',
      width: 'minmax(200px, 1fr)',
      cell: (type) => (
        <span class="strong" title={type.documentTypeId}>
          {type.name}
        </span>
      ),
    },
    { key: 'group', label: 'Group', width: '110px', cell: (type) => <span class="muted">{words(type.group)}</span> },
    { key: 'fields', label: 'Fields', width: '70px', number: true, cell: (type) => type.fields.length },
    { key: 'tables', label: 'Tables', width: '70px', number: true, cell: (type) => type.tables.length },
    {
      key: 'own',
      label: 'From',
      width: '150px',
      cell: (type) =>
        type.standard ? (
          <span class="muted">Standard</span>
        ) : (
          <Mark tone="accent">{counted(type.sampleCount ?? 0, 'sample')}</Mark>
        ),
    },
    {
      key: 'active',
      label: 'In use',
      width: '84px',
      cell: (type) => (
        <Button
          small
          role="admin"
          pressed={type.active}
          label={`${type.name} in use`}
          onClick={() => change(() => setActive(type.documentTypeId, !type.active))}
        >
          {type.active ? 'Yes' : 'No'}
        </Button>
      ),
    },
    {
      key: 'more',
      label: '',
      width: '170px',
      cell: (type) =>
        type.standard ? null : (
          <>
            <Button small kind="quiet" role="admin" onClick={() => setLearning(type)}>
              Learn
            </Button>
            <Confirm label={`Remove ${type.name}`} onConfirm={() => change(() => removeType(type.documentTypeId))}>
              Remove
            </Confirm>
          </>
        ),
    },
  ]
  return (
    <Register
      label="Document types"
      records={shown}
      columns={columns}
      rowKey={(type) => type.documentTypeId}
      none="No type fits."
      minWidth={900}
    >
      <div class="pane-actions">
        <input
          class="narrow"
          type="search"
          aria-label="Find a type"
          placeholder="Find a type"
          value={wanted}
          onInput={(event) => setWanted(event.currentTarget.value)}
        />
        <span class="spread" />
        <NewType onDone={types.reload} />
      </div>
      {learning && <TypeLearner type={learning} onClose={() => setLearning(undefined)} onDone={types.reload} />}
    </Register>
  )
}

function NewType({ onDone }: { onDone: () => void }) {
  const [name, setName] = useState('')
  const [phrases, setPhrases] = useState('')
  const add = async (event: SubmitEvent) => {
    event.preventDefault()
    const list = phrases
      .split(',')
      .map((one) => one.trim())
      .filter(Boolean)
    const well = await attempt(() => addType(name.trim(), 'other', list))
    if (!well) return
    setName('')
    setPhrases('')
    forgetTypes()
    say('Added. The next document that is read may have the type.')
    onDone()
  }
  return (
    <form class="inline-form" onSubmit={add}>
      <input
        required
        aria-label="Name of the new type"
        placeholder="Name of a new type"
        value={name}
        onInput={(event) => setName(event.currentTarget.value)}
      />
      <input
        required
        aria-label="Phrases printed on it, with commas between"
        placeholder="Phrases printed on it"
        value={phrases}
        onInput={(event) => setPhrases(event.currentTarget.value)}
      />
      <Button submit icon="plus" role="admin">
        Add
      </Button>
    </form>
  )
}
