import {
  type ConformanceCheck,
  exchangeStep,
  makeAuthorizeStep,
  makeChangingCheck,
  makeReadingCheck,
  makeTokenStep,
  parseFields,
  type RequestStep,
} from './steps.js'

const JOB_FIELDS = parseFields('jobId: $text, taxpayerId?: {taxpayer}, name?: $text')
const PROVIDER_FIELD = parseFields('provider_id?: $provider')
const SUCCESS_BODY = { status: 'success' }
/** Makes a check of a GET request with an access token. */
const makeReadCheck = (path: string, expectedBody: object): ConformanceCheck =>
  makeReadingCheck('token', [makeTokenStep(`GET ${path}`, { expectedBody })])
/** Makes a check that endpoints reject requests without a credential and with the wrong kind of credential. */
const makeRejectionCheck = (requests: readonly string[], wrongCredential: 'client' | 'token'): ConformanceCheck =>
  makeReadingCheck(
    wrongCredential,
    [undefined, wrongCredential].flatMap(credentialName =>
      requests.map(send => ({ send, credentialName, expectedStatus: 4 })),
    ),
  )

const CLIENT_ENDPOINTS = [
  'POST /client-links',
  'POST /providers/irs/f8821/unsigned',
  'POST /providers/irs/f8821/upload/none',
  'GET /auth/tax-payer/none/token',
]
const TOKEN_ENDPOINTS = [
  'GET /introspect',
  'GET /tax-payer',
  'GET /records',
  'GET /records/none',
  'POST /tax-payer/none/refresh',
  'GET /tax-payer/none/refresh/none',
  'POST /tax-payer/clear-records',
  'POST /disconnect',
]

const startRefresh = makeTokenStep('POST /tax-payer/{taxpayer}/refresh', {
  expectedBody: JOB_FIELDS,
  storeValues: { job: 'json:jobId' },
})
const makeRefreshStatusStep = (status: string): RequestStep =>
  makeTokenStep('GET /tax-payer/{taxpayer}/refresh/{job}', { expectedBody: { ...JOB_FIELDS, status } })
const disconnectSteps = [
  makeTokenStep('POST /disconnect', { expectedBody: SUCCESS_BODY }),
  makeTokenStep('GET /introspect', { expectedStatus: 4 }),
]

/** Checks of data, credentials and versions. */
export const DATA_CHECKS = {
  introspection: makeReadCheck(
    '/introspect',
    parseFields('taxpayer_id: {taxpayer}, client_id?: $text, name?: $text, provider_id?: $provider'),
  ),
  taxpayer: makeReadCheck(
    '/tax-payer',
    parseFields(
      'id: {taxpayer}, name?: $text, provider_id?: $provider, created_at?: $time, status?: $status, metadata?: $object, form8821?: $text',
    ),
  ),
  uuid: makeReadCheck('/tax-payer', { id: '$uuid' }),
  analysis: makeReadCheck('/tax-payer', {
    'analysis?': {
      ...parseFields('total_liabilities?: $text, liabilities_with_lien_filed?: $text, tin?: $text'),
      'employment_history?': [
        { 'type?': '$text', 'year?': '$text', 'employer?': parseFields('ein?: $text, name?: $text, address?: $text') },
      ],
    },
  }),
  details: makeReadCheck('/tax-payer', {
    'details?': {
      'address?': parseFields('street_address?: $text, city?: $text, state?: $text, zip_code?: $text'),
      'balance_summary?': { 'balance_due?': '$number', 'tax_years?': [{ 'amount?': '$number', 'year?': '$text' }] },
    },
  }),
  records: makeReadCheck('/records', [
    {
      ...parseFields('id: $text, name?: $text, tax_year?: $text, provider_id?: $provider, date?: $time'),
      'raw_file?': '$text',
      'forms?': [parseFields('type?: $text, year?: $text, ssn?: $masked')],
    },
  ]),
  record: makeReadingCheck('token', [
    makeTokenStep('GET /records', { storeValues: { record: 'json:0.id' } }),
    makeTokenStep('GET /records/{record}'),
  ]),
  providers: makeReadingCheck('token', [makeTokenStep('GET /providers')]),
  providerIds: makeReadingCheck('token', [
    makeTokenStep('GET /introspect', { expectedBody: PROVIDER_FIELD }),
    makeTokenStep('GET /tax-payer', { expectedBody: PROVIDER_FIELD }),
    makeTokenStep('GET /records', { expectedBody: [PROVIDER_FIELD] }),
  ]),
  refresh: makeChangingCheck('token', [startRefresh, makeRefreshStatusStep('$text')]),
  refreshes: makeChangingCheck(
    ['sandbox', 'token'],
    [startRefresh, makeRefreshStatusStep('processing'), { advance: 5_000 }, makeRefreshStatusStep('completed')],
  ),
  clears: makeChangingCheck('token', [
    makeTokenStep('POST /tax-payer/clear-records', { expectedBody: SUCCESS_BODY }),
    makeTokenStep('GET /records', { expectedBody: '$empty' }),
    makeTokenStep('GET /tax-payer', { expectedBody: { id: '{taxpayer}' } }),
  ]),
  disconnects: makeChangingCheck(
    ['sandbox', 'token'],
    [
      makeAuthorizeStep({ taxpayer_id: '{taxpayer}' }),
      { ...exchangeStep, storeValues: { same: 'json:access_token' } },
      makeAuthorizeStep({ taxpayer_id: '{taxpayer}', provider_id: 'drake' }),
      exchangeStep,
      ...disconnectSteps,
      { send: 'GET /introspect', credentialName: 'same', expectedStatus: 4 },
      { send: 'GET /introspect', credentialName: 'other', expectedBody: { taxpayer_id: '{taxpayer}' } },
    ],
  ),
  disconnect: { ...makeChangingCheck('token', disconnectSteps), endsToken: true },
  clientCredentials: makeRejectionCheck(CLIENT_ENDPOINTS, 'token'),
  tokenCredentials: makeRejectionCheck(TOKEN_ENDPOINTS, 'client'),
  optionalVersion: makeChangingCheck(
    ['sandbox', 'client', 'token'],
    [
      { send: 'GET /auth/tax-payer/{taxpayer}/token', credentialName: 'client', version: null },
      makeTokenStep('GET /introspect', { version: null }),
      makeTokenStep('POST /tax-payer/{taxpayer}/refresh', { version: null, storeValues: { job: 'json:jobId' } }),
      makeTokenStep('GET /tax-payer/{taxpayer}/refresh/{job}', { version: null }),
      makeTokenStep('POST /disconnect', { version: null }),
    ],
  ),
  version: makeReadingCheck('token', [makeTokenStep('GET /tax-payer')]),
  versionRequired: makeReadingCheck(
    ['sandbox', 'token'],
    [
      makeTokenStep('GET /tax-payer', { version: '1999-01-01', expectedStatus: 4 }),
      makeTokenStep('GET /tax-payer', { version: null, expectedStatus: 4 }),
    ],
  ),
} satisfies Readonly<Record<string, ConformanceCheck>>
