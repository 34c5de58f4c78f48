import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { makeLock } from '../support/lock.js'
import { SERVICE_ENV as ENV, serveTaxpayers } from '../support/taxpayer-service.js'
import { newFolder, parseLines, startCommand, taxtally, taxtallyInBackground } from './command.js'

const MANY_IDS = Array.from({ length: 300 }, (_, i) => `t-${i}`)

const newFile = (name = 'dossiers.ndjson') => join(newFolder(), name)
const collect = (url: string, out: string, ids: readonly string[], ...args: readonly string[]) =>
  taxtallyInBackground(['collect', '--url', url, '--out', out, ...args, '--taxpayer', ...ids], ENV)
const readDossiers = (file: string) => {
  const lines = readFileSync(file, 'utf8').split('\n')
  const text = lines.filter(line => line.trim() !== '').join('\n')
  return parseLines<{ taxpayer: { id: string; status: string } }>(`${text}\n`)
}

function failWith(response: ServerResponse, status: number, headers: Record<string, string> = {}): true {
  response.writeHead(status, headers).end('{"code":"refused"}')
  return true
}

describe('a service that refuses calls', () => {
  test('is left alone if it asks to wait longer than a call may take', async () => {
    const { url, calls } = await serveTaxpayers((_, response) => failWith(response, 429, { 'retry-after': '3600' }))
    const { code, stderr } = await collect(url, newFile(), MANY_IDS)
    expect(code).toBe(3)
    expect(calls.length).toBeLessThanOrEqual(4)
    expect(stderr).toContain('stopped: the service asks to wait 60 minutes; 296 taxpayers were not tried. ')
    expect(stderr).toContain('run the same command again to continue.')
  })

  test('gets no call for any taxpayer during a shorter pause', async () => {
    let pausedAt: number | null = null
    const callTimes: number[] = []
    const { url } = await serveTaxpayers(({ url = '' }, response, id) => {
      if (pausedAt !== null) callTimes.push(Date.now() - pausedAt)
      if (id === 't-0' && pausedAt === null) {
        pausedAt = Date.now()
        return failWith(response, 429, { 'retry-after': '2' })
      }
      if (!url.startsWith('/auth/')) return false
      // The calls of the other jobs end while the pause lasts.
      setTimeout(() => response.end(JSON.stringify({ access_token: `at_${id}`, taxpayer_id: id })), 300)
      return true
    })
    const out = newFile()
    expect((await collect(url, out, MANY_IDS.slice(0, 12), '--jobs', '4')).code).toBe(0)
    expect(callTimes.filter(time => time > 250 && time < 1900)).toEqual([])
    expect(readDossiers(out)).toHaveLength(12)
  })

  test('is not asked about all taxpayers if it refuses every read, and the message says what to do', async () => {
    const { url, calls } = await serveTaxpayers(({ url }, response) =>
      url === '/tax-payer' ? failWith(response, 401) : false,
    )
    const { code, stderr } = await collect(url, newFile(), MANY_IDS)
    expect(code).toBe(3)
    expect(calls.length).toBeLessThanOrEqual(2 * (5 + 4))
    const advice = 'The access token is not valid. The taxpayer may have to authorize again.'
    expect(stderr).toContain(`of the list: GET /tax-payer: the service answered 401 (refused). ${advice}\n`)
    expect(stderr).toMatch(/stopped: 5 taxpayers in a row failed; \d+ taxpayers were not tried\. /)
  })
})

describe('two runs on one file', () => {
  test('exclude each other', async () => {
    let endFirstRun = () => {}
    const { url } = await serveTaxpayers(({ url }, response, id) => {
      if (url !== '/records' || id !== 't-0') return false
      endFirstRun = () => response.end('[]')
      return true
    })
    const out = newFile()
    const args = ['collect', '--url', url, '--out', out, '--taxpayer', ...MANY_IDS.slice(0, 8)]
    const first = startCommand(args, { env: ENV })
    await expect.poll(() => existsSync(`${out}.lock`), { timeout: 20_000 }).toBe(true)
    const second = startCommand(args, { env: ENV })
    expect((await second.closed)[0]).toBe(3)
    expect(second.output.stderr).toContain('Another process is using the file of --out.')
    endFirstRun()
    expect((await first.closed)[0]).toBe(0)
    expect(readDossiers(out)).toHaveLength(8)
    expect(existsSync(`${out}.lock`)).toBe(false)
  })

  test.each([
    ['a process that has ended', makeLock(4194999, '1'), 0],
    ['a process of another machine', makeLock(4194999, '1', { host: 'elsewhere.invalid' }), 3],
    ['a running process', makeLock(process.pid, ''), 3],
    ['an unknown process', '', 3],
  ])('a lock of %s', async (_, content, expectedCode) => {
    const { url } = await serveTaxpayers()
    const out = newFile()
    writeFileSync(`${out}.lock`, content)
    expect((await collect(url, out, ['t-0'])).code).toBe(expectedCode)
    expect(existsSync(`${out}.lock`)).toBe(expectedCode === 3)
    expect(existsSync(out)).toBe(expectedCode === 0)
  })
})

describe('a taxpayer whose status is REJECTED', () => {
  test('is reported with exit code 4, and requested again until the status changes', async () => {
    const { url, statuses } = await serveTaxpayers()
    const out = newFile()
    statuses.set('t-1', 'REJECTED')
    const ids = ['t-0', 't-1', 't-2']
    const first = await collect(url, out, ids, '--jobs', '1')
    expect(first).toMatchObject({
      code: 4,
      stderr:
        'taxtally: taxpayer 2 of the list: REJECTED: the authorization was rejected. The next run asks for this ' +
        'taxpayer again.\ntaxtally: 2 taxpayers collected; 1 rejected; 0 were in the file; 0 are missing\n',
    })
    expect(taxtally(['summarize', out]).stdout).toMatch(
      /^Taxpayer t-1\nRecords: .*\n\nMonthly income, .*: REJECTED, access was not authorized$/m,
    )
    const pages = newFolder()
    expect(taxtally(['report', out, '--out', pages]).code).toBe(0)
    expect(readFileSync(join(pages, 'borrower-0002.html'), 'utf8')).toContain('REJECTED, access was not authorized')
    const content = readFileSync(out)
    expect((await collect(url, out, ids)).code).toBe(4)
    expect(readFileSync(out).equals(content)).toBe(true)
    statuses.delete('t-1')
    expect((await collect(url, out, ids)).code).toBe(0)
    expect(readDossiers(out).map(({ taxpayer }) => `${taxpayer.id} ${taxpayer.status}`)).toEqual(
      ['t-0', 't-2', 't-1'].map(id => `${id} COMPLETED`),
    )
    // The space that replaces the former line is not an error for other commands.
    expect(taxtally(['validate', out])).toMatchObject({ code: 0, stdout: '' })
  })

  test('has one line, even if a run ended between the new line and the removal of the former one', async () => {
    const { url } = await serveTaxpayers()
    const out = newFile()
    const lines = ['REJECTED', 'COMPLETED'].map(status =>
      JSON.stringify({ taxpayer: { id: 't-0', status }, records: [] }),
    )
    writeFileSync(out, `${lines.join('\n')}\n`, { mode: 0o600 })
    expect((await collect(url, out, ['t-0'])).stderr).toContain('1 were in the file')
    expect(readDossiers(out).map(({ taxpayer }) => taxpayer.status)).toEqual(['COMPLETED'])
  })
})

describe('--tokens', () => {
  test('keeps tokens in a private file, so that the next run retrieves none', async () => {
    const { url, calls } = await serveTaxpayers()
    const tokens = newFile('tokens.ndjson')
    expect((await collect(url, newFile(), ['t-0', 't-1'], '--tokens', tokens)).code).toBe(0)
    expect(statSync(tokens).mode & 0o777).toBe(0o600)
    expect(parseLines(readFileSync(tokens, 'utf8'))).toContainEqual({ taxpayer_id: 't-0', access_token: 'at_t-0' })
    calls.length = 0
    expect((await collect(url, newFile(), ['t-0', 't-1'], '--tokens', tokens)).code).toBe(0)
    expect(calls.toSorted()).toEqual(['GET /records', 'GET /records', 'GET /tax-payer', 'GET /tax-payer'])
  })

  test('retrieves another token if the service rejects the stored one', async () => {
    const { url, calls } = await serveTaxpayers((request, response) =>
      request.headers.authorization === 'Bearer at_old' ? failWith(response, 401) : false,
    )
    const tokens = newFile('tokens.ndjson')
    writeFileSync(tokens, '{"taxpayer_id":"t-0","access_token":"at_old"}', { mode: 0o600 })
    const out = newFile()
    expect((await collect(url, out, ['t-0'], '--tokens', tokens)).code).toBe(0)
    expect(calls).toContain('GET /auth/tax-payer/t-0/token')
    expect(readDossiers(out)).toHaveLength(1)
    expect(parseLines(readFileSync(tokens, 'utf8'))).toHaveLength(2)
  })

  test.each([
    [
      '{"taxpayer_id":"t-0","access_token":"CANARY"}\n',
      0o644,
      'Others can read the file of --tokens. Change its mode to 600.',
    ],
    ['\n{"CANARY":1}\n', 0o600, 'Line 2 of the file of --tokens is not a taxpayer_id with its access_token.'],
  ])('refuses a file that is not private or not a list of tokens', async (content, mode, message) => {
    const tokens = newFile('tokens.ndjson')
    writeFileSync(tokens, content)
    chmodSync(tokens, mode)
    const ran = await collect('http://localhost:9', newFile(), ['t-0'], '--tokens', tokens)
    expect(ran).toEqual({ code: 2, stdout: '', stderr: `taxtally: ${message}\n` })
  })
})

describe('disconnecting', () => {
  test('with --disconnect happens after the dossier is in the file', async () => {
    const out = newFile()
    const linesAtDisconnect: number[] = []
    const { url, statuses, calls } = await serveTaxpayers(request => {
      if (request.url === '/disconnect') linesAtDisconnect.push(readDossiers(out).length)
      return false
    })
    statuses.set('t-1', 'REJECTED')
    const tokens = newFile('tokens.ndjson')
    const ids = ['t-0', 't-1', 't-2']
    const ran = await collect(url, out, ids, '--disconnect', '--tokens', tokens, '--jobs', '1')
    expect([ran.code, linesAtDisconnect]).toEqual([4, [1, 3]])
    expect(calls.filter(call => call === 'POST /disconnect')).toHaveLength(2)
    calls.length = 0
    const args = ['disconnect', '--url', url, '--tokens', tokens, '--taxpayer', ...ids]
    expect(await taxtallyInBackground(args, ENV)).toEqual({
      code: 0,
      stdout: '',
      stderr: 'taxtally: 1 taxpayer disconnected; 2 were disconnected before; 0 are not\n',
    })
    expect(calls).toEqual(['POST /disconnect'])
  })

  test('that fails after a taxpayer was collected is reported, and collects nobody twice', async () => {
    const out = newFile()
    const { url } = await serveTaxpayers(({ url }, response) =>
      url === '/disconnect' ? failWith(response, 401) : false,
    )
    const tokens = newFile('tokens.ndjson')
    for (const expectedCode of [3, 0]) {
      const { code, stderr } = await collect(url, out, ['t-0'], '--disconnect', '--tokens', tokens)
      expect(code).toBe(expectedCode)
      expect(stderr.includes('collected, but not disconnected')).toBe(expectedCode === 3)
      expect(readDossiers(out)).toHaveLength(1)
    }
  })

  test('reports the taxpayers that are still connected', async () => {
    const { url } = await serveTaxpayers(({ url }, response, id) =>
      url === '/disconnect' && id === 't-1' ? failWith(response, 400) : false,
    )
    const args = ['disconnect', '--url', url, '--taxpayer', 't-0', 't-1']
    const { code, stderr } = await taxtallyInBackground(args, ENV)
    expect(code).toBe(3)
    expect(stderr).toContain('taxpayer 2 of the list: disconnect: the service answered 400 (refused). Ask the service.')
    expect(stderr).toContain('1 taxpayer disconnected; 0 were disconnected before; 1 are not')
    expect(taxtally(['disconnect', '--taxpayer', 't'], '', ENV)).toMatchObject({ code: 2 })
  })
})
