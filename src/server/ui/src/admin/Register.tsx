// A list of records with a form that adds one: what most of the configuration looks like.

import type { ComponentChildren } from 'preact'
import type { Loaded } from '../load'
import { Rows, type Column } from '../parts/Rows'
import { Empty, Failed, Waiting } from '../parts/States'

interface Props<T> {
  label: string
  records: Loaded<T[]>
  columns: Column<T>[]
  rowKey: (record: T) => string
  none: string
  minWidth?: number
  onOpen?: (record: T) => void
  children?: ComponentChildren
}

export function Register<T>({ label, records, columns, rowKey, none, minWidth, onOpen, children }: Props<T>) {
  return (
    <>
      {children}
      {records.error && <Failed error={records.error} again={records.reload} />}
      {!records.data && !records.error && <Waiting what={label.toLowerCase()} />}
      {records.data?.length === 0 && <Empty>{none}</Empty>}
      {records.data && records.data.length > 0 && (
        <Rows
          label={label}
          columns={columns}
          rows={records.data}
          rowKey={rowKey}
          onOpen={onOpen}
          minWidth={minWidth ?? 700}
        />
      )}
    </>
  )
}
