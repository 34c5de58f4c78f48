import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createSandbox } from '../../src/service/sandbox/index.js'
import { newFolder, taxtally } from '../cli/command.js'
import { makeLock } from '../support/lock.js'
import { makeRandom } from '../support/mutate.js'
import { requireFor } from '../support/requirements.mjs'
import { startWithFileLimit } from './collect-run.js'
import { mountReason, remountDisk, sharedFolderWithDisks } from './mount.js'
import { SOON, startReadySandbox, startSandbox } from './sandbox-run.js'

const { mountDisk } = sharedFolderWithDisks()
const PRIVATE = { mode: 0o600 } as const
const KILLS = Number(process.env['TAXTALLY_FAULT_RUNS'] ?? 6)
const NOT_STATE = 'The file of --state is not the state of a sandbox of this version. Give another file.'

const newStatePath = (): string => join(newFolder(), 'state.json')

/** Makes the text of a state with a taxpayer, a token, a link, a form, an endpoint and a pending delivery. */
async function makeStateText(): Promise<string> {
  const sandbox = createSandbox({ client: { id: 'sandbox-client', secret: 'cs_CANARY' } })
  sandbox.registerWebhook({ url: 'http://localhost:1/hook', secret: 'whsec_CANARY' })
  sandbox.authorize({ provider: 'irs' })
  await sandbox.idle()
  return JSON.stringify(sandbox.save())
}

/** Expects that a sandbox refuses a state file, and changes neither the file nor its folder. */
function expectRefused(path: string, code: number, message: string): void {
  const content = statSync(path).isFile() ? readFileSync(path, 'utf8') : null
  expect(taxtally(['sandbox', '--port', '0', '--state', path])).toEqual({
    code,
    stdout: '',
    stderr: `taxtally: ${message}\n`,
  })
  if (content !== null) expect(readFileSync(path, 'utf8')).toBe(content)
  expect(readdirSync(join(path, '..'))).toEqual(['state.json'])
}

describe('a state file that cannot be used is left unchanged', () => {
  test('if it is truncated', async () => {
    const path = newStatePath()
    const text = await makeStateText()
    for (const length of [1, 20, text.length >> 1, text.length - 1]) {
      writeFileSync(path, text.slice(0, length), PRIVATE)
      expectRefused(path, 3, NOT_STATE)
    }
  })

  test('if it is of another version, or any of its parts is missing', async () => {
    const path = newStatePath()
    const state = JSON.parse(await makeStateText())
    writeFileSync(path, JSON.stringify({ ...state, format: 'taxtally sandbox, 1' }), PRIVATE)
    expectRefused(path, 3, NOT_STATE)
    for (const part of Object.keys(state)) {
      if (part === 'aheadMs') continue
      writeFileSync(path, JSON.stringify({ ...state, [part]: undefined }), PRIVATE)
      expectRefused(path, 3, NOT_STATE)
    }
  })

  test('if others can read it', async () => {
    const path = newStatePath()
    writeFileSync(path, await makeStateText(), { mode: 0o644 })
    expectRefused(path, 2, 'Others can read the file of --state. Change its mode to 600.')
  })

  test('if it is a folder or a pipe', () => {
    const [folder, pipe] = [newStatePath(), newStatePath()]
    mkdirSync(folder)
    expectRefused(folder, 3, 'The file of --state cannot be read (EISDIR).')
    expect(requireFor('a pipe as a state', 'mkfifo')).toBeDefined()
    expect(spawnSync('mkfifo', ['-m', '600', pipe]).status).toBe(0)
    expectRefused(pipe, 3, 'The file of --state is not a regular file.')
  })

  test('if another process uses it', async () => {
    const path = newStatePath()
    const first = await startReadySandbox('--state', path)
    const second = await startSandbox('--state', path).ended
    expect(second).toMatchObject({ code: 3, stderr: expect.stringContaining('Another process is using the file') })
    expect((await first.end('SIGINT')).code).toBe(0)
    expect(readdirSync(join(path, '..'))).toEqual(['state.json'])
  })
})

test.each([
  ['of a process that was killed while it created the lock', ''],
  ['of an earlier process whose id is in use again', makeLock(process.pid, '1')],
])('a lock %s is taken over', async (_, content) => {
  const path = newStatePath()
  writeFileSync(`${path}.lock`, content)
  utimesSync(`${path}.lock`, 0, 0)
  const { end } = await startReadySandbox('--state', path)
  expect((await end('SIGINT')).code).toBe(0)
  expect(existsSync(`${path}.lock`)).toBe(false)
})

describe.skipIf(mountReason !== null)('a full disk', () => {
  test('at the start: exit code 3, and the older state is kept', async () => {
    const disk = mountDisk('start', 'size=16k')
    const path = join(disk, 'state.json')
    const text = await makeStateText()
    remountDisk(disk, 'size=1m')
    writeFileSync(path, text, PRIVATE)
    spawnSync('sh', ['-c', `cat /dev/zero > "${disk}/filler" 2>/dev/null`])
    // The lock needs one page of the disk, and the state needs more.
    remountDisk(disk, `size=${1024 + 4}k`)
    const ran = await startSandbox('--state', path).ended
    expect(ran).toMatchObject({
      code: 3,
      stdout: '',
      stderr: 'taxtally: The file of --state cannot be written (ENOSPC).\n',
    })
    expect(readFileSync(path, 'utf8')).toBe(text)
    expect(readdirSync(disk).toSorted()).toEqual(['filler', 'state.json'])
  })

  test('while it runs: reports it, keeps the last complete state, and continues when there is space', async () => {
    const disk = mountDisk('later', 'size=1m')
    const path = join(disk, 'state.json')
    const sandbox = await startReadySandbox('--state', path)
    const complete = readFileSync(path, 'utf8')
    spawnSync('sh', ['-c', `cat /dev/zero > "${disk}/filler" 2>/dev/null`])
    const token = await sandbox.connect()
    await expect.poll(() => sandbox.output.stderr, SOON).toContain('The file of --state cannot be written (ENOSPC).')
    expect(readFileSync(path, 'utf8')).toBe(complete)
    rmSync(join(disk, 'filler'))
    const otherToken = await sandbox.connect()
    await expect.poll(() => readFileSync(path, 'utf8'), SOON).toContain(otherToken)
    expect(readFileSync(path, 'utf8')).toContain(token)
    remountDisk(disk, 'ro')
    await sandbox.connect()
    const ended = await sandbox.end('SIGTERM')
    expect(ended).toMatchObject({ code: 3, stderr: expect.stringContaining('cannot be written (EROFS).') })
    expect(ended.stderr).not.toContain(token)
  })
})

test.skipIf(process.platform === 'win32')('a small limit of open files: exit code 3, or 0 after SIGINT', async () => {
  const codes = new Set<number | null>()
  for (const limit of [24, 40, 64, 128]) {
    const started = startWithFileLimit(limit, ['sandbox', '--port', '0', '--state', newStatePath()])
    if (started === null) continue
    const { child, output, ended } = started
    child.stdout.once('data', () => child.kill('SIGINT'))
    const code = await ended
    expect([0, 3], `${limit} files: ${output.stderr}`).toContain(code)
    if (code === 3) expect(output.stderr).toMatch(/^taxtally: .*EMFILE/)
    codes.add(code)
  }
  expect(codes).toEqual(new Set([0, 3]))
})

test('100,000 bad lines in a file of --data: exit code 3, or a message with their number', async () => {
  const path = join(newFolder(), 'people.ndjson')
  const bad = '{"CANARY":\n'.repeat(100_000)
  writeFileSync(path, bad)
  const ran = await startSandbox('--data', path).ended
  expect(ran).toMatchObject({ code: 3, stdout: '' })
  writeFileSync(path, `{"taxpayer":{"id":"t-1","name":"A B"},"records":[]}\n${bad}`)
  const { end } = await startReadySandbox('--data', path)
  const ended = await end('SIGINT')
  expect(ended).toMatchObject({ code: 0, stderr: 'taxtally: 100000 values of --data could not be used.\n' })
  expect(ran.stderr + ended.stderr + ended.stdout).not.toContain('CANARY')
})

describe('the end of the command', () => {
  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('%s right after the start saves the state', async signal => {
    const path = newStatePath()
    const { child, output, ended } = startSandbox('--state', path)
    child.stdout.once('data', () => child.kill(signal))
    expect((await ended).code).toBe(0)
    expect(readFileSync(path, 'utf8')).toContain(JSON.parse(output.stdout).client_secret)
    expect(readdirSync(join(path, '..'))).toEqual(['state.json'])
  })

  test('a closed pipe on standard output ends it with exit code 0, and saves the last change', async () => {
    const path = newStatePath()
    const { child, ended, connect, output } = await startReadySandbox('--state', path)
    child.stdout.destroy()
    // The log line of the first request ends the command.
    await connect().catch(() => {})
    expect(await ended).toMatchObject({ code: 0, stderr: '' })
    expect(JSON.parse(readFileSync(path, 'utf8')).taxpayers).toHaveLength(1)
    expect(readdirSync(join(path, '..')).filter(name => name.endsWith('.new'))).toEqual([])
    const next = await startReadySandbox('--state', path)
    expect(next.settings.client_secret).toBe(JSON.parse(output.stdout.split('\n')[0] ?? '').client_secret)
  })

  test(`${KILLS} kills: the file has a complete state, and the next start has the older tokens`, async () => {
    const path = newStatePath()
    const dice = makeRandom(20261201)
    const savedTokens: string[] = []
    for (let kill = 0; kill < KILLS; kill++) {
      const sandbox = await startReadySandbox('--state', path)
      for (const token of savedTokens) expect((await sandbox.read('/introspect', token)).status).toBe(200)
      const token = await sandbox.connect()
      await expect.poll(() => readFileSync(path, 'utf8'), SOON).toContain(token)
      savedTokens.push(token)
      const load = (async () => {
        for (;;) await sandbox.connect()
      })().catch(() => {})
      await new Promise(resolve => setTimeout(resolve, dice(700)))
      await sandbox.end('SIGKILL')
      await load
    }
  })

  test('a kill does not lose the end of parsing, of a refresh and of an authorization', async () => {
    const path = newStatePath()
    const readConnections = () =>
      JSON.parse(readFileSync(path, 'utf8')).taxpayers.flatMap(
        (taxpayer: { connections: readonly { fields: { status: string }; jobs: readonly { status: string }[] }[] }) =>
          taxpayer.connections.map(({ fields, jobs }) => [fields.status, ...jobs.map(({ status }) => status)]),
      )
    const sandbox = await startReadySandbox('--state', path)
    const token = await sandbox.connect({ 'x-service-async': 'true' })
    await expect.poll(readConnections, SOON).toEqual([['AUTHORIZED']])
    // No request, delivery or log line follows the end of parsing.
    await expect.poll(readConnections, SOON).toEqual([['COMPLETED']])
    const { id } = (await sandbox.read('/tax-payer', token)).json
    await sandbox.call('POST', `/tax-payer/${id}/refresh`, undefined, { Authorization: `Bearer ${token}` })
    await expect.poll(readConnections, SOON).toEqual([['COMPLETED', 'completed']])
    await sandbox.end('SIGKILL')
    const next = await startReadySandbox('--state', path)
    expect((await next.read('/tax-payer', token)).json.status).toBe('COMPLETED')
  })
})
