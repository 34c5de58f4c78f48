import {
  type ConformanceCheck,
  exchangeStep,
  makeAuthorizeStep,
  makeChangingCheck,
  makeReadingCheck,
  parseFields,
  type RequestStep,
} from './steps.js'

const JOB_FIELDS = parseFields('jobId: $text, taxpayerId: {taxpayer}, name: $text')
const SUCCESS_BODY = { status: 'success' }
/** Makes a check of a GET request with an access token. `expectedBody` may be a line for `parseFields`. */
const checkRead = (path: string, expectedBody: string | object): ConformanceCheck =>
  makeReadingCheck('token', [
    {
      send: `GET ${path}`,
      as: 'token',
      shows: typeof expectedBody === 'string' ? parseFields(expectedBody) : expectedBody,
    },
  ])
/** Makes a check that endpoints reject requests without a credential and with the other kind of credential. */
const checkRefusals = (requests: readonly string[], wrongCredential: 'client' | 'token'): ConformanceCheck =>
  makeReadingCheck(
    wrongCredential,
    [undefined, wrongCredential].flatMap(as => requests.map(send => ({ send, as, gives: 401 }))),
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
  'GET /providers',
  'POST /tax-payer/none/refresh',
  'GET /tax-payer/none/refresh/none',
  'POST /tax-payer/clear-records',
  'POST /disconnect',
]

const startRefresh: RequestStep = {
  send: 'POST /tax-payer/{taxpayer}/refresh',
  as: 'token',
  shows: JOB_FIELDS,
  keep: { job: 'json:jobId' },
}
const makeRefreshStatusStep = (status: string): RequestStep => ({
  send: 'GET /tax-payer/{taxpayer}/refresh/{job}',
  as: 'token',
  shows: { ...JOB_FIELDS, status: status },
})

/** Checks of data, credentials and versions. */
export const DATA_CHECKS = {
  introspection: checkRead(
    '/introspect',
    'taxpayer_id: {taxpayer}, client_id: $text, name: $text, provider_id: $provider',
  ),
  taxpayer: checkRead(
    '/tax-payer',
    'id: {taxpayer}, name: $text, provider_id: $provider, created_at: $time, status: $status, metadata: $object',
  ),
  uuid: checkRead('/tax-payer', 'id: $uuid'),
  analysis: checkRead('/tax-payer', {
    analysis: {
      ...parseFields('total_liabilities: $text, liabilities_with_lien_filed: $text, tin: $masked'),
      employment_history: [
        { type: '$text', year: '$text', employer: parseFields('ein: $text, name: $text, address: $text') },
      ],
    },
  }),
  details: checkRead('/tax-payer', {
    details: {
      address: parseFields('street_address: $text, city: $text, state: $text, zip_code: $text'),
      balance_summary: { balance_due: '$number', tax_years: [{ amount: '$number', year: '$text' }] },
    },
  }),
  records: checkRead('/records', [
    {
      ...parseFields('id: $text, name: $text, tax_year: $text, provider_id: $provider, date: $time'),
      raw_file: '$text',
      forms: [parseFields('type: $text, year: $text, ssn: $masked')],
    },
  ]),
  record: makeReadingCheck('token', [
    { send: 'GET /records', as: 'token', keep: { record: 'json:0.id' } },
    { send: 'GET /records/{record}', as: 'token', shows: { id: '{record}' } },
  ]),
  providers: checkRead('/providers', [{ id: '$provider' }]),
  refresh: makeChangingCheck('token', [startRefresh, makeRefreshStatusStep('$text')]),
  refreshes: makeChangingCheck(
    ['sandbox', 'token'],
    [startRefresh, makeRefreshStatusStep('processing'), { advance: 5_000 }, makeRefreshStatusStep('completed')],
  ),
  clears: makeChangingCheck('token', [
    { send: 'POST /tax-payer/clear-records', as: 'token', shows: SUCCESS_BODY },
    { send: 'GET /records', as: 'token', shows: '$empty' },
    { send: 'GET /tax-payer', as: 'token', shows: { id: '{taxpayer}' } },
  ]),
  disconnects: makeChangingCheck(
    ['sandbox', 'token'],
    [
      makeAuthorizeStep({ taxpayer_id: '{taxpayer}' }),
      { ...exchangeStep, keep: { same: 'json:access_token' } },
      makeAuthorizeStep({ taxpayer_id: '{taxpayer}', provider_id: 'drake' }),
      exchangeStep,
      { send: 'POST /disconnect', as: 'token', shows: SUCCESS_BODY },
      { send: 'GET /introspect', as: 'token', gives: 401 },
      { send: 'GET /introspect', as: 'same', gives: 401 },
      { send: 'GET /introspect', as: 'other', shows: { taxpayer_id: '{taxpayer}' } },
    ],
  ),
  disconnect: makeChangingCheck('token', [
    { send: 'POST /disconnect', as: 'token', shows: SUCCESS_BODY },
    { send: 'GET /introspect', as: 'token', gives: 401 },
  ]),
  clientCredentials: checkRefusals(CLIENT_ENDPOINTS, 'token'),
  tokenCredentials: checkRefusals(TOKEN_ENDPOINTS, 'client'),
  optionalVersion: makeChangingCheck(
    ['sandbox', 'client', 'token'],
    [
      { send: 'GET /auth/tax-payer/{taxpayer}/token', as: 'client', version: null },
      { send: 'GET /introspect', as: 'token', version: null },
      { send: 'POST /tax-payer/{taxpayer}/refresh', as: 'token', version: null, keep: { job: 'json:jobId' } },
      { send: 'GET /tax-payer/{taxpayer}/refresh/{job}', as: 'token', version: null },
      { send: 'POST /disconnect', as: 'token', version: null },
    ],
  ),
  version: makeReadingCheck('token', [
    { send: 'GET /tax-payer', as: 'token' },
    { send: 'GET /tax-payer', as: 'token', version: '1999-01-01', gives: 400 },
    { send: 'GET /tax-payer', as: 'token', version: null, gives: 400 },
  ]),
} satisfies Readonly<Record<string, ConformanceCheck>>
