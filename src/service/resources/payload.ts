import { z } from 'zod'
import { type Maybe, maybe, type OpenObject, type ServiceFault, serviceFaultSchema } from './open.js'
import { type ProviderId, providerIdSchema } from './provider.js'
import { type TaxpayerStatus, taxpayerStatusSchema } from './status.js'

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

const moments = { created_at: maybe(z.string()), updated_at: maybe(z.string()) }
const provider = maybe(providerIdSchema)

const statusChanged: z.ZodType<StatusChanged> = z.looseObject({
  ...moments,
  taxpayer_id: z.string(),
  status: taxpayerStatusSchema,
  status_description: maybe(z.string()),
  provider_id: provider,
})

const recordsSynced: z.ZodType<RecordsSynced> = z.looseObject({
  ...moments,
  taxpayer_id: z.string(),
  provider_id: provider,
  records: z.array(z.looseObject({ record_id: z.string(), tax_year: maybe(z.number()) })),
})

const disconnected: z.ZodType<Disconnected> = z.looseObject({
  ...moments,
  taxpayer_id: z.string(),
  name: maybe(z.string()),
  provider_id: provider,
})

const failed: z.ZodType<Failed> = z.looseObject({ ...moments, error: serviceFaultSchema })
const visited: z.ZodType<LinkVisited> = z.looseObject({ ...moments, url: z.string() })
const empty: z.ZodType<Payload> = z.looseObject(moments)

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

/** The schema of every payload. Gap: the payloads of the three connect events are not shown, so anything passes. */
export const PAYLOADS: { readonly [T in keyof Payloads]: z.ZodType<Payloads[T]> } = {
  'taxpayer.status_changed': statusChanged,
  'taxpayer.records_synced': recordsSynced,
  'taxpayer.disconnected': disconnected,
  'taxpayer.consent_accepted': z.unknown(),
  'taxpayer.provider_selected': z.unknown(),
  'taxpayer.provider_connected': z.unknown(),
  'widget.opened': empty,
  'widget.closed': empty,
  'widget.failed': failed,
  'client_link.opened': visited,
  'client_link.closed': visited,
  'client_link.failed': failed,
  'client_link.succeeded': z.looseObject({ ...moments, provider_id: providerIdSchema }),
}
