import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkPolicy, parseKnownFacts, parseStated } from '../../src/underwriting/policies/parse-terms.js'
import { POLICIES } from '../../src/underwriting/policies/policies.js'
import { readKnownFacts, readStated } from '../../src/underwriting/policies/read-settings.js'
import {
  asSpelled,
  inFiles,
  keysOf,
  otherSpelling,
  problemsIn,
  type Setting,
} from '../../src/underwriting/policies/setting.js'
import { KNOWN_FACTS, POLICY } from '../../src/underwriting/policies/settings.js'
import { STATED } from '../../src/underwriting/tie-out/stated.js'

type Facts = Parameters<typeof parseKnownFacts>[0]
type Application = Parameters<typeof parseStated>[0]

/** Every key with two words in files for `--known-facts` and `--stated`, and its name in the library. */
const NAMES = {
  taxpayer_id: 'taxpayerId',
  monthly_obligations: 'monthlyObligations',
  same_employer: 'sameEmployer',
  monthly_payment: 'monthlyPayment',
  nontaxable_share: 'nontaxableShare',
  as_of_year: 'asOfYear',
  self_employed: 'selfEmployed',
}

/** The names of settings, at any depth; `categories` for those of an object by category. */
const listNames = (setting: Setting, categories = false): string[] => {
  if (setting.is === 'list') return listNames(setting.of, categories)
  if (setting.is !== 'object' || (setting.each !== undefined && !categories)) return []
  return keysOf(setting).flatMap(key => [
    key,
    ...(setting.each === undefined ? listNames(setting.keys[key] as Setting, categories) : []),
  ])
}

/** Returns a value with some of its keys in the other spelling. */
const respell = (value: unknown, shouldRespell: () => boolean): unknown => {
  if (Array.isArray(value)) return value.map(element => respell(element, shouldRespell))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      shouldRespell() ? otherSpelling(key) : key,
      respell(inner, shouldRespell),
    ]),
  )
}

const FACTS = {
  taxpayerId: 't',
  monthlyObligations: '1,250.50',
  recipients: ['1234', 'Casey Example'],
  identifiers: ['900-70-1234'],
  sameEmployer: [['00-1234567', '00-7654321']],
  continuance: { retirement: 36, officer_compensation: 0, s_corporation: 12 },
  plan: { state: 'applied', monthlyPayment: 5 },
  nontaxableShare: { social_security: 0.5 },
  asOfYear: 2023,
}
const APPLICATION = {
  taxpayerId: 't',
  borrowers: [
    {
      last4: '1234',
      employers: [
        {
          ...{ name: 'A', ein: '00-1234567', monthly: 1, start: '2019-05-01', end: '2022-06-30' },
          ...{ former: true, selfEmployed: true, ownership: 0.25 },
        },
      ],
      income: [{ category: 'social_security', monthly: 2, also: ['tax_exempt_interest'] }],
    },
  ],
  mortgages: [{ lender: 'B', monthly: 3, balance: 4 }],
}
const CUSTOM_POLICY = {
  ...structuredClone(POLICIES['va']),
  name: 'own',
  minHistoryByCategory: { self_employment: 5, s_corporation: 3 },
}

const TABLES = [
  ['known facts', KNOWN_FACTS, FACTS],
  ['what is stated', STATED, APPLICATION],
  ['a policy', POLICY, CUSTOM_POLICY],
] as const

describe.each(TABLES)('%s: the name of a setting', (_, table: Setting, example: object) => {
  it('is camelCase in the library and snake_case in files', () => {
    const names = listNames(table)
    for (const name of names) expect(name).toMatch(/^[a-z]+([A-Z0-9][a-z]*)*$/)
    expect(listNames(inFiles(table))).toEqual(names.map(otherSpelling))
    for (const name of listNames(inFiles(table))) expect(name).toMatch(/^[a-z0-9]+(_[a-z0-9]+)*$/)
  })

  it('converts to the other spelling and back, and no two names collide', () => {
    const names = [...new Set(listNames(table, true))]
    for (const name of names) expect(otherSpelling(otherSpelling(name))).toBe(name)
    const both = names.flatMap(name => [...new Set([name, otherSpelling(name)])])
    expect(new Set(both).size).toBe(both.length)
    expect(inFiles(inFiles(table))).toEqual(table)
  })

  it('is accepted in either spelling', () => {
    for (const name of listNames(table)) expect(JSON.stringify(example)).toContain(`"${name}":`)
    fc.assert(
      fc.property(fc.infiniteStream(fc.boolean()), turns => {
        const respelled = respell(example, () => turns.next().value as boolean)
        expect(problemsIn(respelled, table)).toEqual([])
        expect(problemsIn(respelled, inFiles(table))).toEqual([])
        expect(asSpelled(respelled, table)).toEqual(example)
        expect(asSpelled(example, inFiles(table))).toEqual(asSpelled(respelled, inFiles(table)))
      }),
      { numRuns: 200 },
    )
  })

  it('is refused if both spellings are present', () => {
    for (const key of Object.keys(example)) {
      if (otherSpelling(key) === key) continue
      const twice = { ...example, [otherSpelling(key)]: example[key as keyof typeof example] }
      expect(problemsIn(twice, table).map(({ at: path }) => path?.key)).toEqual([otherSpelling(key)])
      expect(problemsIn(twice, inFiles(table)).map(({ at: path }) => path?.key)).toEqual([key])
    }
  })
})

describe('callers may write', () => {
  const asFilesWrite = (value: object) => respell(value, () => true)

  it('the names of the specification', () => {
    const names = [...listNames(KNOWN_FACTS), ...listNames(STATED)].filter(name => otherSpelling(name) !== name)
    expect(Object.fromEntries(names.map(name => [otherSpelling(name), name]))).toEqual(NAMES)
  })

  it('known facts and stated income in snake_case, and files in camelCase', () => {
    expect(parseKnownFacts(asFilesWrite(FACTS) as Facts)).toEqual(new Map([['t', FACTS]]))
    expect(parseStated(asFilesWrite(APPLICATION) as Application)).toEqual(new Map([['t', APPLICATION]]))
    for (const facts of [FACTS, asFilesWrite(FACTS)])
      expect(readKnownFacts([JSON.stringify(facts)]).facts.get('t')).toEqual(FACTS)
    for (const application of [APPLICATION, asFilesWrite(APPLICATION)])
      expect(readStated([JSON.stringify(application)]).stated.get('t')).toEqual(APPLICATION)
  })

  it('the categories of a policy in either spelling', () => {
    const [policy, problems] = checkPolicy(asFilesWrite(CUSTOM_POLICY))
    expect(problems).toEqual([])
    expect(policy).toEqual(CUSTOM_POLICY)
  })

  it('missing keys, which are reported in the spelling of the caller', () => {
    expect(() => parseKnownFacts({} as Facts)).toThrow("$['taxpayerId']: expected text")
    expect(readKnownFacts(['{}']).issues.map(({ path }) => path)).toEqual(["$['taxpayer_id']"])
    const [{ expected } = { expected: null }] = readKnownFacts(['{"taxpayer_id":"t","taxpayer":1}']).issues
    expect(expected).toBe(
      'one of taxpayer_id, monthly_obligations, recipients, identifiers, same_employer, continuance, plan, nontaxable_share, as_of_year',
    )
  })
})
