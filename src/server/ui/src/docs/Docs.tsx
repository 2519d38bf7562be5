// The API, read from the document that the server itself gives; nothing is fetched from elsewhere.

import { useEffect, useState } from 'preact/hooks'
import { base, get } from '../http'
import { useLoad } from '../load'
import { Button } from '../parts/Button'
import { Failed, Waiting } from '../parts/States'
import { theme } from '../theme'
import { EndpointPart } from './EndpointPart'
import { endpointsOf, type Endpoint, type OpenApi } from './openapi'
import { SchemaPart } from './SchemaPart'
import { Prose } from './Prose'

export function Docs() {
  const api = useLoad(() => get<OpenApi>('/openapi.json'), [])
  if (api.error) {
    return (
      <div class="docs-alone">
        <Failed error={api.error} again={api.reload} />
        <p class="state">
          <a href="/">Sign in</a>
        </p>
      </div>
    )
  }
  return api.data ? <Reference api={api.data} /> : <Waiting what="the API" />
}

function Reference({ api }: { api: OpenApi }) {
  const [wanted, setWanted] = useState('')
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const toggle = (id: string, on: boolean) =>
    setOpen((before) => {
      if (before.has(id) === on) return before
      const after = new Set(before)
      if (on) after.add(id)
      else after.delete(id)
      return after
    })
  // A link to a part of the page opens it; once it is drawn it is brought to the top.
  useEffect(() => {
    const follow = () => {
      const id = decodeURIComponent(location.hash.slice(1))
      if (!id) return
      toggle(id, true)
      requestAnimationFrame(() => document.getElementById(id)?.scrollIntoView({ block: 'start' }))
    }
    follow()
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [])
  const text = wanted.trim().toLowerCase()
  const endpoints = endpointsOf(api).filter((one) => !text || searched(one).includes(text))
  const schemas = Object.keys(api.components?.['schemas'] ?? {}).filter((name) => name.toLowerCase().includes(text))
  const groups = [...Map.groupBy(endpoints, (one) => one.tag)]
  const dark =
    theme.value === 'dark' || (theme.value === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
  return (
    <div class="docs">
      <aside class="docs-side">
        <div class="docs-brand">
          <a class="brand" href="/">
            loanfile
          </a>
          <Button
            kind="quiet"
            small
            icon={dark ? 'sun' : 'moon'}
            label={dark ? 'Use light colours' : 'Use dark colours'}
            onClick={() => (theme.value = dark ? 'light' : 'dark')}
          />
        </div>
        <input
          type="search"
          aria-label="Search the API"
          placeholder="Search"
          value={wanted}
          onInput={(event) => setWanted(event.currentTarget.value)}
        />
        <nav aria-label="Operations">
          {groups.map(([tag, members]) => (
            <section key={tag}>
              <h2>{tag}</h2>
              <ul>
                {members.map((one) => (
                  <li key={one.id}>
                    <a href={`#${one.id}`} onClick={() => toggle(one.id, true)}>
                      <Method name={one.method} />
                      <span class="ellipsis">{one.operation.summary ?? one.path}</span>
                    </a>
                  </li>
                ))}
              </ul>
            </section>
          ))}
          {schemas.length > 0 && (
            <section>
              <h2>Schemas</h2>
              <ul>
                {schemas.map((name) => (
                  <li key={name}>
                    <a href={`#schema-${name}`} onClick={() => toggle(`schema-${name}`, true)}>
                      <span class="ellipsis">{name}</span>
                    </a>
                  </li>
                ))}
              </ul>
            </section>
          )}
        </nav>
      </aside>
      <main class="docs-main" tabIndex={0} aria-label="The API">
        <header>
          <h1>{api.info.title}</h1>
          <p class="muted">
            Version {api.info.version}, at <code>{api.servers?.[0]?.url ?? base}</code>.{' '}
            <a href={`${base}/openapi.json`}>The OpenAPI document</a>
          </p>
          <Prose text={api.info.description} />
        </header>
        {endpoints.length === 0 && schemas.length === 0 && <p class="state">Nothing fits the search.</p>}
        {groups.map(([tag, members]) => (
          <section key={tag} class="docs-group">
            <h2>{tag}</h2>
            <Prose text={api.tags?.find((one) => one.name === tag)?.description} />
            {members.map((one) => (
              <EndpointPart
                key={one.id}
                api={api}
                endpoint={one}
                open={open.has(one.id)}
                onToggle={(on) => toggle(one.id, on)}
              />
            ))}
          </section>
        ))}
        {schemas.length > 0 && (
          <section class="docs-group">
            <h2>Schemas</h2>
            {schemas.map((name) => (
              <SchemaPart
                key={name}
                api={api}
                name={name}
                open={open.has(`schema-${name}`)}
                onToggle={(on) => toggle(`schema-${name}`, on)}
              />
            ))}
          </section>
        )}
      </main>
    </div>
  )
}

const searched = ({ path, method, operation }: Endpoint) =>
  [path, method, operation.summary, operation.description, operation.operationId, ...(operation.tags ?? [])]
    .join(' ')
    .toLowerCase()

export function Method({ name }: { name: string }) {
  return <span class={`method ${name}`}>{name.toUpperCase()}</span>
}
