import { describe, expect, test } from 'vitest'
import { analyze, readDossier } from '../../src/index.js'
import { generateDossier, generateDossiers, manualClock } from '../../src/service/sandbox/index.js'

describe('the generator', () => {
  test('makes the same of the same seed, and another of another', () => {
    expect(generateDossier(7)).toEqual(generateDossier(7))
    expect(generateDossier(7)).not.toEqual(generateDossier(8))
    expect(new Set(generateDossiers(50).map(({ taxpayer }) => taxpayer['id'])).size).toBe(50)
  })

  test.each(Array.from({ length: 20 }, (_, seed) => seed))(
    'seed %i reads without an issue and adds up',
    seed => {
      const dossier = structuredClone(generateDossier(seed))
      const read = readDossier(dossier)
      expect(read.issues).toEqual([])
      const analysis = analyze(dossier)
      if (analysis.status === 'rejected') throw new Error('rejected')
      expect(analysis.value.income.length).toBeGreaterThanOrEqual(3)
      expect(analysis.value.withholding.length).toBeGreaterThanOrEqual(3)
      expect(analysis.value.documents.some(({ status }) => status === 'duplicate')).toBe(true)
      expect(analysis.value.income.every(({ complete }) => complete)).toBe(true)
    },
  )

  test('makes no identifier that could be someone’s', () => {
    const text = JSON.stringify(generateDossiers(50))
    for (const [ssn] of text.matchAll(/\b\d{3}-\d{2}-\d{4}\b/g)) expect(ssn.startsWith('900')).toBe(true)
    for (const [ein] of text.matchAll(/"\d{2}-\d{7}"/g)) expect(ein.startsWith('"00')).toBe(true)
  })
})

describe('the manual clock', () => {
  test('runs tasks in the order of their time, those that tasks add included', async () => {
    const clock = manualClock(0)
    const seen: string[] = []
    clock.after(20, () => void seen.push(`b${clock.now()}`))
    clock.after(10, () => {
      seen.push(`a${clock.now()}`)
      clock.after(5, () => void seen.push(`c${clock.now()}`))
    })
    const cancel = clock.after(12, () => void seen.push('never'))
    cancel()
    await clock.advance(30)
    expect([...seen, clock.now()]).toEqual(['a10', 'c15', 'b20', 30])
  })
})
