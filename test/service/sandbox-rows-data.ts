import { PDFDocument } from 'pdf-lib'
import { expect } from 'vitest'
import { KNOWN_PROVIDERS } from '../../src/service/resources/provider.js'
import { BASE, HOUR, makeWorld, PEOPLE, type Row, rowsOf, walk } from './sandbox-world.js'

/** A request for the unsigned form. */
export const REQUEST = {
  personalInfo: { firstName: 'Marisol', lastName: 'Quenby', ssn: '900-11-4471' },
  address: { street: '418 Larkspur Lane', city: 'Brookhollow', state: 'OH', zip: '43999' },
}

/** The path of the unsigned form. */
export const UNSIGNED = '/providers/irs/f8821/unsigned'

/** The text that a PDF of the sandbox shows: its streams hold hexadecimal strings. */
export async function textOf(bytes: Uint8Array): Promise<string> {
  const document = await PDFDocument.load(bytes)
  const { inflateSync } = await import('node:zlib')
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

const upload = (file: Blob | string, name = 'file') => {
  const form = new FormData()
  form.set(name, file)
  return form
}

export const DATA_ROWS: readonly Row[] = [
  ...rowsOf('Resources: Taxpayer', {
    'Pre-signed URL to the raw Form 8821 file as a PDF.': async () => {
      const world = makeWorld()
      const { token } = await world.connect('irs')
      const { form8821 } = (await world.call('GET', '/tax-payer', { token })).json
      const file = await world.sandbox.fetch(form8821)
      expect(file.headers.get('content-type')).toBe('application/pdf')
      expect(await textOf(new Uint8Array(await file.arrayBuffer()))).toContain('Marisol Quenby')
      const software = await world.connect('turbotax')
      expect((await world.call('GET', '/tax-payer', { token: software.token })).json).not.toHaveProperty(
        'form8821',
      )
    },
    'Service UUID of the taxpayer': async () => {
      const world = makeWorld()
      const { token, taxpayerId } = await world.connect()
      expect(taxpayerId).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
      expect((await world.call('GET', '/tax-payer', { token })).json.id).toBe(taxpayerId)
    },
    'Custom fields identifying the taxpayer externally.': async () => {
      const world = makeWorld()
      const body = { metadata: { loan: 'A-17', nested: { branch: 4 } } }
      const { json } = await world.call('POST', '/client-links', { client: true, body })
      await walk(world, json.url)
      const { token } = await world.connect()
      expect((await world.call('GET', '/tax-payer', { token })).json.metadata).toMatchObject(body.metadata)
    },
  }),
  ...rowsOf('Resources: Provider identifier', {
    'A client should tolerate both spellings.': async () => {
      const world = makeWorld()
      const { taxpayerId } = world.sandbox.authorize({ provider: 'irs-tax-pro' })
      expect(world.sandbox.authorize({ provider: 'irs_tax_pro' }).taxpayerId).toBe(taxpayerId)
    },
  }),
  ...rowsOf('Endpoints: GET /providers', {
    'Returns details on all available tax record providers.': async () => {
      const world = makeWorld()
      const { token } = await world.connect()
      const { json } = await world.call('GET', '/providers', { token })
      expect(json.map((provider: { id: string }) => provider.id)).toEqual([...KNOWN_PROVIDERS])
    },
  }),
  ...rowsOf('Endpoints: GET /tax-payer', {
    '200: taxpayer object.': async () => {
      const world = makeWorld()
      const { token, taxpayerId } = await world.connect()
      const { json } = await world.call('GET', '/tax-payer', { token })
      expect(json).toMatchObject({
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
    '200: refresh job (`jobId`, `taxpayerId`, `name`).': async () => {
      const world = makeWorld()
      const { token, taxpayerId } = await world.connect()
      const { json } = await world.call('POST', `/tax-payer/${taxpayerId}/refresh`, { token })
      expect(json).toEqual({ jobId: expect.any(String), taxpayerId, name: 'Marisol Quenby' })
      expect((await world.call('POST', '/tax-payer/other/refresh', { token })).status).toBe(404)
    },
  }),
  ...rowsOf('Endpoints: GET /tax-payer/{taxpayerId}/refresh/{jobId}', {
    '200: `status`, `jobId`, `taxpayerId`, `name`.': async () => {
      const world = makeWorld()
      const { token, taxpayerId } = await world.connect()
      const { jobId } = (await world.call('POST', `/tax-payer/${taxpayerId}/refresh`, { token })).json
      const read = async () =>
        (await world.call('GET', `/tax-payer/${taxpayerId}/refresh/${jobId}`, { token })).json
      expect(await read()).toEqual({ status: 'processing', jobId, taxpayerId, name: 'Marisol Quenby' })
      await world.clock.advance(1000)
      expect((await read()).status).toBe('completed')
      expect(world.sandbox.events.at(-1)?.event).toBe('taxpayer.records_synced')
    },
  }),
  ...rowsOf('Endpoints: POST /tax-payer/clear-records', {
    'Effect: removes all tax records of the associated taxpayer.': async () => {
      const world = makeWorld()
      const [irs, software] = [await world.connect('irs'), await world.connect('turbotax')]
      const { json } = await world.call('POST', '/tax-payer/clear-records', { token: irs.token })
      expect(json).toEqual({ status: 'success' })
      for (const { token } of [irs, software])
        expect((await world.call('GET', '/records', { token })).json).toEqual([])
    },
    'The taxpayer account is not deleted.': async () => {
      const world = makeWorld()
      const { token, taxpayerId } = await world.connect()
      await world.call('POST', '/tax-payer/clear-records', { token })
      expect((await world.call('GET', '/tax-payer', { token })).json.id).toBe(taxpayerId)
      await world.call('POST', `/tax-payer/${taxpayerId}/refresh`, { token })
      await world.clock.advance(1000)
      expect((await world.call('GET', '/records', { token })).json).toHaveLength(
        PEOPLE[0]?.records.length ?? -1,
      )
    },
  }),
  ...rowsOf('Endpoints: GET /records', {
    'Returns an array of record objects for the token.': async () => {
      const world = makeWorld()
      const { token } = await world.connect()
      expect((await world.call('GET', '/records', { token })).json).toEqual(PEOPLE[0]?.records)
    },
  }),
  ...rowsOf('Endpoints: GET /records/{id}', {
    'Lists details about a given tax record.': async () => {
      const world = makeWorld()
      const { token } = await world.connect()
      const [record] = PEOPLE[0]?.records ?? []
      expect((await world.call('GET', `/records/${String(record?.['id'])}`, { token })).json).toEqual(record)
      const other = PEOPLE[1]?.records[0]?.['id']
      expect((await world.call('GET', `/records/${String(other)}`, { token })).status).toBe(404)
    },
  }),
  ...rowsOf('Endpoints: POST /client-links', {
    '200: `url` (string) and `id` (string).': async () => {
      const world = makeWorld()
      const { json } = await world.call('POST', '/client-links', { client: true, body: {} })
      expect(json).toEqual({ url: `${BASE}/link/${json.id}`, id: expect.any(String) })
      expect(
        (await world.call('POST', '/client-links', { client: true, body: { metadata: 1 } })).status,
      ).toBe(400)
    },
    'object with optional keys `ACTR`, `RECA`, `WAID`, `VENF`, `W2`, `1095-A`, `NOTICE`; each value is an array of strings':
      async () => {
        const world = makeWorld()
        const link = async (transcripts: unknown) =>
          (await world.call('POST', '/client-links', { client: true, body: { settings: { transcripts } } }))
            .status
        expect(await link({ WAID: ['2023', '2024'], '1095-A': [], NOTICE: ['CP14'] })).toBe(200)
        expect(await link({ WAID: '2023' })).toBe(400)
        expect(await link({ W2: [2023] })).toBe(400)
      },
    'Events about the link: `client_link.opened`, `client_link.closed`, `client_link.failed`, `client_link.succeeded`.':
      async () => {
        const world = makeWorld()
        const visit = async (outcome: string) => {
          const { url } = (await world.call('POST', '/client-links', { client: true, body: {} })).json
          const before = world.sandbox.events.length
          await walk(world, url, outcome)
          const events = world.sandbox.events
            .slice(before)
            .filter(({ event }) => event.startsWith('client_link.'))
          for (const { event, data } of events) if (/opened|closed/.test(event)) expect(data).toEqual({ url })
          return events.map(({ event }) => event.slice('client_link.'.length))
        }
        expect(await visit('connected')).toEqual(['opened', 'succeeded', 'closed'])
        expect(await visit('provider_timeout')).toEqual(['opened', 'failed', 'closed'])
      },
  }),
  ...rowsOf('Endpoints: POST /providers/irs/f8821/unsigned', {
    '200: the unsigned form as a file.': async () => {
      const world = makeWorld()
      const body = {
        ...REQUEST,
        personalInfo: { ...REQUEST.personalInfo, lastName: 'Quenbý-Łoś 海' },
        form56: {
          title: 'Executor',
          authority: { '2a': 'Letters' },
          proceedings: { time: { text: '9:00' } },
        },
        extraDesignees: [{ name: 'Second Reader', cafNumber: '0000-11111', monitorIRSNotices: true }],
      }
      const { status, headers, bytes } = await world.call('POST', UNSIGNED, { client: true, body })
      expect(status).toBe(200)
      expect(headers.get('content-type')).toBe('application/pdf')
      const text = await textOf(bytes)
      for (const part of [
        'Quenb\u00fd-',
        '900-11-4471',
        '418 Larkspur Lane',
        'Executor',
        'Letters',
        'Second Reader',
      ])
        expect(text).toContain(part)
      expect(text).toContain(headers.get('x-document-id') ?? 'no id')
    },
    'An error body has `message` (string).': async () => {
      const world = makeWorld()
      const body = { personalInfo: { ...REQUEST.personalInfo, ssn: '12' }, address: REQUEST.address }
      for (const wrong of [{}, { personalInfo: 'x' }, body]) {
        const { status, json } = await world.call('POST', UNSIGNED, { client: true, body: wrong })
        expect(status).toBe(400)
        expect(json.message).toEqual(expect.any(String))
      }
    },
    'The response refers to a document identifier that is used as `{documentId}` in the upload operation.':
      async () => {
        const world = makeWorld()
        const { headers, bytes } = await world.call('POST', UNSIGNED, { client: true, body: REQUEST })
        const path = `/providers/irs/f8821/upload/${headers.get('x-document-id')}`
        const form = upload(new Blob([bytes as Uint8Array<ArrayBuffer>]))
        expect((await world.call('POST', path, { client: true, form })).status).toBe(200)
        expect((await world.call('POST', `${path}0`, { client: true, form })).status).toBe(404)
      },
  }),
  ...rowsOf('Endpoints: POST /providers/irs/f8821/upload/{documentId}', {
    'Body: multipart/form-data with one part, `file`, the wet-signed PDF.': async () => {
      const world = makeWorld({ maxUploadBytes: 20_000 })
      const { headers, bytes } = await world.call('POST', UNSIGNED, { client: true, body: REQUEST })
      const path = `/providers/irs/f8821/upload/${headers.get('x-document-id')}`
      const send = (form: FormData) => world.call('POST', path, { client: true, form })
      const refused = [
        [415, upload(new Blob(['<html>']))],
        [415, upload(new Blob([bytes.slice(0, 600)]))],
        [413, upload(new Blob([bytes as Uint8Array<ArrayBuffer>, new Uint8Array(20_000)]))],
        [413, upload(new Blob([new Uint8Array(60_000)]))],
        [400, upload('text')],
        [400, upload(new Blob([bytes as Uint8Array<ArrayBuffer>]), 'other')],
      ] as const
      for (const [status, form] of refused) {
        const answer = await send(form)
        expect(answer.status).toBe(status)
        expect(answer.json.message).toEqual(expect.any(String))
      }
      expect((await world.call('POST', path, { client: true, body: {} })).status).toBe(400)
      expect((await send(upload(new Blob([bytes as Uint8Array<ArrayBuffer>])))).status).toBe(200)
    },
    '200: `access_token`, `taxpayer_id`, `provider_id` (strings).': async () => {
      const world = makeWorld()
      const { headers, bytes } = await world.call('POST', UNSIGNED, { client: true, body: REQUEST })
      const path = `/providers/irs/f8821/upload/${headers.get('x-document-id')}`
      const form = upload(new Blob([bytes as Uint8Array<ArrayBuffer>]))
      const { json } = await world.call('POST', path, { client: true, form })
      expect(json).toEqual({
        access_token: expect.any(String),
        taxpayer_id: expect.any(String),
        provider_id: 'irs',
      })
      expect((await world.call('POST', path, { client: true, form })).json).toEqual(json)
      const token = json.access_token
      expect((await world.call('GET', '/records', { token })).json).toEqual([])
      await world.clock.advance(2000)
      expect((await world.call('GET', '/tax-payer', { token })).json.status).toBe('COMPLETED')
      const records = PEOPLE[0]?.records.filter(record => record['provider_id'] === 'irs')
      expect((await world.call('GET', '/records', { token })).json).toEqual(records)
      const { form8821 } = (await world.call('GET', '/tax-payer', { token })).json
      const file = new Uint8Array(await (await world.sandbox.fetch(form8821)).arrayBuffer())
      expect(Buffer.from(file).equals(Buffer.from(bytes))).toBe(true)
    },
  }),
  ...rowsOf('Limits', {
    'Lifetime of the pre-signed Form 8821 file URL': async () => {
      const world = makeWorld()
      const { token } = await world.connect('irs')
      const { form8821 } = (await world.call('GET', '/tax-payer', { token })).json
      await world.clock.advance(12 * HOUR - 1)
      expect((await world.sandbox.fetch(form8821)).status).toBe(200)
      await world.clock.advance(1)
      expect((await world.sandbox.fetch(form8821)).status).toBe(403)
      const later = form8821.replace(/expires=\d+/, `expires=${world.clock.now() + HOUR}`)
      expect((await world.sandbox.fetch(later)).status).toBe(403)
      const again = (await world.call('GET', '/tax-payer', { token })).json.form8821
      expect((await world.sandbox.fetch(again)).status).toBe(200)
    },
  }),
]
