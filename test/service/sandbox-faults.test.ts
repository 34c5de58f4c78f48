import { afterAll, describe, expect, test } from 'vitest'
import { createSandbox, type Fault } from '../../src/service/sandbox/index.js'
import { makeClient, PEOPLE } from './sandbox-world.js'

const sandbox = createSandbox({ dossiers: PEOPLE })
const { url, close } = await sandbox.listen()
afterAll(close)
const { access_token } = await makeClient(sandbox, url).exchangeCode(sandbox.authorize())
const headers = { 'Service-API-Version': '2024-01-01', Authorization: `Bearer ${access_token.reveal()}` }

/** Calls `read` while a fault is injected and removes the fault afterwards. */
async function readWithFault(fault: Fault, read: () => Promise<void>): Promise<void> {
  const remove = sandbox.inject(fault)
  try {
    await read()
  } finally {
    remove()
  }
}

describe.each(['in process', 'over the network'])('faults %s', transport => {
  const send = (path: string, method = 'GET') =>
    transport === 'in process'
      ? sandbox.fetch(`http://localhost${path}`, { method, headers })
      : fetch(`${url}${path}`, { method, headers })
  const get = (path = '/records') => send(path)

  test('delay a response', () =>
    readWithFault({ kind: 'latency', milliseconds: 60 }, async () => {
      const start = performance.now()
      expect((await get()).status).toBe(200)
      expect(performance.now() - start).toBeGreaterThanOrEqual(55)
    }))

  test('reset a connection', () =>
    readWithFault({ kind: 'reset', times: 1 }, async () => {
      await expect(get()).rejects.toThrow(TypeError)
      expect((await get()).status).toBe(200)
    }))

  test('reset a connection after the request was processed', () =>
    readWithFault({ kind: 'reset', after: true, times: 1, path: '/tax-payer/clear-records' }, async () => {
      const before = sandbox.events.length
      await expect(send('/tax-payer/clear-records', 'POST')).rejects.toThrow(TypeError)
      expect(sandbox.events.length).toBe(before)
      expect(await (await get()).json()).toEqual([])
    }))

  test('end a body too early with an error', () =>
    readWithFault({ kind: 'truncated' }, async () => {
      const response = await get('/tax-payer')
      expect(response.status).toBe(200)
      await expect(response.text()).rejects.toThrow()
    }))

  test('end a body too early without an error', () =>
    readWithFault({ kind: 'malformed' }, async () => {
      const text = await (await get('/tax-payer')).text()
      expect(text.length).toBeGreaterThan(10)
      expect(() => JSON.parse(text)).toThrow(SyntaxError)
    }))

  test('send values of another type', async () => {
    for (const [field, expected] of [
      [{ field: 'name' }, { name: 17, status: 'COMPLETED' }],
      [{}, { status: 17, metadata: [] }],
    ] as const)
      await readWithFault({ kind: 'wrong_type', ...field }, async () =>
        expect(await (await get('/tax-payer')).json()).toMatchObject(expected),
      )
  })

  test('send 429 with Retry-After, or 503, for selected requests', () =>
    readWithFault({ kind: 'status', status: 429, retryAfter: 7, skip: 1, times: 1 }, async () => {
      expect((await get()).status).toBe(200)
      const refused = await get()
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '7'])
      expect((await get()).status).toBe(200)
      await readWithFault({ kind: 'status', status: 503, method: 'GET', path: /^\/rec/ }, async () => {
        expect((await get()).status).toBe(503)
        expect((await get('/tax-payer')).status).toBe(200)
      })
    }))
})

describe('the requests of a fault', () => {
  const busy = { kind: 'status', status: 503 } as const
  const fetchStatuses = async (count: number) => {
    const received: number[] = []
    for (let time = 0; time < count; time++)
      received.push((await sandbox.fetch('http://localhost/records', { headers })).status)
    return received
  }

  test.each([/records/g, /\/records/y, /^\/REC/gi])('are all requests that match its pattern: %s', path =>
    readWithFault({ ...busy, path }, async () => expect(await fetchStatuses(4)).toEqual([503, 503, 503, 503])),
  )

  test('are counted separately if the same fault is injected twice', async () => {
    const fault: Fault = { ...busy, times: 1 }
    const remove = sandbox.inject(fault)
    await readWithFault(fault, async () => {
      remove()
      expect(await fetchStatuses(2)).toEqual([503, 200])
    })
  })
})
