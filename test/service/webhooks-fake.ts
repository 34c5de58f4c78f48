import { signWebhook } from '../../src/service/webhooks/index.js'

export const SECRET = 'whsec_CANARY'
export const NOW = Date.parse('2024-06-01T00:00:00Z')

let count = 0

/** Creates an event with a unique id. `fields` adds or replaces fields. */
export const makeEvent = (type: string, data: unknown, fields: Record<string, unknown> = {}) => ({
  event: type,
  id: `ev_${++count}`,
  data,
  created_at: '2024-06-01T00:00:00.000Z',
  ...fields,
})

export const makeStatusChanged = (status: string, updatedAt: string, fields: Record<string, unknown> = {}) =>
  makeEvent(
    'taxpayer.status_changed',
    { taxpayer_id: 't-1', provider_id: 'irs', status, status_description: '', updated_at: updatedAt },
    fields,
  )

/** Signs a value and returns the body and headers that the service would send. */
export async function signDelivery(value: unknown, secret = SECRET, timestamp = NOW) {
  const body = typeof value === 'string' ? value : JSON.stringify(value)
  return { body, headers: { 'service-signature': await signWebhook(body, secret, timestamp) } }
}
