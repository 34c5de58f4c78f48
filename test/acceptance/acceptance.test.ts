/**
 * Worked cases of unexpected input. They test that no income disappears silently and that no input crashes the command.
 * The cases were written from the rules, without looking at the code or its tests. `why` shows how each figure was
 * computed by hand. A case is a line of NDJSON, and `case.ts` documents its keys. Each subject has a file: resolution,
 * unknown keys and forms, unreadable years, limits, text with control characters, and forms and lines of 2025 and 2026.
 * The cases run in one thread, but each large input runs in a separate process.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseLines, ROOT, taxtally } from '../cli/command.js'
import { measurePeak } from '../hostile/peak.js'
import { sharedFolder } from '../support/folder.js'
import { type Case, tablesOf } from './case.js'
import { faultsOf } from './faults.js'
import { type Flood, floodOf } from './floods.js'

const FOLDER = join(ROOT, 'test/acceptance')
const HEAVY = process.env['ACCEPTANCE_HEAVY'] === '1'

const convertWords = (testCase: Case, input: string, out: string): string[] => [
  ...['convert', input, '--out', out, '--format', 'csv', '--tables', tablesOf(testCase)],
  ...(testCase.args ?? []),
]

const titled = (cases: readonly Case[]): [string, Case][] =>
  cases.map(testCase => [`${testCase.name}: ${testCase.about}`, testCase])

const files = readdirSync(FOLDER).filter(name => name.endsWith('.ndjson'))

describe.each(files)('%s', file => {
  const cases = parseLines<Case>(readFileSync(join(FOLDER, file), 'utf8'))
  const small = cases.filter(({ generate }) => generate === undefined)
  const folder = sharedFolder()

  test.each(titled(small))('%s', async (_, testCase) => {
    const { command, commandArgs = [] } = testCase
    const input = join(folder, testCase.name, 'input.json')
    const out = join(folder, testCase.name, 'out')
    mkdirSync(out, { recursive: true })
    writeFileSync(input, testCase.inputText ?? JSON.stringify(testCase.input))
    const convert = taxtally(convertWords(testCase, input, out))
    const commandRun = command === undefined ? convert : taxtally([command, input, ...commandArgs])
    expect(await faultsOf(testCase, { folder: out, convert, commandRun }), testCase.why).toEqual([])
  })

  const large = cases.filter(({ generate, heavy }) => generate !== undefined && (HEAVY || heavy !== true))
  test.each(titled(large))('%s', async (_, testCase) => {
    const out = join(folder, testCase.name)
    mkdirSync(out)
    const generate = testCase.generate as Flood
    const started = performance.now()
    const { peak, ...ran } = await measurePeak(convertWords(testCase, '-', out), floodOf(generate), generate.gzip)
    const seconds = (performance.now() - started) / 1000
    const came = { folder: out, convert: ran, commandRun: ran, seconds, megabytes: peak }
    expect(await faultsOf(testCase, came), testCase.why).toEqual([])
  })
})
