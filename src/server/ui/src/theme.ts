// Light or dark: as the system says until a person decides.

import { effect, signal } from '@preact/signals'

export type Theme = 'system' | 'light' | 'dark'

const KEPT = 'loanfile-theme'
const kept = localStorage.getItem(KEPT)

export const theme = signal<Theme>(kept === 'light' || kept === 'dark' ? kept : 'system')

effect(() => {
  document.documentElement.dataset['theme'] = theme.value
  localStorage.setItem(KEPT, theme.value)
})
