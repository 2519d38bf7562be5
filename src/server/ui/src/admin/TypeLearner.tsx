// Teaches a type of the tenant's own from a document that it already has.

import { useState } from 'preact/hooks'
import { loanDocuments, loans } from '../api'
import { useLoad } from '../load'
import { attempt, say } from '../notices'
import { Button } from '../parts/Button'
import { Dialog } from '../parts/Dialog'
import { nameOf, stacked } from '../loan/stacking'
import type { DocumentType } from '../types'
import { learnFrom } from './admin'

interface Props {
  type: DocumentType
  onClose: () => void
  onDone: () => void
}

export function TypeLearner({ type, onClose, onDone }: Props) {
  const [wanted, setWanted] = useState('')
  const [loanId, setLoanId] = useState('')
  const [documentId, setDocumentId] = useState('')
  const found = useLoad(() => loans({ q: wanted.trim() }, null), [wanted])
  const documents = useLoad(async () => (loanId ? stacked(await loanDocuments(loanId)) : []), [loanId])
  const learn = async (event: SubmitEvent) => {
    event.preventDefault()
    if (!(await attempt(() => learnFrom(type.documentTypeId, documentId)))) return
    say(`${type.name} was learned from one more document.`)
    onDone()
    onClose()
  }
  return (
    <Dialog title={`Learn ${type.name}`} onClose={onClose}>
      <form class="stack" onSubmit={learn}>
        <p class="muted">
          What documents of a type have in common becomes its title, phrases and labels. Two samples or more give good
          results.
        </p>
        <label>
          Loan
          <input
            type="search"
            placeholder="Loan number"
            value={wanted}
            onInput={(event) => setWanted(event.currentTarget.value)}
          />
        </label>
        <select aria-label="Loan" value={loanId} onChange={(event) => setLoanId(event.currentTarget.value)} required>
          <option value="">Choose a loan</option>
          {found.data?.data.map((loan) => (
            <option key={loan.loanId} value={loan.loanId}>
              {loan.externalLoanId}
            </option>
          ))}
        </select>
        <label>
          Document
          <select value={documentId} onChange={(event) => setDocumentId(event.currentTarget.value)} required>
            <option value="">Choose a document</option>
            {documents.data?.map((one) => (
              <option key={one.documentId} value={one.documentId}>
                {nameOf(documents.data ?? [], one.documentId)}, {one.fileName ?? ''} {one.sourcePages.first}–
                {one.sourcePages.last}
              </option>
            ))}
          </select>
        </label>
        <div class="dialog-foot">
          <Button kind="main" submit role="admin" reason={!documentId && 'Choose a document first'}>
            Learn from it
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
