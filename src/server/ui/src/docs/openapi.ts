// The parts of an OpenAPI document that the page shows.

export interface Schema {
  $ref?: string
  type?: string | string[]
  format?: string
  description?: string
  enum?: unknown[]
  const?: unknown
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  oneOf?: Schema[]
  anyOf?: Schema[]
  allOf?: Schema[]
  nullable?: boolean
  default?: unknown
  minimum?: number
  maximum?: number
  maxLength?: number
  example?: unknown
  examples?: unknown[]
}

export interface Media {
  schema?: Schema
  example?: unknown
  examples?: Record<string, { summary?: string; value?: unknown }>
}

export interface Parameter {
  $ref?: string
  name: string
  in: string
  required?: boolean
  description?: string
  schema?: Schema
}

export interface Answer {
  $ref?: string
  description?: string
  headers?: Record<string, { description?: string; schema?: Schema }>
  content?: Record<string, Media>
}

export interface Operation {
  operationId?: string
  tags?: string[]
  summary?: string
  description?: string
  deprecated?: boolean
  parameters?: Parameter[]
  requestBody?: { $ref?: string; description?: string; required?: boolean; content?: Record<string, Media> }
  responses?: Record<string, Answer>
}

export interface OpenApi {
  info: { title: string; version: string; description?: string }
  servers?: { url: string }[]
  tags?: { name: string; description?: string }[]
  paths: Record<string, Record<string, unknown>>
  components?: Record<string, Record<string, unknown>>
}

export interface Endpoint {
  id: string
  method: string
  path: string
  tag: string
  operation: Operation
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete', 'head']

/** Returns the operations in the order of the document; parameters of a path belong to each of its operations. */
export function endpointsOf(api: OpenApi): Endpoint[] {
  return Object.entries(api.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]).map((method) => {
      const operation = item[method] as Operation
      const shared = (item['parameters'] as Parameter[] | undefined) ?? []
      return {
        // Ids of operations may repeat between resources; a method and a path never do.
        id: `${method}${path.replace(/[^A-Za-z0-9]+/g, '-')}`,
        method,
        path,
        tag: operation.tags?.[0] ?? 'Other',
        operation: { ...operation, parameters: [...shared, ...(operation.parameters ?? [])] },
      }
    }),
  )
}

/** Follows references within the document. */
export function resolved<T extends { $ref?: string }>(api: OpenApi, value: T | undefined): T | undefined {
  if (!value?.$ref) return value
  const [, , kind, name] = value.$ref.split('/').map((part) => decodeURIComponent(part))
  return api.components?.[kind ?? '']?.[name ?? ''] as T | undefined
}

export const nameOf = (reference: string) => decodeURIComponent(reference.split('/').at(-1) ?? reference)

/** Says a schema in a few words: `string (uuid)`, `array of Loan`. */
export function inWords(schema: Schema | undefined): string {
  if (!schema) return 'anything'
  if (schema.$ref) return nameOf(schema.$ref)
  const parts = schema.oneOf ?? schema.anyOf
  if (parts) return parts.map(inWords).join(' or ')
  if (schema.allOf) return schema.allOf.map(inWords).join(' and ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  const types = Array.isArray(schema.type) ? schema.type : [schema.type ?? (schema.properties ? 'object' : 'anything')]
  const named = types.map((type) => (type === 'array' ? `array of ${inWords(schema.items)}` : type))
  const format = schema.format ? ` (${schema.format})` : ''
  return `${named.join(' or ')}${format}${schema.nullable ? ' or null' : ''}`
}

/** Makes an example of a schema where the document gives none; `depth` ends schemas that hold themselves. */
export function exampleOf(api: OpenApi, schema: Schema | undefined, depth = 0): unknown {
  const full = resolved(api, schema)
  if (!full || depth > 6) return null
  if (full.example !== undefined) return full.example
  if (full.examples?.[0] !== undefined) return full.examples[0]
  if (full.const !== undefined) return full.const
  if (full.enum) return full.enum[0]
  if (full.allOf) return Object.assign({}, ...full.allOf.map((part) => exampleOf(api, part, depth + 1)))
  const first = (full.oneOf ?? full.anyOf)?.find((part) => part.type !== 'null')
  if (first) return exampleOf(api, first, depth + 1)
  if (full.properties) {
    const members = Object.entries(full.properties).map(([name, part]) => [name, exampleOf(api, part, depth + 1)])
    return Object.fromEntries(members)
  }
  const type = Array.isArray(full.type) ? full.type.find((one) => one !== 'null') : full.type
  if (type === 'array') return [exampleOf(api, full.items, depth + 1)]
  if (type === 'integer' || type === 'number') return full.minimum ?? 0
  if (type === 'boolean') return true
  if (type === 'string') return full.format ?? 'string'
  return type === 'object' ? {} : null
}
