// Below which confidence a person is asked, with what other thresholds would have meant.

import { useEffect, useState } from 'preact/hooks'
import { count, percent } from '../format'
import { isStale } from '../http'
import { useLoad } from '../load'
import { attempt, say } from '../notices'
import { Button } from '../parts/Button'
import { Failed, Waiting } from '../parts/States'
import { simulation } from '../reports/reports'
import { saveSettings, settings, type Settings } from './admin'
import { Curve } from './Curve'

export function Thresholds() {
  const now = useLoad(settings, [])
  const simulated = useLoad(simulation, [])
  const [threshold, setThreshold] = useState(0.8)
  useEffect(() => {
    if (now.data) setThreshold(now.data.reviewThreshold)
  }, [now.data])
  if (now.error) return <Failed error={now.error} again={now.reload} />
  if (!now.data) return <Waiting what="the settings" />
  const save = (change: Partial<Settings>) =>
    void attempt(async () => {
      try {
        await saveSettings(change, now.data)
        say('Saved.')
      } catch (error) {
        if (!isStale(error)) throw error
        say('Somebody else changed the settings meanwhile. They are shown as they are now; nothing was saved.')
      }
      now.reload()
    })
  const rows = simulated.data ?? []
  const nearest = rows.toSorted(
    (one, two) => Math.abs(one.threshold - threshold) - Math.abs(two.threshold - threshold),
  )[0]
  return (
    <div class="scroll-pane stack">
      <section class="card">
        <h2>Review threshold</h2>
        <div class="threshold">
          <input
            type="range"
            aria-label="Review threshold"
            min={0.65}
            max={1}
            step={0.01}
            value={threshold}
            aria-valuetext={percent(threshold)}
            onInput={(event) => setThreshold(Number(event.currentTarget.value))}
          />
          <output class="figure">{threshold.toFixed(2)}</output>
          <Button
            kind="main"
            role="admin"
            reason={threshold === now.data.reviewThreshold && 'This is the threshold in force'}
            onClick={() => save({ reviewThreshold: threshold })}
          >
            Use it
          </Button>
        </div>
        <p class="muted">
          A value or type below it opens a review task; below 0.65 one is opened whatever is set. It counts for what is
          read from now on.
        </p>
      </section>
      <section class="card">
        <h2>What thresholds would have meant</h2>
        {simulated.error && <Failed error={simulated.error} again={simulated.reload} />}
        {!simulated.data && !simulated.error && <Waiting what="the simulation" />}
        {rows.length > 0 && (
          <>
            <div class="curve-and-figures">
              <Curve rows={rows} at={threshold} inForce={now.data.reviewThreshold} onPick={setThreshold} />
              {nearest && (
                <dl class="figures">
                  <Figure
                    name={`Documents to review at ${nearest.threshold.toFixed(2)}`}
                    value={`${count(nearest.documentsToReview)} of ${count(nearest.documents)}`}
                  />
                  <Figure name="Values to review" value={count(nearest.fieldsToReview)} />
                  <Figure
                    name="Untouched"
                    value={nearest.touchlessRate === null ? 'n/a' : percent(nearest.touchlessRate)}
                  />
                  <Figure
                    name="Corrected values caught"
                    value={nearest.recall === null ? 'n/a' : percent(nearest.recall)}
                  />
                </dl>
              )}
            </div>
          </>
        )}
      </section>
      <section class="card">
        <h2>Review and export</h2>
        <Switch
          label="A reviewer may release a document in spite of a failed check, with a note"
          on={now.data.allowWaivers ?? false}
          set={(on) => save({ allowWaivers: on })}
        />
        <Switch
          label="A document is exported as soon as nothing holds it back"
          on={now.data.exportWhenPassed ?? false}
          set={(on) => save({ exportWhenPassed: on })}
        />
        <Switch
          label="Webhooks may be registered"
          on={now.data.webhooksEnabled}
          set={(on) => save({ webhooksEnabled: on })}
        />
      </section>
    </div>
  )
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt class="muted">{name}</dt>
      <dd class="figure">{value}</dd>
    </div>
  )
}

function Switch({ label, on, set }: { label: string; on: boolean; set: (on: boolean) => void }) {
  return (
    <div class="switch-line">
      <span>{label}</span>
      <Button small role="admin" pressed={on} label={label} onClick={() => set(!on)}>
        {on ? 'On' : 'Off'}
      </Button>
    </div>
  )
}
