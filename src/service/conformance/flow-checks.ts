import type { Check, Sent } from './row.js'
import {
  authorize,
  CONNECTED,
  changing,
  createLink,
  EMBEDDED,
  exchange,
  exchanged,
  HOUR,
  hooked,
  reading,
  STATUS,
  status,
  TOKEN,
  visit,
} from './steps.js'

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
const makesForm = (more: object = {}): Check => changing('client', [unsigned(more)])

/** Checks of exchanges, links and Forms 8821. */
export const FLOW_CHECKS = {
  retrieves: reading(
    ['client', 'token'],
    [
      {
        send: 'GET /auth/tax-payer/{taxpayer}/token',
        as: 'client',
        shows: {
          access_token: '$text',
          taxpayer_id: '{taxpayer}',
          name: '$text',
          metadata: '$object',
          provider_id: '$provider',
          created_at: '$time',
          status: '$status',
        },
      },
    ],
  ),
  retrievesOfLink: hooked([
    createLink,
    ...visit('{link}', 'connected'),
    { delivered: STATUS, data: { status: 'AUTHORIZED' } },
    {
      send: 'GET /auth/tax-payer/{event.taxpayer_id}/token',
      as: 'client',
      shows: { metadata: { loan: 'A-17' } },
      keep: { token: 'json:access_token' },
    },
    { send: 'GET /tax-payer', as: 'token', shows: { metadata: { loan: 'A-17' } } },
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
    {
      send: 'POST /client-links',
      as: 'client',
      body: { settings: { transcripts: { W2: 2023 } } },
      gives: 400,
    },
    { send: 'POST /client-links', as: 'client', body: { metadata: 1 }, gives: 400 },
  ]),
  form8821: makesForm(),
  form8821Whole: makesForm({
    form56: {
      authority: { '1gDesc': 'By will', '2a': 'May 2', '2b': 'May 3' },
      tax: { '5': '2023', types: ['Income'], typeDesc: 'Kind', forms: ['1041'], formDesc: 'Paper' },
      proceedings: {
        name: 'Court',
        date: '05-02-2024',
        docketNumber: 'D-17',
        time: { text: '9:00' },
        address: { city: 'Brook' },
      },
      title: 'Executor',
    },
    extraDesignees: [
      { name: 'Reader', address: { city: 'Brook' }, cafNumber: '0000-11111', monitorIRSNotices: true },
    ],
  }),
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
} satisfies Readonly<Record<string, Check>>
