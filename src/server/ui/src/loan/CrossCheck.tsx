// What the papers of the loan say of each fact: a row a fact, a column a paper.

import { useState } from 'preact/hooks'
import * as api from '../api'
import { counted, words } from '../format'
import { useLoad } from '../load'
import { Icon } from '../parts/Icon'
import { Mark } from '../parts/Mark'
import { Empty, Failed, Waiting } from '../parts/States'
import { documentHref } from '../route'

export function CrossCheck({ loanId, documents }: { loanId: string; documents: number }) {
  const check = useLoad(() => api.crossCheck(loanId), [loanId, documents])
  const [onlyApart, setOnlyApart] = useState(false)
  if (check.error) return <Failed error={check.error} again={check.reload} />
  if (!check.data) return <Waiting what="the cross-check" />
  const { documents: papers, facts } = check.data
  if (facts.length === 0) {
    return (
      <Empty>
        No fact stands on two papers of this loan. With a Note, a Closing Disclosure or another closing paper, this
        table shows where names, address, amount, rate and dates differ between them.
      </Empty>
    )
  }
  const apart = facts.filter((one) => !one.agrees).length
  const shown = onlyApart ? facts.filter((one) => !one.agrees) : facts
  return (
    <>
      <div class="pane-actions">
        {apart > 0 ? (
          <Mark tone="bad">{counted(apart, 'fact differs', 'facts differ')}</Mark>
        ) : (
          <Mark tone="good">All agree</Mark>
        )}
        <span class="muted">
          {counted(facts.length, 'fact')} on {counted(papers.length, 'paper')}
        </span>
        <span class="spread" />
        <label class="check-line">
          <input type="checkbox" checked={onlyApart} onChange={(event) => setOnlyApart(event.currentTarget.checked)} />
          Only what differs
        </label>
      </div>
      <div class="cross" tabIndex={0} role="region" aria-label="Cross-check">
        <table>
          <thead>
            <tr>
              <th scope="col">Fact</th>
              {papers.map((one) => (
                <th key={one.documentId} scope="col">
                  <a href={documentHref(one.documentId)}>{one.docTypeName}</a>
                  <span class="muted">{one.name}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((fact) => (
              <tr key={fact.fact} class={fact.agrees ? undefined : 'apart'}>
                <th scope="row">
                  {!fact.agrees && (
                    <span class="bad">
                      <Icon name="warn" size={13} />
                      <span class="hidden">Differs: </span>
                    </span>
                  )}
                  {words(fact.fact)}
                </th>
                {fact.stated.map((one, place) => (
                  <td key={papers[place]?.documentId ?? place} class={one && !one.agrees ? 'differs' : undefined}>
                    {one ? (
                      <>
                        {one.value}
                        {!one.agrees && <span class="hidden"> differs</span>}
                      </>
                    ) : (
                      <span class="muted" aria-label="not stated">
                        –
                      </span>
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
