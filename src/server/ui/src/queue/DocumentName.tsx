// What the document of a task is. A task names its document only by id, so rows in sight ask for it, once.

import { useEffect, useState } from 'preact/hooks'
import * as api from '../api'
import { typeOf } from '../library'

const names = new Map<string, Promise<string>>()

function nameOf(id: string): Promise<string> {
  const known = names.get(id)
  if (known) return known
  const asked = api
    .documentRecord(id)
    .then(async ({ documentTypeId }) => (documentTypeId ? (await typeOf(documentTypeId)).name : 'No type yet'))
  names.set(id, asked)
  asked.catch(() => names.delete(id))
  return asked
}

/** A document's type may have changed since. */
export const forgetName = (id: string) => void names.delete(id)

export function DocumentName({ id }: { id: string }) {
  const [name, setName] = useState('')
  useEffect(() => {
    let gone = false
    nameOf(id).then(
      (found) => !gone && setName(found),
      () => undefined,
    )
    return () => void (gone = true)
  }, [id])
  return <span class="ellipsis">{name}</span>
}
