// The lists of a configuration, a row each.

import { words } from '../format'
import type { DateConstraint, DocumentType, NotaryCheck, RequiredDocument, SignatureRequirement } from '../types'
import { ConditionInput, FieldChoice, NumberInput, RowList, TypeChoice } from './RowList'

interface Props<T> {
  types: DocumentType[]
  items: T[]
  onChange: (items: T[]) => void
}

const typeOf = (types: DocumentType[], id: string) => types.find((one) => one.documentTypeId === id)

export function RequiredRows({ types, items, onChange }: Props<RequiredDocument>) {
  return (
    <RowList<RequiredDocument>
      title="Required documents"
      hint="A loan without one of these has it among its findings."
      items={items}
      onChange={onChange}
      blank={() => ({ documentTypeId: types[0]?.documentTypeId ?? '', minCount: 1 })}
    >
      {(item, set) => (
        <>
          <TypeChoice types={types} value={item.documentTypeId} onChange={(id) => set({ documentTypeId: id })} />
          <NumberInput
            label="at least"
            value={item.minCount ?? 1}
            min={1}
            onChange={(minCount) => set({ minCount: minCount ?? 1 })}
          />
          <ConditionInput value={item.when ?? null} onChange={(when) => set({ when })} />
        </>
      )}
    </RowList>
  )
}

export function SignatureRows({ types, items, onChange }: Props<SignatureRequirement>) {
  return (
    <RowList<SignatureRequirement>
      title="Signatures"
      hint="Who must have signed each paper of a type. A co-signer is asked for only where the paper names one."
      items={items}
      onChange={onChange}
      blank={() => ({ documentTypeId: types[0]?.documentTypeId ?? '', signer: 'borrower' })}
    >
      {(item, set) => (
        <>
          <TypeChoice types={types} value={item.documentTypeId} onChange={(id) => set({ documentTypeId: id })} />
          <select
            aria-label="Who signs"
            value={item.signer}
            onChange={(event) => set({ signer: event.currentTarget.value })}
          >
            {signersOf(typeOf(types, item.documentTypeId), item.signer).map((one) => (
              <option key={one} value={one}>
                {words(one)}
              </option>
            ))}
          </select>
          <NumberInput label="on page" value={item.page ?? null} min={1} onChange={(page) => set({ page })} />
        </>
      )}
    </RowList>
  )
}

/** A signer is the name of a signature field without its end. */
function signersOf(type: DocumentType | undefined, current: string): string[] {
  const names = (type?.fields ?? [])
    .map((field) => field.fieldTypeId.split('.').at(-1) ?? '')
    .filter((name) => name.endsWith('_signature'))
    .map((name) => name.replace(/_signature$/, ''))
  return [...new Set([...names, current])]
}

const ELEMENTS = ['state', 'county', 'date', 'name', 'signature', 'seal', 'commission_number', 'commission_expiration']

export function NotaryRows({ types, items, onChange }: Props<NotaryCheck>) {
  return (
    <RowList<NotaryCheck>
      title="Notary's block"
      hint="What an acknowledgment or jurat must show, beyond what the type asks for by itself."
      items={items}
      onChange={onChange}
      blank={() => ({ documentTypeId: types[0]?.documentTypeId ?? '', elements: ['signature', 'seal'] })}
    >
      {(item, set) => (
        <>
          <TypeChoice types={types} value={item.documentTypeId} onChange={(id) => set({ documentTypeId: id })} />
          <span class="element-choice">
            {ELEMENTS.map((one) => (
              <label key={one} class="check-line">
                <input
                  type="checkbox"
                  checked={item.elements.includes(one)}
                  onChange={(event) =>
                    set({
                      elements: event.currentTarget.checked
                        ? [...item.elements, one]
                        : item.elements.filter((other) => other !== one),
                    })
                  }
                />
                {words(one)}
              </label>
            ))}
          </span>
        </>
      )}
    </RowList>
  )
}

const LIMITS = {
  maxAgeDays: 'no older than days',
  notBefore: 'not before',
  notAfter: 'not after',
  relativeTo: 'near another date',
}
type Limit = keyof typeof LIMITS

const limitOf = (item: DateConstraint): Limit =>
  (Object.keys(LIMITS) as Limit[]).find((one) => item[one] != null) ?? 'maxAgeDays'

/** A constraint has one limit; choosing another one drops what the former held. */
function withLimit({ documentTypeId, fieldTypeId }: DateConstraint, limit: Limit): DateConstraint {
  const today = new Date().toISOString().slice(0, 10)
  const value = { maxAgeDays: 120, notBefore: today, notAfter: today, relativeTo: { fieldTypeId, minDays: 0 } }[limit]
  return { documentTypeId, fieldTypeId, [limit]: value }
}

export function DateRows({ types, items, onChange }: Props<DateConstraint>) {
  const datesOf = (id: string) => typeOf(types, id)?.fields.filter((field) => field.kind === 'date') ?? []
  const dated = types.filter((one) => datesOf(one.documentTypeId).length > 0)
  return (
    <RowList<DateConstraint>
      title="Dates"
      hint="Days are counted back from the day of closing."
      items={items}
      onChange={onChange}
      blank={() => {
        const documentTypeId = dated[0]?.documentTypeId ?? ''
        return { documentTypeId, fieldTypeId: datesOf(documentTypeId)[0]?.fieldTypeId ?? '', maxAgeDays: 120 }
      }}
    >
      {(item, set) => (
        <>
          <TypeChoice
            types={dated}
            value={item.documentTypeId}
            onChange={(id) => set({ documentTypeId: id, fieldTypeId: datesOf(id)[0]?.fieldTypeId ?? '' })}
          />
          <FieldChoice
            label="Date"
            fields={datesOf(item.documentTypeId)}
            value={item.fieldTypeId}
            onChange={(fieldTypeId) => set({ fieldTypeId })}
          />
          <select
            aria-label="Limit"
            value={limitOf(item)}
            onChange={(event) => set(withLimit(item, event.currentTarget.value as Limit), true)}
          >
            {Object.entries(LIMITS).map(([id, name]) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
          <LimitValue item={item} set={set} />
        </>
      )}
    </RowList>
  )
}

function LimitValue({ item, set }: { item: DateConstraint; set: (change: Partial<DateConstraint>) => void }) {
  const limit = limitOf(item)
  if (limit === 'maxAgeDays') {
    return (
      <NumberInput
        label=""
        value={item.maxAgeDays ?? null}
        min={0}
        onChange={(maxAgeDays) => set({ maxAgeDays: maxAgeDays ?? 0 })}
      />
    )
  }
  if (limit === 'relativeTo') {
    const near = item.relativeTo ?? { fieldTypeId: '' }
    return (
      <span class="near">
        <input
          class="mono"
          aria-label="The other date"
          value={near.fieldTypeId}
          onInput={(event) => set({ relativeTo: { ...near, fieldTypeId: event.currentTarget.value } })}
        />
        <NumberInput
          label="from"
          value={near.minDays ?? null}
          onChange={(minDays) => set({ relativeTo: { ...near, minDays } })}
        />
        <NumberInput
          label="to"
          value={near.maxDays ?? null}
          onChange={(maxDays) => set({ relativeTo: { ...near, maxDays } })}
        />
      </span>
    )
  }
  return (
    <input
      type="date"
      required
      aria-label={LIMITS[limit]}
      value={item[limit] ?? ''}
      onInput={(event) => set({ [limit]: event.currentTarget.value })}
    />
  )
}
