import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import * as library from '../../src/index.js'
import { POLICIES, POLICY_NAMES } from '../../src/underwriting/policies/policies.js'
import { POLICY_SCHEMA, readPolicy } from '../../src/underwriting/policies/read-settings.js'
import { STREAMS } from '../../src/underwriting/policies/setting.js'
import type { Policy } from '../../src/underwriting/policies/settings.js'
import { unionOfCitations } from '../../src/underwriting/streams/stream-rules.js'
import { expectAccepted } from '../support/run.js'
import { printFigure, readExample, underwriteExample } from './example.js'

const makePolicy = (changes = {}) => ({ ...POLICIES['fannie-2026-03'], name: 'own', ...changes })
const listCodes = (input: unknown) => readPolicy(input).issues.map(({ code, path }) => `${code} ${path}`)

/** We read these sources themselves. All others are cited from a secondary source. */
const FIRST_HAND_SOURCES = new Set([
  'taxtally',
  'Fannie Mae Selling Guide, answer on gains, interest and dividends',
  'Fannie Mae Selling Guide B3-3.1-01',
  'Fannie Mae Selling Guide B3-3.3-04',
  'Fannie Mae Selling Guide B3-3.3-05',
  'Freddie Mac Guide 5303.3',
  'Freddie Mac Guide 5305.2',
  'HUD Handbook 4000.1 II.A.4.c',
])

describe('policies', () => {
  it('the presets satisfy the schema', () => {
    for (const policy of Object.values(POLICIES)) expect(POLICY_SCHEMA.parse(policy)).toEqual(policy)
  })

  // If the rules of a preset change, its `ruleVersion` changes too, and the golden file must change with it.
  it('the presets match the golden file', () => {
    const golden = JSON.parse(readFileSync('test/golden/presets.json', 'utf8')) as Record<string, unknown>
    expect(JSON.parse(JSON.stringify(library.POLICIES))).toEqual(golden)
    expect(Object.keys(golden)).toEqual(POLICY_NAMES)
  })

  it('the length of a name is measured in characters, as in JSON Schema', () => {
    expect(listCodes(makePolicy({ name: '😀'.repeat(100) }))).toEqual([])
    expect(listCodes(makePolicy({ name: '😀'.repeat(101) }))).toEqual(["text_unreadable $['name']"])
  })

  it('nothing in a preset can be changed', () => {
    const parts: unknown[] = [POLICIES, library.POLICIES, library.POLICY_NAMES]
    for (const part of parts) {
      expect(Object.isFrozen(part)).toBe(true)
      parts.push(...Object.values(part as object).filter(value => typeof value === 'object' && value !== null))
    }
    expect(parts.length).toBeGreaterThan(60)
    expect(() => Object.assign(library.POLICIES.va, { grossUp: 9 })).toThrow(TypeError)
    expect(readPolicy('va')).toMatchObject({ value: { grossUp: 0.25 } })
  })

  it('a name that no preset has does not compile', () => {
    const policy: Policy = library.POLICIES['fha-4000.1']
    expect(policy.name).toBe('fha-4000.1')
    // @ts-expect-error: there is no such preset.
    expect(library.POLICIES['fha-typo']).toBe(undefined)
    expect(library.POLICIES).toEqual(POLICIES)
  })

  it('every category and the indicators cite a source, and secondary sources are marked', () => {
    for (const policy of Object.values(POLICIES)) {
      for (const stream of STREAMS) expect(unionOfCitations(policy, [stream])).not.toBe('')
      for (const { source, secondHand } of policy.citations) {
        expect([source, secondHand === true || FIRST_HAND_SOURCES.has(source)]).toEqual([source, true])
      }
    }
    expect(unionOfCitations(POLICIES['fannie-2026-03']!, ['wages'])).toBe(
      'Fannie Mae Selling Guide B3-3 (2026-03-04, cited from a secondary source); 12 CFR 1002.6(b)(5) (cited from a secondary source); taxtally (2026-03)',
    )
  })

  it('each subject has its own citations, and a union lists each citation once', () => {
    const about = ['wages', 'interest', 'rental'] as const
    for (const count of [3, 30, 31, 32, 33, 64, 100]) {
      const citations = Array.from({ length: count }, (_, i) => ({
        text: 'a rule',
        source: `SOURCE ${i}`,
        date: null,
        // Every 32nd citation is about interest, so a 32-bit mask could not tell it from wages.
        about: [i === 0 ? 'wages' : i % 32 === 0 ? 'interest' : 'rental'] as (typeof about)[number][],
      }))
      const policy = { ...POLICIES['va']!, name: 'own', citations }
      const expected = (...subjects: readonly string[]) =>
        citations.flatMap(citation => (subjects.includes(citation.about[0]!) ? [citation.source] : [])).join('; ')
      for (const subject of about) {
        expect(unionOfCitations(policy, [subject]), `${count}`).toBe(expected(subject))
      }
      expect(unionOfCitations(policy, ['interest', 'wages']), `${count}`).toBe(expected('interest', 'wages'))
      expect(unionOfCitations(policy, []), `${count}`).toBe('')
    }
  })

  it('the issue for an unknown name lists the valid names but not the given one', () => {
    const [issue] = readPolicy('fannie-1234567').issues
    expect(issue?.severity).toBe('error')
    for (const name of POLICY_NAMES) expect(issue?.message).toContain(name)
    expect(JSON.stringify(issue)).not.toContain('1234567')
    expect(readPolicy('__proto__').status).toBe('rejected')
    expect(readPolicy('constructor').status).toBe('rejected')
  })

  it('no setting can discount income because of its kind', () => {
    const attempts: [string, unknown][] = [
      ['retirement', 0.5],
      ['categoryFactors', { social_security: 0.5 }],
      ['discounts', { government_payments: 0 }],
      ['partTime', 'exclude'],
      ['factors', { unemployment: 0.5 }],
      ['publicAssistance', false],
    ]
    for (const [key, value] of attempts) {
      expect(listCodes(makePolicy({ [key]: value }))).toEqual([`field_unknown $['${key}']`])
    }
    // The existing shares only add to nontaxable income, so a negative share is refused.
    expect(listCodes(makePolicy({ grossUp: -0.5 }))).toEqual(["ratio_unreadable $['grossUp']"])
    expect(listCodes(makePolicy({ socialSecurityNontaxable: -1 }))).toEqual([
      "ratio_unreadable $['socialSecurityNontaxable']",
    ])
    for (const key of Object.keys(z.toJSONSchema(POLICY_SCHEMA).properties ?? {})) {
      // These two settings only require evidence of continuance. They do not reduce the income.
      if (key === 'royalties' || key === 'unemployment') continue
      expect(STREAMS.some(stream => key.includes(stream))).toBe(false)
    }
  })

  it('a custom policy needs a name of its own, and every setting is checked', () => {
    expect(readPolicy(makePolicy()).status).toBe('valid')
    expect(listCodes({ ...POLICIES['va'], grossUp: 0 })).toEqual(["text_unreadable $['name']"])
    expect(readPolicy(structuredClone(POLICIES['va'])).status).toBe('valid')
    expect(listCodes(makePolicy({ minHistoryYears: 0, averaging: 'median', stableBand: 0.0500001 }))).toEqual([
      "enum_unreadable $['averaging']",
      "count_unreadable $['minHistoryYears']",
      "ratio_unreadable $['stableBand']",
    ])
    expect(listCodes(12)).toEqual(['object_unreadable $'])
    expect(listCodes(null)).toEqual(['object_unreadable $'])
    expect(listCodes(makePolicy({ citations: [{ text: 'a', source: 'b', date: null, about: ['pay'] }] }))).toEqual([
      "enum_unreadable $['citations'][0]['about'][0]",
    ])
  })

  it('absent settings default to those of latest-year', () => {
    const { name, ruleVersion, citations, ...settings } = POLICIES['latest-year']
    const read = readPolicy({ name: 'own', ruleVersion, citations })
    expect(read.status === 'valid' && read.value).toEqual({ name: 'own', ruleVersion, citations, ...settings })
    expect(listCodes({ ruleVersion, citations })).toEqual(["text_unreadable $['name']"])
  })

  it('minHistoryByCategory accepts only known categories and whole years', () => {
    expect(listCodes(makePolicy({ minHistoryByCategory: { wages: 3, retirement: 2 } }))).toEqual([])
    expect(listCodes(makePolicy({ minHistoryByCategory: { wages: 0 } }))).toEqual([
      "count_unreadable $['minHistoryByCategory']['wages']",
    ])
    expect(listCodes(makePolicy({ minHistoryByCategory: { pay: 1 } }))).toEqual([
      "field_unknown $['minHistoryByCategory']['pay']",
    ])
    expect(listCodes(makePolicy({ selfEmployedExpenses: 1.5 }))).toEqual(["ratio_unreadable $['selfEmployedExpenses']"])
    expect(listCodes(makePolicy({ selfEmployedExpenses: null }))).toEqual([])
  })

  it('wages use box 5, or the larger of boxes 1 and 5, if the policy says so', () => {
    // 40,000 + 8,000 in box 1; box 5 is 48,000, absent on the second W-2, and 2,400 on a third without box 1.
    const example = readExample(`
      2023 form_w2 {"wages_tips_other_compensation": 40000, "medicare_wages_tips": 48000}
      2023 form_w2 {"wages_tips_other_compensation": 8000, "medicare_wages_tips": 0}
      2023 form_w2 {"wages_tips_other_compensation": 0, "medicare_wages_tips": 2400}
    `)
    const latest = (wageBasis: string) => {
      const underwriting = underwriteExample(example, expectAccepted(readPolicy(makePolicy({ wageBasis }))).value)
      return [printFigure(underwriting, 'wages.latest_amount'), printFigure(underwriting, 'wages.flags')]
    }
    expect(latest('box1')).toEqual(['48000.00', 'short_history'])
    expect(latest('box5')).toEqual(['58400.00', 'short_history;wage_basis_box1'])
    expect(latest('max')).toEqual(['58400.00', 'short_history'])
  })
})
