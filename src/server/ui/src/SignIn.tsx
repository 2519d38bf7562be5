import { useState } from 'preact/hooks'
import * as api from './api'
import { Refusal } from './http'
import { Button } from './parts/Button'
import { session } from './session'

export function SignIn() {
  const [error, setError] = useState('')
  const [busy, setBusy] = useState(false)
  const [withTenant, setWithTenant] = useState(false)
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (busy) return
    const form = new FormData(event.currentTarget as HTMLFormElement)
    const text = (name: string) => String(form.get(name) ?? '')
    setBusy(true)
    try {
      session.value = await api.signIn(text('user').trim(), text('password'), text('tenant').trim() || undefined)
    } catch (reason) {
      const known = reason instanceof Refusal && reason.status === 401
      setError(known ? 'The name or the password is wrong.' : reason instanceof Error ? reason.message : String(reason))
      setBusy(false)
    }
  }
  return (
    <main class="sign-in">
      <form onSubmit={submit} aria-labelledby="sign-in-title">
        <h1 id="sign-in-title">loanfile</h1>
        <p class="muted">Sign in to review loan documents.</p>
        <label>
          Name
          <input name="user" autocomplete="username" required autofocus aria-describedby="sign-in-error" />
        </label>
        <label>
          Password
          <input name="password" type="password" autocomplete="current-password" required />
        </label>
        {withTenant ? (
          <label>
            Tenant
            <input name="tenant" autocomplete="organization" placeholder="default" />
          </label>
        ) : (
          <button type="button" class="link" onClick={() => setWithTenant(true)}>
            Name a tenant
          </button>
        )}
        <p class="error" id="sign-in-error" role="alert">
          {error}
        </p>
        <Button kind="main" submit reason={busy && 'Signing in'}>
          Sign in
        </Button>
      </form>
    </main>
  )
}
