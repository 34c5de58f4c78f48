import { createHmac } from 'node:crypto'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { run } from '../../src/cli/run.js'
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
    const [, t, v1] = /^t=(\d+),v1=(\w+)$/.exec(signature) ?? []
    expect(createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')).toBe(v1)
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
    [['trigger']],
    [['trigger', 'no.such']],
    [['trigger', 'widget.opened', 'widget.closed']],
    [['trigger', 'widget.opened', '--data', '[1]']],
    [['trigger', 'widget.opened', '--url', 'ftp://localhost']],
    [['listen']],
    [['listen', '--forward-to', 'localhost:3000']],
    [['listen', 'more', '--forward-to', 'http://localhost:3000']],
  ])('%j is incorrect usage', async args => {
    const printed = captureOutput()
    expect(await run(args)).toBe(2)
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

describe('taxtally sandbox', () => {
  test('logs each request and delivery on one line, and uses the given secrets', async () => {
    const app = await startWebhookEndpoint()
    const printed = captureOutput()
    const fixed = ['--client-id', 'app', '--client-secret', 'cs_mine', '--webhook-secret', 'wh_mine']
    const running = run(['sandbox', '--port', '0', '--webhook', `${app.url}?key=hidden`, ...fixed])
    await expectSoon(() => printed.out).toContain('connect page')
    const base = /base URL +(\S+)/.exec(printed.out)?.[1] ?? ''
    expect(printed.out).toMatch(/client secret +cs_mine\n.*webhook secret +wh_mine\n/s)
    await fetch(`${base}/records?secret=1`)
    await fetch(`${base}/_sandbox/events`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"event":"widget.opened"}',
    })
    await expectSoon(() => printed.out).toContain('-> widget.opened')
    const lines = printed.out.split('\n').filter(line => /^\d\d:\d\d:\d\d /.test(line))
    expect(
      lines.map(line =>
        line
          .slice(9)
          .replace(/ev_\S+/, 'ev')
          .replace(/\d+ ms/, 'ms'),
      ),
    ).toEqual(['GET /records 400 ms', 'POST /_sandbox/events 200 ms', `-> widget.opened ev ${app.url} 200 attempt 1`])
    expect(await interrupt(running)).toBe(0)
  })

  test('logs nothing with --quiet, and requires the version header with --strict-version', async () => {
    const printed = captureOutput()
    const running = run(['sandbox', '--port', '0', '--quiet', '--strict-version', '--host', '127.0.0.1'])
    await expectSoon(() => printed.out).toContain('connect page')
    const base = /base URL +(\S+)/.exec(printed.out)?.[1] ?? ''
    expect((await fetch(`${base}/introspect`)).status).toBe(400)
    expect(printed.out).not.toContain('GET ')
    expect(await interrupt(running)).toBe(0)
  })

  test('exits with 3 and advice if the port is in use', async () => {
    const { url } = await listen()
    const printed = captureOutput()
    expect(await run(['sandbox', '--port', new URL(url).port])).toBe(3)
    expect(printed.err).toContain('The port is in use; --port takes another')
  })
})
