import { authorize, type Check, changing, otherProvider, parseFields, reading, type Sent } from './steps.js'

const JOB = parseFields('jobId: $text, taxpayerId: {taxpayer}, name: $text')
const SUCCESS = { status: 'success' }
/** Makes a check of a response to an access token. `shown` may be a line of fields, as `parseFields` reads it. */
const read = (path: string, shown: string | object): Check =>
  reading('token', [
    { send: `GET ${path}`, as: 'token', shows: typeof shown === 'string' ? parseFields(shown) : shown },
  ])
/** Makes a check that endpoints reject a request without a credential or with the other kind of credential. */
const refused = (sends: readonly string[], otherKind: 'client' | 'token'): Check =>
  reading(
    otherKind,
    [undefined, otherKind].flatMap(as => sends.map(send => ({ send, as, gives: 401 }))),
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

const refresh: Sent = {
  send: 'POST /tax-payer/{taxpayer}/refresh',
  as: 'token',
  shows: JOB,
  keep: { job: 'json:jobId' },
}
const refreshStatus = (word: string): Sent => ({
  send: 'GET /tax-payer/{taxpayer}/refresh/{job}',
  as: 'token',
  shows: { ...JOB, status: word },
})

/** Checks of data, credentials and versions. */
export const DATA_CHECKS = {
  introspection: read(
    '/introspect',
    'taxpayer_id: {taxpayer}, client_id: $text, name: $text, provider_id: $provider',
  ),
  taxpayer: read(
    '/tax-payer',
    'id: {taxpayer}, name: $text, provider_id: $provider, created_at: $time, status: $status, metadata: $object',
  ),
  uuid: read('/tax-payer', 'id: $uuid'),
  analysis: read('/tax-payer', {
    analysis: {
      ...parseFields('total_liabilities: $text, liabilities_with_lien_filed: $text, tin: $masked'),
      employment_history: [
        { type: '$text', year: '$text', employer: parseFields('ein: $text, name: $text, address: $text') },
      ],
    },
  }),
  details: read('/tax-payer', {
    details: {
      address: parseFields('street_address: $text, city: $text, state: $text, zip_code: $text'),
      balance_summary: { balance_due: '$number', tax_years: [{ amount: '$number', year: '$text' }] },
    },
  }),
  records: read('/records', [
    {
      ...parseFields('id: $text, name: $text, tax_year: $text, provider_id: $provider, date: $time'),
      raw_file: '$text',
      forms: [parseFields('type: $text, year: $text, ssn: $masked')],
    },
  ]),
  record: reading('token', [
    { send: 'GET /records', as: 'token', keep: { record: 'json:0.id' } },
    { send: 'GET /records/{record}', as: 'token', shows: { id: '{record}' } },
  ]),
  providers: read('/providers', [{ id: '$provider' }]),
  refresh: changing('token', [refresh, refreshStatus('$text')]),
  refreshes: changing(
    ['sandbox', 'token'],
    [refresh, refreshStatus('processing'), { advance: 5_000 }, refreshStatus('completed')],
  ),
  clears: changing('token', [
    { send: 'POST /tax-payer/clear-records', as: 'token', shows: SUCCESS },
    { send: 'GET /records', as: 'token', shows: '$empty' },
    { send: 'GET /tax-payer', as: 'token', shows: { id: '{taxpayer}' } },
  ]),
  disconnects: changing(
    ['sandbox', 'token'],
    [
      authorize({ taxpayer_id: '{taxpayer}' }),
      { ...otherProvider, keep: { same: 'json:access_token' } },
      authorize({ taxpayer_id: '{taxpayer}', provider_id: 'drake' }),
      otherProvider,
      { send: 'POST /disconnect', as: 'token', shows: SUCCESS },
      { send: 'GET /introspect', as: 'token', gives: 401 },
      { send: 'GET /introspect', as: 'same', gives: 401 },
      { send: 'GET /introspect', as: 'other', shows: { taxpayer_id: '{taxpayer}' } },
    ],
  ),
  disconnect: changing('token', [
    { send: 'POST /disconnect', as: 'token', shows: SUCCESS },
    { send: 'GET /introspect', as: 'token', gives: 401 },
  ]),
  clientCredentials: refused(CLIENT_ENDPOINTS, 'token'),
  tokenCredentials: refused(TOKEN_ENDPOINTS, 'client'),
  optionalVersion: changing(
    ['sandbox', 'client', 'token'],
    [
      { send: 'GET /auth/tax-payer/{taxpayer}/token', as: 'client', version: null },
      { send: 'GET /introspect', as: 'token', version: null },
      { send: 'POST /tax-payer/{taxpayer}/refresh', as: 'token', version: null, keep: { job: 'json:jobId' } },
      { send: 'GET /tax-payer/{taxpayer}/refresh/{job}', as: 'token', version: null },
      { send: 'POST /disconnect', as: 'token', version: null },
    ],
  ),
  version: reading('token', [
    { send: 'GET /tax-payer', as: 'token' },
    { send: 'GET /tax-payer', as: 'token', version: '1999-01-01', gives: 400 },
    { send: 'GET /tax-payer', as: 'token', version: null, gives: 400 },
  ]),
} satisfies Readonly<Record<string, Check>>
