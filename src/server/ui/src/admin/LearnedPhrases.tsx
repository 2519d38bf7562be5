// What corrections taught; any of it can be forgotten.

import { age, moment, words } from '../format'
import { useLoad } from '../load'
import { attempt } from '../notices'
import type { Column } from '../parts/Rows'
import * as admin from './admin'
import { Confirm } from './Confirm'
import { Register } from './Register'

export function LearnedPhrases() {
  const phrases = useLoad(admin.learned, [])
  const columns: Column<admin.Learned>[] = [
    {
      key: 'phrase',
      label: 'Phrase',
      width: 'minmax(200px, 1fr)',
      cell: (one) => <span class="strong">{one.phrase}</span>,
    },
    { key: 'kind', label: 'Is a', width: '100px', cell: (one) => words(one.kind) },
    {
      key: 'of',
      label: 'Of',
      width: 'minmax(200px, 1fr)',
      cell: (one) => <span class="mono">{[one.documentTypeId, one.field].filter(Boolean).join('.')}</span>,
    },
    { key: 'seen', label: 'Seen', width: '70px', number: true, cell: (one) => one.seen },
    {
      key: 'age',
      label: 'Last',
      width: '80px',
      number: true,
      cell: (one) => <span title={moment(one.updatedAt)}>{age(one.updatedAt)}</span>,
    },
    {
      key: 'more',
      label: '',
      width: '110px',
      cell: (one) => (
        <Confirm
          label={`Forget ${one.phrase}`}
          onConfirm={() => void attempt(async () => (await admin.forget(one.learnedId), phrases.reload()))}
        >
          Forget
        </Confirm>
      ),
    },
  ]
  return (
    <Register
      label="Learned phrases"
      records={phrases}
      columns={columns}
      rowKey={(one) => one.learnedId}
      none="Corrections have taught nothing yet. When people fill a field from the same words on several papers, those words are learned as its label."
    />
  )
}
