// A word in a frame: a state, a kind, a severity.

import type { ComponentChildren } from 'preact'

export type Tone = 'plain' | 'good' | 'warn' | 'bad' | 'accent'

export function Mark({
  tone = 'plain',
  title,
  children,
}: {
  tone?: Tone
  title?: string
  children: ComponentChildren
}) {
  return (
    <span class={`mark ${tone}`} title={title}>
      {children}
    </span>
  )
}
