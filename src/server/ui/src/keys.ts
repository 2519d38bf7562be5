// Keys that work anywhere in a view. The newest view's keys come first.

import { useEffect, useRef } from 'preact/hooks'

/** What each key does; returning false leaves the key to the browser. */
export type Keys = Record<string, ((event: KeyboardEvent) => void | false) | undefined>

const layers: { current: Keys }[] = []

/** Typing in a form is typing, whatever keys the view has. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName)
}

/** Enter and space on a control belong to the control. */
function isForControl(event: KeyboardEvent): boolean {
  const onControl = event.target instanceof HTMLElement && event.target.closest('button, a, summary, [role=tab]')
  return Boolean(onControl) && (event.key === 'Enter' || event.key === ' ')
}

addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || isForControl(event)) return
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
