import * as z from 'zod'
import { isObject } from '../../core/json-value.js'
import { providerSchema, statusSchema } from './provider.js'
import {
  type CheckResult,
  checkValue,
  identifier,
  type OpenObject,
  text,
  type UnlistedText,
  type ValueOf,
} from './schema.js'

const moments = z.looseObject({ created_at: text.nullish(), updated_at: text.nullish() })
const taxpayerEventFields = moments.extend({ taxpayer_id: text, provider_id: providerSchema.nullish() })
const failedFields = moments.extend({ error: z.looseObject({ code: text.nullish(), message: text.nullish() }) })
const linkVisitedFields = moments.extend({ url: text })

/** The payload schema of each event type. The API document does not show the payloads of the three connect events. */
const payloadSchemas = {
  'taxpayer.status_changed': taxpayerEventFields.extend({ status: statusSchema, status_description: text.nullish() }),
  'taxpayer.records_synced': taxpayerEventFields.extend({
    records: z.array(z.looseObject({ record_id: text, tax_year: z.number().nullish() })),
  }),
  'taxpayer.disconnected': taxpayerEventFields.extend({ name: text.nullish() }),
  'taxpayer.consent_accepted': z.unknown(),
  'taxpayer.provider_selected': z.unknown(),
  'taxpayer.provider_connected': z.unknown(),
  'widget.opened': moments,
  'widget.closed': moments,
  'widget.failed': failedFields,
  'client_link.opened': linkVisitedFields,
  'client_link.closed': linkVisitedFields,
  'client_link.failed': failedFields,
  'client_link.succeeded': moments.extend({ provider_id: providerSchema }),
}

/** Returns the schema of an event type's payload. */
export const getPayloadSchema = (type: EventType): z.ZodType => payloadSchemas[type]

/** The payload of each event type in the API document. */
export type Payloads = { readonly [T in keyof typeof payloadSchemas]: ValueOf<(typeof payloadSchemas)[T]> }

/** The fields that all payloads share. Compare the times to reject stale data. Source: service API, Delivery rules. */
export interface Payload extends ValueOf<typeof moments> {}

/** The payload of `taxpayer.status_changed`. */
export type StatusChanged = Payloads['taxpayer.status_changed']

/** The payload of `taxpayer.records_synced`. The tax year is a number here, although it is text in a record. */
export type RecordsSynced = Payloads['taxpayer.records_synced']

/** A record that `taxpayer.records_synced` lists. */
export type SyncedRecord = RecordsSynced['records'][number]

/** The payload of `taxpayer.disconnected`. */
export type Disconnected = Payloads['taxpayer.disconnected']

/** The payload of `widget.failed` and `client_link.failed`. */
export type Failed = Payloads['widget.failed']

/** The error object in events and error bodies. The API document does not list the codes. */
export type ServiceFault = Failed['error']

/** The payload of `client_link.opened` and `client_link.closed`. */
export type LinkVisited = Payloads['client_link.opened']

/** The payload of `client_link.succeeded`. */
export type LinkSucceeded = Payloads['client_link.succeeded']

/** An event type that the API document lists. */
export type EventType = keyof Payloads

/** All event types that the API document lists. */
export const EVENT_TYPES = Object.keys(payloadSchemas) as readonly EventType[]

/** The fields of every event. Source: service API, Event object. */
interface EventEnvelope extends OpenObject {
  readonly event: string
  /** The event's unique id. It begins with `ev_`. */
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

/** An event whose type this version of the library does not know. Its payload is unknown. */
export interface UnknownEvent extends EventEnvelope {
  readonly event: UnlistedText
}

/** An event as the service delivers it. `isEventOf` and a comparison of `event` narrow it to one type. */
export type ServiceEvent = KnownEvent | UnknownEvent

export const envelopeSchema: z.ZodType = z.looseObject({ event: text, id: identifier, created_at: text })

/** Tests whether the API document lists an event type. */
export const isKnownType = (type: string): type is EventType => Object.hasOwn(payloadSchemas, type)

const checkPayload = ({ event, data }: EventEnvelope): CheckResult<unknown> =>
  isKnownType(event) ? checkValue<unknown>(payloadSchemas[event], data, ['data']) : { ok: true, value: data }

/** Tests whether an event has the given type and a payload that matches the type's schema. Narrows the event's type. */
export const isEventOf = <T extends EventType>(event: ServiceEvent, type: T): event is ServiceEvent & EventOf<T> =>
  event.event === type && checkPayload(event).ok

/**
 * Copies an event without the fields of its payload that have an unexpected type. Returns null if the event's type
 * requires one of them, because a handler of this type could not use the event.
 */
function omitMismatches(event: ServiceEvent): ServiceEvent | null {
  if (!isKnownType(event.event)) return event
  const data: unknown = structuredClone(event.data)
  for (const { path } of payloadSchemas[event.event].safeParse(data).error?.issues ?? []) {
    const key = path.at(-1)
    const parent = path.slice(0, -1).reduce((value, parentKey) => (value as OpenObject)[String(parentKey)], data)
    if (typeof key !== 'string' || !isObject(parent)) return null
    Reflect.deleteProperty(parent, key)
  }
  const usableEvent = { ...event, data } as ServiceEvent
  return checkPayload(usableEvent).ok ? usableEvent : null
}

/**
 * Checks an event's envelope and, if its type is known, its payload. Events of unknown types pass. If only the payload
 * does not match, the result's `envelope` is the event. Then `usableEvent` is the event without the fields that do not
 * match, or null if its type requires one of them.
 */
export function checkEvent(
  value: unknown,
): CheckResult<ServiceEvent> & {
  readonly envelope?: ServiceEvent | undefined
  readonly usableEvent?: ServiceEvent | null
} {
  const envelope = checkValue(envelopeSchema, value)
  if (!envelope.ok) return envelope
  const event = envelope.value as ServiceEvent
  const payload = checkPayload(event)
  return payload.ok ? { ok: true, value: event } : { ...payload, envelope: event, usableEvent: omitMismatches(event) }
}

/** The field values from which `makeSamplePayload` builds the payloads of test events. */
const SAMPLE_VALUES: Readonly<Record<string, unknown>> = {
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
 * Makes the payload of a test event. Connect events have the fields that name a taxpayer. Widget events have no
 * timestamps, because they do not concern a created object. Source: service API, Event types and payloads.
 */
export function makeSamplePayload(type: EventType): OpenObject {
  const schema = payloadSchemas[type]
  const keys = Object.keys((schema instanceof z.ZodObject ? schema : taxpayerEventFields).shape)
  return Object.fromEntries(
    keys
      .filter(key => key in SAMPLE_VALUES && !(type.startsWith('widget.') && key in moments.shape))
      .map(key => [key, SAMPLE_VALUES[key]]),
  )
}
