// Addresses of the page: everything behind the `#`.

import { signal } from '@preact/signals'

export interface Route {
  /** The parts of the path, decoded. */
  parts: string[]
  query: URLSearchParams
}

/** Reads the part of an address behind its `#`. */
export function readRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?')
  const parts = path.split('/').filter(Boolean).map(decoded)
  return { parts: parts.length > 0 ? parts : ['queue'], query: new URLSearchParams(query) }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

export const route = signal<Route>(readRoute(location.hash))

addEventListener('hashchange', () => {
  route.value = readRoute(location.hash)
})

/** Returns the address of a view. */
export function href(parts: string[], query: Record<string, string | number | null | undefined> = {}): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== undefined && value !== '') parameters.set(name, String(value))
  }
  const text = parameters.toString()
  return `#/${parts.map(encodeURIComponent).join('/')}${text ? `?${text}` : ''}`
}

export const documentHref = (id: string, query: Record<string, string | number | null | undefined> = {}) =>
  href(['documents', id], query)

export function go(target: string): void {
  location.hash = target
}
