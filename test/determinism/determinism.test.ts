import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { requireFor } from '../support/requirements.mjs'
import { split } from '../support/split.js'
import { folder, hashAllOutputs, inputs, runCommand } from './runs.js'

const paths = inputs()
const expected = hashAllOutputs(paths)

/** Returns the value of a script in a Node process with the given environment variables. */
const evaluate = (script: string, env: NodeJS.ProcessEnv): string =>
  execFileSync(process.execPath, ['-p', script], { encoding: 'utf8', env: { ...process.env, ...env } }).trim()

test('the inputs produce many outputs and a summary of at least 10,000 characters', () => {
  expect(Object.keys(expected).length).toBeGreaterThan(100)
  expect(runCommand(['summarize', ...paths])).toMatch(/^[034]\n.{10000,}/s)
})

describe('the output is the same in any time zone and language', () => {
  test.each([
    ['America/New_York', 300, 'en_US.UTF-8', 'en-US'],
    ['Pacific/Kiritimati', -840, 'tr_TR.UTF-8', 'tr'],
    ['Asia/Kolkata', -330, 'de_DE.UTF-8', 'de'],
  ])('%s (%i), %s (%s)', (zone, offset, language, tag) => {
    const env = { TZ: zone, LANG: language, LC_ALL: language }
    expect(evaluate('new Date(1.7e12).getTimezoneOffset()', env)).toBe(String(offset))
    expect(evaluate('new Intl.NumberFormat().resolvedOptions().locale', env).startsWith(tag)).toBe(true)
    expect(hashAllOutputs(paths, { env })).toEqual(expected)
  })
})

describe('the output is the same with several threads', () => {
  test.each(['3'])('--jobs %s', jobs => {
    expect(hashAllOutputs(paths, { extraArgs: ['--jobs', jobs] })).toEqual(expected)
  })
})

test('the output is the same if the clock is years ahead', () => {
  const late = 'const now = Date.now; Date.now = () => now() + 4e11'
  const clock = `data:text/javascript,${encodeURIComponent(`${late}; globalThis.Date = class extends Date {
    constructor(...given) { super(...(given.length === 0 ? [Date.now()] : given)) } }`)}`
  const env = { NODE_OPTIONS: `--import ${clock}` }
  expect(Number(evaluate('new Date().getUTCFullYear()', env))).toBeGreaterThan(new Date().getUTCFullYear() + 10)
  expect(hashAllOutputs(paths, { env })).toEqual(expected)
})

test('the output is the same for inputs in any folder', () => {
  const moved = paths.map((path, i) => {
    const to = join(folder, `moved-${i}`)
    mkdirSync(to)
    writeFileSync(join(to, basename(path)), readFileSync(path))
    return join(to, basename(path))
  })
  expect(hashAllOutputs(moved)).toEqual(expected)
})

test('the output is the same for compressed and split input', async () => {
  const path = join(folder, 'arbitrary.ndjson')
  const text = readFileSync(path)
  const expectedOutput = runCommand(['normalize', path])
  const zipped = join(folder, 'arbitrary.ndjson.gz')
  writeFileSync(zipped, gzipSync(text))
  expect(runCommand(['normalize', zipped])).toBe(
    expectedOutput.replaceAll('"arbitrary.ndjson"', '"arbitrary.ndjson.gz"'),
  )
  // The chunk size is a prime number, so that chunks end inside characters and values.
  expect(await split(text, [31])).toEqual(await split(text, [text.length]))
})

const nodeVersions = requireFor('the same bytes on other versions of Node', 'nodeVersions')
describe.skipIf(nodeVersions === undefined)('the output is the same on any version of Node', () => {
  test.each((nodeVersions ?? '').split(/[\s,:]+/).filter(path => path !== ''))('%s', node => {
    expect(execFileSync(node, ['--version'], { encoding: 'utf8' })).toMatch(/^v\d+/)
    expect(hashAllOutputs(paths, { node })).toEqual(expected)
  })
})
