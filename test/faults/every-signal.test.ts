import { describe, expect, test } from 'vitest'
import { readState } from './folder.js'
import { RUNS, runOver } from './run-over.js'

describe.each(RUNS)('%s', async (_, olderWords, newerWords) => {
  const { newer, results, out, calls, commit, reset, ran } = await runOver(olderWords, newerWords)
  // Signals are handled alike with and without parts, so test all three signals only without older parts.
  const signals = olderWords.length > 0 ? (['SIGTERM'] as const) : (['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  describe('a signal at any call ends the run and keeps the older result, or is reported as too late', () => {
    test.each(signals)('%s', signal => {
      const late = `taxtally: ${signal} came too late: the outputs are complete and in place.\n`
      const seen: boolean[] = []
      for (let at = 1; at <= calls.length; at++) {
        reset()
        const { signal: ended, status, stderr } = ran({ at, signal })
        const { manifestResult, parts } = readState(out, results)
        expect(parts, calls[at - 1]).toEqual([])
        const isEnded = ended === signal
        seen.push(isEnded)
        expect([ended, status, manifestResult, String(stderr).endsWith(late)], calls[at - 1]).toEqual(
          isEnded ? [signal, null, 0, false] : [null, newer.code, 1, true],
        )
      }
      // A signal ends the run only before the run replaces or removes a file in the folder.
      expect(seen[0]).toBe(true)
      expect(seen.slice(commit - 1)).toEqual(calls.slice(commit - 1).map(() => false))
      expect(seen.lastIndexOf(true)).toBeLessThan(seen.indexOf(false))
    })
  })
})
