// A document: its pages in the middle, thumbnails to the left, its values to the right.

import { useEffect, useMemo, useState } from 'preact/hooks'
import { useKeys } from '../keys'
import { Failed, Waiting } from '../parts/States'
import * as queue from '../queue/queue'
import { go, route } from '../route'
import { session } from '../session'
import { DeskContext } from './context'
import { Desk } from './desk'
import { DocumentHead } from './DocumentHead'
import { FieldList } from './FieldList'
import { PageTools } from './PageTools'
import { Stage } from './Stage'
import { TaskBar, accept } from './TaskBar'
import { Thumbnails } from './Thumbnails'
import { TypeChooser } from './TypeChooser'
import { KeyHelp } from './KeyHelp'

export function DocumentView({ id }: { id: string }) {
  const desk = useMemo(() => new Desk(id), [id])
  const query = route.value.query
  const taskId = query.get('task')
  const [dialog, setDialog] = useState<'type' | 'keys' | null>(query.get('do') === 'type' ? 'type' : null)
  const [wide, setWide] = useState(false)
  useEffect(() => {
    void desk.open({ page: Number(query.get('page')) || undefined, field: query.get('field') })
    return () => desk.close()
  }, [desk])
  // An address that names another field of this document, as the leaves of an income do.
  const field = query.get('field')
  useEffect(() => {
    if (desk.loaded.value && field) desk.choose(field)
  }, [field])
  const record = desk.record.value
  const typeName = desk.type.value?.name
  useEffect(() => {
    document.title = `${typeName ?? 'Document'} · loanfile`
  }, [typeName])

  const user = session.value?.user ?? ''
  const next = queue.following(taskId, user)
  useEffect(() => {
    if (taskId && desk.loaded.value) queue.prefetch(next)
  }, [taskId, next?.taskId, desk.loaded.value])
  useEffect(() => {
    if (taskId && queue.open.value.length === 0) void queue.refresh().catch(() => undefined)
  }, [taskId])
  const onward = () => go(next ? queue.taskHref(next) : '#/queue')
  const task = desk.tasks.value.find((one) => one.taskId === taskId) ?? desk.tasks.value[0]

  useKeys({
    j: () => desk.move(1),
    k: () => desk.move(-1),
    ArrowDown: () => desk.move(1),
    ArrowUp: () => desk.move(-1),
    e: () => (desk.chosen.value ? desk.edit(desk.chosen.value) : undefined),
    Enter: () => (desk.chosen.value ? desk.edit(desk.chosen.value) : undefined),
    c: () => (desk.chosenField.value ? void desk.confirm(desk.chosenField.value) : undefined),
    a: () => (task ? void accept(desk, task, onward) : undefined),
    t: () => setDialog('type'),
    n: onward,
    z: () => void desk.undo(),
    r: () => void (desk.turned.value = (desk.turned.value + 90) % 360),
    b: () => void (desk.showBoxes.value = !desk.showBoxes.value),
    w: () => setWide(!wide),
    '[': () => desk.turnTo(desk.page.value - 1),
    ']': () => desk.turnTo(desk.page.value + 1),
    PageUp: () => desk.turnTo(desk.page.value - 1),
    PageDown: () => desk.turnTo(desk.page.value + 1),
    '?': () => setDialog('keys'),
    Escape: () => go(taskId ? '#/queue' : `#/loans/${record?.loanId ?? ''}`),
  })

  if (desk.error.value) return <Failed error={desk.error.value} />
  if (!record) return <Waiting what="the document" />
  return (
    <DeskContext.Provider value={desk}>
      <section class={wide ? 'document wide' : 'document'}>
        <DocumentHead record={record} onType={() => setDialog('type')} onKeys={() => setDialog('keys')} />
        <Thumbnails record={record} />
        <div class="sheet-side">
          <PageTools record={record} wide={wide} onWide={() => setWide(!wide)} />
          <Stage record={record} />
        </div>
        <aside class="value-side" aria-label="Values">
          {task && <TaskBar task={task} onward={onward} onType={() => setDialog('type')} />}
          <FieldList />
        </aside>
      </section>
      {dialog === 'type' && <TypeChooser onClose={() => setDialog(null)} />}
      {dialog === 'keys' && <KeyHelp onClose={() => setDialog(null)} />}
    </DeskContext.Provider>
  )
}
