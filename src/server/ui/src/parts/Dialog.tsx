// A dialog of the browser's own: it keeps the focus and closes with Escape.

import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { Button } from './Button'

export function Dialog({
  title,
  onClose,
  children,
}: {
  title: string
  onClose: () => void
  children: ComponentChildren
}) {
  const element = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const before = document.activeElement
    element.current?.showModal()
    return () => {
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  return (
    <dialog ref={element} onClose={onClose} aria-label={title}>
      <header>
        <h2>{title}</h2>
        <Button kind="quiet" icon="cross" label="Close" onClick={onClose} />
      </header>
      {children}
    </dialog>
  )
}
