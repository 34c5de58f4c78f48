import { expect } from 'vitest'
import {
  BASE,
  bearerOf,
  embeddedPath,
  makeWorld,
  REDIRECT,
  type Row,
  redirectPath,
  rowsOf,
  UUID,
  type World,
} from './sandbox-world.js'

const codeIn = (response: Response): string =>
  new URL(response.headers.get('location') ?? '').searchParams.get('code') ?? ''

const DATA_PATHS = ['/introspect', '/tax-payer', '/records', '/providers']

/** Calls operations with the right kind of credentials, with the other kind, and with none. */
async function expectCredential(world: World, kind: 'client' | 'token', paths: (id: string) => string[]) {
  const { token, taxpayerId } = await world.connect()
  const [right, wrong] = kind === 'client' ? [{ client: true }, { token }] : [{ token }, { client: true }]
  for (const each of paths(taxpayerId)) {
    const [method = '', path = ''] = each.split(' ')
    expect((await world.call(method, path, wrong)).status, path).toBe(401)
    expect((await world.call(method, path)).status, path).toBe(401)
    expect((await world.call(method, path, right)).status, path).not.toBe(401)
  }
}

export const takesAllowedRedirects = ({ sandbox }: World) => {
  const register = (address: string) => () => sandbox.registerClient({ redirectUris: [address] })
  const https = ['https://a.invalid/cb?x=1', 'https://app.example.invalid/cb']
  for (const address of ['http://localhost:3000/cb', 'http://127.0.0.1/cb', 'http://[::1]:1/cb', ...https])
    expect(register(address)).not.toThrow()
  for (const address of [
    ...['http://a.invalid/cb', 'http://localhost.a.invalid/', 'http://localhost@a.invalid/'],
    ...['https://u:p@a.invalid/', 'https://a.invalid/#x', 'ftp://localhost/cb', 'app://cb', 'app:cb'],
    ...['javascript:alert(1)', '/cb'],
  ])
    expect(register(address), address).toThrow(RangeError)
}

export const answersToken = async (world: World) => {
  for (const provider of ['irs', 'drake', 'service-sandbox']) {
    const { code, taxpayerId } = world.sandbox.authorize({ provider })
    const { json } = await world.exchange(code)
    expect(json).toEqual({ taxpayer_id: taxpayerId, provider_id: provider, access_token: expect.any(String) })
    expect(taxpayerId).toMatch(UUID)
    for (const path of DATA_PATHS) {
      expect((await world.call('GET', path, { token: json.access_token })).status).toBe(200)
      expect((await world.call('GET', path, { token: `${json.access_token}x` })).status).toBe(401)
    }
  }
}

export const introspects = async (world: World) => {
  for (const provider_id of ['irs', 'turbotax']) {
    const { token, taxpayerId: taxpayer_id } = await world.connect(provider_id)
    const client_id = world.sandbox.client.id
    const known = { taxpayer_id, client_id, name: 'Marisol Quenby', provider_id }
    expect(await world.get('/introspect', token)).toEqual(known)
  }
}

export const TOKEN_ROWS: readonly Row[] = [
  ...rowsOf('What the service does', {
    'The widget is either embedded in the application frontend or reached by redirect.': async world => {
      const embedded = await world.walk(embeddedPath(world))
      expect(await embedded.text()).toContain('postMessage({"source":"service-connect","event":"succeeded"')
      expect(embedded.headers.get('content-security-policy')).toContain(
        'frame-ancestors http://localhost:3000',
      )
      const redirected = await world.walk(redirectPath(world))
      expect(redirected.status).toBe(303)
      expect(redirected.headers.get('location')).toMatch(
        /^https:\/\/app\.example\.invalid\/callback\?from=tax&code=/,
      )
    },
    'Authorization yields an authorization code.': async world => {
      expect(codeIn(await world.walk(redirectPath(world)))).toMatch(/^code_.{40,}/)
    },
    "The application's backend exchanges the code for an `access_token`.": async world => {
      const code = codeIn(await world.walk(redirectPath(world)))
      const { status, json } = await world.exchange(code, { body: { redirect_uri: REDIRECT } })
      expect(status).toBe(200)
      expect(Object.keys(json).sort()).toEqual(['access_token', 'provider_id', 'taxpayer_id'])
    },
    'Each token is bound to one taxpayer and one provider.': async world => {
      const irs = await world.connect('irs')
      const software = await world.connect('turbotax', 0, irs.taxpayerId)
      expect(irs.taxpayerId).toBe(software.taxpayerId)
      const providers = async (token: string) =>
        new Set(
          (await world.get('/records', token)).map((record: { provider_id: string }) => record.provider_id),
        )
      expect(await providers(irs.token)).toEqual(new Set(['irs']))
      expect(await providers(software.token)).toEqual(new Set(['turbotax']))
    },
  }),
  ...rowsOf('Endpoints: POST /auth/token', {
    'Only allowed value: `true`.': async world => {
      const { code } = world.sandbox.authorize()
      expect((await world.exchange(code, { headers: { 'x-service-async': 'yes' } })).status).toBe(400)
      expect((await world.exchange(code, { headers: { 'x-service-async': 'true' } })).status).toBe(200)
    },
    'When set, the call returns right after documents are pulled from the provider, without waiting for parsing.':
      async world => {
        const { token } = await world.connectAsync()
        expect((await world.get('/tax-payer', token)).status).toBe('AUTHORIZED')
        const early = await world.get('/records', token)
        expect(early.length).toBeGreaterThan(0)
        expect(early.every((record: { forms: unknown[] }) => record.forms.length === 0)).toBe(true)
        await world.clock.advance(1000)
        expect((await world.get('/tax-payer', token)).status).toBe('COMPLETED')
        const late = await world.get('/records', token)
        expect(late.some((record: { forms: unknown[] }) => record.forms.length > 0)).toBe(true)
      },
    'Omit it in the embedded flow.': async world => {
      const { code } = world.sandbox.authorize()
      expect((await world.exchange(code, { body: { redirect_uri: REDIRECT } })).status).toBe(400)
      expect((await world.exchange(code)).status).toBe(200)
    },
    'Supply it only when the redirect flow was used, and it must be the same redirect address used in that flow.':
      async world => {
        const { code } = world.sandbox.authorize({ redirectUri: REDIRECT })
        expect((await world.exchange(code)).status).toBe(400)
        expect((await world.exchange(code, { body: { redirect_uri: `${REDIRECT}&x=1` } })).status).toBe(400)
        expect((await world.exchange(code, { body: { redirect_uri: REDIRECT } })).status).toBe(200)
      },
    '200: token response (`taxpayer_id`, `provider_id`, `access_token`).': answersToken,
    '400: Invalid Request. 401: Unauthorized.': async world => {
      const { code } = world.sandbox.authorize()
      expect((await world.exchange(code, { body: { client_id: 17 } })).status).toBe(400)
      expect((await world.call('POST', '/auth/token', { body: {} })).status).toBe(400)
      const refused = await world.exchange(code, { body: { client_secret: 'wrong' } })
      expect([refused.status, refused.json.message]).toEqual([401, expect.any(String)])
      expect((await world.exchange(code)).status).toBe(200)
    },
  }),
  ...rowsOf('Endpoints: GET /auth/tax-payer/{id}/token', {
    "Purpose: obtain the `access_token` when it was created out of the application's sight, for example through client links.":
      async world => {
        await world.walk((await world.link({ metadata: { loan: 'A1' } })).url)
        const [changed] = world.dataOf('taxpayer.status_changed')
        const path = `/auth/tax-payer/${String(changed?.['taxpayer_id'])}/token`
        const { status, json } = await world.call('GET', path, { client: true })
        expect([status, json.metadata]).toEqual([200, { loan: 'A1' }])
        expect((await world.call('GET', '/introspect', { token: json.access_token })).status).toBe(200)
      },
    '200: taxpayer token record.': async world => {
      const { token, taxpayerId } = await world.connect()
      const read = (id: string, headers = {}) =>
        world.call('GET', `/auth/tax-payer/${id}/token`, { client: true, headers })
      expect((await read(taxpayerId)).json).toEqual({
        access_token: token,
        taxpayer_id: taxpayerId,
        name: 'Marisol Quenby',
        metadata: {},
        provider_id: 'service-sandbox',
        created_at: '2025-01-15T12:00:00.000Z',
        status: 'COMPLETED',
      })
      const other = { Authorization: `Bearer ${bearerOf(world.sandbox.registerClient({}))}` }
      expect((await read(taxpayerId, other)).status).toBe(404)
      expect((await read('none')).status).toBe(404)
    },
  }),
  ...rowsOf('Endpoints: GET /introspect', { '200: introspection result.': introspects }),
  ...rowsOf('Endpoints: POST /disconnect', {
    '200: object with `status` (string; value `success`).': async world => {
      const { token } = await world.connect()
      expect((await world.call('POST', '/disconnect', { token })).json).toEqual({ status: 'success' })
    },
    'Effect: deletes the token used for the call and all tokens with the same taxpayer and provider pair.':
      async world => {
        const first = await world.connect('irs')
        const second = await world.connect('irs', 0, first.taxpayerId)
        const other = await world.connect('irs')
        expect(first.token).not.toBe(second.token)
        await world.call('POST', '/disconnect', { token: first.token })
        for (const { token } of [first, second])
          expect((await world.call('GET', '/introspect', { token })).status).toBe(401)
        expect((await world.call('GET', '/introspect', { token: other.token })).status).toBe(200)
      },
    'Tokens of the same taxpayer for a different provider are unaffected and need a separate call.':
      async world => {
        const irs = await world.connect('irs')
        const software = await world.connect('turbotax', 0, irs.taxpayerId)
        const stranger = await world.connect('irs', 1)
        await world.call('POST', '/disconnect', { token: irs.token })
        for (const { token } of [software, stranger])
          expect((await world.call('GET', '/introspect', { token })).status).toBe(200)
        await world.call('POST', '/disconnect', { token: software.token })
        expect((await world.call('GET', '/introspect', { token: software.token })).status).toBe(401)
      },
  }),
  ...rowsOf('Authentication', {
    'base64 of `<client_id>:<client_secret>`': async world => {
      const { id } = world.sandbox.client
      const send = async (how: object) =>
        (await world.call('POST', '/client-links', { ...how, body: {} })).status
      expect(await send({ client: true })).toBe(200)
      expect(await send({ token: bearerOf({ id, secret: 'wrong' }) })).toBe(401)
      expect(await send({})).toBe(401)
    },
    'client link creation, both Form 8821 operations, retrieve taxpayer token': world =>
      expectCredential(world, 'client', id => [
        'POST /client-links',
        'POST /providers/irs/f8821/unsigned',
        'POST /providers/irs/f8821/upload/none',
        `GET /auth/tax-payer/${id}/token`,
      ]),
    'all data and management operations other than those above': world =>
      expectCredential(world, 'token', id => [
        ...DATA_PATHS.map(path => `GET ${path}`),
        `POST /tax-payer/${id}/refresh`,
        `GET /tax-payer/${id}/refresh/none`,
        'GET /records/none',
        'POST /tax-payer/clear-records',
        'POST /disconnect',
      ]),
    'Token exchange (POST /auth/token) needs no Authorization header.': async world => {
      expect((await world.exchange(world.sandbox.authorize().code)).status).toBe(200)
    },
    'For the redirect flow the code is a `code` query parameter on the registered redirect address.':
      async world => {
        const address = new URL((await world.walk(redirectPath(world))).headers.get('location') ?? '')
        expect([...address.searchParams.keys()]).toEqual(['from', 'code', 'state'])
        expect(address.searchParams.get('state')).toBe('s-1')
      },
    'Redirect addresses must be registered.': async world => {
      const other = encodeURIComponent('https://other.invalid/')
      const page = await world.page(`/connect?client_id=${world.sandbox.client.id}&redirect_uri=${other}`)
      expect([page.status, page.headers.get('location')]).toEqual([400, null])
    },
    'Allowed forms: an `http://` localhost address, or an `https://` address.': takesAllowedRedirects,
    'The embedded frontend flow needs no registration, because a default redirect address is applied.':
      async () => {
        const world = makeWorld({ client: {} })
        const text = await (await world.walk(embeddedPath(world))).text()
        const code = /"code":"([^"]+)"/.exec(text)?.[1] ?? ''
        expect((await world.exchange(code)).status).toBe(200)
      },
  }),
  ...rowsOf('Errors', {
    'Common causes of a token exchange failure: an invalid or expired authorization code, a wrong client id or secret, a redirect address that does not match.':
      async world => {
        const used = world.sandbox.authorize().code
        await world.exchange(used)
        const expired = world.sandbox.authorize().code
        await world.clock.advance(600_000)
        const { code } = world.sandbox.authorize()
        const other = world.sandbox.registerClient({})
        for (const [each, body, status] of [
          ['code_unknown', {}, 400],
          [used, {}, 400],
          [expired, {}, 400],
          [code, { client_id: 'nobody' }, 401],
          [code, { client_secret: 'wrong' }, 401],
          [code, { redirect_uri: 'https://a.invalid/' }, 400],
          [code, { client_id: other.id, client_secret: other.secret }, 400],
        ] as const)
          expect((await world.exchange(each, { body })).status).toBe(status)
      },
  }),
  ...rowsOf('Versioning', {
    'The header `Service-API-Version` must be set on every request.': async world => {
      const headers = { Authorization: `Bearer ${(await world.connect()).token}` }
      for (const path of ['/tax-payer', '/records', '/providers'])
        expect((await world.sandbox.fetch(`${BASE}${path}`, { headers })).status).toBe(400)
    },
    'Optional header `Service-API-Version`.': async () => {
      for (const strictVersion of [false, true]) {
        const world = makeWorld({ strictVersion })
        const { token, taxpayerId } = await world.connect()
        const { jobId } = (await world.call('POST', `/tax-payer/${taxpayerId}/refresh`, { token })).json
        const send = async (method: string, path: string, bearer: string) => {
          const headers = { Authorization: `Bearer ${bearer}` }
          return (await world.sandbox.fetch(`${BASE}${path}`, { method, headers })).status
        }
        const status = strictVersion ? 400 : 200
        const client = bearerOf(world.sandbox.client)
        expect(await send('GET', `/auth/tax-payer/${taxpayerId}/token`, client)).toBe(status)
        expect(await send('GET', '/introspect', token)).toBe(status)
        expect(await send('POST', `/tax-payer/${taxpayerId}/refresh`, token)).toBe(status)
        expect(await send('GET', `/tax-payer/${taxpayerId}/refresh/${jobId}`, token)).toBe(status)
        expect(await send('POST', '/disconnect', token)).toBe(status)
      }
    },
    'Its value is the version date.': async world => {
      const { token } = await world.connect()
      for (const [version, status] of Object.entries({ '2024-01-01': 200, '2023-01-01': 400, '': 400 })) {
        const headers = { 'Service-API-Version': version }
        expect((await world.call('GET', '/introspect', { token, headers })).status, version).toBe(status)
      }
    },
  }),
]
