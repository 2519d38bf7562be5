// Addresses that are told of events, and how each delivery went.

import { useState } from 'preact/hooks'
import { moment, words } from '../format'
import { Refusal } from '../http'
import { useLoad } from '../load'
import { attempt, say } from '../notices'
import { Button } from '../parts/Button'
import { Mark } from '../parts/Mark'
import type { Column } from '../parts/Rows'
import * as admin from './admin'
import { Confirm } from './Confirm'
import { Register } from './Register'
import { Secret } from './Secret'

const EVENTS = ['classification.completed', 'extraction.completed']

export function Webhooks() {
  const hooks = useLoad(admin.webhooks, [])
  const [chosen, setChosen] = useState<string>()
  const [secret, setSecret] = useState<string>()
  const shown = hooks.data?.find((one) => one.webhookId === chosen) ?? hooks.data?.[0]
  const columns: Column<admin.Webhook>[] = [
    {
      key: 'url',
      label: 'Address',
      width: 'minmax(220px, 1fr)',
      cell: (hook) => (
        <span class="mono" title={hook.url}>
          {hook.url}
        </span>
      ),
    },
    { key: 'events', label: 'Told of', width: 'minmax(180px, 1fr)', cell: (hook) => hook.eventTypes?.join(', ') },
    {
      key: 'active',
      label: 'Told',
      width: '84px',
      cell: (hook) => (
        <Button
          small
          role="admin"
          pressed={hook.active}
          label={hook.disabledReason ? `Stopped: ${hook.disabledReason}` : `${hook.url} is told`}
          onClick={() =>
            void attempt(async () => (await admin.setWebhookActive(hook.webhookId, !hook.active), hooks.reload()))
          }
        >
          {hook.active ? 'Yes' : 'No'}
        </Button>
      ),
    },
    {
      key: 'more',
      label: '',
      width: '350px',
      cell: (hook) => (
        <>
          <Button
            small
            kind="quiet"
            pressed={hook.webhookId === shown?.webhookId}
            onClick={() => setChosen(hook.webhookId)}
          >
            Deliveries
          </Button>
          <Button
            small
            kind="quiet"
            role="admin"
            onClick={() =>
              void attempt(async () => (await admin.testWebhook(hook.webhookId), say('A test is on its way.')))
            }
          >
            Test
          </Button>
          <Confirm
            label={`Rotate the secret of ${hook.url}`}
            onConfirm={() =>
              void attempt(async () => setSecret((await admin.rotateWebhook(hook.webhookId)).secret ?? undefined))
            }
          >
            Rotate
          </Confirm>
          <Confirm
            label={`Remove ${hook.url}`}
            onConfirm={() => void attempt(async () => (await admin.removeWebhook(hook.webhookId), hooks.reload()))}
          >
            Remove
          </Confirm>
        </>
      ),
    },
  ]
  // The server refuses the list until the tenant has webhooks.
  if (hooks.error instanceof Refusal && hooks.error.status === 403) return <SwitchedOff onDone={hooks.reload} />
  return (
    <>
      <Register
        label="Webhooks"
        records={hooks}
        columns={columns}
        rowKey={(hook) => hook.webhookId}
        none="No webhook yet. Give the address that is to be told, and of what."
        minWidth={820}
      >
        <NewWebhook
          onDone={(made) => {
            setSecret(made.secret)
            hooks.reload()
          }}
        />
        {secret && (
          <Secret
            title="The signing secret"
            hint="After a rotation the old secret signs too, for 24 hours."
            lines={[['Secret', secret]]}
            onClose={() => setSecret(undefined)}
          />
        )}
      </Register>
      {shown && <Deliveries key={shown.webhookId} hook={shown} />}
    </>
  )
}

function SwitchedOff({ onDone }: { onDone: () => void }) {
  return (
    <section class="card stack start">
      <h2>Webhooks are switched off</h2>
      <p class="muted">
        A webhook tells another system when a document was classified or read. Each delivery is signed, is tried again
        for a day, and is kept here with the answer that it got.
      </p>
      <Button
        kind="main"
        role="admin"
        onClick={() => void attempt(async () => (await admin.saveSettings({ webhooksEnabled: true }), onDone()))}
      >
        Switch them on
      </Button>
    </section>
  )
}

function NewWebhook({ onDone }: { onDone: (made: admin.Webhook) => void }) {
  const [url, setUrl] = useState('')
  const [events, setEvents] = useState(EVENTS)
  const add = async (event: SubmitEvent) => {
    event.preventDefault()
    await attempt(async () => {
      onDone(await admin.addWebhook(url.trim(), events))
      setUrl('')
    })
  }
  return (
    <form class="inline-form" onSubmit={add}>
      <input
        required
        type="url"
        aria-label="Address"
        placeholder="https://"
        value={url}
        onInput={(event) => setUrl(event.currentTarget.value)}
      />
      {EVENTS.map((name) => (
        <label key={name} class="check-line">
          <input
            type="checkbox"
            checked={events.includes(name)}
            onChange={(event) =>
              setEvents(event.currentTarget.checked ? [...events, name] : events.filter((one) => one !== name))
            }
          />
          {name}
        </label>
      ))}
      <Button submit icon="plus" role="admin" reason={events.length === 0 && 'Choose an event'}>
        Add
      </Button>
    </form>
  )
}

function Deliveries({ hook }: { hook: admin.Webhook }) {
  const deliveries = useLoad(() => admin.deliveries(hook.webhookId), [hook.webhookId])
  const columns: Column<admin.Delivery>[] = [
    { key: 'when', label: 'When', width: '180px', cell: (one) => moment(one.createdAt) },
    { key: 'event', label: 'Event', width: 'minmax(160px, 1fr)', cell: (one) => one.eventType },
    {
      key: 'status',
      label: 'State',
      width: '110px',
      cell: (one) => (
        <Mark tone={one.status === 'failed' ? 'bad' : one.status === 'delivered' ? 'good' : 'plain'}>
          {words(one.status)}
        </Mark>
      ),
    },
    { key: 'tries', label: 'Tries', width: '70px', number: true, cell: (one) => one.attempts },
    {
      key: 'answer',
      label: 'Answer',
      width: 'minmax(120px, 1fr)',
      cell: (one) => one.error ?? one.responseStatus ?? '',
    },
    {
      key: 'again',
      label: '',
      width: '120px',
      cell: (one) => (
        <Button
          small
          kind="quiet"
          role="admin"
          onClick={() =>
            void attempt(async () => (await admin.redeliver(hook.webhookId, one.deliveryId), deliveries.reload()))
          }
        >
          Send again
        </Button>
      ),
    },
  ]
  return (
    <>
      <h2>Deliveries to {hook.url}</h2>
      <Register
        label="Deliveries"
        records={deliveries}
        columns={columns}
        rowKey={(one) => one.deliveryId}
        none="Nothing was sent there yet. Test sends an event that says so."
        minWidth={780}
      />
    </>
  )
}
