// The tenant's reports: an overview with charts, and each report of the catalog as a table.

import { useEffect } from 'preact/hooks'
import { useLoad } from '../load'
import { Failed, Waiting } from '../parts/States'
import { href } from '../route'
import { Overview } from './Overview'
import { ReportTable } from './ReportTable'
import { catalog } from './reports'

export function ReportsView({ name }: { name: string | undefined }) {
  const entries = useLoad(catalog, [])
  useEffect(() => void (document.title = `${name ?? 'Reports'} · loanfile`), [name])
  const entry = entries.data?.find((one) => one.reportName === name)
  return (
    <section class="view">
      <header class="view-head">
        <h1>{name ?? 'Reports'}</h1>
      </header>
      <div class="two-panes">
        <nav class="pane-list" aria-label="Reports">
          <ul>
            <li>
              <a class="pane-item" href={href(['reports'])} aria-current={name ? undefined : 'page'}>
                <strong>Overview</strong>
              </a>
            </li>
            {entries.data?.map((one) => (
              <li key={one.id}>
                <a
                  class="pane-item"
                  href={href(['reports', one.reportName])}
                  aria-current={one.reportName === name ? 'page' : undefined}
                >
                  <strong>{one.reportName}</strong>
                  {one.description && <span class="muted small-text">{one.description}</span>}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        {entries.error && <Failed error={entries.error} again={entries.reload} />}
        {!entries.data && !entries.error && <Waiting what="the reports" />}
        {entries.data && (entry ? <ReportTable key={entry.id} entry={entry} /> : <Overview />)}
      </div>
    </section>
  )
}
