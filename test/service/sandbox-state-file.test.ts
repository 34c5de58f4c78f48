import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { run } from '../../src/cli/run.js'
import { MAIN, newFolder } from '../cli/command.js'
import { captureOutput } from '../support/output.js'
import { startWebhookEndpoint } from '../support/serve.js'

/** Polls until the expectation holds. Allows 20 seconds because the machine may be busy. */
const expectSoon = <T>(read: () => T | Promise<T>) => expect.poll(read, { timeout: 20_000 })

/** Starts the command in a process of its own. Returns its settings and functions that call and end it. */
async function startSandbox(...args: string[]) {
  const child: ChildProcess = spawn(process.execPath, [MAIN, 'sandbox', ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', chunk => {
      output += chunk
    })
  await expectSoon(() => output).toContain('connect page')
  const settings = Object.fromEntries(output.split('\n').map(line => [line.slice(0, 16).trim(), line.slice(16)]))
  const base = settings['base URL'] ?? ''
  const call = async (method: string, path: string, body?: object, token?: string) => {
    const headers = {
      'content-type': 'application/json',
      'Service-API-Version': '2024-01-01',
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    }
    const payload = body === undefined ? {} : { body: JSON.stringify(body) }
    const response = await fetch(`${base}${path}`, { method, headers, ...payload })
    return { status: response.status, json: await response.json() }
  }
  /** Authorizes the first person and returns an access token. */
  const connect = async (): Promise<string> => {
    const { code } = (await call('POST', '/_sandbox/authorize', {})).json
    const client = { client_id: settings['client id'], client_secret: settings['client secret'] }
    return (await call('POST', '/auth/token', { ...client, code })).json.access_token
  }
  const end = async (signal: NodeJS.Signals) => {
    const exited = once(child, 'exit')
    child.kill(signal)
    return (await exited)[0] as number | null
  }
  return { settings, port: new URL(base).port, call, connect, end, readOutput: () => output }
}

/** Returns true if a port of this machine refuses a connection. */
async function isRefused(port: string): Promise<boolean> {
  const socket = connect(Number(port), '127.0.0.1')
  const outcome = await Promise.race([once(socket, 'connect').then(() => 'connected'), once(socket, 'error')])
  socket.destroy()
  return outcome !== 'connected'
}

const statePath = () => join(newFolder(), 'state.json')

describe('taxtally sandbox --state', () => {
  afterEach(() => vi.restoreAllMocks())

  test.each(['SIGINT', 'SIGTERM'] as const)(
    'continues after %s with a file that only its owner can read',
    async signal => {
      const path = statePath()
      const first = await startSandbox('--port', '0', '--state', path, '--webhook', 'http://localhost:1/hook')
      const token = await first.connect()
      const { ahead_ms } = (await first.call('POST', '/_sandbox/clock', { advance: 86_400_000 })).json
      expect(await first.end(signal)).toBe(0)
      expect(statSync(path).mode & 0o777).toBe(0o600)
      expect(existsSync(`${path}.lock`)).toBe(false)
      const second = await startSandbox('--port', '0', '--state', path, '--webhook', 'http://localhost:1/hook')
      for (const name of ['client id', 'client secret', 'webhook secret'])
        expect(second.settings[name]).toBe(first.settings[name])
      expect((await second.call('GET', '/records', undefined, token)).json).toHaveLength(6)
      expect((await second.call('GET', '/_sandbox/webhooks')).json).toHaveLength(1)
      expect((await second.call('GET', '/_sandbox/clock')).json.ahead_ms).toBe(ahead_ms)
      expect(await second.end('SIGINT')).toBe(0)
    },
  )

  test('saves the changes of a request that it answers after a signal, and refuses new connections', async () => {
    const path = statePath()
    const first = await startSandbox('--port', '0', '--state', path)
    await first.call('POST', '/_sandbox/faults', { kind: 'latency', milliseconds: 1_000, path: '/auth/token' })
    const connecting = first.connect()
    // The token request follows the authorization, which is saved first.
    await expectSoon(() => readFileSync(path, 'utf8')).toContain('"taxpayers":[{')
    const ended = first.end('SIGTERM')
    await expectSoon(() => isRefused(first.port)).toBe(true)
    const token = await connecting
    expect(await ended).toBe(0)
    const second = await startSandbox('--port', '0', '--state', path)
    expect((await second.call('GET', '/introspect', undefined, token)).status).toBe(200)
  })

  test('loses at most the last changes if it is killed, and always leaves a whole file', async () => {
    const path = statePath()
    const tokens: string[] = []
    for (const waitMs of [0, 300, 520, 560]) {
      const sandbox = await startSandbox('--port', '0', '--state', path)
      for (const token of tokens) expect((await sandbox.call('GET', '/introspect', undefined, token)).status).toBe(200)
      const token = await sandbox.connect()
      await expectSoon(() => readFileSync(path, 'utf8')).toContain(token)
      tokens.push(token)
      const isBusy = { value: true }
      const load = (async () => {
        while (isBusy.value) await sandbox.connect().catch(() => {})
      })()
      await new Promise(resolve => setTimeout(resolve, waitMs))
      await sandbox.end('SIGKILL')
      isBusy.value = false
      await load
      expect(JSON.parse(readFileSync(path, 'utf8')).format).toMatch(/^taxtally sandbox/)
    }
  })

  test('lets one process at a time use a file', async () => {
    const path = statePath()
    await startSandbox('--port', '0', '--state', path)
    const printed = captureOutput()
    expect(await run(['sandbox', '--port', '0', '--state', path])).toBe(3)
    expect(printed.err).toContain('Another process is using the file of --state.')
  })

  test.each([
    ['not JSON', '{"format":'],
    ['JSON of another kind', '{"taxpayer":{"id":"t-1"},"records":[]}'],
    ['a state of another version', '{"format":"taxtally sandbox, 0"}'],
    ['a state without its parts', '{"format":"taxtally sandbox, 2","clients":[]}'],
  ])('exits with 3 and leaves a file alone that is %s', async (_, text) => {
    const path = statePath()
    writeFileSync(path, text, { mode: 0o600 })
    const printed = captureOutput()
    expect(await run(['sandbox', '--port', '0', '--state', path])).toBe(3)
    expect(printed.err).toBe(
      'taxtally: The file of --state is not the state of a sandbox of this version. Give another file.\n',
    )
    expect(readFileSync(path, 'utf8')).toBe(text)
    expect(existsSync(`${path}.lock`)).toBe(false)
  })

  test('exits with 3 if the file cannot be read or created', async () => {
    const printed = captureOutput()
    expect(await run(['sandbox', '--port', '0', '--state', newFolder()])).toBe(3)
    expect(printed.err).toContain('The file of --state cannot be read (EISDIR).')
    expect(await run(['sandbox', '--port', '0', '--state', join(newFolder(), 'none', 'state.json')])).toBe(3)
    expect(printed.err).toContain('The file of --state cannot be used (ENOENT).')
  })

  test('keeps the endpoint of listen over a restart, which delivers what is pending', async () => {
    const path = statePath()
    const app = await startWebhookEndpoint()
    const first = await startSandbox('--port', '0', '--state', path)
    const args = ['listen', '--forward-to', app.url, '--url', `http://localhost:${first.port}`]
    const listener = spawn(process.execPath, [MAIN, ...args], { stdio: 'ignore' })
    onTestFinished(() => void listener.kill('SIGKILL'))
    const listWebhooks = async (sandbox: typeof first) => (await sandbox.call('GET', '/_sandbox/webhooks')).json
    await expectSoon(async () => (await listWebhooks(first)).length).toBe(1)
    const [webhook] = await listWebhooks(first)
    await first.end('SIGINT')
    const second = await startSandbox('--port', first.port, '--state', path)
    await new Promise(resolve => setTimeout(resolve, 1_500))
    expect(await listWebhooks(second)).toEqual([webhook])
    await second.call('POST', '/_sandbox/events', { event: 'widget.opened' })
    await expectSoon(() => app.came.length).toBe(1)
    // Without the file, the sandbox does not know the endpoint any more, and `listen` registers it again.
    await second.end('SIGINT')
    rmSync(path)
    const third = await startSandbox('--port', first.port, '--state', path)
    await expectSoon(async () => (await listWebhooks(third)).length).toBe(1)
    await third.call('POST', '/_sandbox/events', { event: 'widget.closed' })
    await expectSoon(() => app.came.length).toBe(2)
  })
})
