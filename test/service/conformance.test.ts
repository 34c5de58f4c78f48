import { readFileSync } from 'node:fs'
import { getRequestListener } from '@hono/node-server'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { run } from '../../src/cli/run.js'
import { type ConformanceOptions, runConformance, type StatementResult } from '../../src/service/conformance/run.js'
import { CONFORMANCE_STATEMENTS } from '../../src/service/conformance/statements.js'
import { EVENT_TYPES } from '../../src/service/contract/event.js'
import type { SandboxOptions } from '../../src/service/sandbox/index.js'
import { captureOutput } from '../support/output.js'
import { findShared } from '../support/requirements.mjs'
import { serveForTest } from '../support/serve.js'
import { listen, makeClient } from './sandbox-world.js'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

const CREDENTIALS = { clientId: 'app', clientSecret: 'cs_hidden' }

/** Starts a sandbox in which an application with these credentials is registered. */
const start = (options: SandboxOptions = {}) =>
  listen({ ...options, client: { id: 'app', secret: 'cs_hidden', redirectUris: ['http://localhost:3000/callback'] } })

async function collectResults(options: ConformanceOptions): Promise<StatementResult[]> {
  const results: StatementResult[] = []
  for await (const finding of runConformance(options)) results.push(finding)
  return results
}

const formatFailures = (all: readonly StatementResult[]) =>
  all
    .filter(({ outcome }) => outcome === 'fails')
    .map(({ statement, reason }) => `${statement.part}: ${statement.sentence}: ${reason}`)

describe('the sandbox over plain HTTP', () => {
  test('follows every statement that a request can check', async () => {
    const { url } = await start()
    const all = await collectResults({ url, ...CREDENTIALS, destructive: true })
    // A clock that stays ahead would make every receiver on this machine refuse the sandbox's events.
    expect(await (await fetch(`${url}/_sandbox/clock`)).json()).toMatchObject({ ahead_ms: 0 })
    expect(formatFailures(all)).toEqual([])
    for (const { statement, outcome } of all)
      expect(outcome, statement.sentence).toBe(statement.check === null ? 'not run' : 'holds')
    expect(all.length).toBeGreaterThan(250)
    expect(all.filter(({ outcome }) => outcome === 'holds').length).toBeGreaterThan(190)
  })

  test('is not changed by the checks unless destructive checks are requested', async () => {
    const { url, sandbox } = await start()
    const client = makeClient(sandbox, url)
    const { access_token } = await client.exchangeCode(sandbox.authorize())
    const all = await collectResults({ url, ...CREDENTIALS })
    expect(formatFailures(all)).toEqual([])
    expect(await client.listRecords(access_token)).not.toEqual([])
    expect(sandbox.events.filter(({ event }) => event === 'taxpayer.disconnected')).toEqual([])
  })
})

describe('a service that differs from its API document', () => {
  test('is reported with the statement, the request and the location, but without values', async () => {
    const { url, sandbox } = await start({ strictVersion: true })
    sandbox.inject({ kind: 'wrong_type', field: 'name', path: '/introspect' })
    const all = await collectResults({ url, ...CREDENTIALS, destructive: true })
    const text = formatFailures(all).join('\n')
    expect(text).toContain(
      'Account name retrieved from the tax record provider: GET /introspect: $.name is not of type string',
    )
    expect(text).toContain('Optional header `Service-API-Version`')
    for (const secret of ['cs_hidden', ...sandbox.people.map(person => String(person.taxpayer['name']))])
      expect(text).not.toContain(secret)
  })

  test('is reported if it signs each delivery attempt anew and has no people', async () => {
    const { url } = await start({ delivery: { signedAt: 'attempt' }, dossiers: [] })
    expect(formatFailures(await collectResults({ url, ...CREDENTIALS, destructive: true })).length).toBeGreaterThan(10)
  })

  test('is checked as far as the credentials allow if it has no sandbox controls', async () => {
    const { sandbox } = await start()
    const withoutControls = getRequestListener(request =>
      new URL(request.url).pathname.startsWith('/_sandbox')
        ? new Response(null, { status: 404 })
        : sandbox.fetch(request),
    )
    const { url } = await serveForTest(withoutControls)
    const all = await collectResults({ url, ...CREDENTIALS })
    expect(formatFailures(all)).toEqual([])
    const reasons = new Set(all.map(finding => finding.reason))
    for (const reason of ['It needs the controls of the sandbox.', 'It needs an access token.'])
      expect(reasons).toContain(reason)
    expect(all.some(({ outcome }) => outcome === 'holds')).toBe(true)
  })
})

/** Serves a service whose answers a test changes. `change` returns null to leave an answer as it is. */
async function startChanged(
  change: (path: string, json: unknown) => Response | unknown | null,
  options: SandboxOptions = {},
) {
  const { sandbox, url } = await start(options)
  const changed = getRequestListener(async request => {
    const path = new URL(request.url).pathname
    const response = await sandbox.fetch(request)
    if (path.startsWith('/_sandbox') || !response.headers.get('content-type')?.includes('json')) return response
    const json: unknown = await response.json()
    const { status } = response
    const replacement = change(path, json)
    return replacement instanceof Response ? replacement : Response.json(replacement ?? json, { status })
  })
  const client = makeClient(sandbox, url)
  const { access_token } = await client.exchangeCode(sandbox.authorize())
  return { url: (await serveForTest(changed)).url, accessToken: access_token.reveal(), sandbox }
}

const isRecordList = (path: string, json: unknown): json is Record<string, unknown>[] =>
  path === '/records' && Array.isArray(json)

test('a provider id that the API document does not allow is reported', async () => {
  const { url, accessToken } = await startChanged((path, json) =>
    isRecordList(path, json)
      ? json.map((record, nth) => (nth === 0 ? record : { ...record, provider_id: 'elsewhere' }))
      : null,
  )
  const text = formatFailures(await collectResults({ url, ...CREDENTIALS, accessToken })).join('\n')
  expect(text).toMatch(/Allowed values: `turbotax`.*GET \/records: \$\[1\]\.provider_id is not a known provider/)
})

describe('a service that uses what the API document leaves open', () => {
  test('passes with another shape of /providers, other error statuses, and without optional fields', async () => {
    const { url } = await startChanged((path, json) => {
      if (path === '/providers') return { providers: { irs: { label: 'IRS' } } }
      if (path === '/tax-payer') {
        const { analysis, details, name, ...fields } = json as Record<string, unknown>
        return { ...fields, extra: 1 }
      }
      if (isRecordList(path, json)) return json.map(({ raw_file, name, ...record }) => ({ ...record, date: null }))
      const { status = null, code, message } = json as Record<string, unknown>
      if (code === undefined || status !== null || path === '/auth/token') return null
      return Response.json({ message }, { status: 403 })
    })
    expect(formatFailures(await collectResults({ url, ...CREDENTIALS, destructive: true }))).toEqual([])
  })

  test('may have reserved characters in the id of a job', async () => {
    const paths: string[] = []
    const withSlash = (path: string, json: unknown) => {
      paths.push(path)
      return path.endsWith('/refresh') ? { ...(json as object), jobId: 'job/1?' } : null
    }
    const { url } = await startChanged(withSlash)
    await collectResults({ url, ...CREDENTIALS, destructive: true })
    expect(paths.filter(path => path.includes('/refresh/job'))).not.toEqual([])
    expect(paths.filter(path => /\/refresh\/job(?!%2F1%3F$)/.test(path))).toEqual([])
  })
})

describe('a service with one wrong entry among right ones', () => {
  test.each([
    ['an amount of text', 'form_w2', { wages_tips_other_compensation: '1,200.00' }, 'Money amounts are numbers.'],
    ['a flag of text', 'form_1099_int', { fatca: 'Box not checked' }, '`form_1099_int`'],
    ['no submission type', 'form_1099_div', { submission_type: undefined }, 'Every entry has `submission_type`'],
    ['a party without a name', 'form_1098', { recipient_lender: { address: 'x', fin: 'x' } }, '`form_1098`'],
  ])('fails with %s', async (_, form, fields, sentence) => {
    let changedCount = 0
    const { url } = await startChanged((path, json) => {
      if (!isRecordList(path, json)) return null
      const objects = json.flatMap(record => record['forms'] as Record<string, Record<string, unknown>[]>[])
      const entries = objects.flatMap(object => object[form] ?? [])
      if (entries.length > 1) changedCount++
      if (entries.length > 1) Object.assign(entries.at(-1) ?? {}, fields)
      return json
    })
    const failures = formatFailures(await collectResults({ url, ...CREDENTIALS }))
    expect(changedCount).toBeGreaterThan(0)
    expect(failures.filter(failure => failure.includes(sentence))).not.toEqual([])
  })
})

describe('taxtally conformance', () => {
  /** Runs the command. Returns its exit code and its output. */
  async function runCommand(args: readonly string[]) {
    const printed = captureOutput()
    const code = await run(['conformance', ...args])
    vi.restoreAllMocks()
    return { code, ...printed }
  }

  test('reads credentials from the environment, prints failed statements and exits with 4', async () => {
    const { url, sandbox } = await start()
    vi.stubEnv('TAXTALLY_CLIENT_ID', 'app')
    vi.stubEnv('TAXTALLY_CLIENT_SECRET', 'cs_hidden')
    const passed = await runCommand(['--url', `${url}/`])
    expect([passed.code, passed.err]).toEqual([0, ''])
    expect(passed.out).toMatch(/^statements: \d+ hold, 0 do not, \d+ not run\n$/)
    sandbox.inject({ kind: 'status', status: 500, path: '/introspect' })
    const failed = await runCommand(['--url', url, '--json'])
    expect(failed.code).toBe(4)
    const lines = failed.out.trim().split('\n')
    expect(lines).toHaveLength(CONFORMANCE_STATEMENTS.length)
    expect(lines.map(line => JSON.parse(line))).toContainEqual(
      expect.objectContaining({ outcome: 'fails', why: 'GET /introspect: status 500, not 200' }),
    )
    expect(failed.out).not.toContain('cs_hidden')
  })

  test('exits with 2 without credentials, because it would check nothing', async () => {
    const { url } = await start()
    for (const [id, secret] of [
      ['', ''],
      ['app', ''],
      ['', 'cs_hidden'],
    ]) {
      vi.stubEnv('TAXTALLY_CLIENT_ID', id)
      vi.stubEnv('TAXTALLY_CLIENT_SECRET', secret)
      const { code, err, out } = await runCommand(['--url', url])
      expect([code, out]).toEqual([2, ''])
      expect(err).toContain('TAXTALLY_CLIENT_ID')
    }
  })

  test('exits with 2 for incorrect usage, and with 3 if no service answers', async () => {
    vi.stubEnv('TAXTALLY_ACCESS_TOKEN', 'at_1')
    expect((await runCommand([])).code).toBe(2)
    expect((await runCommand(['--url', 'localhost'])).code).toBe(2)
    expect((await runCommand(['--url', 'http://localhost:1'])).code).toBe(3)
    expect((await runCommand(['--help'])).out).toContain('taxtally conformance --url URL')
  })
})

describe('the conformance table', () => {
  test('has a check or a reason for every statement and no repeated statement', () => {
    for (const { sentence, check, why } of CONFORMANCE_STATEMENTS) expect(check === null, sentence).toBe(why !== null)
    const statements = CONFORMANCE_STATEMENTS.map(({ part, sentence }) => `${part}: ${sentence}`)
    expect(statements.filter((statement, index) => statements.indexOf(statement) !== index)).toEqual([])
  })

  const SPECIFICATION = findShared('the sentences of the interface', 'spec/interface.md')
  test.skipIf(SPECIFICATION === undefined)('has every sentence of the API document', () => {
    const normalizeText = (text: string) => text.replace(/[^\w$]+/g, ' ').trim()
    const table = normalizeText(CONFORMANCE_STATEMENTS.map(({ sentence }) => sentence).join(' \n '))
    const [before = '', rest = ''] = readFileSync(String(SPECIFICATION), 'utf8').split('Form arrays and their fields:')
    const after = rest.slice(rest.indexOf('Any further form kinds'))
    const lines = `${before}\n${after}`.split('\n').filter(line => line.trim() !== '' && !line.startsWith('#'))
    const sentences = lines.flatMap(line => {
      if (/^\|(?:-+\|)+$/.test(line.replaceAll(' ', ''))) return []
      if (line.startsWith('|')) return [line]
      return line.replace(/^\s*(?:- |\d+\. )/, '').split(/(?<=\.) (?=[A-Z`'])/)
    })
    const tableHeads = new Set(
      lines.filter((line, index) => /^\|\s*-/.test(lines[index + 1] ?? '') && line.startsWith('|')),
    )
    // A sentence that only introduces a list is not a statement.
    const missing = sentences.filter(
      text => !tableHeads.has(text) && !text.endsWith(':') && !table.includes(normalizeText(text)),
    )
    expect(missing).toEqual([])
    expect(sentences.length).toBeGreaterThan(200)
  })
})

test('the conformance table has a statement for every known event type', () => {
  const eventTypeStatements = CONFORMANCE_STATEMENTS.filter(({ part }) => part === 'Events: Event types and payloads')
  for (const event of EVENT_TYPES)
    expect(
      eventTypeStatements.some(
        ({ sentence }) => sentence.startsWith(`${event} |`) || sentence.includes(`\`${event}\``),
      ),
      `${event}: src/service/conformance/event-statements.ts`,
    ).toBe(true)
})

test('credentials are sent to another machine only over https', async () => {
  vi.stubEnv('TAXTALLY_CLIENT_ID', 'app')
  vi.stubEnv('TAXTALLY_CLIENT_SECRET', 'cs_hidden')
  const printed = captureOutput()
  const fetchSpy = vi.spyOn(globalThis, 'fetch')
  expect(await run(['conformance', '--url', 'http://192.0.2.2:9797'])).toBe(2)
  expect(fetchSpy).not.toHaveBeenCalled()
  expect(printed.err).toContain('https')
})
