import * as z from 'zod'
import { type CheckResult, checkValue } from './check-value.js'
import { type Answer, answerSchema } from './layout.js'
import type { OpenObject } from './resource.js'

const PAYLOAD = { 'created_at?': 'text', 'updated_at?': 'text' } as const
const OF_TAXPAYER = { ...PAYLOAD, taxpayer_id: 'text', 'provider_id?': 'provider' } as const
const FAILED = { ...PAYLOAD, error: { 'code?': 'text', 'message?': 'text' } } as const
const LINK_VISITED = { ...PAYLOAD, url: 'text' } as const

/** Gap: the payloads of the three connect events are not shown. */
const PAYLOADS = {
  'taxpayer.status_changed': { ...OF_TAXPAYER, status: 'status', 'status_description?': 'text' },
  'taxpayer.records_synced': { ...OF_TAXPAYER, records: [{ record_id: 'text', 'tax_year?': 'number' }] },
  'taxpayer.disconnected': { ...OF_TAXPAYER, 'name?': 'text' },
  'taxpayer.consent_accepted': 'anything',
  'taxpayer.provider_selected': 'anything',
  'taxpayer.provider_connected': 'anything',
  'widget.opened': PAYLOAD,
  'widget.closed': PAYLOAD,
  'widget.failed': FAILED,
  'client_link.opened': LINK_VISITED,
  'client_link.closed': LINK_VISITED,
  'client_link.failed': FAILED,
  'client_link.succeeded': { ...PAYLOAD, provider_id: 'provider' },
} as const

/** The payload of every event that the interface shows, by event type. */
export type Payloads = { readonly [T in keyof typeof PAYLOADS]: Answer<(typeof PAYLOADS)[T]> }

/** What payloads have in common. Source: interface, Delivery rules: both moments can be compared to reject stale data. */
export interface Payload extends Answer<typeof PAYLOAD> {}

/** The payload of `taxpayer.status_changed`. */
export type StatusChanged = Payloads['taxpayer.status_changed']

/** The payload of `taxpayer.records_synced`. Here, unlike in a record, the tax year is a number. */
export type RecordsSynced = Payloads['taxpayer.records_synced']

/** A record that was synced. */
export type SyncedRecord = RecordsSynced['records'][number]

/** The payload of `taxpayer.disconnected`. */
export type Disconnected = Payloads['taxpayer.disconnected']

/** The payload of `widget.failed` and `client_link.failed`. */
export type Failed = Payloads['widget.failed']

/** An error object as events and error bodies carry it. Gap: the list of codes is not given. */
export type ServiceFault = Failed['error']

/** The payload of `client_link.opened` and `client_link.closed`. */
export type LinkVisited = Payloads['client_link.opened']

/** The payload of `client_link.succeeded`. */
export type LinkSucceeded = Payloads['client_link.succeeded']

/** An event type that the interface names. */
export type EventType = keyof Payloads

/** Every event type that the interface names. */
export const EVENT_TYPES = Object.keys(PAYLOADS) as readonly EventType[]

/** What every event has. Source: interface, Event object. */
interface EventEnvelope extends OpenObject {
  readonly event: string
  /** Unique, with the prefix `ev_`. */
  readonly id: string
  readonly created_at: string
  readonly data?: unknown
}

/** An event of one known type, with its payload. */
export interface EventOf<T extends EventType> extends EventEnvelope {
  readonly event: T
  readonly data: Payloads[T]
}

/** An event of any known type. */
export type KnownEvent = { [T in EventType]: EventOf<T> }[EventType]

/** An event of a type that was added later; nothing is known of its payload. */
export interface UnknownEvent extends EventEnvelope {
  readonly event: string & Record<never, never>
}

/** An event as the service delivers it. `isEventOf` tells its types apart. */
export type ServiceEvent = KnownEvent | UnknownEvent

const envelopeSchema: z.ZodType<EventEnvelope> = answerSchema({ event: 'text', id: 'id', created_at: 'text' })
const payloadSchemas = new Map<string, z.ZodType>(
  Object.entries(PAYLOADS).map(([type, payload]) => [type, answerSchema(payload)]),
)

/** True for an event type that the interface names. */
export const isKnownType = (type: string): type is EventType => payloadSchemas.has(type)

const checkPayload = ({ event, data }: EventEnvelope): CheckResult<unknown> =>
  checkValue(payloadSchemas.get(event) ?? z.unknown(), data, ['data'])

/** True for an event of one type whose payload is as the interface shows it; it is then typed. */
export const isEventOf = <T extends EventType>(event: ServiceEvent, type: T): event is EventOf<T> =>
  event.event === type && checkPayload(event).ok

/**
 * Checks an event: its envelope and, where its type is known, its payload. Unknown types pass. `envelope` is the event
 * whose payload alone does not fit.
 */
export function checkEvent(
  value: unknown,
): CheckResult<ServiceEvent> & { readonly envelope?: ServiceEvent | undefined } {
  const envelope = checkValue(envelopeSchema, value)
  if (!envelope.ok) return envelope
  const payload = checkPayload(envelope.value)
  const event = envelope.value as ServiceEvent
  return payload.ok ? { ok: true, value: event } : { ...payload, envelope: event }
}

/** What stands under each key of a test event. */
const SAMPLES: Readonly<Record<string, unknown>> = {
  taxpayer_id: '00000000-0000-4000-8000-000000000000',
  provider_id: 'service-sandbox',
  status: 'COMPLETED',
  status_description: 'The records were parsed.',
  records: [{ record_id: 'record-1', tax_year: 2024 }],
  name: 'Test Taxpayer',
  error: { code: 'provider_timeout', message: 'The provider did not answer in time.' },
  url: 'https://links.example.invalid/link',
  created_at: '2024-01-01T00:00:00.000Z',
  updated_at: '2024-01-01T00:00:00.000Z',
}

/**
 * What a test event of a type carries. Those of the connect flow tell of whom; those of the widget are about nothing that
 * was created. Source: interface, Event types and payloads.
 */
export function samplePayload(type: EventType): OpenObject {
  const payload = PAYLOADS[type]
  const keys = Object.keys(payload === 'anything' ? OF_TAXPAYER : payload)
    .filter(key => !type.startsWith('widget.') || !(key in PAYLOAD))
    .map(key => key.replace('?', ''))
  return Object.fromEntries(keys.filter(key => key in SAMPLES).map(key => [key, SAMPLES[key]]))
}
