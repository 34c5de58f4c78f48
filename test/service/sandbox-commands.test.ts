import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { run } from '../../src/cli/run.js'
import { createSandbox } from '../../src/service/sandbox/index.js'

/** What comes in time, on a busy machine too. */
const soon = <T>(read: () => T) => expect.poll(read, { timeout: 20_000 })

afterEach(() => vi.restoreAllMocks())

/** Catches what is printed from here on. */
function catchOutput() {
  const printed = { out: '', err: '' }
  vi.spyOn(process.stdout, 'write').mockImplementation(chunk => {
    printed.out += String(chunk)
    return true
  })
  vi.spyOn(process.stderr, 'write').mockImplementation(chunk => {
    printed.err += String(chunk)
    return true
  })
  return printed
}

/** Waits for a command that is interrupted. */
async function interrupt(running: Promise<number>): Promise<number> {
  await new Promise(resolve => setImmediate(resolve))
  process.emit('SIGINT')
  return running
}

/** The application's endpoint, which answers as told. */
async function application(statuses: readonly number[] = [200]) {
  const came: { signature: string; type: string; body: string }[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    came.push({
      signature: String(request.headers['service-signature']),
      type: String(request.headers['content-type']),
      body,
    })
    response.writeHead(statuses[came.length - 1] ?? 200).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://localhost:${(server.address() as AddressInfo).port}/hooks?key=hidden`, came, close }
}

describe('taxtally listen and taxtally trigger', () => {
  test('what is triggered arrives, signed with the secret that was printed', async () => {
    const sandbox = createSandbox()
    const service = await sandbox.listen()
    const app = await application([500])
    const printed = catchOutput()
    const listening = run(['listen', '--forward-to', app.url, '--url', service.url])
    await soon(() => printed.out).toContain('webhook secret')
    const secret = /webhook secret +(\S+)/.exec(printed.out)?.[1] ?? ''
    expect(await run(['trigger', 'taxpayer.status_changed', '--url', `${service.url}/`])).toBe(0)
    await soon(() => app.came.length).toBe(1)
    const { signature, type, body } = app.came[0] ?? { signature: '', type: '', body: '' }
    const [, t, v1] = /^t=(\d+),v1=(\w+)$/.exec(signature) ?? []
    expect(createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')).toBe(v1)
    expect(type).toBe('application/json')
    expect(JSON.parse(body).data.status).toBe('COMPLETED')
    // The application's answer is the sandbox's: a failure is tried again.
    await soon(() => sandbox.deliveries[0]?.attempts).toEqual([500])
    expect(await run(['trigger', 'widget.failed', '--url', service.url, '--data', '{"more":1}'])).toBe(0)
    await soon(() => app.came.length).toBe(2)
    expect(JSON.parse(app.came[1]?.body ?? '').data).toMatchObject({
      more: 1,
      error: { code: 'provider_timeout' },
    })
    expect(printed.out).toMatch(/taxpayer\.status_changed ev_\S+ to 1 endpoint\n/)
    expect(printed.out).toMatch(
      /\d\d:\d\d:\d\d taxpayer\.status_changed ev_\S+ http:\/\/localhost:\d+\/hooks 500\n/,
    )
    expect(printed.out).not.toContain('hidden')
    expect(await interrupt(listening)).toBe(0)
    expect(sandbox.client.webhooks).toEqual([])
    app.close()
    await service.close()
  })

  test('only the types that are asked for, with a secret that is given', async () => {
    const sandbox = createSandbox()
    const service = await sandbox.listen()
    const printed = catchOutput()
    const words = [
      '--events',
      'widget.opened, widget.closed',
      '--webhook-secret',
      'mine',
      '--url',
      service.url,
    ]
    const listening = run(['listen', '--forward-to', 'http://localhost:1/', ...words])
    await soon(() => sandbox.client.webhooks.length).toBe(1)
    expect(sandbox.client.webhooks[0]).toMatchObject({
      secret: 'mine',
      events: ['widget.opened', 'widget.closed'],
    })
    expect(await run(['trigger', 'client_link.opened', '--url', service.url])).toBe(0)
    expect(printed.err).toContain('nobody takes it')
    expect(await run(['trigger', 'widget.opened', '--url', service.url])).toBe(0)
    await soon(() => sandbox.deliveries[0]?.attempts).toEqual([502])
    expect(await interrupt(listening)).toBe(0)
    await service.close()
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
  ])('%j is wrong usage', async words => {
    const printed = catchOutput()
    expect(await run(words)).toBe(2)
    expect(printed.err).toMatch(/^taxtally: .+\n$/)
  })

  test.each([
    ['trigger', 'widget.opened'],
    ['listen', '--forward-to', 'http://localhost:1/'],
  ])('%s without a sandbox ends with 3', async (...words) => {
    const printed = catchOutput()
    expect(await run([...words, '--url', 'http://localhost:1'])).toBe(3)
    expect(printed.err).toContain('taxtally sandbox')
  })

  test.each(['trigger', 'listen'])('%s prints its usage', async command => {
    const printed = catchOutput()
    expect(await run([command, '--help'])).toBe(0)
    expect(printed.out).toContain(`taxtally ${command}`)
  })
})

describe('taxtally sandbox', () => {
  test('logs each request and delivery in one line, and has the secrets that are given', async () => {
    const app = await application()
    const printed = catchOutput()
    const fixed = ['--client-id', 'app', '--client-secret', 'cs_mine', '--webhook-secret', 'wh_mine']
    const running = run(['sandbox', '--port', '0', '--webhook', app.url, ...fixed])
    await soon(() => printed.out).toContain('connect page')
    const base = /base URL +(\S+)/.exec(printed.out)?.[1] ?? ''
    expect(printed.out).toMatch(/client secret +cs_mine\n.*webhook secret +wh_mine\n/s)
    await fetch(`${base}/records?secret=1`)
    await fetch(`${base}/_sandbox/events`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"event":"widget.opened"}',
    })
    await soon(() => printed.out).toContain('-> widget.opened')
    const lines = printed.out.split('\n').filter(line => /^\d\d:\d\d:\d\d /.test(line))
    expect(
      lines.map(line =>
        line
          .slice(9)
          .replace(/ev_\S+/, 'ev')
          .replace(/\d+ ms/, 'ms'),
      ),
    ).toEqual([
      'GET /records 400 ms',
      'POST /_sandbox/events 200 ms',
      `-> widget.opened ev ${app.url.replace('?key=hidden', '')} 200 attempt 1`,
    ])
    expect(await interrupt(running)).toBe(0)
    app.close()
  })

  test('--quiet logs nothing, --strict-version lets no header out', async () => {
    const printed = catchOutput()
    const running = run(['sandbox', '--port', '0', '--quiet', '--strict-version', '--host', '127.0.0.1'])
    await soon(() => printed.out).toContain('connect page')
    const base = /base URL +(\S+)/.exec(printed.out)?.[1] ?? ''
    expect((await fetch(`${base}/introspect`)).status).toBe(400)
    expect(printed.out).not.toContain('GET ')
    expect(await interrupt(running)).toBe(0)
  })

  test('a port in use ends with 3 and says what to do', async () => {
    const { url, close } = await createSandbox().listen()
    const printed = catchOutput()
    expect(await run(['sandbox', '--port', new URL(url).port])).toBe(3)
    expect(printed.err).toContain('The port is in use; --port takes another')
    await close()
  })
})
