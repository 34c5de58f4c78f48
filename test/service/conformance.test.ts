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
    expect(passed.out).toMatch(/^\d+ statements hold, 0 do not, \d+ were not run\n$/)
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

  test('exits with 2 for incorrect usage, and with 3 if no service answers', async () => {
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

  test('has the same forms and keys as the transcribed service API', () => {
    const keys = JSON.parse(readFileSync('test/schema/interface-keys.json', 'utf8')) as Record<
      string,
      { parties: Record<string, string[]>; keys: Record<string, string> }
    >
    const names = { number: 'numbers', boolean: 'booleans', string: 'texts', array: 'lists' } as const
    for (const [form, { keys: types, parties }] of Object.entries(keys)) {
      const entries = CONFORMANCE_STATEMENTS.flatMap(({ check }) => check?.steps ?? []).find(
        step => 'entries' in step && step.entries === form,
      )
      if (entries === undefined || !('entries' in entries)) throw new Error(form)
      for (const [key, type] of Object.entries(types))
        expect(entries[names[type as keyof typeof names]]?.split(', '), form).toContain(key)
      expect(Object.keys(entries.parties)).toEqual(Object.keys(parties))
    }
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
