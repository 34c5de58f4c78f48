import { readTimestamp } from '../../core/date.js'
import { isObject } from '../../core/shape-of.js'
import { isEventOf, type ServiceEvent } from '../resources/event.js'
import { canonicalProvider } from '../resources/provider.js'

/**
 * What an event gives the present state of, for which older data is stale: the connection of a taxpayer and a
 * provider, for `taxpayer.status_changed` and `taxpayer.disconnected`. Missing: null for events that report
 * something that happened, of which each counts; a late `taxpayer.records_synced` still names its records.
 */
export function subjectOf(event: ServiceEvent): string | null {
  if (!isEventOf(event, 'taxpayer.status_changed') && !isEventOf(event, 'taxpayer.disconnected')) return null
  const { taxpayer_id, provider_id } = event.data
  return JSON.stringify(['connection', taxpayer_id, canonicalProvider(provider_id ?? '')])
}

/**
 * When an event's data was last true, as UTC text that sorts by time: the payload's `updated_at`, or else the event's
 * `created_at`. The payload's `created_at` is that of the taxpayer and never changes, so it orders nothing.
 * Missing: null where none can be read. Source: interface, Delivery rules.
 */
export function momentOf(event: ServiceEvent): string | null {
  const data = isObject(event.data) ? event.data : {}
  return utcOf(data['updated_at']) ?? utcOf(event.created_at)
}

const utcOf = (text: unknown): string | null =>
  typeof text === 'string' ? (readTimestamp(text)?.utc ?? null) : null
