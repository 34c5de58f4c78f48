import {
  type ConformanceCheck,
  exchangeStep,
  makeAuthorizeStep,
  makeChangingCheck,
  makeExchangeBody,
  makeReadingCheck,
  makeTokenStep,
  makeWebhookCheck,
  parseFields,
  type RequestStep,
  type Step,
} from './steps.js'

const TOKEN_FIELDS = parseFields('access_token: $text, taxpayer_id: $text, provider_id: $provider')
const TOKEN_RECORD_FIELDS = parseFields(
  'access_token: $text, taxpayer_id: {taxpayer}, name?: $text, metadata?: $object, provider_id?: $provider, created_at?: $time, status?: $status',
)
export const MOMENT_FIELDS = parseFields('created_at: $time, updated_at: $time')
export const TAXPAYER_EVENT_FIELDS = { taxpayer_id: '$text', provider_id: 'irs', ...MOMENT_FIELDS }
export const STATUS_EVENT = 'taxpayer.status_changed'
export const HOUR_MS = 3_600_000

const exchangeToken: RequestStep = {
  ...exchangeStep,
  expectedBody: TOKEN_FIELDS,
  storeValues: { token: 'json:access_token', taxpayer: 'json:taxpayer_id' },
}
export const CONNECT_STEPS = [makeAuthorizeStep({ provider_id: 'irs' }), exchangeToken]
export const expectStatus = (statusName: string): Step => ({
  delivered: STATUS_EVENT,
  data: { ...TAXPAYER_EVENT_FIELDS, status: statusName, status_description: '$text' },
})
const LINK_METADATA = { metadata: { loan: 'A-17' } }
const makeLinkStep = (body: object): RequestStep => ({ send: 'POST /client-links', credentialName: 'client', body })
export const createLink: RequestStep = {
  ...makeLinkStep(LINK_METADATA),
  expectedBody: { url: '$text', id: '$text' },
  storeValues: { link: 'json:url' },
}

/** Returns the requests of a visit to a hosted page, from opening its address to the end of the visit. */
export const makeVisitSteps = (
  address: string,
  outcome: string,
  lastStepFields: Partial<RequestStep> = {},
): readonly RequestStep[] => {
  const page = { send: 'POST {visit}', expectedStatus: 303 }
  return [
    { send: `GET ${address}`, version: null, expectedStatus: 303, storeValues: { visit: 'header:location' } },
    { ...page, form: { action: 'select', provider_id: 'irs', person: '0' } },
    { ...page, form: { action: 'consent' } },
    { ...page, expectedStatus: 200, form: { action: 'connect', outcome }, ...lastStepFields },
  ]
}
export const EMBEDDED_PATH = '/connect?client_id={client_id}&origin={origin:url}'
const ERROR_BODY = { message: '$text' }
/** An exchange that fails with 400 or 401. The API document does not say which of them a cause has. */
const makeRefusedExchange = (body: object): RequestStep => ({
  send: 'POST /auth/token',
  body,
  expectedStatus: [400, 401],
})
const REDIRECT_PATH = '/connect?client_id={client_id}&redirect_uri={redirect:url}&state=s-1'
const redirectVisit = makeVisitSteps(REDIRECT_PATH, 'connected', {
  expectedStatus: 303,
  expectedHeaders: { location: '[?&]code=' },
  storeValues: { code: 'query:code' },
})
const PERSON_FIELDS = {
  personalInfo: { firstName: 'Test', lastName: 'Taxpayer', ssn: '900-11-4471' },
  address: { street: '1 Test Street', city: 'Marlow', state: 'OH', zip: '43990' },
}
const UNSIGNED_FORM_ENDPOINT = 'POST /providers/irs/f8821/unsigned'
const makeUnsignedFormStep = (extraFields: object = {}): RequestStep => ({
  send: UNSIGNED_FORM_ENDPOINT,
  credentialName: 'client',
  body: { ...PERSON_FIELDS, ...extraFields },
  storeValues: { pdf: 'body' },
})
/** The API document does not show where the document id is. This is where the sandbox has it. */
const SANDBOX_FORM_VALUES = { document: 'header:x-document-id', pdf: 'body' }
const upload: RequestStep = {
  send: 'POST /providers/irs/f8821/upload/{document}',
  credentialName: 'client',
  file: 'pdf',
  expectedBody: TOKEN_FIELDS,
  storeValues: { token: 'json:access_token' },
}

/** Checks of exchanges, links and Forms 8821. */
export const FLOW_CHECKS = {
  retrieves: makeReadingCheck(
    ['client', 'token'],
    [{ send: 'GET /auth/tax-payer/{taxpayer}/token', credentialName: 'client', expectedBody: TOKEN_RECORD_FIELDS }],
  ),
  retrievesOfLink: makeWebhookCheck([
    createLink,
    ...makeVisitSteps('{link}', 'connected'),
    { delivered: STATUS_EVENT, data: { status: 'AUTHORIZED' } },
    {
      send: 'GET /auth/tax-payer/{event.taxpayer_id}/token',
      credentialName: 'client',
      expectedBody: LINK_METADATA,
      storeValues: { token: 'json:access_token' },
    },
    makeTokenStep('GET /tax-payer', { expectedBody: LINK_METADATA }),
  ]),
  exchanges: makeChangingCheck('sandbox', [...CONNECT_STEPS, makeTokenStep('GET /introspect')]),
  exchangesAsync: makeWebhookCheck([
    makeAuthorizeStep({ provider_id: 'irs' }),
    { ...exchangeToken, headers: { 'x-service-async': 'true' } },
    makeTokenStep('GET /tax-payer', { expectedBody: { status: 'AUTHORIZED' } }),
    { advance: 5_000 },
    expectStatus('COMPLETED'),
    makeTokenStep('GET /tax-payer', { expectedBody: { status: 'COMPLETED' } }),
    makeTokenStep('GET /records', { expectedBody: [{ forms: [{ type: '$text' }] }] }),
  ]),
  asyncOnlyTrue: makeChangingCheck('sandbox', [
    makeAuthorizeStep(),
    { send: 'POST /auth/token', headers: { 'x-service-async': 'yes' }, body: makeExchangeBody(), expectedStatus: 400 },
    { ...exchangeToken, headers: { 'x-service-async': 'true' } },
  ]),
  exchangeFails: makeChangingCheck('sandbox', [
    makeAuthorizeStep(),
    makeRefusedExchange({}),
    makeRefusedExchange(makeExchangeBody({ client_id: 17 })),
    makeRefusedExchange(makeExchangeBody({ client_id: 'nobody' })),
    makeRefusedExchange(makeExchangeBody({ client_secret: 'wrong' })),
    makeRefusedExchange(makeExchangeBody({ redirect_uri: 'https://elsewhere.invalid/' })),
    makeRefusedExchange(makeExchangeBody({ code: 'unknown' })),
    exchangeToken,
    makeRefusedExchange(makeExchangeBody()),
    makeAuthorizeStep(),
    { advance: HOUR_MS },
    makeRefusedExchange(makeExchangeBody()),
  ]),
  exchangeOfUnknownCode: makeReadingCheck('client', [makeRefusedExchange(makeExchangeBody({ code: 'unknown' }))]),
  exchangeWithWrongSecret: makeReadingCheck('client', [
    makeRefusedExchange(makeExchangeBody({ client_secret: 'wrong', code: 'unknown' })),
  ]),
  redirectFlow: makeChangingCheck('sandbox', [
    ...redirectVisit,
    makeRefusedExchange(makeExchangeBody()),
    makeRefusedExchange(makeExchangeBody({ redirect_uri: '{redirect}&more=1' })),
    { ...exchangeToken, body: makeExchangeBody({ redirect_uri: '{redirect}' }) },
  ]),
  embeddedFlow: makeChangingCheck('sandbox', [
    ...makeVisitSteps(EMBEDDED_PATH, 'connected', { storeValues: { code: 'text:"code":"([^"]+)"' } }),
    makeRefusedExchange(makeExchangeBody({ redirect_uri: '{redirect}' })),
    exchangeToken,
  ]),
  onlyRegistered: makeReadingCheck('sandbox', [
    { send: 'GET /connect?client_id={client_id}&redirect_uri=https%3A%2F%2Felsewhere.invalid', expectedStatus: 400 },
    { send: 'GET /connect?client_id=nobody&redirect_uri={redirect:url}', expectedStatus: 400 },
  ]),
  createsLink: makeChangingCheck('client', [createLink]),
  linkSettings: makeChangingCheck('client', [
    {
      ...createLink,
      body: {
        metadata: {},
        settings: { transcripts: { WAID: ['2023'], W2: [], '1095-A': ['2023'] }, prefillData: { a: 1 } },
      },
    },
  ]),
  form8821: makeChangingCheck('client', [makeUnsignedFormStep()]),
  form8821WithAllFields: makeChangingCheck('client', [
    makeUnsignedFormStep({
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
  form8821Wrong: makeReadingCheck('client', [
    {
      send: UNSIGNED_FORM_ENDPOINT,
      credentialName: 'client',
      body: { personalInfo: 'x' },
      expectedStatus: 4,
      expectedBody: ERROR_BODY,
    },
  ]),
  uploads: makeChangingCheck(
    ['sandbox', 'client'],
    [{ ...makeUnsignedFormStep(), storeValues: SANDBOX_FORM_VALUES }, upload, makeTokenStep('GET /introspect')],
  ),
  uploadForUnknownDocument: makeChangingCheck('client', [
    makeUnsignedFormStep(),
    {
      ...upload,
      send: 'POST /providers/irs/f8821/upload/none',
      expectedStatus: 4,
      expectedBody: ERROR_BODY,
      storeValues: {},
    },
  ]),
  form8821File: makeChangingCheck('sandbox', [
    ...CONNECT_STEPS,
    makeTokenStep('GET /tax-payer', { expectedBody: { form8821: '$text' }, storeValues: { file: 'json:form8821' } }),
    { send: 'GET {file}', version: null, expectedHeaders: { 'content-type': 'application/pdf' } },
    { advance: 12 * HOUR_MS },
    { send: 'GET {file}', version: null, expectedStatus: 403 },
  ]),
  spellings: makeChangingCheck(
    'sandbox',
    ['irs-tax-pro', 'irs_tax_pro'].flatMap(provider_id => [
      makeAuthorizeStep({ provider_id }),
      { ...exchangeToken, expectedBody: { provider_id: 'irs_tax_pro' } },
    ]),
  ),
} satisfies Readonly<Record<string, ConformanceCheck>>
