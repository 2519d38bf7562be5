// What stands where there is nothing yet, nothing at all, or something went wrong.

import type { ComponentChildren } from 'preact'
import { Button } from './Button'

export function Waiting({ what }: { what: string }) {
  return (
    <p class="state" role="status">
      <span class="spinner" aria-hidden="true" /> Loading {what}
    </p>
  )
}

export function Failed({ error, again }: { error: Error; again?: () => void }) {
  return (
    <div class="state bad" role="alert">
      <p>{error.message}</p>
      {again && <Button onClick={again}>Try again</Button>}
    </div>
  )
}

export function Empty({ children }: { children: ComponentChildren }) {
  return <div class="state">{children}</div>
}
