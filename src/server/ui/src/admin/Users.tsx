// People who may sign in to this page.

import { useState } from 'preact/hooks'
import { age, day, moment } from '../format'
import { useLoad } from '../load'
import { attempt, say } from '../notices'
import { Button } from '../parts/Button'
import { Mark } from '../parts/Mark'
import type { Column } from '../parts/Rows'
import { session } from '../session'
import type { Role } from '../types'
import * as admin from './admin'
import { Confirm } from './Confirm'
import { Register } from './Register'
import { RoleChoice } from './RoleChoice'

export function Users() {
  const users = useLoad(admin.users, [])
  const [user, setUser] = useState('')
  const [password, setPassword] = useState('')
  const [role, setRole] = useState<Role>('operator')
  const columns: Column<admin.User>[] = [
    { key: 'name', label: 'Name', width: 'minmax(160px, 1fr)', cell: (one) => one.name },
    {
      key: 'role',
      label: 'Role',
      width: '140px',
      cell: (one) => <Mark tone={one.role === 'admin' ? 'accent' : 'plain'}>{one.role}</Mark>,
    },
    { key: 'made', label: 'Since', width: '140px', cell: (one) => day(one.createdAt) },
    {
      key: 'seen',
      label: 'Signed in',
      width: '120px',
      cell: (one) =>
        one.lastSignInAt ? (
          <span title={moment(one.lastSignInAt)}>{age(one.lastSignInAt)}</span>
        ) : (
          <span class="muted">never</span>
        ),
    },
    {
      key: 'state',
      label: 'State',
      width: '100px',
      cell: (one) => (one.disabled ? <Mark>Disabled</Mark> : <Mark tone="good">Active</Mark>),
    },
    {
      key: 'more',
      label: '',
      width: '120px',
      cell: (one) =>
        one.name === session.value?.user ? (
          <span class="muted">You</span>
        ) : (
          <Confirm
            label={`Remove ${one.name}`}
            onConfirm={() => void attempt(async () => (await admin.removeUser(one.userId), users.reload()))}
          >
            Remove
          </Confirm>
        ),
    },
  ]
  const add = async (event: SubmitEvent) => {
    event.preventDefault()
    if (!(await attempt(() => admin.addUser(user.trim(), password, role)))) return
    setUser('')
    setPassword('')
    say('Added.')
    users.reload()
  }
  return (
    <Register label="Users" records={users} columns={columns} rowKey={(one) => one.userId} none="No users yet.">
      <form class="inline-form" onSubmit={add} autocomplete="off">
        <input
          required
          aria-label="Name"
          placeholder="Name"
          autocomplete="off"
          value={user}
          onInput={(event) => setUser(event.currentTarget.value)}
        />
        <input
          required
          type="password"
          aria-label="Password"
          placeholder="Password"
          autocomplete="new-password"
          value={password}
          onInput={(event) => setPassword(event.currentTarget.value)}
        />
        <RoleChoice role={role} onChange={setRole} />
        <Button submit icon="plus" role="admin">
          Add a user
        </Button>
      </form>
    </Register>
  )
}
