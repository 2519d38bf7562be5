// The frame of the page: who is signed in, where one can go, and the view that the address names.

import { useEffect } from 'preact/hooks'
import * as api from './api'
import { AdminView } from './admin/AdminView'
import { DocumentView } from './document/DocumentView'
import { href, route } from './route'
import { attempt } from './notices'
import { Button } from './parts/Button'
import { Icon, type IconName } from './parts/Icon'
import { Notices } from './parts/Notices'
import { Empty } from './parts/States'
import { LoanList } from './loan/LoanList'
import { LoanView } from './loan/LoanView'
import { QueueView } from './queue/QueueView'
import { ReportsView } from './reports/ReportsView'
import { session } from './session'
import { base } from './http'
import { SignIn } from './SignIn'
import { theme } from './theme'

export function App() {
  useEffect(() => {
    api.currentSession().then(
      (found) => (session.value = found),
      () => (session.value = null),
    )
  }, [])
  if (session.value === undefined) return null
  return (
    <>
      {session.value ? <Frame /> : <SignIn />}
      <Notices />
    </>
  )
}

function Frame() {
  const { parts, query } = route.value
  // A document that was opened by a task belongs to the queue.
  const place = parts[0] === 'documents' ? (query.has('task') ? 'queue' : 'loans') : parts[0]
  return (
    <div class="frame">
      <a class="skip" href="#content" onClick={skip}>
        Skip to the content
      </a>
      <header class="bar">
        <span class="brand">loanfile</span>
        <nav aria-label="Views">
          <Place name="queue" icon="queue" current={place === 'queue'}>
            Queue
          </Place>
          <Place name="loans" icon="loans" current={place === 'loans'}>
            Loans
          </Place>
          <Place name="reports" icon="reports" current={place === 'reports'}>
            Reports
          </Place>
          <Place name="admin" icon="admin" current={place === 'admin'}>
            Admin
          </Place>
        </nav>
        <div class="spread" />
        <a class="button quiet only-icon" href={`${base}/docs`} title="The API" aria-label="The API">
          <Icon name="book" />
        </a>
        <ThemeSwitch />
        <span class="who" title={`Tenant ${session.value?.tenantName}`}>
          {session.value?.user} <span class="muted">{session.value?.role}</span>
        </span>
        <Button kind="quiet" onClick={leave}>
          Sign out
        </Button>
      </header>
      <main id="content" tabIndex={-1}>
        <View />
      </main>
    </div>
  )
}

function View() {
  const [place, id, ...rest] = route.value.parts
  switch (place) {
    case 'queue':
      return <QueueView />
    case 'documents':
      return id ? <DocumentView key={id} id={id} /> : <Nowhere />
    case 'loans':
      return id ? <LoanView key={id} id={id} tab={rest[0] ?? 'documents'} /> : <LoanList />
    case 'reports':
      return <ReportsView name={id} />
    case 'admin':
      return <AdminView tab={id ?? 'thresholds'} />
    default:
      return <Nowhere />
  }
}

function Nowhere() {
  return (
    <Empty>
      There is nothing here. <a href={href(['queue'])}>Go to the queue</a>
    </Empty>
  )
}

function Place({
  name,
  icon,
  current,
  children,
}: {
  name: string
  icon: IconName
  current: boolean
  children: string
}) {
  return (
    <a href={href([name])} aria-current={current ? 'page' : undefined}>
      <Icon name={icon} />
      <span>{children}</span>
    </a>
  )
}

function ThemeSwitch() {
  const dark =
    theme.value === 'dark' || (theme.value === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
  return (
    <Button
      kind="quiet"
      icon={dark ? 'sun' : 'moon'}
      label={dark ? 'Use light colours' : 'Use dark colours'}
      onClick={() => (theme.value = dark ? 'light' : 'dark')}
    />
  )
}

/** The address names the view, so the link cannot lead to the content by itself. */
function skip(event: Event): void {
  event.preventDefault()
  document.getElementById('content')?.focus()
}

async function leave(): Promise<void> {
  await attempt(() => api.signOut())
  session.value = null
}
