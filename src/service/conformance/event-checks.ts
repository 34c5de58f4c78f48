import {
  CONNECT_STEPS,
  createLink,
  EMBEDDED_PATH,
  expectStatus,
  HOUR_MS,
  MOMENT_FIELDS,
  makeVisitSteps,
  STATUS_EVENT,
  TAXPAYER_EVENT_FIELDS,
} from './flow-checks.js'
import {
  type ConformanceCheck,
  makeReadingCheck,
  makeTokenStep,
  makeWebhookCheck,
  type RequestStep,
  type Step,
} from './steps.js'

/** Returns the expected data of the event after a failed visit. */
const makeFailureData = (code: string) => ({ error: { code, message: '$text' } })

/** An event type that only test events have while the check runs. */
const TEST_EVENT = 'client_link.failed'
const ONLY_TEST_EVENT = { events: [TEST_EVENT] }
const makeTriggerStep = (event: string): RequestStep => ({ send: 'POST /_sandbox/events', body: { event } })
const makeDuplicatesStep = (duplicates: number): RequestStep => ({
  send: 'POST /_sandbox/delivery',
  body: { duplicates },
})
const expectTestEvents = (times: number): Step => ({ delivered: TEST_EVENT, times })

/** Makes a check of how one test event is delivered. */
const checkTestEvent = (steps: readonly Step[], responses: readonly number[] = []): ConformanceCheck =>
  makeWebhookCheck([makeTriggerStep(TEST_EVENT), ...steps], { ...ONLY_TEST_EVENT, responses })

/** Checks of events and their delivery. */
export const EVENT_CHECKS = {
  linkEvents: makeWebhookCheck([
    createLink,
    ...makeVisitSteps('{link}', 'connected'),
    { delivered: 'client_link.opened', data: { url: '{link}', ...MOMENT_FIELDS } },
    { delivered: 'client_link.succeeded', data: { provider_id: 'irs', ...MOMENT_FIELDS } },
    { delivered: 'client_link.closed', data: { url: '{link}', ...MOMENT_FIELDS } },
    createLink,
    ...makeVisitSteps('{link}', 'provider_timeout'),
    { delivered: 'client_link.failed', data: { ...makeFailureData('provider_timeout'), ...MOMENT_FIELDS } },
  ]),
  statusEvents: makeWebhookCheck([
    ...CONNECT_STEPS,
    ...['CREATED', 'CONSENT_RECEIVED', 'TAX_AUTHORIZATION_SUBMITTED', 'AUTHORIZED', 'COMPLETED'].map(expectStatus),
  ]),
  rejected: makeWebhookCheck([
    ...makeVisitSteps(EMBEDDED_PATH, 'authorization_rejected'),
    expectStatus('REJECTED'),
    { delivered: 'widget.failed', data: makeFailureData('authorization_rejected') },
  ]),
  synced: makeWebhookCheck([
    ...CONNECT_STEPS,
    {
      delivered: 'taxpayer.records_synced',
      data: { ...TAXPAYER_EVENT_FIELDS, records: [{ record_id: '$text', tax_year: '$number' }] },
    },
  ]),
  disconnected: makeWebhookCheck([
    ...CONNECT_STEPS,
    makeTokenStep('POST /disconnect'),
    {
      delivered: 'taxpayer.disconnected',
      data: { ...TAXPAYER_EVENT_FIELDS, taxpayer_id: '{taxpayer}', name: '$text' },
    },
  ]),
  widgetEvents: makeWebhookCheck([
    ...makeVisitSteps(EMBEDDED_PATH, 'connected'),
    { delivered: 'widget.opened', data: '$empty' },
    { delivered: 'taxpayer.provider_selected', data: TAXPAYER_EVENT_FIELDS },
    { delivered: 'taxpayer.consent_accepted', data: TAXPAYER_EVENT_FIELDS },
    { delivered: 'taxpayer.provider_connected', data: TAXPAYER_EVENT_FIELDS },
    { delivered: 'widget.closed', data: '$empty' },
  ]),
  widgetFails: makeWebhookCheck([
    ...makeVisitSteps(EMBEDDED_PATH, 'provider_timeout'),
    { delivered: 'widget.failed', data: makeFailureData('provider_timeout') },
  ]),
  delivered: checkTestEvent([{ advance: 96 * HOUR_MS }, expectTestEvents(1)]),
  anySuccess: checkTestEvent([{ advance: 96 * HOUR_MS }, expectTestEvents(1)], [204]),
  triesAgain: checkTestEvent([{ advance: 96 * HOUR_MS }, expectTestEvents(3)], [302, 500]),
  givesUp: checkTestEvent(
    [{ advance: 96 * HOUR_MS }, expectTestEvents(12), { advance: 960 * HOUR_MS }, expectTestEvents(12)],
    Array.from({ length: 20 }, () => 503),
  ),
  moreThanOnce: makeWebhookCheck(
    [makeDuplicatesStep(1), makeTriggerStep(TEST_EVENT), expectTestEvents(2), makeDuplicatesStep(0)],
    ONLY_TEST_EVENT,
  ),
  selectedTypes: makeWebhookCheck(
    [
      makeTriggerStep(STATUS_EVENT),
      makeTriggerStep(TEST_EVENT),
      expectTestEvents(1),
      { delivered: STATUS_EVENT, times: 0 },
    ],
    ONLY_TEST_EVENT,
  ),
  httpsOnly: makeReadingCheck('sandbox', [
    { send: 'POST /_sandbox/webhooks', body: { url: 'http://app.example.invalid/hook' }, expectedStatus: 400 },
  ]),
} satisfies Readonly<Record<string, ConformanceCheck>>
