import { expect } from 'vitest'
import {
  bearerOf,
  embeddedPath,
  makeWorld,
  REDIRECT,
  type Row,
  redirectPath,
  rowsOf,
  walk,
} from './sandbox-world.js'

const codeIn = (response: Response): string =>
  new URL(response.headers.get('location') ?? '').searchParams.get('code') ?? ''

export const TOKEN_ROWS: readonly Row[] = [
  ...rowsOf('What the service does', {
    'The widget is either embedded in the application frontend or reached by redirect.': async () => {
      const world = makeWorld()
      const embedded = await walk(world, embeddedPath(world))
      expect(await embedded.text()).toContain('postMessage({"source":"service-connect","event":"succeeded"')
      expect(embedded.headers.get('content-security-policy')).toContain(
        'frame-ancestors http://localhost:3000',
      )
      const redirected = await walk(world, redirectPath(world))
      expect(redirected.status).toBe(303)
      expect(redirected.headers.get('location')).toMatch(
        /^https:\/\/app\.example\.invalid\/callback\?from=tax&code=/,
      )
    },
    'Authorization yields an authorization code.': async () => {
      const world = makeWorld()
      expect(codeIn(await walk(world, redirectPath(world)))).toMatch(/^code_.{40,}/)
    },
    "The application's backend exchanges the code for an `access_token`.": async () => {
      const world = makeWorld()
      const code = codeIn(await walk(world, redirectPath(world)))
      const { status, json } = await world.exchange(code, { body: { redirect_uri: REDIRECT } })
      expect(status).toBe(200)
      expect(Object.keys(json).sort()).toEqual(['access_token', 'provider_id', 'taxpayer_id'])
    },
    'Each token is bound to one taxpayer and one provider.': async () => {
      const world = makeWorld()
      const [irs, software] = [await world.connect('irs'), await world.connect('turbotax')]
      expect(irs.taxpayerId).toBe(software.taxpayerId)
      const providers = async (token: string) => {
        const { json } = await world.call('GET', '/records', { token })
        return new Set(json.map((record: { provider_id: string }) => record.provider_id))
      }
      expect(await providers(irs.token)).toEqual(new Set(['irs']))
      expect(await providers(software.token)).toEqual(new Set(['turbotax']))
    },
  }),
  ...rowsOf('Endpoints: POST /auth/token', {
    'Only allowed value: `true`.': async () => {
      const world = makeWorld()
      const { code } = world.sandbox.authorize()
      expect((await world.exchange(code, { headers: { 'x-service-async': 'yes' } })).status).toBe(400)
      expect((await world.exchange(code, { headers: { 'x-service-async': 'true' } })).status).toBe(200)
    },
    'When set, the call returns right after documents are pulled from the provider, without waiting for parsing.':
      async () => {
        const world = makeWorld()
        const { code } = world.sandbox.authorize()
        const { json } = await world.exchange(code, { headers: { 'x-service-async': 'true' } })
        const token = json.access_token
        expect((await world.call('GET', '/tax-payer', { token })).json.status).toBe('AUTHORIZED')
        const early = (await world.call('GET', '/records', { token })).json
        expect(early.length).toBeGreaterThan(0)
        expect(early.every((record: { forms: unknown[] }) => record.forms.length === 0)).toBe(true)
        await world.clock.advance(1000)
        expect((await world.call('GET', '/tax-payer', { token })).json.status).toBe('COMPLETED')
        const late = (await world.call('GET', '/records', { token })).json
        expect(late.some((record: { forms: unknown[] }) => record.forms.length > 0)).toBe(true)
      },
    'Omit it in the embedded flow.': async () => {
      const world = makeWorld()
      const { code } = world.sandbox.authorize()
      expect((await world.exchange(code, { body: { redirect_uri: REDIRECT } })).status).toBe(400)
      expect((await world.exchange(code)).status).toBe(200)
    },
    'Supply it only when the redirect flow was used, and it must be the same redirect address used in that flow.':
      async () => {
        const world = makeWorld()
        const { code } = world.sandbox.authorize({ redirectUri: REDIRECT })
        expect((await world.exchange(code)).status).toBe(400)
        expect((await world.exchange(code, { body: { redirect_uri: `${REDIRECT}&x=1` } })).status).toBe(400)
        expect((await world.exchange(code, { body: { redirect_uri: REDIRECT } })).status).toBe(200)
      },
    '200: token response (`taxpayer_id`, `provider_id`, `access_token`).': async () => {
      const world = makeWorld()
      const { code, taxpayerId } = world.sandbox.authorize({ provider: 'irs' })
      const { json } = await world.exchange(code)
      expect(json).toEqual({ taxpayer_id: taxpayerId, provider_id: 'irs', access_token: expect.any(String) })
    },
    '400: Invalid Request. 401: Unauthorized.': async () => {
      const world = makeWorld()
      const { code } = world.sandbox.authorize()
      expect((await world.exchange(code, { body: { client_id: 17 } })).status).toBe(400)
      expect((await world.call('POST', '/auth/token', { body: {} })).status).toBe(400)
      const refused = await world.exchange(code, { body: { client_secret: 'wrong' } })
      expect(refused.status).toBe(401)
      expect(refused.json.message).toEqual(expect.any(String))
      expect((await world.exchange(code)).status).toBe(200)
    },
  }),
  ...rowsOf('Endpoints: GET /auth/tax-payer/{id}/token', {
    "Purpose: obtain the `access_token` when it was created out of the application's sight, for example through client links.":
      async () => {
        const world = makeWorld()
        const link = await world.call('POST', '/client-links', {
          client: true,
          body: { metadata: { loan: 'A1' } },
        })
        await walk(world, link.json.url)
        const changed = world.sandbox.events.find(event => event.event === 'taxpayer.status_changed')
        const path = `/auth/tax-payer/${String(changed?.data['taxpayer_id'])}/token`
        const { status, json } = await world.call('GET', path, { client: true })
        expect(status).toBe(200)
        expect(json.metadata).toEqual({ loan: 'A1' })
        expect((await world.call('GET', '/introspect', { token: json.access_token })).status).toBe(200)
      },
    '200: taxpayer token record.': async () => {
      const world = makeWorld()
      const { token, taxpayerId } = await world.connect()
      const { json } = await world.call('GET', `/auth/tax-payer/${taxpayerId}/token`, { client: true })
      expect(json).toEqual({
        access_token: token,
        taxpayer_id: taxpayerId,
        name: 'Marisol Quenby',
        metadata: {},
        provider_id: 'service-sandbox',
        created_at: '2025-01-15T12:00:00.000Z',
        status: 'COMPLETED',
      })
      const other = world.sandbox.registerClient({})
      const foreign = { headers: { Authorization: `Bearer ${bearerOf(other)}` } }
      expect((await world.call('GET', `/auth/tax-payer/${taxpayerId}/token`, foreign)).status).toBe(404)
      expect((await world.call('GET', '/auth/tax-payer/none/token', { client: true })).status).toBe(404)
    },
  }),
  ...rowsOf('Endpoints: GET /introspect', {
    '200: introspection result.': async () => {
      const world = makeWorld()
      const { token, taxpayerId } = await world.connect('turbotax')
      const { json } = await world.call('GET', '/introspect', { token })
      expect(json).toEqual({
        taxpayer_id: taxpayerId,
        client_id: world.sandbox.client.id,
        name: 'Marisol Quenby',
        provider_id: 'turbotax',
      })
    },
  }),
  ...rowsOf('Endpoints: POST /disconnect', {
    '200: object with `status` (string; value `success`).': async () => {
      const world = makeWorld()
      const { token } = await world.connect()
      expect((await world.call('POST', '/disconnect', { token })).json).toEqual({ status: 'success' })
    },
    'Effect: deletes the token used for the call and all tokens with the same taxpayer and provider pair.':
      async () => {
        const world = makeWorld()
        const [first, second] = [await world.connect('irs'), await world.connect('irs')]
        expect(first.token).not.toBe(second.token)
        await world.call('POST', '/disconnect', { token: first.token })
        for (const { token } of [first, second])
          expect((await world.call('GET', '/introspect', { token })).status).toBe(401)
      },
    'Tokens of the same taxpayer for a different provider are unaffected and need a separate call.':
      async () => {
        const world = makeWorld()
        const [irs, software] = [await world.connect('irs'), await world.connect('turbotax')]
        const stranger = await world.connect('irs', 1)
        await world.call('POST', '/disconnect', { token: irs.token })
        for (const { token } of [software, stranger])
          expect((await world.call('GET', '/introspect', { token })).status).toBe(200)
        await world.call('POST', '/disconnect', { token: software.token })
        expect((await world.call('GET', '/introspect', { token: software.token })).status).toBe(401)
      },
  }),
  ...rowsOf('Authentication', {
    'base64 of `<client_id>:<client_secret>`': async () => {
      const world = makeWorld()
      const right = await world.call('POST', '/client-links', { client: true, body: {} })
      expect(right.status).toBe(200)
      const bearer = bearerOf({ id: world.sandbox.client.id, secret: 'wrong' })
      expect((await world.call('POST', '/client-links', { token: bearer, body: {} })).status).toBe(401)
      expect((await world.call('POST', '/client-links', { body: {} })).status).toBe(401)
    },
    'client link creation, both Form 8821 operations, retrieve taxpayer token': async () => {
      const world = makeWorld()
      const { token, taxpayerId } = await world.connect()
      const paths = [
        ['POST', '/client-links'],
        ['POST', '/providers/irs/f8821/unsigned'],
        ['POST', '/providers/irs/f8821/upload/none'],
        ['GET', `/auth/tax-payer/${taxpayerId}/token`],
      ] as const
      for (const [method, path] of paths) {
        expect((await world.call(method, path, { token })).status, path).toBe(401)
        expect((await world.call(method, path)).status, path).toBe(401)
        expect((await world.call(method, path, { client: true })).status, path).not.toBe(401)
      }
    },
    'all data and management operations other than those above': async () => {
      const world = makeWorld()
      const { token, taxpayerId } = await world.connect()
      const paths = [
        ['GET', '/introspect'],
        ['GET', '/providers'],
        ['GET', '/tax-payer'],
        ['POST', `/tax-payer/${taxpayerId}/refresh`],
        ['GET', `/tax-payer/${taxpayerId}/refresh/none`],
        ['GET', '/records'],
        ['GET', '/records/none'],
        ['POST', '/tax-payer/clear-records'],
        ['POST', '/disconnect'],
      ] as const
      for (const [method, path] of paths) {
        expect((await world.call(method, path, { client: true })).status, path).toBe(401)
        expect((await world.call(method, path)).status, path).toBe(401)
        expect((await world.call(method, path, { token })).status, path).not.toBe(401)
      }
    },
    'Token exchange (POST /auth/token) needs no Authorization header.': async () => {
      const world = makeWorld()
      expect((await world.exchange(world.sandbox.authorize().code)).status).toBe(200)
    },
    'For the redirect flow the code is a `code` query parameter on the registered redirect address.':
      async () => {
        const world = makeWorld()
        const address = new URL((await walk(world, redirectPath(world))).headers.get('location') ?? '')
        expect([...address.searchParams.keys()]).toEqual(['from', 'code', 'state'])
        expect(address.searchParams.get('state')).toBe('s-1')
      },
    'Redirect addresses must be registered.': async () => {
      const world = makeWorld()
      const { id } = world.sandbox.client
      const page = await world.page(
        `/connect?client_id=${id}&redirect_uri=${encodeURIComponent('https://other.invalid/')}`,
      )
      expect(page.status).toBe(400)
      expect(page.headers.get('location')).toBeNull()
    },
    'Allowed forms: an `http://` localhost address, or an `https://` address.': () => {
      const { sandbox } = makeWorld()
      const allowed = [
        'http://localhost:3000/cb',
        'http://127.0.0.1/cb',
        'http://[::1]:1/cb',
        'https://a.invalid/cb?x=1',
      ]
      for (const address of allowed)
        expect(() => sandbox.registerClient({ redirectUris: [address] })).not.toThrow()
      const refused = [
        'http://a.invalid/cb',
        'http://localhost.a.invalid/',
        'http://localhost@a.invalid/',
        'https://u:p@a.invalid/',
        'https://a.invalid/#x',
        'app://cb',
        'javascript:alert(1)',
        '/cb',
      ]
      for (const address of refused)
        expect(() => sandbox.registerClient({ redirectUris: [address] }), address).toThrow(RangeError)
    },
    'The embedded frontend flow needs no registration, because a default redirect address is applied.':
      async () => {
        const world = makeWorld({ client: {} })
        const text = await (await walk(world, embeddedPath(world))).text()
        const code = /"code":"([^"]+)"/.exec(text)?.[1] ?? ''
        expect((await world.exchange(code)).status).toBe(200)
      },
  }),
  ...rowsOf('Errors', {
    'Common causes of a token exchange failure: an invalid or expired authorization code, a wrong client id or secret, a redirect address that does not match.':
      async () => {
        const world = makeWorld()
        expect((await world.exchange('code_unknown')).status).toBe(400)
        const used = world.sandbox.authorize().code
        await world.exchange(used)
        expect((await world.exchange(used)).status).toBe(400)
        const expired = world.sandbox.authorize().code
        await world.clock.advance(600_000)
        expect((await world.exchange(expired)).status).toBe(400)
        const { code } = world.sandbox.authorize()
        expect((await world.exchange(code, { body: { client_id: 'nobody' } })).status).toBe(401)
        expect((await world.exchange(code, { body: { client_secret: 'wrong' } })).status).toBe(401)
        expect((await world.exchange(code, { body: { redirect_uri: 'https://a.invalid/' } })).status).toBe(
          400,
        )
        const other = world.sandbox.registerClient({})
        const foreign = { client_id: other.id, client_secret: other.secret }
        expect((await world.exchange(code, { body: foreign })).status).toBe(400)
      },
  }),
  ...rowsOf('Versioning', {
    'The header `Service-API-Version` must be set on every request.': async () => {
      const world = makeWorld()
      const { token } = await world.connect()
      const headers = { Authorization: `Bearer ${token}` }
      expect((await world.sandbox.fetch('http://localhost/introspect', { headers })).status).toBe(400)
    },
    'Its value is the version date.': async () => {
      const world = makeWorld()
      const { token } = await world.connect()
      for (const [version, status] of [
        ['2024-01-01', 200],
        ['2023-01-01', 400],
        ['', 400],
      ] as const) {
        const headers = { 'Service-API-Version': version }
        expect((await world.call('GET', '/introspect', { token, headers })).status, version).toBe(status)
      }
    },
  }),
]
