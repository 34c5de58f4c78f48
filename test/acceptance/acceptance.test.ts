/**
 * Worked cases of unexpected input. They test that no income disappears silently and that no input crashes the command.
 * The cases were written from the rules, without looking at the code or its tests. `why` shows how each figure was
 * computed by hand. A case is a line of NDJSON, and `case.ts` documents its keys. Each subject has a file: resolution,
 * unknown keys and forms, unreadable years, limits, text with control characters, and forms and lines of 2025 and 2026.
 * The cases of a file run in one process, but each large input runs in a separate process.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CommandResult, ROOT } from '../cli/command.js'
import { measurePeak } from '../hostile/peak.js'
import { type Case, tablesOf } from './case.js'
import { type CaseResult, faultsOf } from './faults.js'
import { floodOf } from './floods.js'

const FOLDER = join(ROOT, 'test/acceptance')
const HEAVY = process.env['ACCEPTANCE_HEAVY'] === '1'

const convertWords = (testCase: Case, input: string, out: string): string[] => [
  'convert',
  input,
  '--out',
  out,
  '--format',
  'csv',
  '--tables',
  tablesOf(testCase),
  ...(testCase.args ?? []),
]

/** Runs commands one after another in one process. */
function runAll(calls: readonly (readonly string[])[]): CommandResult[] {
  const { stdout, stderr } = spawnSync(process.execPath, [join(FOLDER, 'commands.mjs')], {
    input: JSON.stringify(calls),
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    env: { ...process.env, NO_COLOR: '1' },
  })
  expect(stderr).toBe('')
  return JSON.parse(stdout) as CommandResult[]
}

const titled = (cases: readonly Case[]): [string, Case][] =>
  cases.map(testCase => [`${testCase.name}: ${testCase.about}`, testCase])

const files = readdirSync(FOLDER).filter(name => name.endsWith('.ndjson'))

describe.each(files)('%s', file => {
  const cases = readFileSync(join(FOLDER, file), 'utf8')
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line) as Case)
  const small = cases.filter(({ generate }) => generate === undefined)
  const results = new Map<Case, CaseResult>()
  let folder: string

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'taxtally-acceptance-'))
    const calls = small.flatMap(testCase => {
      const input = join(folder, testCase.name, 'input.json')
      mkdirSync(join(folder, testCase.name, 'out'), { recursive: true })
      writeFileSync(input, testCase.inputText ?? JSON.stringify(testCase.input))
      const convert = convertWords(testCase, input, join(folder, testCase.name, 'out'))
      // Each case adds two calls, so that its results can be found by index. The second call may be empty.
      return [convert, testCase.command === undefined ? [] : [testCase.command, input, ...(testCase.commandArgs ?? [])]]
    })
    if (calls.length === 0) return
    const ran = runAll(calls.filter(call => call.length > 0)).values()
    for (const [i, testCase] of small.entries()) {
      const convert = ran.next().value as CommandResult
      const commandRun = calls[2 * i + 1]?.length === 0 ? convert : (ran.next().value as CommandResult)
      results.set(testCase, { folder: join(folder, testCase.name, 'out'), convert, commandRun })
    }
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test.each(titled(small))('%s', async (_, testCase) => {
    expect(await faultsOf(testCase, results.get(testCase) as CaseResult), testCase.why).toEqual([])
  })

  const large = cases.filter(({ generate, heavy }) => generate !== undefined && (HEAVY || heavy !== true))
  test.each(titled(large))('%s', async (_, testCase) => {
    const out = join(folder, testCase.name)
    mkdirSync(out)
    const { generate } = testCase
    if (generate === undefined) return
    const started = performance.now()
    const { peak, ...ran } = await measurePeak(convertWords(testCase, '-', out), floodOf(generate), generate.gzip)
    const seconds = (performance.now() - started) / 1000
    const came = { folder: out, convert: ran, commandRun: ran, seconds, megabytes: peak }
    expect(await faultsOf(testCase, came), testCase.why).toEqual([])
  })
})
