import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, onTestFinished, vi } from 'vitest'
import { MAIN } from '../cli/command.js'

// Some tests run the command many times on machines that may be busy.
vi.setConfig({ testTimeout: 300_000 })

/** The options of `expect.poll`. It allows 30 seconds because the machine may be busy. */
export const SOON = { timeout: 30_000 } as const

/** Starts `taxtally sandbox` on a free port. `isReady` is false until it has printed its addresses. */
export function startSandbox(...args: readonly string[]) {
  const child = spawn(process.execPath, [MAIN, 'sandbox', '--port', '0', '--json', '--people', '0', ...args])
  onTestFinished(() => void child.kill('SIGKILL'))
  const output = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name].on('data', chunk => {
      output[name] += String(chunk)
    })
  const closed = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>
  const ended = closed.then(([code, signal]) => ({ code, signal, ...output }))
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal)
    return ended
  }
  return { child, output, ended, end }
}

/** Starts `taxtally sandbox`, and waits until it has printed its addresses and secrets. */
export async function startReadySandbox(...args: readonly string[]) {
  const started = startSandbox(...args)
  await expect.poll(() => started.output.stdout, SOON).toContain('connect_pages')
  const settings = JSON.parse(started.output.stdout.split('\n')[0] ?? '')
  /** Sends a request. Returns the status and the JSON of the response. */
  const call = async (method: string, path: string, body?: object, headers: Record<string, string> = {}) => {
    const response = await fetch(`${settings.base_url}${path}`, {
      method,
      headers: { 'content-type': 'application/json', 'Service-API-Version': '2024-01-01', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: response.status, json: await response.json() }
  }
  /** Authorizes the first person and returns an access token. */
  const connect = async (headers: Record<string, string> = {}): Promise<string> => {
    const { code } = (await call('POST', '/_sandbox/authorize', {})).json
    const client = { client_id: settings.client_id, client_secret: settings.client_secret }
    return (await call('POST', '/auth/token', { ...client, code }, headers)).json.access_token
  }
  const read = (path: string, token: string) => call('GET', path, undefined, { Authorization: `Bearer ${token}` })
  return { ...started, settings, call, connect, read }
}
