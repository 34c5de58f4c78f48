import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { sandboxCommand } from '../../src/cli/commands/sandbox.js'
import { UsageError } from '../../src/cli/options/parse-arguments.js'
import { run } from '../../src/cli/run.js'
import { EVENT_TYPES } from '../../src/service/contract/event.js'
import { createSandbox } from '../../src/service/sandbox/index.js'
import { verifyWebhook } from '../../src/service/webhooks/index.js'
import { newFolder, parseLines } from '../cli/command.js'
import { captureOutput } from '../support/output.js'
import { startWebhookEndpoint } from '../support/serve.js'
import { listen } from './sandbox-world.js'

/** Polls until the expectation holds. Allows 20 seconds because the machine may be busy. */
const expectSoon = <T>(read: () => T) => expect.poll(read, { timeout: 20_000 })

afterEach(() => vi.restoreAllMocks())

/** Interrupts a command and returns its exit code. */
async function interrupt(running: Promise<number>): Promise<number> {
  await new Promise(resolve => setImmediate(resolve))
  process.emit('SIGINT')
  return running
}

describe('taxtally listen and taxtally trigger', () => {
  test('deliver a triggered event, signed with the printed secret', async () => {
    const { sandbox, url } = await listen()
    const app = await startWebhookEndpoint(nth => (nth === 1 ? 500 : 200))
    const printed = captureOutput()
    const listening = run(['listen', '--forward-to', `${app.url}?key=hidden`, '--url', url])
    await expectSoon(() => printed.out).toContain('webhook secret')
    const secret = /webhook secret +(\S+)/.exec(printed.out)?.[1] ?? ''
    expect(await run(['trigger', 'taxpayer.status_changed', '--url', `${url}/`])).toBe(0)
    await expectSoon(() => app.came.length).toBe(1)
    const { signature, type, body } = app.came[0] ?? { signature: '', type: '', body: '' }
    expect(await verifyWebhook(body, { 'service-signature': signature }, secret)).toMatchObject({ ok: true })
    expect(type).toBe('application/json')
    expect(JSON.parse(body).data.status).toBe('COMPLETED')
    // `listen` passes the application's response to the sandbox, so the sandbox retries a failed delivery.
    await expectSoon(() => sandbox.deliveries[0]?.attempts).toEqual([500])
    expect(await run(['trigger', 'widget.failed', '--url', url, '--data', '{"more":1}'])).toBe(0)
    await expectSoon(() => app.came.length).toBe(2)
    expect(JSON.parse(app.came[1]?.body ?? '').data).toMatchObject({ more: 1, error: { code: 'provider_timeout' } })
    expect(printed.out).toMatch(/taxpayer\.status_changed ev_\S+ to 1 endpoint\n/)
    expect(printed.out).toMatch(/\d\d:\d\d:\d\d taxpayer\.status_changed ev_\S+ http:\/\/localhost:\d+\/hook 500\n/)
    expect(printed.out).not.toContain('hidden')
    expect(await interrupt(listening)).toBe(0)
    expect(sandbox.client.webhooks).toEqual([])
  })

  test('print objects with --json', async () => {
    const { url } = await listen()
    const app = await startWebhookEndpoint(() => 200)
    const printed = captureOutput()
    const listening = run(['listen', '--forward-to', `${app.url}?key=hidden`, '--url', url, '--json'])
    await expectSoon(() => printed.out).toContain('webhook_secret')
    expect(await run(['trigger', 'widget.opened', '--url', url, '--json'])).toBe(0)
    await expectSoon(() => parseLines(printed.out)).toHaveLength(3)
    expect(await interrupt(listening)).toBe(0)
    const objects = parseLines(printed.out)
    const id = expect.stringMatching(/^ev_/)
    expect(objects).toContainEqual({ webhook_secret: expect.any(String), forwarding_to: app.url })
    expect(objects).toContainEqual({ event: 'widget.opened', id, endpoints: 1 })
    const time = expect.stringMatching(/^\d{4}-.*Z$/)
    expect(objects).toContainEqual({ time, event: 'widget.opened', id, url: app.url, status: 200 })
  })

  test('listen registers again with the same secret after the sandbox was restarted', async () => {
    const first = createSandbox()
    const { url, close } = await first.listen()
    const printed = captureOutput()
    const listening = run(['listen', '--forward-to', 'http://localhost:1/', '--events', 'widget.opened', '--url', url])
    await expectSoon(() => printed.out).toContain('webhook secret')
    const [webhook] = first.client.webhooks
    await close()
    await new Promise(resolve => setTimeout(resolve, 1_200))
    const second = createSandbox()
    const restarted = await second.listen(Number(new URL(url).port))
    await expectSoon(() => second.client.webhooks.length).toBe(1)
    const { url: target, secret, events } = webhook ?? {}
    expect(second.client.webhooks[0]).toMatchObject({ url: target, secret, events })
    await expectSoon(() => printed.out).toContain('The sandbox no longer had this endpoint.')
    expect(await interrupt(listening)).toBe(0)
    expect(second.client.webhooks).toEqual([])
    await restarted.close()
  })

  test('deliver only the requested types, with the given secret', async () => {
    const { sandbox, url } = await listen()
    const printed = captureOutput()
    const options = ['--events', 'widget.opened, widget.closed', '--webhook-secret', 'mine', '--url', url]
    const listening = run(['listen', '--forward-to', 'http://localhost:1/', ...options])
    await expectSoon(() => sandbox.client.webhooks.length).toBe(1)
    expect(sandbox.client.webhooks[0]).toMatchObject({ secret: 'mine', events: ['widget.opened', 'widget.closed'] })
    expect(await run(['trigger', 'client_link.opened', '--url', url])).toBe(0)
    expect(printed.err).toContain('no endpoint receives it')
    expect(await run(['trigger', 'widget.opened', '--url', url])).toBe(0)
    await expectSoon(() => sandbox.deliveries[0]?.attempts).toEqual([502])
    expect(await interrupt(listening)).toBe(0)
  })

  test.each([
    ...['trigger', 'trigger no.such', 'trigger widget.opened widget.closed', 'trigger widget.opened --data [1]'],
    ...['trigger widget.opened --url ftp://localhost', 'listen', 'listen --forward-to localhost:3000'],
    'listen more --forward-to http://localhost:3000',
  ])('%s is incorrect usage', async line => {
    const printed = captureOutput()
    expect(await run(line.split(' '))).toBe(2)
    expect(printed.err).toMatch(/^taxtally: .+\n$/)
  })

  test.each([
    ['trigger', 'widget.opened'],
    ['listen', '--forward-to', 'http://localhost:1/'],
  ])('%s without a sandbox exits with 3', async (...args) => {
    const printed = captureOutput()
    expect(await run([...args, '--url', 'http://localhost:1'])).toBe(3)
    expect(printed.err).toContain('taxtally sandbox')
  })

  test.each(['trigger', 'listen'])('%s prints its usage', async command => {
    const printed = captureOutput()
    expect(await run([command, '--help'])).toBe(0)
    expect(printed.out).toContain(`taxtally ${command}`)
  })
})

/** Starts `taxtally sandbox` on a free port. Returns its output, the settings in it, and a function that stops it. */
async function startSandbox(...args: string[]) {
  const printed = captureOutput()
  const running = run(['sandbox', '--port', '0', ...args])
  await expectSoon(() => printed.out).toContain('connect page')
  const settings = Object.fromEntries(printed.out.split('\n').map(line => [line.slice(0, 16).trim(), line.slice(16)]))
  return { printed, settings, url: settings['base URL'] ?? '', stop: () => interrupt(running) }
}

describe('taxtally sandbox --host', () => {
  afterEach(() => vi.unstubAllEnvs())

  test('warns, and prints the token that trigger needs for the controls', async () => {
    const { printed, settings, url, stop } = await startSandbox('--host', '0.0.0.0,sandbox.internal')
    expect(printed.err).toContain('warning: other machines can reach this sandbox.')
    const trigger = () => run(['trigger', 'widget.opened', '--url', url])
    expect(await trigger()).toBe(2)
    expect(printed.err).toContain('This sandbox needs its control token in the environment: TAXTALLY_CONTROL_TOKEN.')
    vi.stubEnv('TAXTALLY_CONTROL_TOKEN', settings['control token'])
    expect(await trigger()).toBe(0)
    expect(await run(['listen', '--forward-to', 'http://localhost:1/', '--url', url])).toBe(2)
    expect(printed.err).toContain('The sandbox needs --allow-private-webhooks for it.')
    expect(await stop()).toBe(0)
  })

  test('sends webhooks to this machine only with --allow-private-webhooks', async () => {
    const printed = captureOutput()
    const args = ['--host', '0.0.0.0', '--webhook', 'http://localhost:1/hook']
    expect(await run(['sandbox', '--port', '0', ...args])).toBe(2)
    expect(printed.err).toContain('The sandbox needs --allow-private-webhooks for it.')
    vi.restoreAllMocks()
    const { stop } = await startSandbox(...args, '--allow-private-webhooks')
    expect(await stop()).toBe(0)
  })
})

describe('taxtally sandbox', () => {
  test('prints the necessary settings and stops if interrupted', async () => {
    const { settings, url, stop } = await startSandbox('--webhook', 'http://localhost:1/hook')
    expect(settings['webhook secret']).toMatch(/^whsec_.{40,}/)
    // Eight people from the fixtures and eight generated people.
    expect(settings['people']).toBe('16')
    const response = await fetch(`${url}/auth/token`, {
      method: 'POST',
      headers: { 'Service-API-Version': '2024-01-01' },
      body: JSON.stringify({ client_id: settings['client id'], client_secret: settings['client secret'], code: 'x' }),
    })
    // Status 400 means that the client is known but the code is not.
    expect(response.status).toBe(400)
    expect(await (await fetch(settings['connect page'] ?? '')).text()).toContain('Choose your provider')
    expect(await stop()).toBe(0)
    await expect(fetch(url)).rejects.toThrow(TypeError)
  })

  test('prints an object with --json, and one for each request', async () => {
    const printed = captureOutput()
    const running = run(['sandbox', '--port', '0', '--json'])
    await expectSoon(() => printed.out).toContain('\n')
    const [settings] = parseLines<Record<string, string>>(printed.out)
    expect(settings).toMatchObject({ client_id: expect.any(String), client_secret: expect.any(String), people: 16 })
    await fetch(settings?.['base_url'] ?? '')
    await expectSoon(() => parseLines(printed.out)[1]).toMatchObject({ method: 'GET', path: '/', status: 200 })
    expect(await interrupt(running)).toBe(0)
  })

  test('reads its people from files', async () => {
    const broken = join(newFolder(), 'broken.ndjson')
    writeFileSync(broken, '{"taxpayer":{"id":"t-1","name":"A B"},"records":[]}\n{"taxp\n')
    const { printed, settings, stop } = await startSandbox('--data', 'fixtures/dossiers.ndjson', broken)
    expect(settings['people']).toBe('9')
    expect(printed.err).toContain('taxtally: 1 value of --data could not be used.\n')
    await stop()
    expect(await run(['sandbox', '--data', 'no-such-file.json'])).toBe(3)
  })

  test.each([
    ['11', ['--people', '3', '--seed', '9']],
    ['10', ['--data', 'fixtures/dossiers.ndjson', '--people', '2']],
  ])('has %s people with the options %j', async (people, options) => {
    const { settings, stop } = await startSandbox(...options)
    expect(settings['people']).toBe(people)
    await stop()
  })

  test('sends test events, duplicates and reordered pairs if requested', async () => {
    const { url, came } = await startWebhookEndpoint()
    const { stop } = await startSandbox('--webhook', url, '--test-events', '--duplicates', '1', '--reorder')
    // Each type is sent twice. The last event has no partner to be reordered with and waits for one second.
    await expectSoon(() => came.length).toBe(2 * EVENT_TYPES.length)
    expect(await stop()).toBe(0)
    const types = came.map(({ event }) => event)
    expect(new Set(types).size).toBe(EVENT_TYPES.length)
    expect(types.indexOf('taxpayer.records_synced')).toBeLessThan(types.indexOf('taxpayer.status_changed'))
  })

  test.each([
    ...['--port x', '--port 70000', '--nothing', 'file.json', '--redirect http://elsewhere.invalid/'],
    ...['--webhook ftp://localhost/', '--people -1', '--people 1000000', '--seed x', '--duplicates 2', '--reorder'],
    ...['--test-events', '--webhook http://localhost:1/ --duplicates many'],
  ])('%s is incorrect usage', async line => {
    await expect(sandboxCommand(line.split(' '))).rejects.toThrow(UsageError)
  })

  test('logs each request and delivery on one line, and uses the given secrets', async () => {
    const app = await startWebhookEndpoint()
    const secrets = ['--client-id', 'app', '--client-secret', 'cs_mine', '--webhook-secret', 'wh_mine']
    const { printed, url, stop } = await startSandbox('--webhook', `${app.url}?key=hidden`, ...secrets)
    expect(printed.out).toMatch(/client secret +cs_mine\n.*webhook secret +wh_mine\n/s)
    await fetch(`${url}/records?secret=1`)
    await fetch(`${url}/_sandbox/events`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"event":"widget.opened"}',
    })
    await expectSoon(() => printed.out).toContain('-> widget.opened')
    const lines = printed.out.split('\n').filter(line => /^\d\d:\d\d:\d\d /.test(line))
    const plainLines = lines.map(line =>
      line
        .slice(9)
        .replace(/ev_\S+/, 'ev')
        .replace(/\d+ ms/, 'ms'),
    )
    expect(plainLines).toEqual([
      'GET /records 400 ms',
      'POST /_sandbox/events 200 ms',
      `-> widget.opened ev ${app.url} 200 attempt 1`,
    ])
    expect(await stop()).toBe(0)
  })

  test('logs nothing with --quiet, and requires the version header with --strict-version', async () => {
    const { printed, url, stop } = await startSandbox('--quiet', '--strict-version', '--host', '127.0.0.1')
    expect((await fetch(`${url}/introspect`)).status).toBe(400)
    expect(printed.out).not.toContain('GET ')
    expect(await stop()).toBe(0)
  })

  test('exits with 3 and advice if the port is in use', async () => {
    const { url } = await listen()
    const printed = captureOutput()
    expect(await run(['sandbox', '--port', new URL(url).port])).toBe(3)
    expect(printed.err).toContain('The port is in use. Choose another with --port')
  })
})
