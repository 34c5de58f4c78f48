import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { sandboxCommand } from '../../src/cli/commands/sandbox.js'
import { UsageError } from '../../src/cli/options/parse-arguments.js'
import { InputError } from '../../src/files/read/read-input.js'
import { EVENT_TYPES } from '../../src/service/contract/event.js'
import { createSandbox } from '../../src/service/sandbox/index.js'
import { captureOutput } from '../support/output.js'
import { startWebhookEndpoint } from '../support/serve.js'
import { listen } from './sandbox-world.js'

afterEach(() => vi.restoreAllMocks())

describe('listening', () => {
  test('responds only to localhost, and not after it is closed', async () => {
    const { url, close } = await createSandbox().listen()
    expect((await fetch(`${url}/introspect`)).status).toBe(401)
    const status = await new Promise(resolve => {
      const headers = { host: 'rebound.example.invalid' }
      request(`${url}/connect`, { headers }, response => {
        response.resume()
        resolve(response.statusCode)
      }).end()
    })
    expect(status).toBe(421)
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

/** Runs the command until it has printed its settings, and then interrupts it. */
async function run(args: readonly string[]): Promise<{ code: number; lines: Record<string, string> }> {
  let text = ''
  const printed = new Promise<void>(resolve => {
    vi.spyOn(process.stdout, 'write').mockImplementation(chunk => {
      text += String(chunk)
      resolve()
      return true
    })
  })
  const running = sandboxCommand(args)
  await Promise.race([printed, running])
  const lines = Object.fromEntries(text.split('\n').map(line => [line.slice(0, 16).trim(), line.slice(16)]))
  const response = await fetch(`${lines['base URL']}/auth/token`, {
    method: 'POST',
    headers: { 'Service-API-Version': '2024-01-01' },
    body: JSON.stringify({ client_id: lines['client id'], client_secret: lines['client secret'], code: 'x' }),
  })
  // Status 400 means that the client is known but the code is not.
  expect(response.status).toBe(400)
  const visit = await fetch(lines['connect page'] ?? '')
  expect(await visit.text()).toContain('Choose your provider')
  await new Promise(resolve => setImmediate(resolve))
  process.emit('SIGINT')
  return { code: await running, lines }
}

describe('taxtally sandbox', () => {
  test('prints the necessary settings and stops if interrupted', async () => {
    const { code, lines } = await run(['--port', '0', '--webhook', 'http://localhost:1/hook'])
    expect(code).toBe(0)
    expect(lines['webhook secret']).toMatch(/^whsec_.{40,}/)
    // Eight people from the fixtures and eight generated people.
    expect(lines['people']).toBe('16')
    await expect(fetch(lines['base URL'] ?? '')).rejects.toThrow(TypeError)
  })

  test('reads its people from files', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'taxtally-'))
    const broken = join(folder, 'broken.ndjson')
    await writeFile(broken, '{"taxpayer":{"id":"t-1","name":"A B"},"records":[]}\n{"taxp\n')
    const stderrSpy = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    const { lines } = await run(['--port', '0', '--data', 'fixtures/dossiers.ndjson', broken])
    expect(lines['people']).toBe('9')
    expect(stderrSpy).toHaveBeenCalledWith('taxtally: 1 value of --data could not be used.\n')
    await rm(folder, { recursive: true })
  })

  test('generates the given number of people from a seed', async () => {
    expect((await run(['--port', '0', '--people', '3', '--seed', '9'])).lines['people']).toBe('11')
    vi.restoreAllMocks()
    const data = ['--data', 'fixtures/dossiers.ndjson']
    expect((await run(['--port', '0', ...data, '--people', '2'])).lines['people']).toBe('10')
  })

  test('sends test events, duplicates and reordered pairs if requested', async () => {
    const { url, came } = await startWebhookEndpoint()
    const hook = ['--webhook', url, '--test-events', '--duplicates', '1', '--reorder']
    captureOutput()
    const running = sandboxCommand(['--port', '0', ...hook])
    // Each type is sent twice. The last event has no partner to be reordered with and waits for one second.
    await vi.waitFor(() => expect(came).toHaveLength(2 * EVENT_TYPES.length), { timeout: 5000 })
    process.emit('SIGINT')
    expect(await running).toBe(0)
    const types = came.map(({ event }) => event)
    expect(new Set(types).size).toBe(EVENT_TYPES.length)
    expect(types.indexOf('taxpayer.records_synced')).toBeLessThan(types.indexOf('taxpayer.status_changed'))
  })

  test.each([
    [['--port', 'x']],
    [['--port', '70000']],
    [['--nothing']],
    [['file.json']],
    [['--redirect', 'http://elsewhere.invalid/']],
    [['--webhook', 'ftp://localhost/']],
    [['--people', '-1']],
    [['--people', '1000000']],
    [['--seed', 'x']],
    [['--duplicates', '2']],
    [['--reorder']],
    [['--test-events']],
    [['--webhook', 'http://localhost:1/', '--duplicates', 'many']],
  ])('%j is incorrect usage', async args => {
    await expect(sandboxCommand(args)).rejects.toThrow(UsageError)
  })

  test('reports a file that cannot be read', async () => {
    await expect(sandboxCommand(['--data', 'no-such-file.json'])).rejects.toThrow(InputError)
  })
})
