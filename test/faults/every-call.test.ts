import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { convert } from '../../src/files/convert/convert.js'
import { OutputError } from '../../src/files/errors.js'
import { taxtally } from '../cli/command.js'
import { readState } from './folder.js'
import { watchChanges } from './inject.mjs'
import { RUNS, runOver } from './run-over.js'

describe.each(RUNS)('%s', async (_, olderWords, newerWords) => {
  const { older, newer, results, out, args, isOfFiles, options, calls, commit, reset, ran } = await runOver(
    olderWords,
    newerWords,
  )
  test('writes all files, removes the older manifest, and renames the files to their names, the manifest last', () => {
    const finalNames = calls.flatMap(call => /^renameSync \.(.*)\.[0-9a-f]{12}\.part$/.exec(call)?.[1] ?? [])
    if (isOfFiles)
      expect(finalNames).toEqual(['income.csv', 'years.csv', 'issues.csv', 'rejected.ndjson', 'manifest.json'])
    else expect(finalNames).toContain('income.part-00001.csv')
    expect(finalNames.at(-1)).toBe('manifest.json')
    expect(commit).toBeGreaterThan(0)
    expect(calls.slice(commit).filter(call => /^(?:open|write|fchmod|close|mk)/.test(call))).toEqual([])
    const emptied = olderWords.length > newerWords.length ? ['income', 'issues', 'years'] : []
    expect(calls.filter(call => call.startsWith('rmdirSync')).sort()).toEqual(emptied.map(name => `rmdirSync ${name}`))
  })

  describe('any failed call keeps the older result or leaves no manifest', () => {
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
          // The run cannot check whether an earlier run wrote this file, so it keeps the file.
          expect([failure, existsSync(join(out, name))], call).toEqual([null, true])
          continue
        }
        if (call.startsWith('rmdirSync')) {
          // The run succeeds even if it cannot remove the empty folder of an older table.
          expect([failure, readdirSync(join(out, name))], call).toEqual([null, []])
          continue
        }
        expect(failure, call).toBeInstanceOf(OutputError)
        const { manifestResult, files, parts } = readState(out, results)
        expect((failure as Error).message).toContain(code)
        expect(parts, call).toEqual([])
        // A fault up to the removal of the older manifest changes nothing. After a later fault, there is no manifest.
        if (at <= commit) expect([manifestResult, files.size], call).toEqual([0, older.result.size])
        else expect(manifestResult, call).toBe(null)
      }
    })
  })

  test('a kill before any call leaves the older result or no manifest, and the next run is complete', () => {
    const seen = new Set<number | null>()
    for (let at = 1; at <= calls.length; at++) {
      reset()
      expect(ran({ at, kill: true }).signal, calls[at - 1]).toBe('SIGKILL')
      const { manifestResult } = readState(out, results)
      expect(manifestResult, calls[at - 1]).toBe(at <= commit ? 0 : null)
      seen.add(manifestResult)
      if (at % 5 !== 0) continue
      expect(taxtally(args).code).toBe(newer.code)
      expect(readState(out, results)).toMatchObject({ manifestResult: 1 })
    }
    expect([...seen]).toEqual([0, null])
  })
})
