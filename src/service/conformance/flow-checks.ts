import {
  authorize,
  type Check,
  changing,
  exchange,
  hooked,
  otherProvider,
  parseFields,
  reading,
  type Sent,
  type Step,
} from './steps.js'

const TOKEN = parseFields('access_token: $text, taxpayer_id: $text, provider_id: $provider')
const TOKEN_RECORD = parseFields(
  'access_token: $text, taxpayer_id: {taxpayer}, name: $text, metadata: $object, provider_id: $provider, created_at: $time, status: $status',
)
const MOMENTS = parseFields('created_at: $time, updated_at: $time')
const OF_TAXPAYER = { taxpayer_id: '$text', provider_id: 'irs', ...MOMENTS }
const STATUS = 'taxpayer.status_changed'
const HOUR = 3_600_000

const exchanged: Sent = {
  ...otherProvider,
  shows: TOKEN,
  keep: { token: 'json:access_token', taxpayer: 'json:taxpayer_id' },
}
const CONNECTED = [authorize({ provider_id: 'irs' }), exchanged]
const status = (word: string): Step => ({
  delivered: STATUS,
  data: { ...OF_TAXPAYER, status: word, status_description: '$text' },
})
/** Returns the expected data of an event after a failed visit. */
const failure = (code: string) => ({ error: { code, message: '$text' } })

const LINK_METADATA = { metadata: { loan: 'A-17' } }
const requestLink = (body: object): Sent => ({ send: 'POST /client-links', as: 'client', body })
const createLink: Sent = {
  ...requestLink(LINK_METADATA),
  shows: { url: '$text', id: '$text' },
  keep: { link: 'json:url' },
}

/** Returns the requests of a visit to a hosted page, from opening its address to its end. */
const visit = (address: string, outcome: string, last: Partial<Sent> = {}): readonly Sent[] => {
  const page = { send: 'POST {visit}', gives: 303 }
  return [
    { send: `GET ${address}`, version: null, gives: 303, keep: { visit: 'header:location' } },
    { ...page, form: { action: 'select', provider_id: 'irs', person: '0' } },
    { ...page, form: { action: 'consent' } },
    { ...page, gives: 200, form: { action: 'connect', outcome }, ...last },
  ]
}
const EMBEDDED = '/connect?client_id={client_id}&origin={origin:url}'
const ERROR = { message: '$text' }
const refused = (gives: number, body: object): Sent => ({ send: 'POST /auth/token', body, gives })
const REDIRECT = '/connect?client_id={client_id}&redirect_uri={redirect:url}&state=s-1'
const redirected = visit(REDIRECT, 'connected', {
  gives: 303,
  has: { location: '[?&]code=' },
  keep: { code: 'query:code' },
})
const PERSON = {
  personalInfo: { firstName: 'Test', lastName: 'Taxpayer', ssn: '900-11-4471' },
  address: { street: '1 Test Street', city: 'Marlow', state: 'OH', zip: '43990' },
}
const unsigned = (more: object = {}): Sent => ({
  send: 'POST /providers/irs/f8821/unsigned',
  as: 'client',
  body: { ...PERSON, ...more },
  has: { 'content-type': 'application/pdf' },
  keep: { document: 'header:x-document-id', pdf: 'body' },
})
const upload: Sent = {
  send: 'POST /providers/irs/f8821/upload/{document}',
  as: 'client',
  file: 'pdf',
  shows: TOKEN,
  keep: { token: 'json:access_token' },
}

/** An event type that only a test event can have while the check runs. */
const TEST_EVENT = 'client_link.failed'
const ONLY_TEST_EVENT = { events: [TEST_EVENT] }
const trigger = (event: string): Sent => ({ send: 'POST /_sandbox/events', body: { event } })
const sendDuplicates = (duplicates: number): Sent => ({
  send: 'POST /_sandbox/delivery',
  body: { duplicates },
})
const came = (times: number): Step => ({ delivered: TEST_EVENT, times })

/** Makes a check of the delivery of one test event. */
const tested = (steps: readonly Step[], answers: readonly number[] = []): Check =>
  hooked([trigger(TEST_EVENT), ...steps], { ...ONLY_TEST_EVENT, answers })

/** Checks of exchanges, links, Forms 8821, and events and their delivery. */
export const FLOW_CHECKS = {
  retrieves: reading(
    ['client', 'token'],
    [{ send: 'GET /auth/tax-payer/{taxpayer}/token', as: 'client', shows: TOKEN_RECORD }],
  ),
  retrievesOfLink: hooked([
    createLink,
    ...visit('{link}', 'connected'),
    { delivered: STATUS, data: { status: 'AUTHORIZED' } },
    {
      send: 'GET /auth/tax-payer/{event.taxpayer_id}/token',
      as: 'client',
      shows: LINK_METADATA,
      keep: { token: 'json:access_token' },
    },
    { send: 'GET /tax-payer', as: 'token', shows: LINK_METADATA },
  ]),
  exchanges: changing('sandbox', [...CONNECTED, { send: 'GET /introspect', as: 'token' }]),
  exchangesAsync: hooked([
    authorize({ provider_id: 'irs' }),
    { ...exchanged, headers: { 'x-service-async': 'true' } },
    { send: 'GET /tax-payer', as: 'token', shows: { status: 'AUTHORIZED' } },
    { advance: 5_000 },
    status('COMPLETED'),
    { send: 'GET /tax-payer', as: 'token', shows: { status: 'COMPLETED' } },
    { send: 'GET /records', as: 'token', shows: [{ forms: [{ type: '$text' }] }] },
  ]),
  asyncOnlyTrue: changing('sandbox', [
    authorize(),
    { send: 'POST /auth/token', headers: { 'x-service-async': 'yes' }, body: exchange(), gives: 400 },
    { ...exchanged, headers: { 'x-service-async': 'true' } },
  ]),
  exchangeFails: changing('sandbox', [
    authorize(),
    refused(400, {}),
    refused(400, exchange({ client_id: 17 })),
    refused(401, exchange({ client_id: 'nobody' })),
    refused(401, exchange({ client_secret: 'wrong' })),
    refused(400, exchange({ redirect_uri: 'https://elsewhere.invalid/' })),
    refused(400, exchange({ code: 'unknown' })),
    exchanged,
    refused(400, exchange()),
    authorize(),
    { advance: HOUR },
    refused(400, exchange()),
  ]),
  exchangeOfNobody: reading('client', [refused(400, exchange({ code: 'unknown' }))]),
  exchangeWithWrongSecret: reading('client', [
    refused(401, exchange({ client_secret: 'wrong', code: 'unknown' })),
  ]),
  redirectFlow: changing('sandbox', [
    ...redirected,
    refused(400, exchange()),
    refused(400, exchange({ redirect_uri: '{redirect}&more=1' })),
    { ...exchanged, body: exchange({ redirect_uri: '{redirect}' }) },
  ]),
  embeddedFlow: changing('sandbox', [
    ...visit(EMBEDDED, 'connected', { keep: { code: 'text:"code":"([^"]+)"' } }),
    refused(400, exchange({ redirect_uri: '{redirect}' })),
    exchanged,
  ]),
  onlyRegistered: reading('sandbox', [
    { send: 'GET /connect?client_id={client_id}&redirect_uri=https%3A%2F%2Felsewhere.invalid', gives: 400 },
    { send: 'GET /connect?client_id=nobody&redirect_uri={redirect:url}', gives: 400 },
  ]),
  createsLink: changing('client', [createLink]),
  linkSettings: changing('client', [
    {
      ...createLink,
      body: {
        metadata: {},
        settings: { transcripts: { WAID: ['2023'], W2: [], '1095-A': ['2023'] }, prefillData: { a: 1 } },
      },
    },
    { ...requestLink({ settings: { transcripts: { W2: 2023 } } }), gives: 400 },
    { ...requestLink({ metadata: 1 }), gives: 400 },
  ]),
  form8821: changing('client', [unsigned()]),
  form8821Whole: changing('client', [
    unsigned({
      form56: {
        authority: { '1gDesc': 'By will', '2a': 'May 2', '2b': 'May 3' },
        tax: { '5': '2023', types: ['Income'], typeDesc: 'Kind', forms: ['1041'], formDesc: 'Paper' },
        proceedings: {
          ...parseFields('name: Court, date: 05-02-2024, docketNumber: D-17'),
          time: { text: '9:00' },
          address: { city: 'Brook' },
        },
        title: 'Executor',
      },
      extraDesignees: [
        { name: 'Reader', address: { city: 'Brook' }, cafNumber: '0000-11111', monitorIRSNotices: true },
      ],
    }),
  ]),
  form8821Wrong: reading('client', [
    { ...unsigned(), body: { personalInfo: 'x' }, gives: 400, has: {}, keep: {}, shows: ERROR },
  ]),
  uploads: changing('client', [unsigned(), upload, { send: 'GET /introspect', as: 'token' }]),
  uploadOfNone: changing('client', [
    unsigned(),
    { ...upload, send: 'POST /providers/irs/f8821/upload/none', gives: 404, shows: ERROR, keep: {} },
  ]),
  form8821File: changing('sandbox', [
    ...CONNECTED,
    { send: 'GET /tax-payer', as: 'token', shows: { form8821: '$text' }, keep: { file: 'json:form8821' } },
    { send: 'GET {file}', version: null, has: { 'content-type': 'application/pdf' } },
    { advance: 12 * HOUR },
    { send: 'GET {file}', version: null, gives: 403 },
  ]),
  spellings: changing(
    'sandbox',
    ['irs-tax-pro', 'irs_tax_pro'].flatMap(provider_id => [
      authorize({ provider_id }),
      { ...exchanged, shows: { provider_id: 'irs_tax_pro' } },
    ]),
  ),
  linkEvents: hooked([
    createLink,
    ...visit('{link}', 'connected'),
    { delivered: 'client_link.opened', data: { url: '{link}', ...MOMENTS } },
    { delivered: 'client_link.succeeded', data: { provider_id: 'irs', ...MOMENTS } },
    { delivered: 'client_link.closed', data: { url: '{link}', ...MOMENTS } },
    createLink,
    ...visit('{link}', 'provider_timeout'),
    { delivered: 'client_link.failed', data: { ...failure('provider_timeout'), ...MOMENTS } },
  ]),
  statusEvents: hooked([
    ...CONNECTED,
    ...['CREATED', 'CONSENT_RECEIVED', 'TAX_AUTHORIZATION_SUBMITTED', 'AUTHORIZED', 'COMPLETED'].map(status),
  ]),
  rejected: hooked([
    ...visit(EMBEDDED, 'authorization_rejected'),
    status('REJECTED'),
    { delivered: 'widget.failed', data: failure('authorization_rejected') },
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
    { delivered: 'widget.failed', data: failure('provider_timeout') },
  ]),
  delivered: tested([{ advance: 96 * HOUR }, came(1)]),
  anySuccess: tested([{ advance: 96 * HOUR }, came(1)], [204]),
  triesAgain: tested([{ advance: 96 * HOUR }, came(3)], [302, 500]),
  givesUp: tested(
    [{ advance: 96 * HOUR }, came(12), { advance: 960 * HOUR }, came(12)],
    Array.from({ length: 20 }, () => 503),
  ),
  moreThanOnce: hooked([sendDuplicates(1), trigger(TEST_EVENT), came(2), sendDuplicates(0)], ONLY_TEST_EVENT),
  selectedTypes: hooked(
    [trigger(STATUS), trigger(TEST_EVENT), came(1), { delivered: STATUS, times: 0 }],
    ONLY_TEST_EVENT,
  ),
  httpsOnly: reading('sandbox', [
    { send: 'POST /_sandbox/webhooks', body: { url: 'http://app.example.invalid/hook' }, gives: 400 },
  ]),
} satisfies Readonly<Record<string, Check>>
