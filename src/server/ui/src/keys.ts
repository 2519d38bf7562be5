// Keys that work anywhere in a view. The newest view's keys come first.

import { useEffect, useRef } from 'preact/hooks'

/** What each key does; returning false leaves the key to the browser. */
export type Keys = Record<string, ((event: KeyboardEvent) => void | false) | undefined>

const layers: { current: Keys }[] = []

/** Inputs that are chosen or dragged rather than typed into. */
const UNTYPED = ['radio', 'checkbox', 'range', 'button', 'submit', 'file']

/** Tells whether a key means something to the control that has the focus. */
function isForControl({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || ['TEXTAREA', 'SELECT'].includes(target.tagName)) return true
  if (target instanceof HTMLInputElement) {
    return !UNTYPED.includes(target.type) || key === ' ' || key.startsWith('Arrow')
  }
  return (key === 'Enter' || key === ' ') && target.closest('button, a, summary') !== null
}

addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || isForControl(event)) return
  if (document.querySelector('dialog[open]')) return
  for (const layer of layers.toReversed()) {
    const run = layer.current[event.key]
    if (run && run(event) !== false) {
      event.preventDefault()
      return
    }
  }
})

/** Gives a view keys for as long as it is shown. */
export function useKeys(keys: Keys): void {
  const layer = useRef(keys)
  layer.current = keys
  useEffect(() => {
    layers.push(layer)
    return () => void layers.splice(layers.indexOf(layer), 1)
  }, [])
}
