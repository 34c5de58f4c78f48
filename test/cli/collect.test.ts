import { appendFileSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createSandbox, type Listening } from '../../src/service/sandbox/index.js'
import { serveForTest } from '../support/serve.js'
import { type CommandResult, newFolder, parseLines, startCommand, taxtally, taxtallyInBackground } from './command.js'

const sandbox = createSandbox({ delays: { parsing: 60_000 }, client: { id: 'app', secret: 'cs_CANARY' } })
const ENV = { TAXTALLY_CLIENT_ID: 'app', TAXTALLY_CLIENT_SECRET: 'cs_CANARY' }
let listening: Listening
const ids: string[] = []

beforeAll(async () => {
  listening = await sandbox.listen()
  for (let person = 0; person < 4; person++) {
    const { code, taxpayerId } = sandbox.authorize({ person })
    await exchange(code, {})
    ids.push(taxpayerId)
  }
})
afterAll(() => listening.close())

async function exchange(code: string, headers: Record<string, string>): Promise<void> {
  const { id, secret } = sandbox.client
  const answer = await fetch(`${listening.url}/auth/token`, {
    method: 'POST',
    headers: { 'Service-API-Version': '2024-01-01', ...headers },
    body: JSON.stringify({ client_id: id, client_secret: secret, code }),
  })
  if (!answer.ok) throw new Error(`the exchange was answered ${answer.status}`)
}

/** Runs the command while this thread serves the sandbox. */
const collect = (args: readonly string[], env: NodeJS.ProcessEnv = ENV): Promise<CommandResult> =>
  taxtallyInBackground(['collect', ...args], env)

const makeUrlAndOutArgs = (out: string, url = listening.url) => ['--url', url, '--out', out]
const newFile = () => join(newFolder(), 'dossiers.ndjson')
const readDossiers = (file: string) =>
  parseLines<{ taxpayer: { id: string }; records: unknown[] }>(readFileSync(file, 'utf8'))
const readIds = (file: string) =>
  readDossiers(file)
    .map(({ taxpayer }) => taxpayer.id)
    .toSorted()
const formatSummary = (collected: number, present: number, missing: number) =>
  `taxtally: ${collected} ${collected === 1 ? 'taxpayer' : 'taxpayers'} collected; ${present} were in the file; ${missing} are missing\n`

const NOT_FOUND =
  'retrieveToken: the service answered 404 (not_found). Check the id, and whether the taxpayer is still connected.'

describe('taxtally collect', () => {
  test('writes one dossier per line, which convert and summarize accept', async () => {
    const out = newFile()
    const ran = await collect([...makeUrlAndOutArgs(out), '--taxpayer', ...ids, ids[0] ?? ''])
    expect(ran).toEqual({ code: 0, stdout: '', stderr: formatSummary(4, 0, 0) })
    expect(readIds(out)).toEqual(ids.toSorted())
    for (const { records } of readDossiers(out)) expect(records.length).toBeGreaterThan(0)
    expect(statSync(out).mode & 0o077).toBe(0)
    const folder = newFolder()
    expect(taxtally(['convert', out, '--out', folder, '--tables', 'taxpayers,income']).code).toBe(0)
    expect(readFileSync(join(folder, 'taxpayers.csv'), 'utf8').trimEnd().split('\n')).toHaveLength(5)
    expect(taxtally(['summarize', out, '--json']).stdout).toContain(ids[3])
  })

  test('prints the counts as JSON with --json', async () => {
    const out = newFile()
    const args = [...makeUrlAndOutArgs(out), '--json', '--taxpayer', ...ids]
    const counts = { collected: 4, rejected: 0, in_file: 0, missing: 0 }
    expect(await collect(args)).toEqual({ code: 0, stdout: `${JSON.stringify(counts)}\n`, stderr: '' })
    expect(JSON.parse((await collect(args)).stdout)).toEqual({ ...counts, collected: 0, in_file: 4 })
  })

  test('continues a file: skips taxpayers that are in it, and requests a truncated line again', async () => {
    const out = newFile()
    await collect([...makeUrlAndOutArgs(out), '--taxpayer', ids[0] ?? '', ids[1] ?? '', '--jobs', '1'])
    const completeFile = readFileSync(out)
    for (const cut of [1, 40, completeFile.length - completeFile.indexOf(10) - 5]) {
      truncateSync(out, completeFile.length - cut)
      const ran = await collect([...makeUrlAndOutArgs(out), '--taxpayer', ...ids.slice(0, 2)])
      expect(ran.code).toBe(0)
      // The dossier is complete if only its line break is missing.
      const expectedMessage =
        cut === 1
          ? formatSummary(0, 2, 0)
          : `taxtally: the last line of the file was cut off; its taxpayer is collected again\n${formatSummary(1, 1, 0)}`
      expect(ran.stderr).toBe(expectedMessage)
      expect(readFileSync(out).equals(completeFile)).toBe(true)
    }
    const { child, closed, output } = startCommand(['collect', ...makeUrlAndOutArgs(out), '--taxpayers', '-'], {
      env: ENV,
    })
    child.stdin.end(`\ufeff${ids.join('\r\n')}\n\n`)
    expect([await closed, output.stderr]).toEqual([[0, null], formatSummary(2, 2, 0)])
    expect(readIds(out)).toEqual(ids.toSorted())
  })

  test('does not change a file that is not a list of dossiers', async () => {
    const out = newFile()
    for (const text of ['{"a":1}', 'secret notes', '{"a":1}\n', '[1]\n{"taxpayer":', 'id,name\n']) {
      writeFileSync(out, text, { mode: 0o600 })
      const ran = await collect([...makeUrlAndOutArgs(out), '--taxpayer', ids[0] ?? ''])
      expect(ran).toMatchObject({
        code: 3,
        stderr: 'taxtally: Line 1 of the file of --out is not a dossier, so nothing was collected.\n',
      })
      expect(readFileSync(out, 'utf8')).toBe(text)
    }
    const folder = await collect([...makeUrlAndOutArgs(newFolder()), '--taxpayer', 'x'])
    expect(folder).toMatchObject({ code: 3, stderr: 'taxtally: The file of --out cannot be used (EISDIR).\n' })
  })

  test('writes what it can fetch, reports failures by their position in the list, and exits with 3', async () => {
    const out = newFile()
    const { code, taxpayerId } = sandbox.authorize({ person: 5 })
    await exchange(code, { 'x-service-async': 'true' })
    const list = [ids[0] ?? '', 'CANARY-id', taxpayerId, ids[1] ?? '']
    const ran = await collect([...makeUrlAndOutArgs(out), '--jobs', '1', '--taxpayer', ...list])
    expect(ran.code).toBe(3)
    expect(ran.stderr).toBe(
      `taxtally: taxpayer 2 of the list: ${NOT_FOUND}\n` +
        'taxtally: taxpayer 3 of the list: its records are not parsed yet; try again later, or with --wait\n' +
        formatSummary(2, 0, 2),
    )
    expect(readIds(out)).toEqual(ids.slice(0, 2).toSorted())
    const quiet = await collect([...makeUrlAndOutArgs(out), '--quiet', '--taxpayer', ids[0] ?? '', 'CANARY-id'])
    expect(quiet.stderr).toBe(`taxtally: taxpayer 2 of the list: ${NOT_FOUND}\n`)
  })

  test('recovers from temporary faults', async () => {
    const out = newFile()
    for (const fault of ['reset', 'truncated', 'malformed'] as const)
      sandbox.inject({ kind: fault, method: 'GET', times: 2, skip: 1 })
    sandbox.inject({ kind: 'status', status: 429, retryAfter: 0, times: 2 })
    onTestFinished(() => sandbox.clearFaults())
    expect(await collect([...makeUrlAndOutArgs(out), '--taxpayer', ...ids])).toMatchObject({
      code: 0,
      stderr: formatSummary(4, 0, 0),
    })
    expect(readIds(out)).toEqual(ids.toSorted())
  })

  test('stops if the service rejects the credentials, and never prints them', async () => {
    const out = newFile()
    const ran = await collect([...makeUrlAndOutArgs(out), '--jobs', '1', '--taxpayer', ...ids], {
      ...ENV,
      TAXTALLY_CLIENT_SECRET: 'CANARY-wrong',
    })
    expect(ran.code).toBe(3)
    expect(ran.stderr).toBe(
      'taxtally: taxpayer 1 of the list: retrieveToken: the service answered 401 (unauthorized). ' +
        'Check TAXTALLY_CLIENT_ID and TAXTALLY_CLIENT_SECRET.\n' +
        'taxtally: stopped: the service rejected the credentials; 3 taxpayers were not tried. ' +
        'Correct this, then run the same command again to continue.\n' +
        formatSummary(0, 0, 4),
    )
  })

  test("keeps every digit and every character of the service's JSON, on one line", async () => {
    const taxpayer = '\ufeff{\r\n "id": "t-1",\n "note": "a\\u2028b\u2028c",\n "big": 12345678901234567890.10\n}'
    const { url } = await serveForTest((request, response) => {
      const isToken = request.url?.startsWith('/auth/')
      if (isToken) response.end('{"access_token":"CANARY","taxpayer_id":"t-1","provider_id":"irs"}')
      else response.end(request.url === '/tax-payer' ? taxpayer : '[\n{"id":"r","amount":0.1000}\n]\n')
    })
    const out = newFile()
    expect((await collect([...makeUrlAndOutArgs(out, url), '--taxpayer', 't-1'])).code).toBe(0)
    const text = readFileSync(out, 'utf8')
    expect(text).toContain('"big": 12345678901234567890.10')
    expect(text).toContain('"amount":0.1000')
    expect(text.indexOf('\n')).toBe(text.length - 1)
    appendFileSync(out, '{"taxp')
    expect((await collect([...makeUrlAndOutArgs(out, url), '--taxpayer', 't-1'])).stderr).toContain(
      '1 were in the file',
    )
    expect(readFileSync(out, 'utf8')).toBe(text)
    const otherRun = await collect([...makeUrlAndOutArgs(newFile(), url), '--taxpayer', 't-2'])
    expect(otherRun).toMatchObject({ code: 3, stderr: expect.stringContaining('answered with another id') })
  })
})

describe('incorrect usage of collect', () => {
  test.each([
    [['--out', 'x', '--url', 'https://service.test'], 'collect needs --taxpayer ID..., or --taxpayers LIST.'],
    [['CANARY', '--out', 'x'], 'collect takes its taxpayers after --taxpayer.'],
    [['--taxpayer', 't', '--url', 'https://service.test'], 'collect needs --out FILE.'],
    [['--taxpayer', 't', '--out', 'x'], 'collect needs --url URL, the base URL of the service.'],
    [['--taxpayer', 't', '..', '--out', 'x'], 'collect: taxpayer 2 of the list is not an id.'],
    [
      ['--taxpayers', '/no/such/CANARY', '--out', 'x'],
      'The file of --taxpayers could not be read (ENOENT): there is no such file. Check the path.',
    ],
    [
      ['--taxpayer', 't', '--out', 'x', '--url', 'https://CANARY@service.test'],
      '--url takes an https address, or an http address of this machine, without user, query and fragment.',
    ],
    [
      ['--taxpayer', 't', '--out', 'x', '--url', 'https://service.test', '--jobs', '0'],
      '--jobs takes a whole number from 1 to 999.',
    ],
  ])('%j', (args, message) => {
    const { code, stdout, stderr } = taxtally(['collect', ...args], '', ENV)
    expect([code, stdout, stderr]).toEqual([2, '', `taxtally: ${message}\n`])
  })

  test('includes credentials that are missing in the environment, which is their only source', () => {
    const args = ['collect', '--taxpayer', 't', '--out', 'x', '--url', 'https://service.test']
    const needed = 'taxtally: collect needs TAXTALLY_CLIENT_ID and TAXTALLY_CLIENT_SECRET in the environment.\n'
    for (const env of [{}, { TAXTALLY_CLIENT_ID: 'app' }, { ...ENV, TAXTALLY_CLIENT_SECRET: '' }])
      expect(taxtally(args, '', env)).toEqual({ code: 2, stdout: '', stderr: needed })
    const colon = taxtally(args, '', { ...ENV, TAXTALLY_CLIENT_ID: 'CANARY:b' })
    expect(colon).toEqual({ code: 2, stdout: '', stderr: 'taxtally: TAXTALLY_CLIENT_ID must not contain a colon.\n' })
  })

  test('does not include --help, which names the variables of the credentials', () => {
    const { code, stdout } = taxtally(['collect', '--help'])
    expect(code).toBe(0)
    expect(stdout).toContain('TAXTALLY_CLIENT_SECRET')
  })
})
