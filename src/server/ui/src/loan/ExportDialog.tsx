// What an export would send and what stays back, before anything is sent.

import { useEffect, useState } from 'preact/hooks'
import * as api from '../api'
import { counted, sentence, words } from '../format'
import { Button } from '../parts/Button'
import { Dialog } from '../parts/Dialog'
import { Mark } from '../parts/Mark'
import { Failed, Waiting } from '../parts/States'
import { documentHref } from '../route'
import type { Export } from '../types'

interface Props {
  loanId: string
  onClose: () => void
  onDone: () => void
}

export function ExportDialog({ loanId, onClose, onDone }: Props) {
  const [told, setTold] = useState<Export>()
  const [error, setError] = useState<Error>()
  const [busy, setBusy] = useState(false)
  const ask = async (dryRun: boolean) => {
    setBusy(true)
    setError(undefined)
    try {
      setTold(await api.exportLoan(loanId, dryRun))
      if (!dryRun) onDone()
    } catch (reason) {
      setError(reason instanceof Error ? reason : new Error(String(reason)))
    }
    setBusy(false)
  }
  useEffect(() => void ask(true), [loanId])
  return (
    <Dialog title="Export" onClose={onClose}>
      {error && <Failed error={error} again={() => void ask(true)} />}
      {!told && !error && <Waiting what="what would be exported" />}
      {told && <Told told={told} />}
      <div class="dialog-foot">
        <Button onClick={onClose}>{told && !told.dryRun ? 'Close' : 'Cancel'}</Button>
        {told?.dryRun && (
          <Button
            kind="main"
            icon="upload"
            role="operator"
            reason={
              busy ? 'The export runs' : told.exported.length + told.withdrawn === 0 && 'There is nothing to send'
            }
            onClick={() => void ask(false)}
          >
            {busy ? 'Exporting' : `Export ${counted(told.exported.length, 'document')}`}
          </Button>
        )}
      </div>
    </Dialog>
  )
}

function Told({ told }: { told: Export }) {
  return (
    <div class="export" tabIndex={0} role="region" aria-label="What goes and what stays back">
      <p class="muted">
        {told.dryRun ? 'To' : 'Sent to'} the target <b>{told.target}</b>.{' '}
        {told.unchanged > 0 && `${counted(told.unchanged, 'document')} there already, unchanged. `}
        {told.withdrawn > 0 &&
          `${counted(told.withdrawn, 'document')} ${told.dryRun ? 'to be taken' : 'taken'} out: replaced or put aside.`}
      </p>
      {told.heldBack.length > 0 && (
        <section>
          <h3>
            Stays back <span class="badge">{told.heldBack.length}</span>
          </h3>
          <ul>
            {told.heldBack.map((one) => (
              <li key={one.documentId}>
                <Mark tone="warn">{words(one.reason)}</Mark>
                <span class="export-name">
                  <a href={documentHref(one.documentId)}>{one.name}</a>
                  <span class="muted">{sentence(one.detail)}</span>
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section>
        <h3>
          {told.dryRun ? 'Goes' : 'Exported'} <span class="badge">{told.exported.length}</span>
        </h3>
        <ul>
          {told.exported.map((one) => (
            <li key={one.documentId}>
              <span class="export-name">
                <a href={documentHref(one.documentId)}>{one.name}</a>
                {one.location && <span class="mono muted">{one.location}</span>}
              </span>
              <span class="muted small-text">v{one.versionIdentifier}</span>
            </li>
          ))}
        </ul>
        {told.exported.length === 0 && <p class="muted">No document.</p>}
      </section>
    </div>
  )
}
