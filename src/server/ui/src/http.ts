// One way to ask the server. Nothing else of the page calls `fetch`.

import { session } from './session'

const meta = document.querySelector<HTMLMetaElement>('meta[name="loanfile-base"]')

/** Where the REST API lives; the server may rewrite it. */
export const base = (meta?.content || '/api/v1').replace(/\/$/, '')

/** What the server refused, in its own words. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message)
  }
}

/** Tells whether somebody else was faster. */
export const isStale = (error: unknown) => error instanceof Refusal && error.status === 412

export type Query = Record<string, string | number | boolean | null | undefined>

/** Returns the address of an endpoint with the parameters that are set. */
export function address(path: string, query: Query = {}): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== undefined && value !== '') parameters.set(name, String(value))
  }
  const text = parameters.toString()
  return text ? `${base}${path}?${text}` : `${base}${path}`
}

/** The tag under which each body was read: what a change may depend on. */
const tags = new WeakMap<object, string>()

/** Lets a body made of another one, such as a list of several pages, carry its tag. */
export function keepTag<T extends object>(from: object, made: T): T {
  const tag = tags.get(from)
  if (tag) tags.set(made, tag)
  return made
}

/** Sends a request and returns the body of the answer, read as JSON. With `seen` it is refused with 412 when what was
 *  read before is no longer so. */
export async function send<T>(method: string, path: string, body?: unknown, query?: Query, seen?: object): Promise<T> {
  const headers: Record<string, string> = { accept: 'application/json' }
  const tag = seen && tags.get(seen)
  if (tag) headers['if-match'] = tag
  if (body !== undefined) headers['content-type'] = 'application/json'
  if (method !== 'GET') headers['x-csrf-token'] = session.value?.csrfToken ?? ''
  let answer: Response
  try {
    answer = await fetch(address(path, query), {
      method,
      headers,
      credentials: 'same-origin',
      body: body === undefined ? undefined : JSON.stringify(body),
    })
  } catch {
    throw new Refusal(0, 'the server does not answer; check the connection and try again')
  }
  const text = await answer.text()
  if (!answer.ok) {
    // A session that ended anywhere leads back to the sign-in, with the view kept in the address.
    if (answer.status === 401 && path !== '/session') session.value = null
    throw new Refusal(answer.status, messageOf(text) || `the server answered ${answer.status}`)
  }
  const read: unknown = text ? JSON.parse(text) : undefined
  const given = answer.headers.get('etag')
  if (given && typeof read === 'object' && read !== null) tags.set(read, given)
  return read as T
}

export const get = <T>(path: string, query?: Query) => send<T>('GET', path, undefined, query)

/** Returns the server's words of a refusal, or nothing when the body is not one of its own. */
export function messageOf(text: string): string {
  try {
    const body = JSON.parse(text) as { message?: unknown }
    return typeof body.message === 'string' ? body.message : ''
  } catch {
    return ''
  }
}
