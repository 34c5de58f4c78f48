import { inflateSync } from 'node:zlib'
import { PDFDocument } from 'pdf-lib'
import { expect } from 'vitest'
import { KNOWN_PROVIDERS } from '../../src/service/resources/provider.js'
import {
  BASE,
  HOUR,
  makeWorld,
  PEOPLE,
  REQUEST,
  type Row,
  rowsOf,
  UNSIGNED,
  UUID,
  type World,
} from './sandbox-world.js'

/** The text that a PDF of the sandbox shows: its streams hold hexadecimal strings. */
export async function textOf(bytes: Uint8Array): Promise<string> {
  const document = await PDFDocument.load(bytes)
  let text = ''
  for (const [, object] of document.context.enumerateIndirectObjects()) {
    const contents = (object as { contents?: Uint8Array }).contents
    if (contents === undefined) continue
    let stream: string
    try {
      stream = inflateSync(contents).toString('latin1')
    } catch {
      continue
    }
    for (const [, hex = ''] of stream.matchAll(/<([0-9A-F]+)> Tj/g))
      text += `${Buffer.from(hex, 'hex').toString('latin1')}\n`
  }
  return text
}

const ALL = PEOPLE[0]?.records.length ?? -1
const job = (taxpayerId: string) => ({ jobId: expect.any(String), taxpayerId, name: 'Marisol Quenby' })

export const startsRefresh = async (world: World) => {
  const { token, taxpayerId } = await world.connect()
  const start = (id: string) => world.call('POST', `/tax-payer/${id}/refresh`, { token })
  expect((await start(taxpayerId)).json).toEqual(job(taxpayerId))
  expect((await start('other')).status).toBe(404)
}

export const clears = async (world: World) => {
  const irs = await world.connect('irs')
  const software = await world.connect('turbotax', 0, irs.taxpayerId)
  const { status, json } = await world.call('POST', '/tax-payer/clear-records', { token: irs.token })
  expect([status, json]).toEqual([200, { status: 'success' }])
  for (const { token } of [irs, software]) expect(await world.get('/records', token)).toEqual([])
}

export const fileAddressExpires = async (world: World) => {
  const { token } = await world.connect('irs')
  const { form8821 } = await world.get('/tax-payer', token)
  const statusOf = async (address: string) => (await world.sandbox.fetch(address)).status
  await world.clock.advance(12 * HOUR - 1)
  expect(await statusOf(form8821)).toBe(200)
  await world.clock.advance(1)
  expect(await statusOf(form8821)).toBe(403)
  expect(await statusOf(form8821.replace(/expires=\d+/, `expires=${world.clock.now() + HOUR}`))).toBe(403)
  expect(await statusOf((await world.get('/tax-payer', token)).form8821)).toBe(200)
}

const linkEvents = async (world: World, outcome: string) => {
  const { url } = await world.link()
  const before = world.sandbox.events.length
  await world.walk(url, outcome, 'turbotax')
  const events = world.sandbox.events.slice(before).filter(({ event }) => event.startsWith('client_link.'))
  return events.map(({ event, data }) => [event.slice('client_link.'.length), data, url] as const)
}

export const announcesLink = async (world: World) => {
  for (const [outcome, middle, data] of [
    ['connected', 'succeeded', { provider_id: 'turbotax' }],
    ['provider_timeout', 'failed', { error: { code: 'provider_timeout', message: expect.any(String) } }],
  ] as const) {
    const events = await linkEvents(world, outcome)
    const url = events[0]?.[2]
    const moments = { created_at: expect.any(String), updated_at: expect.any(String) }
    expect(events).toEqual([
      ['opened', { url, ...moments }, url],
      [middle, { ...data, ...moments }, url],
      ['closed', { url, ...moments }, url],
    ])
  }
}

export const DATA_ROWS: readonly Row[] = [
  ...rowsOf('Resources: Taxpayer', {
    'Pre-signed URL to the raw Form 8821 file as a PDF.': async world => {
      const { token } = await world.connect('irs')
      const file = await world.sandbox.fetch((await world.get('/tax-payer', token)).form8821)
      expect(file.headers.get('content-type')).toBe('application/pdf')
      expect(await textOf(new Uint8Array(await file.arrayBuffer()))).toContain('Marisol Quenby')
      const software = await world.connect('turbotax')
      expect(await world.get('/tax-payer', software.token)).not.toHaveProperty('form8821')
    },
    'Service UUID of the taxpayer': async world => {
      const { token, taxpayerId } = await world.connect()
      expect(taxpayerId).toMatch(UUID)
      expect((await world.get('/tax-payer', token)).id).toBe(taxpayerId)
    },
    'Custom fields identifying the taxpayer externally.': async world => {
      const metadata = { loan: 'A-17', nested: { branch: 4 } }
      await world.walk((await world.link({ metadata })).url)
      const [changed] = world.dataOf('taxpayer.status_changed')
      const path = `/auth/tax-payer/${String(changed?.['taxpayer_id'])}/token`
      const { access_token: token } = (await world.call('GET', path, { client: true })).json
      expect((await world.get('/tax-payer', token)).metadata).toMatchObject(metadata)
    },
  }),
  ...rowsOf('Resources: Provider identifier', {
    'A client should tolerate both spellings.': ({ sandbox }) => {
      const { taxpayerId } = sandbox.authorize({ provider: 'irs-tax-pro' })
      sandbox.authorize({ provider: 'irs_tax_pro', taxpayerId })
      // The second found the taxpayer connected: nothing was announced but the first.
      expect(sandbox.events.map(({ data }) => data['status'])).toEqual([
        ...['CREATED', 'CONSENT_RECEIVED', 'TAX_AUTHORIZATION_SUBMITTED', 'AUTHORIZED'],
      ])
    },
  }),
  ...rowsOf('Endpoints: GET /providers', {
    'Returns details on all available tax record providers.': async world => {
      const providers = await world.get('/providers', (await world.connect()).token)
      expect(providers.map(({ id }: { id: string }) => id)).toEqual([...KNOWN_PROVIDERS])
    },
  }),
  ...rowsOf('Endpoints: GET /tax-payer', {
    '200: taxpayer object.': async world => {
      const { token, taxpayerId } = await world.connect()
      expect(await world.get('/tax-payer', token)).toMatchObject({
        id: taxpayerId,
        name: 'Marisol Quenby',
        provider_id: 'service-sandbox',
        created_at: '2025-01-15T12:00:00.000Z',
        status: 'COMPLETED',
        analysis: PEOPLE[0]?.taxpayer['analysis'],
        details: PEOPLE[0]?.taxpayer['details'],
      })
    },
  }),
  ...rowsOf('Endpoints: POST /tax-payer/{id}/refresh', {
    '200: refresh job (`jobId`, `taxpayerId`, `name`).': startsRefresh,
  }),
  ...rowsOf('Endpoints: GET /tax-payer/{taxpayerId}/refresh/{jobId}', {
    '200: `status`, `jobId`, `taxpayerId`, `name`.': async world => {
      const { token, taxpayerId } = await world.connect()
      const { jobId } = (await world.call('POST', `/tax-payer/${taxpayerId}/refresh`, { token })).json
      const path = `/tax-payer/${taxpayerId}/refresh/${jobId}`
      expect(await world.get(path, token)).toEqual({ status: 'processing', ...job(taxpayerId), jobId })
      await world.clock.advance(1000)
      expect((await world.get(path, token)).status).toBe('completed')
      expect(world.sandbox.events.at(-1)?.event).toBe('taxpayer.records_synced')
    },
  }),
  ...rowsOf('Endpoints: POST /tax-payer/clear-records', {
    'Effect: removes all tax records of the associated taxpayer.': clears,
    'The taxpayer account is not deleted.': async world => {
      const { token, taxpayerId } = await world.connect()
      await world.call('POST', '/tax-payer/clear-records', { token })
      expect((await world.get('/tax-payer', token)).id).toBe(taxpayerId)
      await world.call('POST', `/tax-payer/${taxpayerId}/refresh`, { token })
      await world.clock.advance(1000)
      expect(await world.get('/records', token)).toHaveLength(ALL)
    },
  }),
  ...rowsOf('Endpoints: GET /records', {
    'Returns an array of record objects for the token.': async world => {
      expect(await world.get('/records', (await world.connect()).token)).toEqual(PEOPLE[0]?.records)
    },
  }),
  ...rowsOf('Endpoints: GET /records/{id}', {
    'Lists details about a given tax record.': async world => {
      const { token } = await world.connect()
      const [record] = PEOPLE[0]?.records ?? []
      expect(await world.get(`/records/${String(record?.['id'])}`, token)).toEqual(record)
      const other = PEOPLE[1]?.records[0]?.['id']
      expect((await world.call('GET', `/records/${String(other)}`, { token })).status).toBe(404)
    },
  }),
  ...rowsOf('Endpoints: POST /client-links', {
    '200: `url` (string) and `id` (string).': async world => {
      const link = await world.link()
      expect(link).toEqual({ url: `${BASE}/link/${link.id}`, id: expect.any(String) })
      const wrong = { client: true, body: { metadata: 1 } }
      expect((await world.call('POST', '/client-links', wrong)).status).toBe(400)
    },
    'object with optional keys `ACTR`, `RECA`, `WAID`, `VENF`, `W2`, `1095-A`, `NOTICE`; each value is an array of strings':
      async world => {
        for (const [transcripts, status] of [
          [{ WAID: ['2023', '2024'], '1095-A': [], NOTICE: ['CP14'] }, 200],
          [{ WAID: '2023' }, 400],
          [{ W2: [2023] }, 400],
        ] as const) {
          const body = { settings: { transcripts } }
          expect((await world.call('POST', '/client-links', { client: true, body })).status).toBe(status)
        }
      },
    'Events about the link: `client_link.opened`, `client_link.closed`, `client_link.failed`, `client_link.succeeded`.':
      announcesLink,
  }),
  ...rowsOf('Endpoints: POST /providers/irs/f8821/unsigned', {
    '200: the unsigned form as a file.': async world => {
      const { status, headers, bytes } = await world.form({
        personalInfo: { ...REQUEST.personalInfo, lastName: 'Quenbý-Łoś 海' },
        form56: {
          title: 'Executor',
          authority: { '2a': 'Letters' },
          proceedings: { time: { text: '9:00' } },
        },
        extraDesignees: [{ name: 'Second Reader', cafNumber: '0000-11111', monitorIRSNotices: true }],
      })
      expect([status, headers.get('content-type')]).toEqual([200, 'application/pdf'])
      const text = await textOf(bytes)
      const shown = ['Quenb\u00fd-', '900-11-4471', '418 Larkspur Lane', 'Executor', 'Letters']
      for (const part of [...shown, 'Second Reader', headers.get('x-document-id') ?? 'no id'])
        expect(text).toContain(part)
    },
    'An error body has `message` (string).': async world => {
      const short = { ...REQUEST, personalInfo: { ...REQUEST.personalInfo, ssn: '12' } }
      const blank = { ...REQUEST, address: { ...REQUEST.address, street: ' ' } }
      for (const body of [{}, { personalInfo: 'x' }, short, blank]) {
        const { status, json } = await world.call('POST', UNSIGNED, { client: true, body })
        expect([status, json.message]).toEqual([400, expect.any(String)])
      }
    },
    'The response refers to a document identifier that is used as `{documentId}` in the upload operation.':
      async world => {
        const { headers, upload } = await world.form()
        expect((await upload()).status).toBe(200)
        const other = `/providers/irs/f8821/upload/${headers.get('x-document-id')}0`
        const form = new FormData()
        form.set('file', new Blob(['%PDF-%%EOF']))
        expect((await world.call('POST', other, { client: true, form })).status).toBe(404)
      },
  }),
  ...rowsOf('Endpoints: POST /providers/irs/f8821/upload/{documentId}', {
    'Body: multipart/form-data with one part, `file`, the wet-signed PDF.': async () => {
      const world = makeWorld({ maxUploadBytes: 20_000 })
      const { headers, bytes, upload } = await world.form()
      for (const [status, file, name] of [
        [415, new Blob(['<html>'])],
        [415, new Blob([bytes.slice(0, 600)])],
        [413, new Blob([bytes, new Uint8Array(20_000)])],
        [413, new Blob([new Uint8Array(60_000)])],
        [400, 'text'],
        [400, new Blob([bytes]), 'other'],
      ] as const) {
        const answer = await upload(file, name)
        expect([answer.status, answer.json.message]).toEqual([status, expect.any(String)])
      }
      const path = `/providers/irs/f8821/upload/${headers.get('x-document-id')}`
      expect((await world.call('POST', path, { client: true, body: {} })).status).toBe(400)
      expect((await upload()).status).toBe(200)
    },
    '200: `access_token`, `taxpayer_id`, `provider_id` (strings).': async world => {
      const { bytes, upload } = await world.form()
      const { json } = await upload()
      const text = expect.any(String)
      expect(json).toEqual({ access_token: text, taxpayer_id: text, provider_id: 'irs' })
      expect((await upload()).json).toEqual(json)
      const token = json.access_token
      expect(await world.get('/records', token)).toEqual([])
      await world.clock.advance(2000)
      const { status, form8821 } = await world.get('/tax-payer', token)
      expect(status).toBe('COMPLETED')
      const records = PEOPLE[0]?.records.filter(record => record['provider_id'] === 'irs')
      expect(await world.get('/records', token)).toEqual(records)
      const file = new Uint8Array(await (await world.sandbox.fetch(form8821)).arrayBuffer())
      expect(Buffer.from(file).equals(Buffer.from(bytes))).toBe(true)
    },
  }),
  ...rowsOf('Limits', { 'Lifetime of the pre-signed Form 8821 file URL': fileAddressExpires }),
]
