// A button that asks once more before it does what cannot be taken back.

import { useEffect, useState } from 'preact/hooks'
import { Button } from '../parts/Button'

export function Confirm({ label, children, onConfirm }: { label: string; children: string; onConfirm: () => void }) {
  const [asked, setAsked] = useState(false)
  useEffect(() => {
    if (!asked) return
    const timer = setTimeout(() => setAsked(false), 4000)
    return () => clearTimeout(timer)
  }, [asked])
  if (!asked) {
    return (
      <Button small kind="quiet" role="admin" label={label} onClick={() => setAsked(true)}>
        {children}
      </Button>
    )
  }
  return (
    <Button
      small
      kind="danger"
      label={`${label}: press again`}
      onClick={() => {
        setAsked(false)
        onConfirm()
      }}
    >
      Sure?
    </Button>
  )
}
