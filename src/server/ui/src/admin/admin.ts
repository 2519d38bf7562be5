// The endpoints of a tenant's configuration.

import { all } from '../api'
import { get, send } from '../http'
import { session } from '../session'
import type { Configuration, ConfigurationDraft, DocumentType, NamedFieldType, Role } from '../types'

export interface Settings {
  reviewThreshold: number
  allowWaivers?: boolean
  exportWhenPassed?: boolean
  largeDepositThreshold: { kind: string; value: string | number }
  guideline?: string
  incomeEngine: string | null
  los: string
  webhooksEnabled: boolean
  reportsEnabled: string[] | null
}

const tenant = () => `/tenant/${session.value?.tenantId}`
export const settings = () => get<Settings>(`${tenant()}/settings`)
/** With `seen` only while the settings are still those. */
export const saveSettings = (change: Partial<Settings>, seen?: Settings) =>
  send<Settings>('PUT', `${tenant()}/settings`, change, undefined, seen)

export const addConfiguration = (draft: ConfigurationDraft) => send<Configuration>('POST', '/configurations', draft)
export const saveConfiguration = (id: string, draft: ConfigurationDraft) =>
  send<Configuration>('PUT', `/configurations/${id}`, draft)
export const removeConfiguration = (id: string) => send<void>('DELETE', `/configurations/${id}`)

export const allTypes = () => all<DocumentType>('/document-types')
export const setActive = (id: string, active: boolean) => send<DocumentType>('PUT', `/document-types/${id}`, { active })
export const addType = (name: string, group: string, keyPhrases: string[]) =>
  send<DocumentType>('POST', '/document-types', { name, group, keyPhrases })
export const removeType = (id: string) => send<void>('DELETE', `/document-types/${id}`)
export const learnFrom = (id: string, documentId: string) =>
  send<DocumentType>('POST', `/document-types/${id}/samples`, { documentId })

export const fieldTypes = (documentTypeId: string) => all<NamedFieldType>('/field-types', { documentTypeId })
export const changeFieldType = (id: string, change: { displayName?: string; inUse?: boolean }) =>
  send<NamedFieldType>('PUT', `/field-types/${id}`, change)

export interface ExternalField {
  externalFieldId: string
  name: string
  tableIndex: string
  source: string
  createdAt: string
}
export const externalFields = () => all<ExternalField>('/external-fields')
export const addExternalField = (field: { name: string; tableIndex: string; source: string }) =>
  send<ExternalField>('POST', '/external-fields', field)
export const removeExternalField = (id: string) => send<void>('DELETE', `/external-fields/${id}`)

export interface Mapping {
  mappingId: string
  fieldId: string
  externalFieldId: string
  externalField: ExternalField
}
export const mappings = () => all<Mapping>('/external-field-mappings')
export const addMapping = (fieldId: string, externalFieldId: string) =>
  send<Mapping>('POST', '/external-field-mappings', { fieldId, externalFieldId })
export const removeMapping = (id: string) => send<void>('DELETE', `/external-field-mappings/${id}`)

export interface Webhook {
  webhookId: string
  url: string
  eventTypes: string[]
  description: string | null
  active: boolean
  /** Why the program stopped telling it. */
  disabledReason: string | null
  createdAt: string
  /** Only in the answers that make it and rotate it. */
  secret?: string
}
export interface Delivery {
  deliveryId: string
  eventType: string
  status: string
  attempts: number
  responseStatus: number | null
  error: string | null
  createdAt: string
  deliveredAt?: string | null
}
export const webhooks = () => all<Webhook>('/webhooks')
export const addWebhook = (url: string, eventTypes: string[]) => send<Webhook>('POST', '/webhooks', { url, eventTypes })
export const removeWebhook = (id: string) => send<void>('DELETE', `/webhooks/${id}`)
export const setWebhookActive = (id: string, active: boolean) => send<Webhook>('PUT', `/webhooks/${id}`, { active })
export const rotateWebhook = (id: string) => send<Webhook>('POST', `/webhooks/${id}/rotate`)
export const testWebhook = (id: string) => send<unknown>('POST', `/webhooks/${id}/test`)
export const deliveries = (id: string) => all<Delivery>(`/webhooks/${id}/deliveries`)
export const redeliver = (id: string, deliveryId: string) =>
  send<unknown>('POST', `/webhooks/${id}/deliveries/${deliveryId}/redeliver`)

export interface ApiKey {
  keyId: string
  name: string | null
  role: Role
  status: string
  handle: string
  createdAt: string
  createdBy: string
  expiresAt: string | null
  lastUsedAt: string | null
}
export interface NewKey {
  keyId: string
  role: Role
  apiKey: string
  clientSecret: string
  tenantId: string
}
export const keys = () => all<ApiKey>('/keys')
export const addKey = (name: string, role: Role) => send<NewKey>('POST', '/keys', { name, role })
export const rotateKey = (id: string) => send<NewKey>('POST', `/keys/${id}/rotate`)
export const revokeKey = (id: string) => send<void>('DELETE', `/keys/${id}`)

export interface User {
  userId: string
  name: string
  role: Role
  disabled: boolean
  createdAt: string
  lastSignInAt: string | null
}
export const users = () => all<User>('/users')
export const addUser = (name: string, password: string, role: Role) =>
  send<User>('POST', '/users', { name, password, role })
export const removeUser = (id: string) => send<void>('DELETE', `/users/${id}`)

export interface Learned {
  learnedId: string
  kind: string
  documentTypeId: string
  field: string | null
  phrase: string
  seen: number
  updatedAt: string
}
export const learned = () => all<Learned>('/learned')
export const forget = (id: string) => send<void>('DELETE', `/learned/${id}`)

export interface AuditEntry {
  sequence: number
  occurredAt: string
  actor: string
  action: string
  subject: string
  subjectId: string
  before: unknown
  after: unknown
}
export const audit = (cursor: string | null) =>
  get<{ data: AuditEntry[]; nextCursor: string | null }>('/audit', { cursor, limit: 100 })
