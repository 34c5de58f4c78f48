import { request } from 'node:http'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createSandbox, manualClock, type SandboxOptions } from '../../src/service/sandbox/index.js'
import { createReceiver, type EventOf, verifyWebhook } from '../../src/service/webhooks/index.js'
import { startWebhookEndpoint } from '../support/serve.js'
import { listen, PEOPLE } from './sandbox-world.js'

const VERSION = { 'Service-API-Version': '2024-01-01' }
const DAY = 86_400_000

/** Polls until the expectation holds. Allows 20 seconds because the machine may be busy. */
const expectSoon = <T>(read: () => T) => expect.poll(read, { timeout: 20_000 })

/** Starts a sandbox and sends requests to it as a client in any language would: JSON over HTTP to a base URL. */
async function start(options: SandboxOptions = {}) {
  const { sandbox, url } = await listen({
    dossiers: PEOPLE,
    client: { id: 'app', secret: 'fixed', redirectUris: ['http://localhost:3000/callback'] },
    ...options,
  })
  const send = async (method: string, path: string, body?: unknown, headers = {}) => {
    const json = { 'content-type': 'application/json' }
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { ...VERSION, ...(body === undefined ? {} : json), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    // biome-ignore lint/suspicious/noExplicitAny: bodies have many shapes
    return { status: response.status, json: (await response.json().catch(() => null)) as any }
  }
  const control = (method: string, path: string, body?: unknown) => send(method, `/_sandbox${path}`, body)
  const exchange = async (code: string, fields = {}, headers = {}) =>
    send('POST', '/auth/token', { client_id: 'app', client_secret: 'fixed', code, ...fields }, headers)
  const connect = async (body: object = {}) => {
    const { code } = (await control('POST', '/authorize', body)).json
    const token = (await exchange(code)).json.access_token
    const get = (path: string) => send('GET', path, undefined, { Authorization: `Bearer ${token}` })
    return { token, get }
  }
  return { sandbox, url, send, control, exchange, connect }
}

describe('the sandbox for clients in other languages', () => {
  test('describes its content at /_sandbox', async () => {
    const { control } = await start()
    const { status, json } = await control('GET', '')
    expect([status, json.client_id]).toEqual([200, 'app'])
    expect(json.controls).toContain('POST /_sandbox/authorize')
    expect(JSON.stringify(json)).not.toContain('fixed')
    const people = (await control('GET', '/people')).json
    expect(people[0]).toEqual({
      person: 0,
      name: 'Marisol Quenby',
      providers: ['irs', 'turbotax'],
      records: PEOPLE[0]?.records.length,
    })
  })

  test('authorizes without a browser, for a person, a provider and a redirect address', async () => {
    const { control, exchange, connect } = await start()
    const { get } = await connect({ person: 1, provider_id: 'irs' })
    expect((await get('/introspect')).json).toMatchObject({ provider_id: 'irs', client_id: 'app' })
    const redirect_uri = 'http://localhost:3000/callback'
    const { code, taxpayer_id } = (await control('POST', '/authorize', { redirect_uri })).json
    expect((await exchange(code)).status).toBe(400)
    expect((await exchange(code, { redirect_uri })).json.taxpayer_id).toBe(taxpayer_id)
    const again = (await control('POST', '/authorize', { taxpayer_id, provider_id: 'drake' })).json
    expect(again.taxpayer_id).toBe(taxpayer_id)
    const wrong = [{ person: 99 }, { provider_id: 'x' }, { redirect_uri: 'x' }, { taxpayer_id: 'x' }]
    for (const body of [...wrong, { client_id: 'x' }, { persn: 1 }, { person: '1' }, []])
      expect((await control('POST', '/authorize', body)).status, JSON.stringify(body)).toBe(400)
  })

  test('triggers an event, and lists the deliveries', async () => {
    const { control } = await start()
    const { url, came } = await startWebhookEndpoint()
    const hook = (await control('POST', '/webhooks', { url, events: ['taxpayer.disconnected'], secret: 's' })).json
    const sent = (await control('POST', '/events', { event: 'taxpayer.disconnected', data: { name: 'N' } })).json
    expect([sent.endpoints, sent.event.data.name]).toEqual([1, 'N'])
    expect((await control('POST', '/events', { event: 'widget.opened' })).json.endpoints).toBe(0)
    expect((await control('POST', '/events', { event: 'no.such' })).status).toBe(400)
    await expectSoon(() => came.length).toBe(1)
    const { signature, body } = came[0] ?? { signature: '', body: '' }
    expect(await verifyWebhook(body, { 'service-signature': signature }, 's')).toMatchObject({ ok: true })
    const delivery = { event: 'taxpayer.disconnected', event_id: sent.event.id, webhook_id: hook.id, url }
    await expectSoon(async () => (await control('GET', '/deliveries')).json).toEqual([
      { ...delivery, status: 'delivered', attempts: [200] },
    ])
    expect((await control('GET', '/webhooks')).json).toEqual([{ id: hook.id, url, events: ['taxpayer.disconnected'] }])
    expect((await control('DELETE', `/webhooks/${hook.id}`)).status).toBe(200)
    expect((await control('DELETE', `/webhooks/${hook.id}`)).status).toBe(404)
    expect((await control('GET', '/events')).json).toHaveLength(2)
  })

  test('injects faults that never affect the controls', async () => {
    const { control, connect, url } = await start()
    const { get } = await connect()
    const { id } = (await control('POST', '/faults', { kind: 'status', status: 503 })).json
    expect((await get('/records')).status).toBe(503)
    expect((await control('GET', '/faults')).json).toEqual([{ id, kind: 'status', status: 503 }])
    expect((await control('DELETE', `/faults/${id}`)).status).toBe(200)
    expect((await control('DELETE', `/faults/${id}`)).status).toBe(404)
    expect((await get('/records')).status).toBe(200)
    await control('POST', '/faults', { kind: 'reset', path: '/records' })
    await expect(get('/records')).rejects.toThrow(TypeError)
    await control('DELETE', '/faults')
    expect((await get('/records')).status).toBe(200)
    expect((await control('POST', '/faults', { kind: 'none' })).status).toBe(400)
    expect((await fetch(`${url}/_sandbox/faults`, { method: 'POST', body: '{' })).status).toBe(400)
  })

  test('moves the clock forward only', async () => {
    const { control } = await start()
    const before = Date.parse((await control('GET', '/clock')).json.now)
    const after = Date.parse((await control('POST', '/clock', { advance: 4 * DAY })).json.now)
    expect(after - before).toBeGreaterThanOrEqual(4 * DAY)
    expect((await control('POST', '/clock', { advance: -1 })).status).toBe(400)
  })

  test('moves the clock back only if asked to, and with a reset', async () => {
    const { control } = await start()
    const readClock = async () => {
      const { now, ahead_ms } = (await control('GET', '/clock')).json
      expect(Math.abs(Date.parse(now) - ahead_ms - Date.now())).toBeLessThan(60_000)
      return ahead_ms
    }
    await control('POST', '/clock', { advance: 4 * DAY })
    expect((await control('POST', '/clock/ahead', { ahead_ms: DAY })).status).toBe(200)
    expect(await readClock()).toBe(DAY)
    expect((await control('POST', '/clock/ahead', { ahead_ms: -1 })).status).toBe(400)
    await control('POST', '/reset')
    expect(await readClock()).toBe(0)
  })

  test('triggers events that are newer than those of the taxpayer, so that no receiver skips them', async () => {
    const clock = manualClock()
    const { control, connect, sandbox } = await start({ clock })
    const handled: unknown[] = []
    const handlers = { 'taxpayer.status_changed': ({ data }: EventOf<'taxpayer.status_changed'>) => handled.push(data) }
    const receiver = createReceiver({ secrets: 's', handlers, now: clock.now })
    const { url, came } = await startWebhookEndpoint()
    await control('POST', '/webhooks', { url, events: ['taxpayer.status_changed'], secret: 's' })
    const { get } = await connect()
    const { id } = (await get('/tax-payer')).json
    const receiveAll = async () => {
      await sandbox.idle()
      for (const { signature, body } of came.splice(0)) await receiver.receive(body, { 'service-signature': signature })
    }
    await receiveAll()
    const data = { taxpayer_id: id, status: 'REJECTED' }
    await control('POST', '/events', { event: 'taxpayer.status_changed', data })
    await receiveAll()
    expect(handled.at(-1)).toMatchObject(data)
  })

  test("uses the machine's time until somebody moves the clock", async () => {
    const { control, exchange, send } = await start({ delays: { parsing: 60 } })
    const { code } = (await control('POST', '/authorize', {})).json
    const token = (await exchange(code, {}, { 'x-service-async': 'true' })).json.access_token
    const status = async () =>
      (await send('GET', '/tax-payer', undefined, { Authorization: `Bearer ${token}` })).json.status
    expect(await status()).toBe('AUTHORIZED')
    await expectSoon(status).toBe('COMPLETED')
  })

  test('resets everything except applications and endpoints', async () => {
    const { control, connect, sandbox } = await start()
    const { url, came } = await startWebhookEndpoint(() => 500)
    await control('POST', '/webhooks', { url })
    const { get } = await connect()
    await control('POST', '/faults', { kind: 'latency', milliseconds: 1 })
    await sandbox.idle()
    const before = came.length
    expect((await control('POST', '/reset')).status).toBe(200)
    expect((await get('/records')).status).toBe(401)
    for (const path of ['/events', '/deliveries', '/faults'])
      expect((await control('GET', path)).json, path).toEqual([])
    // The reset also removed the planned retries.
    await control('POST', '/clock', { advance: 4 * DAY })
    expect(came).toHaveLength(before)
    expect((await control('GET', '/webhooks')).json).toHaveLength(1)
    expect((await (await connect()).get('/records')).status).toBe(200)
  })

  test('rejects control requests from pages of other origins', async () => {
    const { url } = await start()
    const send = async (headers: Record<string, string>) =>
      (await fetch(`${url}/_sandbox/reset`, { method: 'POST', headers })).status
    expect(await send({ origin: 'https://elsewhere.invalid' })).toBe(403)
    expect(await send({ origin: 'null' })).toBe(403)
    expect(await send({ 'sec-fetch-site': 'cross-site' })).toBe(403)
    expect(await send({ origin: url })).toBe(200)
  })

  test('has a page at the base URL with the next steps and without secrets', async () => {
    const { url } = await start()
    const page = await fetch(url)
    const text = await page.text()
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    for (const part of [`${url}/_sandbox/authorize`, '/connect?client_id=app', 'taxtally listen', 'app'])
      expect(text).toContain(part)
    expect(text).not.toContain('fixed')
  })
})

/** Requests a path from a server under a host name. Returns the status. */
const requestAs = (url: string, host: string, path = '/_sandbox') =>
  new Promise<number | undefined>(resolve => {
    request(`${url}${path}`, { headers: { host } }, response => {
      response.resume()
      resolve(response.statusCode)
    }).end()
  })

describe('a sandbox that other machines can reach', () => {
  test('answers only to loopback names, addresses and the names that it is given', async () => {
    const { sandbox } = await start()
    const { url, close } = await sandbox.listen(0, '0.0.0.0', ['sandbox.internal'])
    onTestFinished(close)
    expect(url).toMatch(/^http:\/\/localhost:\d+$/)
    const { port } = new URL(url)
    for (const name of ['localhost', '127.0.0.1', '10.1.2.3', '[::1]', '[fd00::7]', 'Sandbox.internal'])
      expect(await requestAs(url, `${name}:${port}`), name).toBe(200)
    for (const name of ['rebound.example.invalid', 'internal', '10.1.2.3.example.invalid'])
      expect(await requestAs(url, `${name}:${port}`), name).toBe(421)
  })

  test('needs its control token for the controls only', async () => {
    const { url } = await start({ controlToken: 'ct_CANARY' })
    const read = async (path: string, token?: string) => {
      const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
      return (await fetch(`${url}${path}`, { headers })).status
    }
    const statuses = [
      await read('/_sandbox'),
      await read('/_sandbox/people', 'ct_wrong'),
      await read('/_sandbox', 'ct_CANARY'),
    ]
    expect(statuses).toEqual([401, 401, 200])
    expect(await read('/')).toBe(200)
    expect(await (await fetch(`${url}/_sandbox`)).text()).not.toContain('CANARY')
  })

  test('sends no webhook to this machine or a private network unless this is allowed', async () => {
    const { control, sandbox } = await start({ allowPrivateWebhooks: false })
    const { url, came } = await startWebhookEndpoint()
    const addresses = [url, 'https://127.0.0.1/', 'https://10.0.0.1/', 'https://192.168.1.1/', 'https://[::1]/']
    for (const address of [...addresses, 'https://[::ffff:10.0.0.1]/', 'https://169.254.169.254/latest'])
      expect((await control('POST', '/webhooks', { url: address })).status, address).toBe(400)
    expect((await control('POST', '/webhooks', { url: 'https://203.0.113.7/' })).status).toBe(200)
    // A registration in code is not checked, but its deliveries are.
    sandbox.registerWebhook({ url, events: ['widget.opened'] })
    await control('POST', '/events', { event: 'widget.opened' })
    await expectSoon(async () => sandbox.deliveries.find(({ webhook }) => webhook.url === url)?.attempts).toEqual([
      null,
    ])
    expect(came).toEqual([])
  })
})

describe('listening', () => {
  test('responds only to localhost, and not after it is closed', async () => {
    const { url, close } = await createSandbox().listen()
    expect((await fetch(`${url}/introspect`)).status).toBe(401)
    expect(await requestAs(url, 'rebound.example.invalid', '/connect')).toBe(421)
    await close()
    await expect(fetch(`${url}/introspect`)).rejects.toThrow(TypeError)
  })

  test('fails if the port is in use', async () => {
    const { sandbox, url } = await listen()
    await expect(sandbox.listen(Number(new URL(url).port))).rejects.toThrow('EADDRINUSE')
  })

  test('shares nothing between two sandboxes', async () => {
    const [one, two] = [createSandbox(), createSandbox()]
    expect(one.client.secret).not.toBe(two.client.secret)
    one.authorize()
    expect(two.events).toEqual([])
  })
})
