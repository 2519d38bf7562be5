// How well the pipeline does, in a few figures and charts.

import { useState } from 'preact/hooks'
import { count, duration, percent, STATUS_NAMES, words } from '../format'
import { useLoad } from '../load'
import { Failed, Waiting } from '../parts/States'
import type { ProcessingStatus } from '../types'
import { Bars } from './Bars'
import { Dates } from './Dates'
import { metrics, type Metrics } from './reports'

export function Overview() {
  const [dates, setDates] = useState<{ dateFrom?: string; dateTo?: string }>({})
  const figures = useLoad(() => metrics(dates), [dates.dateFrom, dates.dateTo])
  return (
    <div class="pane-main scroll-pane">
      <div class="pane-actions">
        <Dates value={dates} onChange={setDates} />
      </div>
      {figures.error && <Failed error={figures.error} again={figures.reload} />}
      {!figures.data && !figures.error && <Waiting what="the figures" />}
      {figures.data && <Figures data={figures.data} />}
    </div>
  )
}

function Figures({ data }: { data: Metrics }) {
  const share = (value: number | null) => (value === null ? 'n/a' : percent(value))
  return (
    <>
      <dl class="figures">
        <Figure name="Documents" value={count(data.documents.total)} />
        <Figure name="Completed" value={share(data.completionRate)} />
        <Figure name="Untouched by a person" value={share(data.touchlessRate)} />
        <Figure
          name="Mean turnaround"
          value={data.meanTurnaroundSeconds === null ? 'n/a' : duration(data.meanTurnaroundSeconds * 1000)}
        />
      </dl>
      <section class="card">
        <h2>Documents by state</h2>
        <Bars
          label="Documents by state"
          bars={Object.entries(data.documents.byStatus).map(([status, number]) => ({
            label: STATUS_NAMES[status as ProcessingStatus] ?? status,
            value: number,
            shown: count(number),
            bad: status === 'FAILED',
          }))}
        />
      </section>
      <section class="card">
        <h2>Time of each stage: 95th percentile, and the median within</h2>
        <Bars
          label="Time of each stage"
          bars={data.stages.map((stage) => ({
            label: words(stage.stage),
            value: stage.p95Ms ?? 0,
            inner: stage.p50Ms ?? 0,
            shown: `${duration(stage.p95Ms ?? 0)}, ${duration(stage.p50Ms ?? 0)}`,
          }))}
        />
      </section>
      <section class="card">
        <h2>Failures by stage</h2>
        <Bars
          label="Failures by stage"
          bars={data.stages.map((stage) => ({
            label: words(stage.stage),
            value: stage.failures,
            shown: `${count(stage.failures)} of ${count(stage.runs)}`,
            bad: true,
          }))}
        />
      </section>
    </>
  )
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div class="card">
      <dt class="muted">{name}</dt>
      <dd class="figure">{value}</dd>
    </div>
  )
}
