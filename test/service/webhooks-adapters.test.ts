import { request } from 'node:http'
import { connect } from 'node:net'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { createReceiver, toNodeHandler, toWebHandler } from '../../src/service/webhooks/index.js'
import { serve } from '../support/serve.js'
import { makeEvent, makeStatusChanged, NOW, SECRET, signDelivery } from './webhooks-fake.js'

const seen = vi.fn()
const receiver = createReceiver({ secrets: SECRET, now: NOW, handlers: { otherEvent: seen } })
const LIMIT = { maxBodyBytes: 1000 }

const handle = toWebHandler(receiver, LIMIT)
const served = await serve(toNodeHandler(receiver, LIMIT))
afterAll(served.close)

describe.each<[name: string, send: (init: RequestInit) => Promise<Response>]>([
  ['toWebHandler', init => handle(new Request('https://app.test/hook', init))],
  ['toNodeHandler', init => fetch(`${served.url}/hook`, init)],
])('%s', (_, send) => {
  const post = (body: string, headers: Record<string, string> = {}) => send({ method: 'POST', body, headers })

  it('responds with the outcome of a delivery', async () => {
    const { body, headers } = await signDelivery(makeEvent('widget.opened', { name: 'Zoë ✓' }))
    const response = await post(body, { 'SERVICE-Signature': headers['service-signature'] })
    expect([response.status, await response.json()]).toEqual([200, { outcome: 'handled' }])
    expect(await (await post(body, headers)).json()).toEqual({ outcome: 'duplicate' })
    const refused = await post(body)
    expect([refused.status, await refused.json()]).toEqual([400, { outcome: 'refused', reason: 'header_missing' }])
  })

  it('rejects other methods and large bodies', async () => {
    const got = await send({})
    expect([got.status, got.headers.get('allow')]).toEqual([405, 'POST'])
    const large = await post('x'.repeat(1001))
    expect([large.status, await large.json()]).toEqual([413, { outcome: 'refused', reason: 'body_too_large' }])
  })
})

describe('toWebHandler', () => {
  it('rejects bodies without an end, and bodies that end too early or were already read', async () => {
    const post = (body: BodyInit) =>
      handle(new Request('https://app.test/hook', { method: 'POST', body, duplex: 'half' } as RequestInit))
    const endless = new ReadableStream({ pull: controller => controller.enqueue(new Uint8Array(400)) })
    expect((await post(endless)).status).toBe(413)
    const broken = new ReadableStream({ start: controller => controller.error(new Error('x')) })
    expect((await post(broken)).status).toBe(400)
    const read = new Request('https://app.test/hook', { method: 'POST', body: '{}' })
    await read.text()
    const late = await handle(read)
    expect(late.status).toBe(500)
    expect(await late.json()).toMatchObject({ reason: 'body_already_read', advice: expect.stringContaining('unread') })
  })
})

describe('toNodeHandler', () => {
  /** Returns the handler's response to a request whose body was already read, unless `overrides` changes that. */
  const respondTo = async (overrides: object, by = receiver) => {
    const response = { statusCode: 0, setHeader: () => {}, end: vi.fn() }
    const spent = { method: 'POST', headers: {}, readableEnded: true, async *[Symbol.asyncIterator]() {} }
    await toNodeHandler(by, LIMIT)({ ...spent, ...overrides }, response)
    expect(response.end).toHaveBeenCalledTimes(1)
    return { status: response.statusCode, json: JSON.parse(response.end.mock.calls[0]?.[0]) }
  }

  it('stops reading a body without a length at its limit', async () => {
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const call = request({ port: served.port, method: 'POST', host: '127.0.0.1' }, response => {
        resolve(response.statusCode)
        call.destroy()
      })
      call.on('error', reject)
      const write = () => {
        if (call.destroyed) return
        call.write('x'.repeat(500))
        setTimeout(write, 2)
      }
      write()
    })
    expect(status).toBe(413)
  })

  it('survives a sender that disconnects', async () => {
    const socket = connect(served.port, '127.0.0.1')
    socket.write('POST /hook HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{')
    await new Promise(resolve => setTimeout(resolve, 20))
    socket.destroy()
    await new Promise(resolve => setTimeout(resolve, 20))
    expect((await fetch(served.url, { method: 'POST', body: '{}' })).status).toBe(400)
  })

  it('reports that something else has already read the body', async () => {
    const { status, json } = await respondTo({ headers: {} })
    expect(status).toBe(500)
    expect(json).toEqual({
      outcome: 'failed',
      reason: 'body_already_read',
      advice: expect.stringContaining('before express.json()'),
    })
  })

  it('accepts raw body bytes that a framework kept, within the limit, and rejects an object', async () => {
    const { body, headers } = await signDelivery(makeEvent('widget.opened', { name: 'Zoë ✓' }))
    const run = async (fields: object) => {
      const { status, json } = await respondTo({ headers, ...fields })
      return [status, json.outcome]
    }
    expect(await run({ body: JSON.parse(body), rawBody: Buffer.from(body) })).toEqual([200, 'handled'])
    expect(await run({ body: Buffer.from(body) })).toEqual([200, 'duplicate'])
    expect(await run({ body })).toEqual([200, 'duplicate'])
    expect(await run({ body: Buffer.alloc(1001) })).toEqual([413, 'refused'])
    expect(await run({ body: JSON.parse(body) })).toEqual([500, 'failed'])
  })

  it('responds with 500 if a clock or a store throws', async () => {
    const onError = vi.fn()
    const throwError = (): never => {
      throw new Error('down')
    }
    const failingStore = { lease: async () => ({ value: null, end: throwError }) }
    const { body, headers } = await signDelivery(makeStatusChanged('submitted', '2024-06-01T00:00:00.000Z'))
    for (const broken of [{ now: throwError }, { now: NOW, store: failingStore }]) {
      const chunks = async function* () {
        yield body
      }
      const request = { headers, readableEnded: false, [Symbol.asyncIterator]: chunks }
      const receiver = createReceiver({ secrets: SECRET, handlers: { otherEvent: throwError }, onError, ...broken })
      expect(await respondTo(request, receiver)).toEqual({ status: 500, json: { outcome: 'failed' } })
    }
    expect(onError.mock.calls.map(([error]) => error.message)).toEqual(['down', 'down'])
  })
})
