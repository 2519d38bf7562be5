// Tabs of a view; each is an address of its own, so that going back works.

export interface Tab {
  id: string
  label: string
  href: string
  count?: number
}

export function Tabs({ tabs, current, label }: { tabs: Tab[]; current: string; label: string }) {
  return (
    <nav class="tabs" aria-label={label}>
      {tabs.map((tab) => (
        <a key={tab.id} href={tab.href} aria-current={tab.id === current ? 'page' : undefined}>
          {tab.label}
          {tab.count !== undefined && <span class="badge">{tab.count}</span>}
        </a>
      ))}
    </nav>
  )
}
