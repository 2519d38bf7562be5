// Reading from the server for a component.

import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import type { Listing } from './types'

export interface Loaded<T> {
  data: T | undefined
  error: Error | undefined
  loading: boolean
  reload: () => void
}

/** Loads something again whenever one of `inputs` changes; what was there stays until the new is there. */
export function useLoad<T>(read: () => Promise<T>, inputs: readonly unknown[]): Loaded<T> {
  const [state, setState] = useState<{ data?: T; error?: Error; loading: boolean }>({ loading: true })
  const asked = useRef(0)
  const reload = useCallback(() => {
    const mine = ++asked.current
    setState((before) => ({ ...before, loading: true }))
    read().then(
      (data) => mine === asked.current && setState({ data, loading: false }),
      (error: unknown) => mine === asked.current && setState({ error: asError(error), loading: false }),
    )
  }, inputs)
  useEffect(() => {
    reload()
    return () => void asked.current++
  }, [reload])
  return { data: state.data, error: state.error, loading: state.loading, reload }
}

export interface Pages<T> {
  items: T[]
  error: Error | undefined
  loading: boolean
  hasMore: boolean
  more: () => void
  reload: () => void
}

/** Loads a list page by page, by cursor. */
export function usePages<T>(
  read: (cursor: string | null) => Promise<Listing<T>>,
  inputs: readonly unknown[],
): Pages<T> {
  const [items, setItems] = useState<T[]>([])
  const [next, setNext] = useState<string | null>(null)
  const [loading, setLoading] = useState(true)
  const [error, setError] = useState<Error>()
  const asked = useRef(0)
  const load = (cursor: string | null) => {
    const mine = ++asked.current
    setLoading(true)
    read(cursor).then(
      (page) => {
        if (mine !== asked.current) return
        setItems((before) => (cursor ? [...before, ...page.data] : page.data))
        setNext(page.nextCursor ?? null)
        setError(undefined)
        setLoading(false)
      },
      (reason: unknown) => {
        if (mine !== asked.current) return
        setError(asError(reason))
        setLoading(false)
      },
    )
  }
  const reload = useCallback(() => load(null), inputs)
  useEffect(() => {
    reload()
    return () => void asked.current++
  }, [reload])
  return { items, error, loading, hasMore: next !== null, more: () => next && !loading && load(next), reload }
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason))
}
