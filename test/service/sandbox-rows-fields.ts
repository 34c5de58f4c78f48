import { expect } from 'vitest'
import { KNOWN_PROVIDERS } from '../../src/service/resources/provider.js'
import { REQUEST, textOf, UNSIGNED } from './sandbox-rows-data.js'
import { embeddedPath, HOUR, makeWorld, type Row, rowsOf, type World, walk } from './sandbox-world.js'

const HOOK = 'https://app.example.invalid/hook'
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const dataOf = (world: World, type: string) =>
  world.sandbox.events.filter(({ event }) => event === type).map(({ data }) => data)

/** Goes to the end of a client link; gives its address. */
async function visitLink(world: World, outcome: string): Promise<string> {
  const { json } = await world.call('POST', '/client-links', { client: true, body: {} })
  await walk(world, json.url, outcome, 'turbotax')
  return json.url
}

/** The taxpayer of the first person. */
async function taxpayerOf(provider?: string) {
  const world = makeWorld()
  const { token } = await world.connect(provider)
  return (await world.call('GET', '/tax-payer', { token })).json
}

/** The text of the unsigned form with a Form 56. */
async function textWith(form56: unknown): Promise<string> {
  const body = { ...REQUEST, form56 }
  const { status, bytes } = await makeWorld().call('POST', UNSIGNED, { client: true, body })
  expect(status).toBe(200)
  return textOf(bytes)
}

/** Fields of resources, payloads of events, and limits. */
export const FIELD_ROWS: readonly Row[] = [
  ...rowsOf('Resources: Token response', {
    'Service identifier of the taxpayer': async () => {
      const world = makeWorld()
      const { json } = await world.exchange(world.sandbox.authorize().code)
      expect(json.taxpayer_id).toMatch(UUID)
    },
    'One of the provider identifiers': async () => {
      const world = makeWorld()
      for (const provider of ['irs', 'drake', 'service-sandbox']) {
        const { json } = await world.exchange(world.sandbox.authorize({ provider }).code)
        expect(json.provider_id).toBe(provider)
        expect(KNOWN_PROVIDERS).toContain(json.provider_id)
      }
    },
    'Bearer credential for data endpoints': async () => {
      const world = makeWorld()
      const { token } = await world.connect()
      for (const path of ['/tax-payer', '/records', '/introspect']) {
        expect((await world.call('GET', path, { token })).status).toBe(200)
        expect((await world.call('GET', path, { token: `${token}x` })).status).toBe(401)
      }
    },
  }),
  ...rowsOf('Resources: Introspection result', {
    'Client id of the application associated with the token': async () => {
      const world = makeWorld()
      const { token } = await world.connect()
      const { json } = await world.call('GET', '/introspect', { token })
      expect(json.client_id).toBe(world.sandbox.client.id)
    },
    'Account name retrieved from the tax record provider': async () => {
      const world = makeWorld()
      const { token } = await world.connect('irs')
      expect((await world.call('GET', '/introspect', { token })).json.name).toBe('Marisol Quenby')
    },
    'Provider associated with the token': async () => {
      const world = makeWorld()
      for (const provider of ['irs', 'turbotax']) {
        const { token } = await world.connect(provider)
        expect((await world.call('GET', '/introspect', { token })).json.provider_id).toBe(provider)
      }
    },
  }),
  ...rowsOf('Resources: Taxpayer', {
    'Aggregated analysis across all tax records': async () => {
      expect((await taxpayerOf()).analysis).toMatchObject({
        total_liabilities: expect.any(String),
        liabilities_with_lien_filed: expect.any(String),
        tin: expect.stringMatching(/^X/),
      })
    },
    'Each has `type` (string), `year` (string) and `employer` (`ein`, `name`, `address`, all strings)':
      async () => {
        const text = expect.any(String)
        const history = (await taxpayerOf()).analysis.employment_history
        expect(history.length).toBeGreaterThan(0)
        for (const each of history)
          expect(each).toEqual({ type: text, year: text, employer: { ein: text, name: text, address: text } })
      },
    '`street_address`, `city`, `state`, `zip_code` (strings)': async () => {
      const text = expect.any(String)
      const address = { street_address: text, city: text, state: text, zip_code: text }
      expect((await taxpayerOf()).details.address).toEqual(address)
    },
    '`balance_due` (number) and `tax_years`, an array of `{amount: number, year: string}`': async () => {
      expect((await taxpayerOf()).details.balance_summary).toEqual({
        balance_due: expect.any(Number),
        tax_years: expect.any(Array),
      })
    },
    'The URL expires after 12 hours.': async () => {
      const world = makeWorld()
      const { token } = await world.connect('irs')
      const { form8821 } = (await world.call('GET', '/tax-payer', { token })).json
      await world.clock.advance(12 * HOUR)
      expect((await world.sandbox.fetch(form8821)).status).toBe(403)
    },
  }),
  ...rowsOf('Resources: Refresh job', {
    'Created by the refresh operation: `jobId`, `taxpayerId`, `name` (all strings).': async () => {
      const world = makeWorld()
      const { token, taxpayerId } = await world.connect()
      const { json } = await world.call('POST', `/tax-payer/${taxpayerId}/refresh`, { token })
      expect(json).toMatchObject({ jobId: expect.any(String), taxpayerId, name: expect.any(String) })
    },
  }),
  ...rowsOf('Endpoints: POST /tax-payer/clear-records', {
    '200: object with `status` (string; value `success`).': async () => {
      const world = makeWorld()
      const { token } = await world.connect()
      const { status, json } = await world.call('POST', '/tax-payer/clear-records', { token })
      expect([status, json]).toEqual([200, { status: 'success' }])
    },
  }),
  ...rowsOf('Endpoints: POST /providers/irs/f8821/unsigned', {
    'object, only required when the signer of the form is the fiduciary and not the taxpayer': async () => {
      const { status, bytes } = await makeWorld().call('POST', UNSIGNED, { client: true, body: REQUEST })
      expect(status).toBe(200)
      expect(await textOf(bytes)).not.toContain('Form 56')
      expect(await textWith({ title: 'Executor' })).toMatch(/Form 56[\s\S]*Executor/)
    },
    'object: 1gDesc, 2a, 2b (strings)': async () => {
      const text = await textWith({ authority: { '1gDesc': 'By will', '2a': 'May 2', '2b': 'May 3' } })
      for (const part of ['By will', 'May 2', 'May 3']) expect(text).toContain(part)
      const body = { ...REQUEST, form56: { authority: { '2a': 7 } } }
      expect((await makeWorld().call('POST', UNSIGNED, { client: true, body })).status).toBe(400)
    },
    'object: `5` (string), types (array), typeDesc (string), forms (array), formDesc (string)': async () => {
      const tax = {
        '5': '2023 only',
        types: ['Income'],
        typeDesc: 'Kind',
        forms: ['1041'],
        formDesc: 'Paper',
      }
      const text = await textWith({ tax })
      for (const part of ['2023 only', 'Income', 'Kind', '1041', 'Paper']) expect(text).toContain(part)
      const body = { ...REQUEST, form56: { tax: { types: 'Income' } } }
      expect((await makeWorld().call('POST', UNSIGNED, { client: true, body })).status).toBe(400)
    },
    'object: name, date, initiationDate, docketNumber, placeOfOtherProceedings (strings); address (object: street, other, city, state, zip); time (object with text, a string)':
      async () => {
        const proceedings = {
          name: 'Probate Court',
          date: '05-02-2024',
          initiationDate: '05-01-2024',
          docketNumber: 'D-17',
          placeOfOtherProceedings: 'Marlow',
          address: { street: '1 Court Square', other: 'Room 3', city: 'Brook', state: 'OH', zip: '43990' },
          time: { text: '9:00' },
        }
        const text = await textWith({ proceedings })
        const { address, time, ...plain } = proceedings
        for (const part of [...Object.values(plain), ...Object.values(address), time.text])
          expect(text).toContain(part)
      },
  }),
  ...rowsOf('Events', {
    'taxpayer_id, name, provider_id': async () => {
      const world = makeWorld()
      const { token, taxpayerId } = await world.connect('drake')
      await world.call('POST', '/disconnect', { token })
      const gone = { taxpayer_id: taxpayerId, name: 'Marisol Quenby', provider_id: 'drake' }
      expect(dataOf(world, 'taxpayer.disconnected')).toEqual([expect.objectContaining(gone)])
    },
    'empty object': async () => {
      const world = makeWorld()
      await walk(world, embeddedPath(world))
      for (const type of ['widget.opened', 'widget.closed']) expect(dataOf(world, type)).toEqual([{}])
    },
    'error: {code (string), message (string)}': async () => {
      const world = makeWorld()
      await walk(world, embeddedPath(world), 'authorization_rejected', 'irs')
      expect(dataOf(world, 'widget.failed')).toEqual([
        { error: { code: 'authorization_rejected', message: expect.any(String) } },
      ])
    },
    'url (string)': async () => {
      const world = makeWorld()
      const url = await visitLink(world, 'connected')
      for (const type of ['client_link.opened', 'client_link.closed'])
        expect(dataOf(world, type)).toEqual([{ url }])
    },
    'error: {code, message}': async () => {
      const world = makeWorld()
      await visitLink(world, 'provider_timeout')
      expect(dataOf(world, 'client_link.failed')).toEqual([
        { error: { code: 'provider_timeout', message: expect.any(String) } },
      ])
    },
    provider_id: async () => {
      const world = makeWorld()
      await visitLink(world, 'connected')
      expect(dataOf(world, 'client_link.succeeded')).toEqual([{ provider_id: 'turbotax' }])
    },
    'Other event names mentioned for the connect flow: `taxpayer.consent_accepted`, `taxpayer.provider_selected`, `taxpayer.provider_connected`.':
      async () => {
        const world = makeWorld()
        await walk(world, embeddedPath(world), 'connected', 'irs')
        for (const name of ['consent_accepted', 'provider_selected', 'provider_connected'])
          expect(dataOf(world, `taxpayer.${name}`), name).toHaveLength(1)
      },
  }),
  ...rowsOf('Limits', {
    '12 attempts, exponential back-off over 3 days': async () => {
      const world = makeWorld()
      world.status = () => 503
      world.sandbox.registerWebhook({ url: HOOK, events: ['taxpayer.records_synced'] })
      await world.connect()
      await world.sandbox.idle()
      await world.clock.advance(72 * HOUR - 1000)
      expect(world.received).toHaveLength(11)
      await world.clock.advance(2000)
      expect(world.received).toHaveLength(12)
      await world.clock.advance(1000 * HOUR)
      expect(world.received).toHaveLength(12)
    },
    '`http://` localhost or `https://` only': () => {
      const { sandbox } = makeWorld()
      for (const address of ['http://localhost:3000/cb', 'https://app.example.invalid/cb'])
        expect(() => sandbox.registerClient({ redirectUris: [address] })).not.toThrow()
      for (const address of ['http://app.example.invalid/cb', 'ftp://localhost/cb', 'app:cb'])
        expect(() => sandbox.registerClient({ redirectUris: [address] }), address).toThrow(RangeError)
    },
  }),
]
