// A component that is drawn again only when one of its properties changes.

import { Component, createElement, type FunctionComponent } from 'preact'

export function memo<P extends object>(part: FunctionComponent<P>): FunctionComponent<P> {
  class Kept extends Component<P> {
    override shouldComponentUpdate(next: P): boolean {
      const names = new Set([...Object.keys(this.props), ...Object.keys(next)])
      return [...names].some((name) => this.props[name as keyof P] !== next[name as keyof P])
    }
    override render() {
      return createElement(part, this.props)
    }
  }
  return Kept as unknown as FunctionComponent<P>
}
