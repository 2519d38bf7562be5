// PDFs may be dropped anywhere on a loan.

import type { ComponentChildren } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { counted } from '../format'
import { complain, say } from '../notices'
import { Button } from '../parts/Button'
import { barred } from '../session'
import { upload } from './upload'

interface Props {
  loanId: string
  onDone: () => void
  children: ComponentChildren
}

export function UploadArea({ loanId, onDone, children }: Props) {
  const [over, setOver] = useState(false)
  const [share, setShare] = useState<number | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const reason = barred('operator') ?? (share !== null ? 'Files are being sent' : undefined)
  const sendAll = async (list: FileList | null | undefined) => {
    const files = [...(list ?? [])]
    if (files.length === 0) return
    if (reason) return say(reason)
    setShare(0)
    try {
      await upload(loanId, files, setShare)
      say(`${counted(files.length, 'file')} received.`)
      onDone()
    } catch (error) {
      complain(error)
    }
    setShare(null)
  }
  return (
    <div
      class={over ? 'upload-area over' : 'upload-area'}
      onDragOver={(event) => {
        if (!event.dataTransfer?.types.includes('Files')) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={(event) => event.currentTarget === event.target && setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        void sendAll(event.dataTransfer?.files)
      }}
    >
      {children}
      <div class="upload-foot">
        {share === null ? (
          <span class="muted">Drop PDFs anywhere here</span>
        ) : (
          <label class="progress-line">
            <span>{share < 1 ? `Sending, ${Math.floor(share * 100)}%` : 'Checking the files'}</span>
            <progress value={share} max={1} />
          </label>
        )}
        <span class="spread" />
        <input
          ref={input}
          type="file"
          accept="application/pdf,.pdf"
          multiple
          hidden
          onChange={(event) => {
            void sendAll(event.currentTarget.files)
            event.currentTarget.value = ''
          }}
        />
        <Button small icon="upload" reason={reason} onClick={() => input.current?.click()}>
          Upload PDFs
        </Button>
      </div>
    </div>
  )
}
