import { spawn } from 'node:child_process'
import dns from 'node:dns/promises'
import { once } from 'node:events'
import { syncBuiltinESMExports } from 'node:module'
import { connect, type LookupFunction } from 'node:net'
import tls from 'node:tls'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createSandbox } from '../../src/service/sandbox/index.js'
import { fetchPublicTarget } from '../../src/service/sandbox/private-targets.js'
import { MAIN } from '../cli/command.js'
import { serveForTest } from '../support/serve.js'

const postJson = (url: string, body: object) =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

describe('the command sandbox', () => {
  test('ends soon after SIGINT, with open connections, pending deliveries and slow requests', async () => {
    // This endpoint never responds.
    const app = await serveForTest(() => {})
    const args = [MAIN, 'sandbox', '--port', '0', '--webhook', `${app.url}/hook`, '--test-events']
    const command = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    let output = ''
    command.stdout.on('data', chunk => {
      output += chunk
    })
    await expect.poll(() => output, { timeout: 20_000 }).toContain('connect page')
    const base = /base URL +(\S+)/.exec(output)?.[1] ?? ''
    const socket = connect(Number(new URL(base).port), '127.0.0.1').on('error', () => {})
    socket.write('GET /records HTTP/1.1\r\n')
    await postJson(`${base}/_sandbox/faults`, { kind: 'latency', milliseconds: 60_000, path: '/introspect' })
    const slowRequest = fetch(`${base}/introspect`).catch(() => {})
    await postJson(`${base}/_sandbox/authorize`, {})
    await expect.poll(async () => (await fetch(`${base}/_sandbox/deliveries`)).json()).not.toEqual([])
    const startTime = performance.now()
    command.kill('SIGINT')
    const [code] = await once(command, 'exit')
    // It does not wait for the minute of the slow request.
    expect(performance.now() - startTime).toBeLessThan(30_000)
    expect(code).toBe(0)
    await slowRequest
    socket.destroy()
  })
})

describe('deliveries', () => {
  afterEach(() => {
    vi.restoreAllMocks()
    syncBuiltinESMExports()
  })

  test('have at most 32 open requests, and each one gets its complete time limit', async () => {
    let [open, maximum] = [0, 0]
    const sandbox = createSandbox({
      delivery: {
        timeout: 400,
        fetch: async ({ signal }) => {
          maximum = Math.max(maximum, ++open)
          await new Promise(resolve => setTimeout(resolve, 100))
          signal.throwIfAborted()
          open--
          return new Response()
        },
      },
    })
    sandbox.registerWebhook({ url: 'https://app.example.invalid/hook' })
    for (let i = 0; i < 320; i++) sandbox.trigger('widget.opened')
    await sandbox.idle()
    expect(maximum).toBe(32)
    expect(sandbox.deliveries.map(({ status }) => status)).toEqual(Array(320).fill('delivered'))
  })

  test('connect to the address that was checked, even if the name gets a private address afterwards', async () => {
    let lookups = 0
    vi.spyOn(dns, 'lookup').mockImplementation((async () => {
      lookups++
      // The documentation network of RFC 5737, which does not respond.
      return [{ address: lookups === 1 ? '203.0.113.7' : '127.0.0.1', family: 4 }]
    }) as never)
    const connected: unknown[] = []
    vi.spyOn(tls, 'connect').mockImplementation(((options: { lookup: LookupFunction }) => {
      options.lookup('app.example', { all: true }, (_, address) => connected.push(address))
      throw new Error('not connected')
    }) as never)
    syncBuiltinESMExports()
    await expect(fetchPublicTarget(new Request('https://app.example/'))).rejects.toThrow('not connected')
    expect([lookups, connected]).toEqual([1, [[{ address: '203.0.113.7', family: 4 }]]])
    // The second lookup has a private address, so nothing is sent.
    await expect(fetchPublicTarget(new Request('https://app.example/'))).rejects.toThrow('private')
  })
})
