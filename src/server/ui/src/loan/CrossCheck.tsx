// What the papers of the loan say of each fact: a row a fact, a column a paper.

import { useState } from 'preact/hooks'
import * as api from '../api'
import { counted, shownValue, words } from '../format'
import { useLoad } from '../load'
import { Icon } from '../parts/Icon'
import { Mark } from '../parts/Mark'
import { Empty, Failed, Waiting } from '../parts/States'
import { documentHref } from '../route'
import type { CrossCheck as Check } from '../types'

export function CrossCheck({ loanId, papers }: { loanId: string; papers: number }) {
  const check = useLoad(() => api.crossCheck(loanId), [loanId, papers])
  const [onlyApart, setOnlyApart] = useState(false)
  if (check.error) return <Failed error={check.error} again={check.reload} />
  if (!check.data) return <Waiting what="the cross-check" />
  const { documents, facts } = check.data
  if (facts.length === 0) {
    return (
      <Empty>
        No fact stands on two papers of this loan. With a Note, a Closing Disclosure or another closing paper, this
        table shows where names, address, amount, rate and dates differ between them.
      </Empty>
    )
  }
  const apart = facts.filter((one) => !one.agrees).length
  const shown = onlyApart ? facts.filter((one) => !one.agrees) : facts.toSorted(apartFirst)
  const columns = columnsOf(check.data, shown)
  return (
    <>
      <div class="pane-actions">
        {apart > 0 ? (
          <Mark tone="bad">{counted(apart, 'fact differs', 'facts differ')}</Mark>
        ) : (
          <Mark tone="good">All agree</Mark>
        )}
        <span class="muted">
          {counted(facts.length, 'fact')} on {counted(documents.length, 'paper')}
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
              {columns.map((place) => (
                <PaperHead key={place} paper={documents[place]} />
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
                {columns.map((place) => (
                  <Cell key={place} stated={fact.stated[place]} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

type Fact = Check['facts'][number]

const apartFirst = (one: Fact, two: Fact) => Number(one.agrees) - Number(two.agrees)

/** The papers that say anything of the facts shown: those that differ first, then those that say most. */
function columnsOf({ documents }: Check, facts: Fact[]): number[] {
  const weight = (place: number) => {
    const stated = facts.flatMap((fact) => fact.stated[place] ?? [])
    return stated.length + 100 * stated.filter((one) => !one.agrees).length
  }
  const places = documents.map((_, place) => place).filter((place) => weight(place) > 0)
  return places.sort((one, two) => weight(two) - weight(one) || one - two)
}

function PaperHead({ paper }: { paper: Check['documents'][number] | undefined }) {
  return (
    <th scope="col">
      <a href={documentHref(paper?.documentId ?? '')}>{paper?.docTypeName}</a>
      <span class="muted">{paper?.name}</span>
    </th>
  )
}

function Cell({ stated }: { stated: Fact['stated'][number] | undefined }) {
  if (!stated) {
    return (
      <td class="muted">
        <span aria-hidden="true">–</span>
        <span class="hidden">not stated</span>
      </td>
    )
  }
  return (
    <td class={stated.agrees ? undefined : 'differs'}>
      {/^\d+\.\d\d$/.test(stated.value) ? shownValue('money', stated.value) : stated.value}
      {!stated.agrees && <span class="hidden"> differs</span>}
    </td>
  )
}
