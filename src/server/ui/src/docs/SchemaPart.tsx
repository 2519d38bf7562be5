// A schema with its members.

import { inWords, nameOf, resolved, type OpenApi, type Schema } from './openapi'
import { Prose } from './Prose'

interface Props {
  api: OpenApi
  name: string
  open: boolean
  onToggle: (open: boolean) => void
}

export function SchemaPart({ api, name, open, onToggle }: Props) {
  const schema = api.components?.['schemas']?.[name] as Schema | undefined
  return (
    <details
      class="card endpoint"
      id={`schema-${name}`}
      open={open}
      onToggle={(event) => onToggle(event.currentTarget.open)}
    >
      <summary>
        <code>{name}</code> <span class="endpoint-says">{firstLine(schema?.description)}</span>
      </summary>
      {open && (
        <div class="endpoint-body">
          <Prose text={schema?.description} />
          {schema && <Members api={api} schema={schema} />}
        </div>
      )}
    </details>
  )
}

const firstLine = (text: string | undefined) => (text ?? '').split('\n')[0]

/** The members of an object, those of its parts among them. */
export function Members({ api, schema }: { api: OpenApi; schema: Schema }) {
  const parts = [schema, ...(schema.allOf ?? [])].map((part) => resolved(api, part) ?? part)
  const members = parts.flatMap((part) => Object.entries(part.properties ?? {}))
  const required = new Set(parts.flatMap((part) => part.required ?? []))
  if (members.length === 0) {
    return (
      <p>
        <TypeName schema={schema} />
        {schema.enum && <span class="muted">: {schema.enum.map(String).join(', ')}</span>}
      </p>
    )
  }
  return (
    <table class="members">
      <thead>
        <tr>
          <th scope="col">Member</th>
          <th scope="col">Type</th>
          <th scope="col">Meaning</th>
        </tr>
      </thead>
      <tbody>
        {members.map(([name, member]) => (
          <tr key={name}>
            <td>
              <code>{name}</code>
              {required.has(name) && <span class="needed">required</span>}
            </td>
            <td>
              <TypeName schema={member} />
            </td>
            <td>
              <Prose text={member.description} />
              {member.enum && <p class="muted">One of {member.enum.map(String).join(', ')}</p>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** A type in words; a schema by name leads to its part of the page. */
export function TypeName({ schema }: { schema: Schema | undefined }) {
  const reference = schema?.$ref ?? schema?.items?.$ref
  if (!reference) return <span class="type-name">{inWords(schema)}</span>
  return (
    <a class="type-name" href={`#schema-${nameOf(reference)}`}>
      {inWords(schema)}
    </a>
  )
}
