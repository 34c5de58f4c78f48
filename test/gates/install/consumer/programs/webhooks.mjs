import { signWebhook, verifyWebhook } from 'taxtally/webhooks'

export default async () => {
  const event = { id: 'ev_1', event: 'made-up', data: {}, created_at: '2026-01-01T00:00:00Z' }
  const [body, secret, now] = [JSON.stringify(event), 'whsec_made_up', 1_767_225_600_000]
  const signature = await signWebhook(body, secret, now)
  return verifyWebhook(body, { 'service-signature': signature }, secret, { now: () => now })
}
