import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { selectTables } from '../../src/export/select.js'
import { FORMS } from '../../src/forms/index.js'
import { convert } from '../../src/stream/convert.js'
import { OutputError } from '../../src/stream/output.js'
import { termsOf } from '../../src/underwrite/terms.js'
import { MAIN, ROOT, taxtally } from '../cli/command.js'
import { sharedFolder } from '../support/folder.js'
import { stateOf, twoInputs } from './folder.js'
import { watchChanges } from './inject.mjs'

type Input = ReturnType<typeof twoInputs>[number]

const WORDS = ['--tables', 'income,issues,years']
const PART = 15_000
const PARTS = ['--parts', String(PART)]

/** How the older result was made, and the newer one is: tables are files, or folders of parts. */
const RUNS = [
  ['files behind files', [], []],
  ['parts behind parts', PARTS, PARTS],
  ['files behind parts', PARTS, []],
] as const

describe.each(RUNS)('%s', async (_, olderWords, newerWords) => {
  const folder = sharedFolder()
  const [older, newer] = twoInputs(folder, 0.05, WORDS, [olderWords, newerWords]) as [Input, Input]
  const results = [older.result, newer.result]
  const out = join(folder, 'out')
  const words = ['convert', newer.path, '--out', out, ...WORDS, ...newerWords]
  const isOfFiles = newerWords.length === 0

  /** Puts the older result in place. */
  function reset(): void {
    rmSync(out, { recursive: true, force: true })
    cpSync(older.out, out, { recursive: true })
  }

  const options = {
    out,
    tables: selectTables(['income', 'issues', 'years']).tables,
    formats: ['csv' as const],
    partBytes: isOfFiles ? undefined : PART,
    termsOf: () => termsOf(),
    forms: FORMS,
    version: '0',
  }

  /** The changes that a run makes, in their order. */
  async function changes(): Promise<readonly string[]> {
    reset()
    const names: string[] = []
    const stop = watchChanges(out, (_count, name, path) =>
      names.push(`${name} ${path.slice(out.length + 1)}`),
    )
    await convert([newer.path], options).finally(stop)
    return names
  }

  const calls = await changes()
  /** The first change that takes something of the older result away. */
  const commit = calls.indexOf('rmSync manifest.json') + 1
  test('the order: all files whole, the older manifest away, each file in its place, the manifest last', () => {
    const places = calls.flatMap(call => /^renameSync \.(.*)\.[0-9a-f]{12}\.part$/.exec(call)?.[1] ?? [])
    if (isOfFiles)
      expect(places).toEqual(['income.csv', 'years.csv', 'issues.csv', 'rejected.ndjson', 'manifest.json'])
    else expect(places).toContain('income.part-00001.csv')
    expect(places.at(-1)).toBe('manifest.json')
    expect(commit).toBeGreaterThan(0)
    expect(calls.slice(commit).filter(call => /^(?:open|write|fchmod|close|mk)/.test(call))).toEqual([])
    const emptied = olderWords.length > newerWords.length ? ['income', 'issues', 'years'] : []
    expect(calls.filter(call => call.startsWith('rmdirSync')).sort()).toEqual(
      emptied.map(name => `rmdirSync ${name}`),
    )
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
        const call = calls[at - 1] as string
        const name = call.slice(call.indexOf(' ') + 1)
        if (/^(?:open|close)Sync/.test(call) && older.result.has(name) && !newer.result.has(name)) {
          // What cannot be read is not known to be of an earlier run, and stays.
          expect([failure, existsSync(join(out, name))], call).toEqual([null, true])
          continue
        }
        if (call.startsWith('rmdirSync')) {
          // A folder that cannot be removed is empty: the result is whole beside it.
          expect([failure, readdirSync(join(out, name))], call).toEqual([null, []])
          continue
        }
        expect(failure, call).toBeInstanceOf(OutputError)
        const { whole, files, parts } = stateOf(out, results)
        expect((failure as Error).message).toContain(code)
        expect(parts, call).toEqual([])
        // Before the older manifest goes nothing has changed; from then on there is none.
        if (at <= commit) expect([whole, files.size], call).toEqual([0, older.result.size])
        else expect(whole, call).toBe(null)
      }
    })
  })

  const ran = (fault: object) =>
    spawnSync(process.execPath, ['--import', join(ROOT, 'test/faults/inject.mjs'), MAIN, ...words], {
      env: { ...process.env, TAXTALLY_FAULT: JSON.stringify({ folder: out, ...fault }) },
    })

  test('a kill before any call: old, or without a manifest, and the next run is whole', () => {
    const seen = new Set<number | null>()
    for (let at = 1; at <= calls.length; at++) {
      reset()
      expect(ran({ at, kill: true }).signal, calls[at - 1]).toBe('SIGKILL')
      const { whole } = stateOf(out, results)
      expect(whole, calls[at - 1]).toBe(at <= commit ? 0 : null)
      seen.add(whole)
      if (at % 5 !== 0) continue
      expect(taxtally(words).code).toBe(newer.code)
      expect(stateOf(out, results)).toMatchObject({ whole: 1 })
    }
    expect([...seen]).toEqual([0, null])
  })

  // Signals know nothing of parts: all three where tables are files, and one elsewhere.
  const signals = olderWords.length > 0 ? (['SIGTERM'] as const) : (['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  describe('a signal at any call: it ends the run and the older result stands, or comes too late, and that is said', () => {
    test.each(signals)('%s', signal => {
      const late = `taxtally: ${signal} came too late: the outputs are in their places, and whole.\n`
      const seen: boolean[] = []
      for (let at = 1; at <= calls.length; at++) {
        reset()
        const { signal: ended, status, stderr } = ran({ at, signal })
        const { whole, parts } = stateOf(out, results)
        expect(parts, calls[at - 1]).toEqual([])
        const isEnded = ended === signal
        seen.push(isEnded)
        expect([ended, status, whole, String(stderr).endsWith(late)], calls[at - 1]).toEqual(
          isEnded ? [signal, null, 0, false] : [null, newer.code, 1, true],
        )
      }
      // While it works it is ended, and not any more once the first file of the folder is replaced or gone.
      expect(seen[0]).toBe(true)
      expect(seen.slice(commit - 1)).toEqual(calls.slice(commit - 1).map(() => false))
      expect(seen.lastIndexOf(true)).toBeLessThan(seen.indexOf(false))
    })
  })
})
