import { z } from 'zod'
import { type CheckResult, checkValue } from './check-value.js'
import type { OpenObject } from './open.js'
import { PAYLOADS, type Payloads } from './payload.js'

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
