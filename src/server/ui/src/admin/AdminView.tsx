// What an administrator sets for the tenant.

import { useEffect } from 'preact/hooks'
import { Tabs } from '../parts/Tabs'
import { href } from '../route'
import { barred } from '../session'
import { Audit } from './Audit'
import { Configurations } from './Configurations'
import { FieldNames } from './FieldNames'
import { Keys } from './Keys'
import { LearnedPhrases } from './LearnedPhrases'
import { Mappings } from './Mappings'
import { Thresholds } from './Thresholds'
import { Types } from './Types'
import { Users } from './Users'
import { Webhooks } from './Webhooks'

const TABS = {
  thresholds: { label: 'Thresholds', part: Thresholds },
  configurations: { label: 'Configurations', part: Configurations },
  types: { label: 'Document types', part: Types },
  fields: { label: 'Field names', part: FieldNames },
  mappings: { label: 'Mappings', part: Mappings },
  learned: { label: 'Learned', part: LearnedPhrases },
  webhooks: { label: 'Webhooks', part: Webhooks },
  keys: { label: 'Keys', part: Keys },
  users: { label: 'Users', part: Users },
  audit: { label: 'Audit', part: Audit },
}

export function AdminView({ tab }: { tab: string }) {
  const current = tab in TABS ? (tab as keyof typeof TABS) : 'thresholds'
  const { label, part: Part } = TABS[current]
  const reason = barred('admin')
  useEffect(() => void (document.title = `${label} · loanfile`), [label])
  return (
    <section class="view">
      <header class="view-head">
        <h1>Admin</h1>
        {reason && <span class="muted">{reason}</span>}
      </header>
      <Tabs
        label="Parts of the configuration"
        current={current}
        tabs={Object.entries(TABS).map(([id, one]) => ({ id, label: one.label, href: href(['admin', id]) }))}
      />
      <Part />
    </section>
  )
}
