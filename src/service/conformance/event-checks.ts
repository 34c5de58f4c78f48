import type { Check, Sent, Step } from './row.js'
import {
  CONNECTED,
  createLink,
  EMBEDDED,
  HOUR,
  hooked,
  OF_TAXPAYER,
  reading,
  STATUS,
  status,
  visit,
} from './steps.js'

const OF_LINK = { created_at: '$time', updated_at: '$time' }

/** A type that nothing but a test event announces while the check runs. */
const TEST_EVENT = 'client_link.failed'
const trigger = (event: string): Sent => ({ send: 'POST /_sandbox/events', body: { event } })
const came = (times: number): Step => ({ delivered: TEST_EVENT, times })

/** A check of the delivery of one test event. */
const tested = (steps: readonly Step[], answers: readonly number[] = []): Check =>
  hooked([trigger(TEST_EVENT), ...steps], { events: [TEST_EVENT], answers })

/** Checks of events and their delivery. */
export const EVENT_CHECKS = {
  linkEvents: hooked([
    createLink,
    ...visit('{link}', 'connected'),
    { delivered: 'client_link.opened', data: { url: '{link}', ...OF_LINK } },
    { delivered: 'client_link.succeeded', data: { provider_id: 'irs', ...OF_LINK } },
    { delivered: 'client_link.closed', data: { url: '{link}', ...OF_LINK } },
    createLink,
    ...visit('{link}', 'provider_timeout'),
    {
      delivered: 'client_link.failed',
      data: { error: { code: 'provider_timeout', message: '$text' }, ...OF_LINK },
    },
  ]),
  statusEvents: hooked([
    ...CONNECTED,
    ...['CREATED', 'CONSENT_RECEIVED', 'TAX_AUTHORIZATION_SUBMITTED', 'AUTHORIZED', 'COMPLETED'].map(status),
  ]),
  rejected: hooked([
    ...visit(EMBEDDED, 'authorization_rejected'),
    status('REJECTED'),
    { delivered: 'widget.failed', data: { error: { code: 'authorization_rejected', message: '$text' } } },
  ]),
  synced: hooked([
    ...CONNECTED,
    {
      delivered: 'taxpayer.records_synced',
      data: { ...OF_TAXPAYER, records: [{ record_id: '$text', tax_year: '$number' }] },
    },
  ]),
  disconnected: hooked([
    ...CONNECTED,
    { send: 'POST /disconnect', as: 'token' },
    {
      delivered: 'taxpayer.disconnected',
      data: { ...OF_TAXPAYER, taxpayer_id: '{taxpayer}', name: '$text' },
    },
  ]),
  widgetEvents: hooked([
    ...visit(EMBEDDED, 'connected'),
    { delivered: 'widget.opened', data: '$empty' },
    { delivered: 'taxpayer.provider_selected', data: OF_TAXPAYER },
    { delivered: 'taxpayer.consent_accepted', data: OF_TAXPAYER },
    { delivered: 'taxpayer.provider_connected', data: OF_TAXPAYER },
    { delivered: 'widget.closed', data: '$empty' },
  ]),
  widgetFails: hooked([
    ...visit(EMBEDDED, 'provider_timeout'),
    { delivered: 'widget.failed', data: { error: { code: 'provider_timeout', message: '$text' } } },
  ]),
  delivered: tested([{ advance: 96 * HOUR }, came(1)]),
  anySuccess: tested([{ advance: 96 * HOUR }, came(1)], [204]),
  triesAgain: tested([{ advance: 96 * HOUR }, came(3)], [302, 500]),
  givesUp: tested(
    [{ advance: 96 * HOUR }, came(12), { advance: 960 * HOUR }, came(12)],
    Array.from({ length: 20 }, () => 503),
  ),
  moreThanOnce: hooked(
    [
      { send: 'POST /_sandbox/delivery', body: { duplicates: 1 } },
      trigger(TEST_EVENT),
      came(2),
      { send: 'POST /_sandbox/delivery', body: { duplicates: 0 } },
    ],
    { events: [TEST_EVENT] },
  ),
  selectedTypes: hooked([trigger(STATUS), trigger(TEST_EVENT), came(1), { delivered: STATUS, times: 0 }], {
    events: [TEST_EVENT],
  }),
  httpsOnly: reading('sandbox', [
    { send: 'POST /_sandbox/webhooks', body: { url: 'http://app.example.invalid/hook' }, gives: 400 },
  ]),
} satisfies Readonly<Record<string, Check>>
