import { request } from 'node:http'
import { describe, expect, test } from 'vitest'
import { BASE, listen, makeBearer, makeWorld, type World } from './sandbox-world.js'

const MEGABYTE = 1 << 20

/** Creates a stream of spaces without a declared length. `read` of the result counts the bytes that were read. */
function makeLongBody(bytes: number) {
  const chunk = new Uint8Array(1 << 14).fill(0x20)
  const body = { read: 0, stream: null as unknown as ReadableStream }
  body.stream = new ReadableStream(
    {
      pull(controller) {
        body.read += chunk.length
        if (body.read > bytes) controller.close()
        else controller.enqueue(chunk)
      },
    },
    { highWaterMark: 0 },
  )
  return body
}

const send = (world: World, path: string, body: ReadableStream, headers: Record<string, string> = {}) =>
  world.sandbox.fetch(`${BASE}${path}`, {
    method: 'POST',
    headers: { 'Service-API-Version': '2024-01-01', ...headers },
    body,
    duplex: 'half',
  } as RequestInit)

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

describe('a body that is too large', () => {
  test('is rejected in a visit', async () => {
    const world = makeWorld()
    const { path, look } = await world.openVisit()
    const body = makeLongBody(20 * MEGABYTE)
    const refused = await send(world, path, body.stream, FORM)
    expect([refused.status, refused.headers.get('content-type')]).toEqual([413, 'text/html; charset=utf-8'])
    expect(body.read).toBeLessThan(MEGABYTE)
    // The visit is still open.
    const select = { action: 'select', provider_id: 'service-sandbox', person: '0' }
    expect((await world.page(path, { ...select, more: 'x'.repeat(60_000) })).status).toBe(303)
    expect(await look()).toContain('Your consent')
  })

  test('is not read in a visit that does not exist or has ended', async () => {
    const world = makeWorld()
    const visit = await world.openVisit()
    await visit.step('close')
    for (const path of ['/visit/none', visit.path]) {
      const body = makeLongBody(20 * MEGABYTE)
      expect((await send(world, path, body.stream, FORM)).status).toBe(409)
      expect(body.read).toBe(0)
    }
  })

  test('is rejected by an endpoint that accepts JSON', async () => {
    const world = makeWorld()
    const authorization = `Bearer ${makeBearer(world.sandbox.client)}`
    for (const path of ['/auth/token', '/client-links', '/providers/irs/f8821/unsigned']) {
      const body = makeLongBody(20 * MEGABYTE)
      const refused = await send(world, path, body.stream, { authorization })
      expect(refused.status, path).toBe(413)
      expect(await refused.json()).toEqual({
        message: 'The body may have 1048576 bytes at most.',
        code: 'body_too_large',
      })
      expect(body.read, path).toBeLessThan(2 * MEGABYTE)
    }
    const metadata = { text: 'x'.repeat(900_000) }
    expect((await world.call('POST', '/client-links', { client: true, body: { metadata } })).status).toBe(200)
  })

  test('is not read in an upload without a taxpayer or a form', async () => {
    const world = makeWorld()
    const authorization = `Bearer ${makeBearer(world.sandbox.client)}`
    for (const [headers, status] of [
      [{}, 401],
      [{ authorization }, 404],
    ] as const) {
      const body = makeLongBody(20 * MEGABYTE)
      const refused = await send(world, '/providers/irs/f8821/upload/none', body.stream, headers)
      expect(refused.status).toBe(status)
      expect(body.read).toBe(0)
    }
  })
})

test.each(['content-length', 'transfer-encoding'])(
  'a sender whose body is too large receives a 413 response over the network: %s',
  async framing => {
    const { url } = await listen()
    const bytes = Buffer.alloc(5 * MEGABYTE, 0x20)
    const length = framing === 'content-length' ? { 'content-length': bytes.length } : {}
    const headers = { 'service-api-version': '2024-01-01', ...length }
    const status = await new Promise((resolve, reject) => {
      const sent = request(`${url}/auth/token`, { method: 'POST', headers }, response => {
        response.resume()
        resolve(response.statusCode)
      })
      sent.on('error', reject)
      // The test never ends the request, because the sandbox must respond before the request ends.
      sent.write(bytes)
    })
    expect(status).toBe(413)
  },
)
