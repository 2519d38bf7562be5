// One document on the desk: what was read of it, what is chosen, and what was changed here.

import { batch, computed, signal } from '@preact/signals'
import * as api from '../api'
import { isStale } from '../http'
import { typeOf } from '../library'
import { attempt, complain, say } from '../notices'
import { forgetName } from '../queue/DocumentName'
import * as queue from '../queue/queue'
import type { DocumentRecord, DocumentType, Field, FieldChange, FieldType, PageText, Task, Word } from '../types'
import { changedMeanwhile, changeOf } from './changes'
import { groupsOf, keyOf, kindsOf, readingOrder } from './groups'

/** A change that can be taken back. */
type Step = { what: string; back: () => Promise<unknown> }

/** States in which the pipeline still works on a document. */
const BUSY = ['UPLOADING', 'PROCESSING', 'CLASSIFIED']

export class Desk {
  readonly record = signal<DocumentRecord>()
  readonly fields = signal<Field[]>([])
  readonly type = signal<DocumentType | null>(null)
  readonly tasks = signal<Task[]>([])
  readonly error = signal<Error>()
  readonly loaded = signal(false)
  readonly rereading = signal(false)

  readonly page = signal(1)
  /** Degrees that the person turned the page, beyond what sets it upright. */
  readonly turned = signal(0)
  /** 0 fits the width. */
  readonly zoom = signal(0)
  readonly showBoxes = signal(true)
  readonly texts = signal<Map<string, PageText>>(new Map())

  /** Whether a page is in sight: thumbnails wait for it, so that nothing is drawn before it. */
  readonly shown = signal(false)

  readonly chosen = signal<string | null>(null)
  /** The field that is being edited: words chosen on the page go there. */
  readonly editing = signal<string | null>(null)
  readonly draft = signal('')
  readonly steps = signal<Step[]>([])
  readonly saving = signal(false)

  private gone = false

  readonly groups = computed(() => groupsOf(this.fields.value, this.type.value, this.tasks.value))
  readonly kinds = computed(() => kindsOf(this.type.value))
  /** Fields in the order in which a person goes through them: what is in doubt first. */
  readonly order = computed(() => readingOrder(this.groups.value))
  readonly chosenField = computed(() => this.fields.value.find((field) => keyOf(field) === this.chosen.value))

  constructor(readonly id: string) {}

  close(): void {
    this.gone = true
  }

  /** Reads everything; the record and the first page come first. */
  async open(wanted: { page?: number; field?: string | null }): Promise<void> {
    const before = queue.taken(this.id)
    try {
      const [record, fields, tasks] = await Promise.all([
        before?.record ?? api.documentRecord(this.id),
        before?.fields ?? api.fields(this.id),
        api.tasks({ status: 'OPEN', documentId: this.id }, null),
      ])
      if (this.gone) return
      batch(() => {
        this.record.value = record
        this.fields.value = fields
        this.tasks.value = tasks.data
        if (wanted.page) this.page.value = wanted.page
        // The page that is looked at first is known before the first picture is asked for.
        this.choose(wanted.field ?? this.firstInDoubt())
        this.loaded.value = true
      })
      await this.readType()
      if (BUSY.includes(record.processingStatus)) void this.waitForReading()
    } catch (error) {
      this.error.value = error instanceof Error ? error : new Error(String(error))
    }
  }

  private firstInDoubt(): string | null {
    const finding = this.tasks.value.flatMap((task) => task.findings).find((one) => one.page)
    const first = this.groups.value.doubt[0]
    if (first) return keyOf(first)
    if (finding?.page) this.page.value = finding.page
    return null
  }

  private async readType(): Promise<void> {
    const id = this.record.value?.documentTypeId
    this.type.value = id ? await typeOf(id).catch(() => null) : null
  }

  async refresh(): Promise<void> {
    const [record, fields, tasks] = await Promise.all([
      api.documentRecord(this.id),
      api.fields(this.id),
      api.tasks({ status: 'OPEN', documentId: this.id }, null),
    ])
    if (this.gone) return
    const typeChanged = record.documentTypeId !== this.record.value?.documentTypeId
    batch(() => {
      this.record.value = record
      this.fields.value = fields
      for (const task of this.tasks.value) {
        if (!tasks.data.some((one) => one.taskId === task.taskId)) queue.done(task.taskId)
      }
      this.tasks.value = tasks.data
    })
    if (typeChanged || !this.type.value) await this.readType()
  }

  /** Follows the pipeline until the document was read. */
  private async waitForReading(): Promise<void> {
    this.rereading.value = true
    while (!this.gone) {
      await new Promise((resolve) => setTimeout(resolve, 1000))
      const record = await api.documentRecord(this.id).catch(() => null)
      if (record && !BUSY.includes(record.processingStatus)) break
    }
    this.rereading.value = false
    if (!this.gone) await attempt(() => this.refresh())
  }

  /** Chooses a field and shows its page. */
  choose(key: string | null): void {
    this.chosen.value = key
    const page = this.fields.value.find((field) => keyOf(field) === key)?.pageNumber
    if (page) this.page.value = page
  }

  move(by: number): void {
    const order = this.order.value
    if (order.length === 0) return
    const place = order.indexOf(this.chosen.value ?? '')
    this.choose(order[Math.min(Math.max(place + by, 0), order.length - 1)] ?? null)
  }

  turnTo(page: number): void {
    this.page.value = Math.min(Math.max(page, 1), this.record.value?.pageCount ?? 1)
  }

  async readPage(number: number): Promise<void> {
    const id = this.record.value?.pageIds[number - 1]
    if (!id || this.texts.value.has(id)) return
    // A page without words is still a page: it can be looked at.
    const text = await api.pageText(id).catch(() => null)
    if (text) this.texts.value = new Map(this.texts.value).set(id, text)
  }

  readonly text = computed(() => this.texts.value.get(this.record.value?.pageIds[this.page.value - 1] ?? ''))

  edit(key: string): void {
    const field = this.fields.value.find((one) => keyOf(one) === key)
    this.choose(key)
    this.draft.value = field?.fieldValue ?? ''
    this.editing.value = key
  }

  /** Takes words of the page into the field that is being edited. */
  take(words: Word[], add: boolean): void {
    const text = words.map((word) => word.text).join(' ')
    this.draft.value = add && this.draft.value ? `${this.draft.value} ${text}` : text
  }

  /** Saves the draft. A value that is cleared is removed. */
  async save(type: FieldType, rowIndex: number | null): Promise<boolean> {
    const value = this.draft.value.trim()
    const key = keyOf({ fieldTypeId: type.fieldTypeId, rowIndex })
    const before = this.fields.value.find((field) => keyOf(field) === key)
    if (value === (before?.fieldValue ?? '') && (before?.manuallyCorrected || !before?.needsReview)) {
      this.editing.value = null
      return true
    }
    const change = changeOf(type.fieldTypeId, rowIndex, value || null)
    const saved = await this.change([change], `${type.displayName} set`, () =>
      this.takeBack(type.fieldTypeId, rowIndex, before),
    )
    if (saved) this.editing.value = null
    return saved
  }

  /** Says that a value is right as it stands. */
  confirm(field: Field): Promise<boolean> {
    const change = changeOf(field.fieldTypeId, field.rowIndex, field.fieldValue)
    return this.change([change], `${field.displayName} confirmed`, () =>
      this.takeBack(field.fieldTypeId, field.rowIndex, field),
    )
  }

  /** Puts values in place and remembers how to take them back. */
  async change(changes: FieldChange[], what: string, back: () => Promise<unknown>): Promise<boolean> {
    const before = this.fields.value
    this.saving.value = true
    const well = await this.unlessStale(
      () => api.changeFields(this.id, changes, this.fields.value),
      () => changedMeanwhile(before, this.fields.value),
    )
    if (well) {
      this.steps.value = [...this.steps.value, { what, back }]
      await attempt(() => this.refresh())
    }
    this.saving.value = false
    return well
  }

  /**
   * Makes a change that depends on what is shown here. When the server has something else by now, that is read; what a
   * person changed meanwhile is named and nothing is done, and where nobody did, the change is made after all.
   */
  private async unlessStale(work: () => Promise<unknown>, meanwhile: () => string): Promise<boolean> {
    for (let tries = 0; tries < 3; tries++) {
      try {
        await work()
        return true
      } catch (error) {
        if (!isStale(error)) {
          complain(error)
          return false
        }
      }
      if (!(await attempt(() => this.refresh()))) return false
      const what = meanwhile()
      if (what) {
        say(`Somebody else was faster: ${what}. It is shown now; yours is not saved yet.`)
        return false
      }
    }
    say('The document is still being worked on; try again in a moment.')
    return false
  }

  /** What a person had set before is set again; else the value that was read comes back. */
  private takeBack(fieldTypeId: string, rowIndex: number | null, before: Field | undefined): Promise<unknown> {
    const change = changeOf(fieldTypeId, rowIndex, before?.fieldValue ?? null)
    if (before && !before.manuallyCorrected) change.manuallyCorrected = false
    return api.changeFields(this.id, [change])
  }

  async setType(documentTypeId: string): Promise<boolean> {
    const before = this.record.value?.documentTypeId
    const well = await this.unlessStale(
      () => api.changeType(this.id, documentTypeId, this.record.value),
      () =>
        this.record.value?.documentTypeId === before ? '' : `the type is ${this.type.value?.name ?? 'another'} now`,
    )
    if (!well) return false
    if (before)
      this.steps.value = [...this.steps.value, { what: 'Type changed', back: () => api.changeType(this.id, before) }]
    this.chosen.value = null
    forgetName(this.id)
    say('The type is changed; the document is read again.')
    await attempt(() => this.refresh())
    void this.waitForReading()
    return true
  }

  async undo(): Promise<void> {
    const step = this.steps.value.at(-1)
    if (!step || this.saving.value) return
    this.saving.value = true
    if (await attempt(() => step.back())) {
      this.steps.value = this.steps.value.slice(0, -1)
      say(`Taken back: ${step.what.charAt(0).toLowerCase()}${step.what.slice(1)}.`)
      await attempt(() => this.refresh())
      if (BUSY.includes(this.record.value?.processingStatus ?? '')) void this.waitForReading()
    }
    this.saving.value = false
  }
}
