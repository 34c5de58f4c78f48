import { spawnSync } from 'node:child_process'
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { selectTables } from '../../src/export/select.js'
import { FORMS } from '../../src/forms/index.js'
import { convert } from '../../src/stream/convert.js'
import { OutputError } from '../../src/stream/output.js'
import { termsOf } from '../../src/underwrite/terms.js'
import { MAIN, ROOT, taxtally } from '../cli/command.js'
import { stateOf, temporaryFolder, twoInputs } from './folder.js'
import { watchChanges } from './inject.mjs'

const folder = temporaryFolder()
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const WORDS = ['--tables', 'income,issues,years']
const [older, newer] = twoInputs(folder, 0.05, WORDS) as [Input, Input]
type Input = ReturnType<typeof twoInputs>[number]
const results = [older.result, newer.result]
const out = join(folder, 'out')

/** Puts the older result in place. */
function reset(): void {
  rmSync(out, { recursive: true, force: true })
  cpSync(older.out, out, { recursive: true })
}

const options = {
  out,
  tables: selectTables(['income', 'issues', 'years']).tables,
  formats: ['csv' as const],
  termsOf: () => termsOf(),
  forms: FORMS,
  version: '0',
}

/** The changes that a run makes, in their order. */
async function changes(): Promise<readonly string[]> {
  reset()
  const names: string[] = []
  const stop = watchChanges(out, (_, name, path) => names.push(`${name} ${path.slice(out.length + 1)}`))
  await convert([newer.path], options).finally(stop)
  return names
}

const calls = await changes()
/** The first change that takes something of the older result away. */
const commit = calls.indexOf('rmSync manifest.json') + 1

test('the order: all files whole, the older manifest away, each file in its place, the manifest last', () => {
  const places = calls.flatMap(call => /^renameSync \.(.*)\.[0-9a-f]{12}\.part$/.exec(call)?.[1] ?? [])
  expect(places).toEqual(['income.csv', 'years.csv', 'issues.csv', 'rejected.ndjson', 'manifest.json'])
  expect(commit).toBeGreaterThan(0)
  expect(calls.slice(commit).filter(call => /^(?:open|write|fchmod|close)Sync/.test(call))).toEqual([])
})

describe('a call that fails, whichever it is', () => {
  test.each(['ENOSPC', 'EACCES', 'EIO'])('%s', async code => {
    for (let at = 1; at <= calls.length; at++) {
      reset()
      const stop = watchChanges(out, count => {
        if (count === at) throw Object.assign(new Error('a fault'), { code })
      })
      const failure = await convert([newer.path], options).then(
        () => null,
        (cause: unknown) => cause,
      )
      stop()
      const { whole, files, parts } = stateOf(out, [older.result, newer.result])
      expect(failure, calls[at - 1]).toBeInstanceOf(OutputError)
      expect((failure as Error).message).toContain(code)
      expect(parts, calls[at - 1]).toEqual([])
      // Before the older manifest goes nothing has changed; from then on there is none.
      if (at <= commit) expect([whole, files.size], calls[at - 1]).toEqual([0, older.result.size])
      else expect(whole, calls[at - 1]).toBe(null)
    }
  })
})

test('a kill before any call: old, or without a manifest, and the next run is whole', () => {
  const seen = new Set<number | null>()
  for (let at = 1; at <= calls.length; at++) {
    reset()
    const { signal } = spawnSync(
      process.execPath,
      ['--import', join(ROOT, 'test/faults/inject.mjs'), MAIN, 'convert', newer.path, '--out', out, ...WORDS],
      { env: { ...process.env, TAXTALLY_FAULT: JSON.stringify({ folder: out, at, kill: true }) } },
    )
    expect(signal, calls[at - 1]).toBe('SIGKILL')
    const { whole } = stateOf(out, results)
    expect(whole, calls[at - 1]).toBe(at <= commit ? 0 : null)
    seen.add(whole)
    if (at % 5 !== 0) continue
    const { code } = taxtally(['convert', newer.path, '--out', out, ...WORDS])
    expect(code).toBe(newer.code)
    expect(stateOf(out, results)).toMatchObject({ whole: 1 })
  }
  expect([...seen]).toEqual([0, null])
})

describe('a signal at any call: it ends the run and the older result stands, or comes too late, and that is said', () => {
  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('%s', signal => {
    const late = `taxtally: ${signal} came too late: the outputs are in their places, and whole.\n`
    const seen: boolean[] = []
    for (let at = 1; at <= calls.length; at++) {
      reset()
      const ran = spawnSync(
        process.execPath,
        [
          '--import',
          join(ROOT, 'test/faults/inject.mjs'),
          MAIN,
          'convert',
          newer.path,
          '--out',
          out,
          ...WORDS,
        ],
        { env: { ...process.env, TAXTALLY_FAULT: JSON.stringify({ folder: out, at, signal }) } },
      )
      const { whole, parts } = stateOf(out, results)
      expect(parts, calls[at - 1]).toEqual([])
      const isEnded = ran.signal === signal
      seen.push(isEnded)
      expect([ran.signal, ran.status, whole, String(ran.stderr).endsWith(late)], calls[at - 1]).toEqual(
        isEnded ? [signal, null, 0, false] : [null, newer.code, 1, true],
      )
    }
    // While it works it is ended, and not any more once the first file of the folder is replaced or gone.
    expect(seen[0]).toBe(true)
    expect(seen.slice(commit - 1)).toEqual(calls.slice(commit - 1).map(() => false))
    expect(seen.lastIndexOf(true)).toBeLessThan(seen.indexOf(false))
  })
})
