// Sending files. `fetch` tells nothing of how far a request is, so this uses the older way.

import { address, messageOf } from '../http'
import { session } from '../session'

/** Sends PDFs to a loan; `onProgress` gets the share that was sent. */
export function upload(loanId: string, files: File[], onProgress: (share: number) => void): Promise<void> {
  const form = new FormData()
  for (const file of files) form.append('files', file, file.name)
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', address(`/loans/${loanId}/source-files`))
    request.setRequestHeader('x-csrf-token', session.value?.csrfToken ?? '')
    request.setRequestHeader('accept', 'application/json')
    request.upload.onprogress = (event) => event.lengthComputable && onProgress(event.loaded / event.total)
    request.onerror = () => reject(new Error('the upload broke off; nothing was stored'))
    request.onload = () => {
      if (request.status < 300) resolve()
      else reject(new Error(messageOf(request.responseText) || `the server answered ${request.status}`))
    }
    request.send(form)
  })
}
