import { z } from 'zod'
import type { ProviderId } from './provider.js'
import {
  type CheckResult,
  checkValue,
  type Maybe,
  maybe,
  maybeText,
  type OpenObject,
  type ServiceFault,
  serviceFaultSchema,
} from './resource.js'
import type { TaxpayerStatus } from './taxpayer.js'

/** What payloads have in common. Source: interface, Delivery rules: both moments can be compared to reject stale data. */
export interface Payload extends OpenObject {
  readonly created_at?: Maybe<string>
  readonly updated_at?: Maybe<string>
}

/** The payload of `taxpayer.status_changed`. */
export interface StatusChanged extends Payload {
  readonly taxpayer_id: string
  readonly status: TaxpayerStatus
  readonly status_description?: Maybe<string>
  readonly provider_id?: Maybe<ProviderId>
}

/** The payload of `taxpayer.records_synced`. Here, unlike in a record, the tax year is a number. */
export interface RecordsSynced extends Payload {
  readonly taxpayer_id: string
  readonly provider_id?: Maybe<ProviderId>
  readonly records: readonly SyncedRecord[]
}

/** A record that was synced. */
export interface SyncedRecord extends OpenObject {
  readonly record_id: string
  readonly tax_year?: Maybe<number>
}

/** The payload of `taxpayer.disconnected`. */
export interface Disconnected extends Payload {
  readonly taxpayer_id: string
  readonly name?: Maybe<string>
  readonly provider_id?: Maybe<ProviderId>
}

/** The payload of `widget.failed` and `client_link.failed`. */
export interface Failed extends Payload {
  readonly error: ServiceFault
}

/** The payload of `client_link.opened` and `client_link.closed`. */
export interface LinkVisited extends Payload {
  readonly url: string
}

/** The payload of `client_link.succeeded`. */
export interface LinkSucceeded extends Payload {
  readonly provider_id: ProviderId
}

/** The payload of every event that the interface shows, by event type. */
export interface Payloads {
  readonly 'taxpayer.status_changed': StatusChanged
  readonly 'taxpayer.records_synced': RecordsSynced
  readonly 'taxpayer.disconnected': Disconnected
  readonly 'taxpayer.consent_accepted': unknown
  readonly 'taxpayer.provider_selected': unknown
  readonly 'taxpayer.provider_connected': unknown
  readonly 'widget.opened': Payload
  readonly 'widget.closed': Payload
  readonly 'widget.failed': Failed
  readonly 'client_link.opened': LinkVisited
  readonly 'client_link.closed': LinkVisited
  readonly 'client_link.failed': Failed
  readonly 'client_link.succeeded': LinkSucceeded
}

const moments = { created_at: maybeText, updated_at: maybeText }
const taxpayer = { ...moments, taxpayer_id: z.string(), provider_id: maybeText }
const synced = z.looseObject({ record_id: z.string(), tax_year: maybe(z.number()) })
const empty = z.looseObject(moments)
const failed = z.looseObject({ ...moments, error: serviceFaultSchema })
const visited = z.looseObject({ ...moments, url: z.string() })

/** The schema of every payload. Gap: the payloads of the three connect events are not shown, so anything passes. */
export const PAYLOADS: { readonly [T in keyof Payloads]: z.ZodType<Payloads[T]> } = {
  'taxpayer.status_changed': z.looseObject({
    ...taxpayer,
    status: z.string(),
    status_description: maybeText,
  }),
  'taxpayer.records_synced': z.looseObject({ ...taxpayer, records: z.array(synced) }),
  'taxpayer.disconnected': z.looseObject({ ...taxpayer, name: maybeText }),
  'taxpayer.consent_accepted': z.unknown(),
  'taxpayer.provider_selected': z.unknown(),
  'taxpayer.provider_connected': z.unknown(),
  'widget.opened': empty,
  'widget.closed': empty,
  'widget.failed': failed,
  'client_link.opened': visited,
  'client_link.closed': visited,
  'client_link.failed': failed,
  'client_link.succeeded': z.looseObject({ ...moments, provider_id: z.string() }),
}

/** An event type that the interface names. */
export type EventType = keyof Payloads

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
  readonly data?: unknown
}

/** An event as the service delivers it. `isEventOf` tells its types apart. */
export type ServiceEvent = KnownEvent | UnknownEvent

const envelopeSchema: z.ZodType<EventEnvelope> = z.looseObject({
  event: z.string(),
  id: z.string().min(1),
  created_at: z.string(),
})

/** True for an event type that the interface names. */
export const isKnownType = (type: string): type is EventType => Object.hasOwn(PAYLOADS, type)

/** True for an event of one type, whose payload is then typed. */
export const isEventOf = <T extends EventType>(event: ServiceEvent, type: T): event is EventOf<T> =>
  event.event === type

/** Checks an event: its envelope and, where its type is known, its payload. Unknown types pass. */
export function checkEvent(value: unknown): CheckResult<ServiceEvent> {
  const envelope = checkValue(envelopeSchema, value)
  if (!envelope.ok) return envelope
  const { event, data } = envelope.value
  if (isKnownType(event)) {
    const payload = checkValue<unknown>(PAYLOADS[event], data, ['data'])
    if (!payload.ok) return payload
  }
  return { ok: true, value: envelope.value as ServiceEvent }
}

const about = { taxpayer_id: '00000000-0000-4000-8000-000000000000', provider_id: 'service-sandbox' }
const url = 'https://links.example.invalid/link'
const fault = { error: { code: 'provider_timeout', message: 'The provider did not answer in time.' } }

/** What a test event of each type carries. Source: interface, Event types and payloads. */
export const SAMPLE_PAYLOADS: { readonly [T in EventType]: Payloads[T] & OpenObject } = {
  'taxpayer.status_changed': {
    ...about,
    status: 'COMPLETED',
    status_description: 'The records were parsed.',
  },
  'taxpayer.records_synced': { ...about, records: [{ record_id: 'record-1', tax_year: 2024 }] },
  'taxpayer.disconnected': { ...about, name: 'Test Taxpayer' },
  'taxpayer.consent_accepted': about,
  'taxpayer.provider_selected': about,
  'taxpayer.provider_connected': about,
  'widget.opened': {},
  'widget.closed': {},
  'widget.failed': fault,
  'client_link.opened': { url },
  'client_link.closed': { url },
  'client_link.failed': fault,
  'client_link.succeeded': { provider_id: 'service-sandbox' },
}
