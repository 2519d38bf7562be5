// Buttons that say why they cannot be pressed.

import type { ComponentChildren } from 'preact'
import { barred } from '../session'
import type { Role } from '../types'
import { Icon, type IconName } from './Icon'

interface Props {
  children?: ComponentChildren
  icon?: IconName
  label?: string
  kind?: 'plain' | 'main' | 'quiet' | 'danger'
  shortcut?: string
  /** Which role may press it. */
  role?: Role
  /** Why it cannot be pressed now. */
  reason?: string | false | null
  pressed?: boolean
  submit?: boolean
  small?: boolean
  tabIndex?: number
  onClick?: (event: MouseEvent) => void
}

/** A button that may not be pressed stays reachable and tells its reason, so it is `aria-disabled`. */
export function Button(props: Props) {
  const reason = props.reason || (props.role && barred(props.role)) || undefined
  const title = reason ?? (props.shortcut ? `${props.label ?? ''} (${props.shortcut})`.trim() : props.label)
  const classes = ['button', props.kind ?? 'plain']
  if (props.small) classes.push('small')
  if (!props.children) classes.push('only-icon')
  return (
    <button
      type={props.submit ? 'submit' : 'button'}
      class={classes.join(' ')}
      aria-disabled={reason ? 'true' : undefined}
      aria-label={props.label}
      aria-pressed={props.pressed}
      aria-keyshortcuts={props.shortcut}
      tabIndex={props.tabIndex}
      title={title}
      onClick={(event) => {
        if (reason) event.preventDefault()
        else props.onClick?.(event)
      }}
    >
      {props.icon && <Icon name={props.icon} />}
      {props.children}
      {props.shortcut && props.children && <kbd aria-hidden="true">{props.shortcut}</kbd>}
    </button>
  )
}
