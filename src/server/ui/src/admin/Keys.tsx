// API keys of other systems. No key works in a browser; a new one is shown here once.

import { useState } from 'preact/hooks'
import { age, day, moment } from '../format'
import { useLoad } from '../load'
import { attempt } from '../notices'
import { Button } from '../parts/Button'
import { Mark } from '../parts/Mark'
import type { Column } from '../parts/Rows'
import type { Role } from '../types'
import * as admin from './admin'
import { Confirm } from './Confirm'
import { Register } from './Register'
import { RoleChoice } from './RoleChoice'
import { Secret } from './Secret'

export function Keys() {
  const keys = useLoad(admin.keys, [])
  const [made, setMade] = useState<admin.NewKey>()
  const [name, setName] = useState('')
  const [role, setRole] = useState<Role>('operator')
  const keep = (work: () => Promise<admin.NewKey>) =>
    attempt(async () => {
      setMade(await work())
      keys.reload()
    })
  const columns: Column<admin.ApiKey>[] = [
    {
      key: 'name',
      label: 'Key',
      width: 'minmax(140px, 1fr)',
      cell: (key) => key.name ?? <span class="muted">No name</span>,
    },
    { key: 'handle', label: 'Begins with', width: '120px', cell: (key) => <span class="mono">{key.handle}</span> },
    { key: 'role', label: 'Role', width: '100px', cell: (key) => key.role },
    {
      key: 'status',
      label: 'State',
      width: '100px',
      cell: (key) => <Mark tone={/active|live/i.test(key.status) ? 'good' : 'plain'}>{key.status}</Mark>,
    },
    {
      key: 'made',
      label: 'Made',
      width: '130px',
      cell: (key) => <span title={`by ${key.createdBy}`}>{day(key.createdAt)}</span>,
    },
    {
      key: 'used',
      label: 'Used',
      width: '90px',
      cell: (key) =>
        key.lastUsedAt ? (
          <span title={moment(key.lastUsedAt)}>{age(key.lastUsedAt)}</span>
        ) : (
          <span class="muted">never</span>
        ),
    },
    {
      key: 'more',
      label: '',
      width: '190px',
      cell: (key) =>
        /revoked|expired/i.test(key.status) ? null : (
          <>
            <Confirm
              label={`Rotate ${key.name ?? key.handle}`}
              onConfirm={() => void keep(() => admin.rotateKey(key.keyId))}
            >
              Rotate
            </Confirm>
            <Confirm
              label={`Revoke ${key.name ?? key.handle}`}
              onConfirm={() => void attempt(async () => (await admin.revokeKey(key.keyId), keys.reload()))}
            >
              Revoke
            </Confirm>
          </>
        ),
    },
  ]
  const add = async (event: SubmitEvent) => {
    event.preventDefault()
    if (await keep(() => admin.addKey(name.trim(), role))) setName('')
  }
  return (
    <Register
      label="Keys"
      records={keys}
      columns={columns}
      rowKey={(key) => key.keyId}
      none="No key yet. A program that calls the API signs in with a key, a secret and the tenant; people sign in by name."
      minWidth={900}
    >
      <form class="inline-form" onSubmit={add}>
        <input
          required
          aria-label="Name of the new key"
          placeholder="What the key is for"
          value={name}
          onInput={(event) => setName(event.currentTarget.value)}
        />
        <RoleChoice role={role} onChange={setRole} />
        <Button submit icon="plus" role="admin">
          Make a key
        </Button>
      </form>
      {made && (
        <Secret
          title="The new key"
          lines={[
            ['x-api-key', made.apiKey],
            ['x-service-client-secret', made.clientSecret],
            ['tenant-id', made.tenantId],
          ]}
          onClose={() => setMade(undefined)}
        />
      )}
    </Register>
  )
}
