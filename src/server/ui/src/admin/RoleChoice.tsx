import type { Role } from '../types'

const ROLES: Role[] = ['reader', 'operator', 'admin']

export function RoleChoice({ role, onChange }: { role: Role; onChange: (role: Role) => void }) {
  return (
    <select
      class="narrow"
      aria-label="Role"
      value={role}
      onChange={(event) => onChange(event.currentTarget.value as Role)}
    >
      {ROLES.map((one) => (
        <option key={one}>{one}</option>
      ))}
    </select>
  )
}
