import { describe, expect, it } from 'vitest'
import type { Issue } from '../../src/core/issue.js'
import { normalizeRecord } from '../../src/index.js'
import { readRecord } from '../../src/read/read.js'
import { mutate, sampleRecords } from '../support/mutate.js'

const errorsOf = (issues: readonly Issue[]): string[] =>
  issues
    .filter(({ severity, code }) => severity === 'error' && code !== 'year_unknown')
    .map(({ code, path }) => `${path} ${code}`)
    .sort()

describe('the zod contract and the fast path', () => {
  it('accept the same and complain about the same boxes on 24,000 mutated records', () => {
    const samples = sampleRecords()
    let broken = 0
    for (let seed = 1; seed <= 24_000; seed++) {
      const record = mutate(samples[seed % samples.length], seed)
      const wire = readRecord(record)
      const normalized = normalizeRecord(record)
      expect(errorsOf(wire.issues), `seed ${seed}`).toEqual(errorsOf(normalized.issues))
      expect(wire.status === 'rejected', `seed ${seed}`).toBe(normalized.status === 'rejected')
      if (wire.issues.length > 0) broken++
    }
    // The mutations must reach both sides of the contract.
    expect(broken).toBeGreaterThan(5000)
    expect(broken).toBeLessThan(22_000)
  })

  it('take every sample as it is', () => {
    for (const record of sampleRecords()) expect(readRecord(record).status).toBe('valid')
  })
})
