import { describe, expect, it } from 'vitest'
import type * as z from 'zod'
import { extendByUnknownKey, extendPath, type JsonPath, printPath } from '../../src/core/json-value.js'
import { parseKnownFacts, parsePolicy } from '../../src/underwriting/policies/parse-terms.js'
import { POLICIES, POLICY_NAMES } from '../../src/underwriting/policies/policies.js'
import { KNOWN_FACTS_SCHEMA, POLICY_SCHEMA, readPolicy } from '../../src/underwriting/policies/read-settings.js'
import { issueOf, otherSpelling, problemsIn } from '../../src/underwriting/policies/setting.js'
import type { KnownFacts, Policy } from '../../src/underwriting/policies/settings.js'
import * as settings from '../../src/underwriting/policies/settings.js'
import { type Path, replaceAt } from '../support/mutate.js'

const UNUSUAL_VALUES: readonly unknown[] = [
  ...[undefined, null, true, '', 'x', 'box3', 'wages', '1234', '12O4', '1,250.50', '-5', 'é'.repeat(101)],
  ...['z'.repeat(1001), 0, -0, 1, -1, 0.5, 0.0500001, 1.5, 36, 1200, 1201, 1899, 2024, 1e21, 9e13],
  ...[Number.NaN, Number.POSITIVE_INFINITY, [], {}, ['x'], [undefined], { x: 1 }, { wages: 0 }, 5n],
]

/** Lists every path inside a value, with the root first. */
const listPaths = (value: unknown, path: Path = []): Path[] => [
  path,
  ...(typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, inner]) =>
        listPaths(inner, [...path, Array.isArray(value) ? Number(key) : key]),
      )
    : []),
]

/** Returns the paths that the error of `call` names, or none if it does not throw. */
function listErrorPaths(call: () => unknown): string[] {
  try {
    call()
    return []
  } catch (error) {
    expect(error).toBeInstanceOf(RangeError)
    const [, problemList = ''] = / cannot be used: (.*)\.$/.exec((error as Error).message) ?? []
    return problemList
      .split('; ')
      .map(problem => /^(\$\S*): (?:unknown setting, )?expected /.exec(problem)?.[1] ?? problem)
  }
}

/** Lists the distinct codes and paths that a schema reports for a value. */
function listSchemaIssues(schema: z.ZodType, value: unknown): string[] {
  const issues = schema.safeParse(value).error?.issues ?? []
  const codesAndPaths = issues.flatMap(issue => {
    const path = (issue.path as (string | number)[]).reduce<JsonPath | null>(extendPath, null)
    const printUnknown = (keyPath: JsonPath) => `field_unknown ${printPath(keyPath)}`
    if (issue.code === 'unrecognized_keys') return issue.keys.map(key => printUnknown(extendByUnknownKey(path, key)))
    // The message is the issue code, except for an invalid key, which has none of our codes.
    if (issue.code === 'invalid_key') return [printUnknown(extendByUnknownKey(path!.parent, String(path!.key)))]
    return [`${issue.message} ${printPath(path)}`]
  })
  return [...new Set(codesAndPaths)].sort()
}

const POLICY: Policy = {
  ...(POLICIES['va'] as Policy),
  name: 'own',
  citations: [{ text: 'a', source: 'b', date: '2024', secondHand: true, about: ['wages', 'indicators'] }],
}
const FACTS: KnownFacts = {
  taxpayerId: 't',
  monthlyObligations: '1,250.50',
  recipients: ['1234'],
  continuance: { retirement: 36, officer_compensation: 0 },
  plan: { state: 'applied', monthlyPayment: 5 },
  nontaxableShare: { social_security: 0.5 },
  asOfYear: 2023,
}
/** The optional settings, which are filled with defaults. */
const FILLED = Object.keys(POLICY).filter(key => POLICY_SCHEMA.safeParse({ ...POLICY, [key]: undefined }).success)

describe('the library accepts exactly what its schemas accept', () => {
  it.each([
    ['a policy', POLICY, POLICY_SCHEMA, settings.POLICY, (value: unknown) => parsePolicy(value as Policy)],
    [
      'known facts',
      FACTS,
      KNOWN_FACTS_SCHEMA,
      settings.KNOWN_FACTS,
      (value: unknown) => parseKnownFacts(value as KnownFacts),
    ],
  ] as const)('%s: any unusual value at any path, and any unknown key', (_, base, schema, table, parse) => {
    expect(listErrorPaths(() => parse(base))).toEqual([])
    let refused = 0
    const compare = (value: unknown): void => {
      const issues = problemsIn(value, table).map(problem => issueOf(problem))
      const valueText = JSON.stringify(value, (_key, nested) => (typeof nested === 'bigint' ? '5n' : nested))
      expect(issues.map(({ code, path }) => `${code} ${path}`).sort(), valueText).toEqual(
        listSchemaIssues(schema, value),
      )
      const errorPaths = listErrorPaths(() => parse(value))
      expect(errorPaths, valueText).toEqual(issues.map(({ path }) => path))
      if (errorPaths.length > 0) refused++
    }
    for (const path of listPaths(base)) {
      for (const unusualValue of UNUSUAL_VALUES) {
        const isRoot = path.length === 0
        // Text may be the name of a policy. Known facts may be absent or a list.
        if (isRoot && (typeof unusualValue === 'string' || unusualValue === undefined || Array.isArray(unusualValue)))
          continue
        compare(replaceAt(base, path, unusualValue))
      }
      // A key that is present in both spellings is an error.
      const twice = otherSpelling(String(path.at(-1) ?? 'extra'))
      for (const key of ['extra', '__proto__x', '900-12-3456']) compare(replaceAt(base, [...path, key], 1))
      if (path.length > 0 && twice !== path.at(-1)) compare(replaceAt(base, [...path.slice(0, -1), twice], 1))
    }
    expect(refused).toBeGreaterThan(200)
  })

  it('accepts every preset', () => {
    for (const policy of Object.values(POLICIES)) expect(parsePolicy(policy)).toBe(policy)
    for (const name of POLICY_NAMES) expect(parsePolicy(name as 'va')).toBe(POLICIES[name as 'va'])
  })

  it('fills optional settings with the same defaults as readPolicy', () => {
    expect(FILLED.length).toBe(20)
    const rest = Object.fromEntries(Object.entries(POLICY).filter(([key]) => !FILLED.includes(key)))
    const parsed = parsePolicy(rest as unknown as Policy)
    expect(parsed).toEqual(POLICY_SCHEMA.parse(rest))
    expect(parsePolicy(POLICY)).toEqual(POLICY)
  })

  it('refuses a changed copy that has the name of a preset', () => {
    expect(listErrorPaths(() => parsePolicy({ ...(POLICIES['va'] as Policy), grossUp: 0 }))).toEqual(["$['name']"])
    expect(parsePolicy(structuredClone(POLICIES['va'] as Policy))).toEqual(POLICIES['va'])
  })

  it('keeps a copy of a policy that later changes by the caller do not affect', () => {
    const mine = structuredClone(POLICY)
    const parsed = parsePolicy(mine)
    Object.assign(mine.citations[0]!, { source: 'changed' })
    expect(parsed).toEqual(POLICY)
  })
})

describe('errors list every problem in plain words', () => {
  const wrong = { ...POLICY, averaging: '900123456', minHistoryYears: 0, grosUp: 0.25, grossUp: 2 }
  const expectations = [
    'one of average, lesser_of_1y_2y, latest',
    'a whole number from 1 to 1200',
    'a share from 0 to 1, of six decimals at most',
    `one of ${Object.keys(settings.POLICY.keys).join(', ')}`,
  ]

  it('in a thrown error', () => {
    expect(() => parsePolicy(wrong as unknown as Policy)).toThrow(
      new RangeError(
        `The policy cannot be used: $['averaging']: expected ${expectations[0]}; $['minHistoryYears']: expected ${expectations[1]}; $['grossUp']: expected ${expectations[2]}; $['grosUp']: unknown setting, expected ${expectations[3]}.`,
      ),
    )
  })

  it('in issues', () => {
    expect(readPolicy(wrong).issues.map(({ message }) => message)).toEqual([
      `Expected ${expectations[0]}; got text of 9 characters.`,
      `Expected ${expectations[1]}; got a whole number.`,
      `Expected ${expectations[2]}; got a whole number.`,
      `The setting is unknown. Expected ${expectations[3]}.`,
    ])
  })

  it('lists the first 30 of many problems and counts the rest', () => {
    const many = Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`k${i}`, i]))
    const errorPaths = listErrorPaths(() => parseKnownFacts({ ...FACTS, ...many }))
    expect(errorPaths.length).toBe(31)
    expect(errorPaths.at(-1)).toBe('and 970 more')
  })
})
