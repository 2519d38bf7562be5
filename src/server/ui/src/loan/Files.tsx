// The files that were uploaded to the loan.

import * as api from '../api'
import { moment, size, words } from '../format'
import { useLoad } from '../load'
import { Mark } from '../parts/Mark'
import { Rows, type Column } from '../parts/Rows'
import { Empty, Failed, Waiting } from '../parts/States'
import type { SourceFile } from '../types'

export function Files({ loanId }: { loanId: string }) {
  const files = useLoad(() => api.sourceFiles(loanId), [loanId])
  if (files.error) return <Failed error={files.error} again={files.reload} />
  if (!files.data) return <Waiting what="the files" />
  if (files.data.length === 0) return <Empty>No files yet. Drop PDFs anywhere on this view.</Empty>
  return <Rows label="Files" columns={COLUMNS} rows={files.data} rowKey={(file) => file.sourceFileId} minWidth={700} />
}

const COLUMNS: Column<SourceFile>[] = [
  {
    key: 'name',
    label: 'File',
    width: 'minmax(200px, 1fr)',
    cell: (file) => <span title={file.fileName}>{file.fileName}</span>,
  },
  {
    key: 'status',
    label: 'State',
    width: '120px',
    cell: (file) => (
      <Mark
        tone={file.uploadStatus === 'FAILED' ? 'bad' : file.uploadStatus === 'COMPLETED' ? 'good' : 'accent'}
        title={file.failure?.message}
      >
        {words(file.uploadStatus)}
      </Mark>
    ),
  },
  { key: 'documents', label: 'Documents', width: '96px', number: true, cell: (file) => file.documentCount },
  { key: 'pages', label: 'Pages', width: '76px', number: true, cell: (file) => file.pageCount },
  { key: 'size', label: 'Size', width: '90px', number: true, cell: (file) => size(file.sizeBytes) },
  {
    key: 'came',
    label: 'Came',
    width: '190px',
    cell: (file) => <time dateTime={file.createdAt}>{moment(file.createdAt)}</time>,
  },
]
