// Tests what the conformance table cannot check: exact values and times, and the responses to invalid requests.
import { inflateSync } from 'node:zlib'
import { PDFDocument } from '@cantoo/pdf-lib'
import { describe, expect, test } from 'vitest'
import { KNOWN_PROVIDERS } from '../../src/service/contract/provider.js'
import { BASE, HOUR, makeBearer, makeWorld, PEOPLE, REDIRECT, REQUEST, type World } from './sandbox-world.js'

/** Returns the text of a PDF from the sandbox, in which the text is stored as hexadecimal strings. */
async function readPdfText(bytes: Uint8Array): Promise<string> {
  const { context } = await PDFDocument.load(bytes)
  const streams = context.enumerateIndirectObjects().map(([, object]) => {
    try {
      return inflateSync((object as { contents?: Uint8Array }).contents ?? new Uint8Array()).toString('latin1')
    } catch {
      return ''
    }
  })
  const texts = [...streams.join().matchAll(/<([0-9A-F]+)> Tj/g)]
  return texts.map(([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1')).join('\n')
}

/** Lists every primitive in a value as text. */
const listTexts = (value: unknown): string[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(listTexts) : [String(value)]

const refresh = async (world: World, { token, taxpayerId }: { token: string; taxpayerId: string }) =>
  (await world.call('POST', `/tax-payer/${taxpayerId}/refresh`, { token })).json

describe('data', () => {
  test('describes the selected person in the taxpayer, the token record and the introspection', async () => {
    const world = makeWorld()
    const { token, taxpayerId } = await world.connect('drake')
    const common = { name: 'Marisol Quenby', provider_id: 'drake' }
    const seen = { ...common, created_at: '2025-01-15T12:00:00.000Z', status: 'COMPLETED' }
    expect(await world.get('/tax-payer', token)).toMatchObject({
      ...seen,
      id: taxpayerId,
      analysis: PEOPLE[0]?.taxpayer['analysis'],
      details: PEOPLE[0]?.taxpayer['details'],
    })
    const client_id = world.sandbox.client.id
    expect(await world.get('/introspect', token)).toEqual({ ...common, taxpayer_id: taxpayerId, client_id })
    const read = (id: string, client = world.sandbox.client) =>
      world.call('GET', `/auth/tax-payer/${id}/token`, { token: makeBearer(client) })
    const grant = { taxpayer_id: taxpayerId, access_token: token, metadata: {} }
    expect((await read(taxpayerId)).json).toEqual({ ...seen, ...grant })
    expect((await read(taxpayerId, world.sandbox.registerClient({}))).status).toBe(404)
    expect((await read('none')).status).toBe(404)
  })

  test('includes all records of the person and no records of anyone else', async () => {
    const world = makeWorld()
    const { token } = await world.connect()
    const [record] = PEOPLE[0]?.records ?? []
    expect(await world.get('/records', token)).toEqual(PEOPLE[0]?.records)
    expect(await world.get(`/records/${String(record?.['id'])}`, token)).toEqual(record)
    const otherRecordId = PEOPLE[1]?.records[0]?.['id']
    expect((await world.call('GET', `/records/${String(otherRecordId)}`, { token })).status).toBe(404)
    const providers = await world.get('/providers', token)
    expect(providers.map(({ id }: { id: string }) => id)).toEqual([...KNOWN_PROVIDERS])
  })

  test("comes from the token's provider, but clearing removes that of every provider until a refresh", async () => {
    const world = makeWorld()
    const irs = await world.connect('irs')
    const software = await world.connect('turbotax', 0, irs.taxpayerId)
    const all = [irs, software]
    const providers = async (token: string) =>
      new Set((await world.get('/records', token)).map((record: { provider_id: string }) => record.provider_id))
    expect(await providers(irs.token)).toEqual(new Set(['irs']))
    expect(await providers(software.token)).toEqual(new Set(['turbotax']))
    const recordCount = (await world.get('/records', irs.token)).length
    await world.call('POST', '/tax-payer/clear-records', { token: irs.token })
    for (const { token } of all) expect(await world.get('/records', token)).toEqual([])
    const job = await refresh(world, irs)
    // A refresh that is requested while another one runs returns the same job.
    expect(await refresh(world, irs)).toEqual(job)
    await world.clock.advance(1000)
    expect(await world.get('/records', irs.token)).toHaveLength(recordCount)
    expect(world.sandbox.events.at(-1)?.event).toBe('taxpayer.records_synced')
    const elsewhere = await world.call('POST', '/tax-payer/other/refresh', { token: irs.token })
    expect(elsewhere.status).toBe(404)
  })
})

describe('authorization', () => {
  test('redirects with the code and the state after the existing query parameters', async () => {
    const world = makeWorld()
    const redirected = await world.walk(world.redirectPath)
    expect(redirected.status).toBe(303)
    const address = new URL(redirected.headers.get('location') ?? '')
    expect(address.href).toMatch(/^https:\/\/app\.example\.invalid\/callback\?from=tax&code=code_.{40,}/)
    expect([...address.searchParams.keys()]).toEqual(['from', 'code', 'state'])
    expect(address.searchParams.get('state')).toBe('s-1')
    const otherUri = encodeURIComponent('https://other.invalid/')
    const page = await world.page(`/connect?client_id=${world.sandbox.client.id}&redirect_uri=${otherUri}`)
    expect([page.status, page.headers.get('location')]).toEqual([400, null])
  })

  test('sends a message to the embedding page in the embedded flow, without a registered address', async () => {
    const world = makeWorld({ client: {} })
    const page = await world.walk(world.embeddedPath)
    expect(page.headers.get('content-security-policy')).toContain('frame-ancestors http://localhost:3000')
    const text = await page.text()
    expect(text).toContain('postMessage({"source":"service-connect","event":"succeeded"')
    expect((await world.exchange(/"code":"([^"]+)"/.exec(text)?.[1] ?? '')).status).toBe(200)
  })

  test('returns a code that is valid for ten minutes and only for its own application', async () => {
    const world = makeWorld()
    const late = world.sandbox.authorize().code
    await world.clock.advance(599_999)
    const otherClient = world.sandbox.registerClient({})
    const body = { client_id: otherClient.id, client_secret: otherClient.secret }
    expect((await world.exchange(late, { body })).status).toBe(400)
    expect((await world.exchange(late)).status).toBe(200)
    const { code } = world.sandbox.authorize({ redirectUri: REDIRECT })
    await world.clock.advance(600_000)
    expect((await world.exchange(code, { body: { redirect_uri: REDIRECT } })).status).toBe(400)
  })

  test('rejects a token with an additional letter and a wrong secret', async () => {
    const world = makeWorld()
    const { token } = await world.connect()
    for (const path of ['/introspect', '/tax-payer', '/records', '/providers'])
      expect((await world.call('GET', path, { token: `${token}x` })).status).toBe(401)
    const { id } = world.sandbox.client
    const wrong = makeBearer({ id, secret: 'wrong' })
    expect((await world.call('POST', '/client-links', { token: wrong, body: {} })).status).toBe(401)
  })

  test('accepts redirect addresses that use https or that point to this machine', () => {
    const { sandbox } = makeWorld()
    const register = (address: string) => () => sandbox.registerClient({ redirectUris: [address] })
    const https = ['https://a.invalid/cb?x=1', 'https://app.example.invalid/cb']
    for (const address of [...https, 'http://localhost:3000/cb', 'http://127.0.0.1/cb', 'http://[::1]:1/cb'])
      expect(register(address)).not.toThrow()
    for (const address of [
      ...['http://a.invalid/cb', 'http://localhost.a.invalid/', 'http://localhost@a.invalid/'],
      ...['https://u:p@a.invalid/', 'https://a.invalid/#x', 'ftp://localhost/cb', 'app://cb', 'app:cb'],
      ...['javascript:alert(1)', '/cb'],
    ])
      expect(register(address), address).toThrow(RangeError)
  })
})

test('the version is required where the service API requires it, and by a strict sandbox everywhere', async () => {
  const expectRejected = async (world: World, method: string, path: string, bearer: string, version = {}) => {
    const headers = { Authorization: `Bearer ${bearer}`, ...version }
    expect((await world.sandbox.fetch(`${BASE}${path}`, { method, headers })).status, path).toBe(400)
  }
  const world = makeWorld()
  const { token } = await world.connect()
  for (const path of ['/tax-payer', '/records', '/providers']) await expectRejected(world, 'GET', path, token)
  for (const version of ['2023-01-01', ''])
    await expectRejected(world, 'GET', '/introspect', token, { 'Service-API-Version': version })
  const strict = makeWorld({ strictVersion: true })
  const connected = await strict.connect()
  const { jobId, taxpayerId } = await refresh(strict, connected)
  const client = makeBearer(strict.sandbox.client)
  await expectRejected(strict, 'GET', `/auth/tax-payer/${taxpayerId}/token`, client)
  await expectRejected(strict, 'GET', '/introspect', connected.token)
  await expectRejected(strict, 'POST', `/tax-payer/${taxpayerId}/refresh`, connected.token)
  await expectRejected(strict, 'GET', `/tax-payer/${taxpayerId}/refresh/${jobId}`, connected.token)
  await expectRejected(strict, 'POST', '/disconnect', connected.token)
})

describe('Form 8821', () => {
  test('contains the submitted values, and includes Form 56 only for a fiduciary', async () => {
    const world = makeWorld()
    const textWithout56 = await readPdfText((await world.form()).bytes)
    expect(textWithout56).toContain('Marisol Quenby')
    expect(textWithout56).not.toContain('Form 56')
    const form56 = {
      title: 'Executor',
      authority: { '1gDesc': 'By will', '2a': 'May 2', '2b': 'May 3' },
      tax: { '5': '2023 only', types: ['Income'], forms: ['1041'], typeDesc: 'Kind', formDesc: 'Paper' },
      proceedings: {
        name: 'Probate Court',
        date: '05-02-2024',
        initiationDate: '05-01-2024',
        docketNumber: 'D-17',
        placeOfOtherProceedings: 'Marlow',
        address: { street: '1 Court Square', other: 'Room 3', city: 'Brook', state: 'OH', zip: '43990' },
        time: { text: '9:00' },
      },
    }
    const { headers, bytes } = await world.form({
      personalInfo: { ...REQUEST.personalInfo, lastName: 'Quenbý-Łoś 海' },
      form56,
      extraDesignees: [{ name: 'Second Reader', cafNumber: '0000-11111', monitorIRSNotices: true }],
    })
    const text = await readPdfText(bytes)
    const expectedTexts = ['Form 56', 'Quenb\u00fd-', '900-11-4471', '418 Larkspur Lane', 'Second Reader']
    for (const part of [...expectedTexts, ...listTexts(form56), headers.get('x-document-id') ?? 'no id'])
      expect(text).toContain(part)
    for (const wrong of [{ authority: { '2a': 7 } }, { tax: { types: 'Income' } }])
      expect((await world.form({ form56: wrong })).status).toBe(400)
  })

  test('is not created from an invalid request, and the response describes the error', async () => {
    const world = makeWorld()
    const shortSsn = { personalInfo: { ...REQUEST.personalInfo, ssn: '12' } }
    for (const wrong of [shortSsn, { address: { ...REQUEST.address, street: ' ' } }])
      expect(await world.form(wrong)).toMatchObject({ status: 400, json: { message: expect.any(String) } })
  })

  test('is accepted only as a signed PDF in one part of the upload', async () => {
    const world = makeWorld({ maxUploadBytes: 20_000 })
    const { headers, bytes, upload } = await world.form()
    for (const [status, file, name] of [
      [415, new Blob(['<html>'])],
      [415, new Blob([bytes.slice(0, 600)])],
      [413, new Blob([bytes, new Uint8Array(20_000)])],
      [413, new Blob([new Uint8Array(60_000)])],
      [400, 'text'],
      [400, new Blob([bytes]), 'other'],
    ] as const)
      expect(await upload(file, name)).toMatchObject({ status, json: { message: expect.any(String) } })
    const path = `/providers/irs/f8821/upload/${headers.get('x-document-id')}`
    expect((await world.call('POST', path, { client: true, body: {} })).status).toBe(400)
    expect((await upload()).status).toBe(200)
  })

  test('provides the IRS records after processing, and a second upload returns the same token', async () => {
    const world = makeWorld()
    const { headers, bytes, upload } = await world.form()
    const signed = Buffer.concat([bytes, Buffer.from('\n')])
    const { json } = await upload()
    const text = expect.any(String)
    expect(json).toEqual({ access_token: text, taxpayer_id: text, provider_id: 'irs' })
    expect((await upload(new Blob([signed]))).json).toEqual(json)
    const otherClient = makeBearer(world.sandbox.registerClient({}))
    const path = `/providers/irs/f8821/upload/${headers.get('x-document-id')}`
    expect((await world.call('POST', path, { token: otherClient })).status).toBe(404)
    const token = json.access_token
    expect(await world.get('/records', token)).toEqual([])
    await world.clock.advance(2000)
    const { status, form8821 } = await world.get('/tax-payer', token)
    expect(status).toBe('COMPLETED')
    const records = PEOPLE[0]?.records.filter(record => record['provider_id'] === 'irs')
    expect(await world.get('/records', token)).toEqual(records)
    const file = new Uint8Array(await (await world.sandbox.fetch(form8821)).arrayBuffer())
    expect(signed.equals(file)).toBe(true)
    const software = await world.connect('turbotax')
    expect(await world.get('/tax-payer', software.token)).not.toHaveProperty('form8821')
  })

  test('has an address that expires after twelve hours and cannot be extended, and then a new one', async () => {
    const world = makeWorld()
    const { token } = await world.connect('irs')
    const { form8821 } = await world.get('/tax-payer', token)
    const fetchStatus = async (address: string) => (await world.sandbox.fetch(address)).status
    await world.clock.advance(12 * HOUR - 1)
    expect(await fetchStatus(form8821)).toBe(200)
    await world.clock.advance(1)
    expect(await fetchStatus(form8821)).toBe(403)
    const forged = form8821.replace(/expires=\d+/, `expires=${world.clock.now() + HOUR}`)
    expect(await fetchStatus(forged)).toBe(403)
    expect(await fetchStatus((await world.get('/tax-payer', token)).form8821)).toBe(200)
  })
})
