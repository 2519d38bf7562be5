// One operation: what it takes and what it answers.

import { useState } from 'preact/hooks'
import { Method } from './Docs'
import {
  exampleOf,
  inWords,
  resolved,
  type Answer,
  type Endpoint,
  type Media,
  type OpenApi,
  type Operation,
  type Parameter,
} from './openapi'
import { Members, TypeName } from './SchemaPart'
import { Prose } from './Prose'

interface Props {
  api: OpenApi
  endpoint: Endpoint
  open: boolean
  onToggle: (open: boolean) => void
}

/** What is folded is not drawn: the API is long. */
export function EndpointPart({ api, endpoint, open, onToggle }: Props) {
  const { operation } = endpoint
  return (
    <details
      class="card endpoint"
      id={endpoint.id}
      open={open}
      onToggle={(event) => onToggle(event.currentTarget.open)}
    >
      <summary>
        <Method name={endpoint.method} /> <code>{endpoint.path}</code>
        <span class="endpoint-says">{operation.summary}</span>
      </summary>
      {open && <Opened api={api} operation={operation} />}
    </details>
  )
}

function Opened({ api, operation }: { api: OpenApi; operation: Operation }) {
  const parameters = (operation.parameters ?? []).map((one) => resolved(api, one) ?? one)
  const body = resolved(api, operation.requestBody)
  return (
    <div class="endpoint-body">
      <Prose text={operation.description} />
      {parameters.length > 0 && <Parameters parameters={parameters} />}
      {body?.content && (
        <>
          <h4>Body{body.required ? '' : ' (optional)'}</h4>
          <Prose text={body.description} />
          <Contents api={api} content={body.content} />
        </>
      )}
      <h4>Answers</h4>
      <div class="answers">
        {Object.entries(operation.responses ?? {}).map(([status, answer]) => (
          <AnswerPart key={status} api={api} status={status} answer={resolved(api, answer) ?? answer} />
        ))}
      </div>
    </div>
  )
}

function Parameters({ parameters }: { parameters: Parameter[] }) {
  return (
    <>
      <h4>Parameters</h4>
      <table class="members">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">In</th>
            <th scope="col">Type</th>
            <th scope="col">Meaning</th>
          </tr>
        </thead>
        <tbody>
          {parameters.map((one) => (
            <tr key={`${one.in}-${one.name}`}>
              <td>
                <code>{one.name}</code>
                {one.required && <span class="needed">required</span>}
              </td>
              <td>{one.in}</td>
              <td>
                <TypeName schema={one.schema} />
              </td>
              <td>
                <Prose text={one.description ?? one.schema?.description} />
                {one.schema?.enum && <p class="muted">One of {one.schema.enum.map(String).join(', ')}</p>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

/** What is folded is not drawn: refusals are many and alike. */
function AnswerPart({ api, status, answer }: { api: OpenApi; status: string; answer: Answer }) {
  const good = status.startsWith('2')
  const [open, setOpen] = useState(good && status !== '204')
  return (
    <details class="answer" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <b class={good ? 'good' : status.startsWith('3') ? 'muted' : 'bad'}>{status}</b> {answer.description}
      </summary>
      {open && answer.headers && (
        <p class="muted">
          Headers:{' '}
          {Object.entries(answer.headers).map(([name, header]) => (
            <span key={name} title={header.description}>
              <code>{name}</code>{' '}
            </span>
          ))}
        </p>
      )}
      {open && answer.content && <Contents api={api} content={answer.content} />}
    </details>
  )
}

function Contents({ api, content }: { api: OpenApi; content: Record<string, Media> }) {
  return (
    <>
      {Object.entries(content).map(([type, media]) => (
        <div key={type} class="content">
          <p class="muted">
            {type}: <TypeName schema={media.schema} />
          </p>
          {media.schema && !media.schema.$ref && inWords(media.schema).startsWith('object') && (
            <Members api={api} schema={media.schema} />
          )}
          {type.includes('json') && <Example value={exampleIn(api, media)} />}
        </div>
      ))}
    </>
  )
}

function exampleIn(api: OpenApi, media: Media): unknown {
  if (media.example !== undefined) return media.example
  const named = Object.values(media.examples ?? {})[0]
  return named?.value ?? exampleOf(api, media.schema)
}

function Example({ value }: { value: unknown }) {
  return (
    <pre tabIndex={0} aria-label="Example">
      {JSON.stringify(value, null, 2)}
    </pre>
  )
}
