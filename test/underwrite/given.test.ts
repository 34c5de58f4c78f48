import { describe, expect, it } from 'vitest'
import { knownGiven, policyGiven } from '../../src/underwrite/given.js'
import type { KnownFacts } from '../../src/underwrite/known-facts.js'
import { POLICIES } from '../../src/underwrite/policies.js'
import { POLICY_NAMES, type Policy } from '../../src/underwrite/policy.js'
import { KNOWN_FACTS_SCHEMA } from '../../src/underwrite/read-known-facts.js'
import { POLICY_SCHEMA } from '../../src/underwrite/read-policy.js'
import { issuesOfSchema } from '../../src/underwrite/schema-issues.js'

type Way = readonly (string | number)[]

const ODD: readonly unknown[] = [
  ...[undefined, null, true, '', 'x', 'box3', 'wages', '1234', '12O4', '1,250.50', '-5', 'é'.repeat(101)],
  ...['z'.repeat(1001), 0, -0, 1, -1, 0.5, 0.0500001, 1.5, 36, 1200, 1201, 1899, 2024, 1e21, 9e13],
  ...[Number.NaN, Number.POSITIVE_INFINITY, [], {}, ['x'], [undefined], { x: 1 }, { wages: 0 }, 5n],
]

/** Every way into a value, its own root first. */
const waysOf = (value: unknown, way: Way = []): Way[] => [
  way,
  ...(typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, inner]) =>
        waysOf(inner, [...way, Array.isArray(value) ? Number(key) : key]),
      )
    : []),
]

/** A copy with another value at a place. */
function withAt(value: unknown, [key, ...rest]: Way, put: unknown): unknown {
  if (key === undefined) return put
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<string, unknown>
  copy[key] = withAt(copy[key], rest, put)
  return copy
}

/** The path that an error of `call` names; null where it does not throw. */
function pathOf(call: () => unknown): string | null {
  try {
    call()
    return null
  } catch (error) {
    expect(error).toBeInstanceOf(RangeError)
    return /: (\$\S*): expected /.exec((error as Error).message)?.[1] ?? 'none'
  }
}

const POLICY: Policy = {
  ...(POLICIES['va'] as Policy),
  name: 'own',
  citations: [{ text: 'a', source: 'b', date: '2024', secondHand: true, about: ['wages', 'indicators'] }],
}
const FACTS: KnownFacts = {
  taxpayer_id: 't',
  monthly_obligations: '1,250.50',
  recipients: ['1234'],
  continuance: { retirement: 36, officer_compensation: 0 },
  plan: { state: 'applied', monthly_payment: 5 },
  nontaxable_share: { social_security: 0.5 },
  as_of_year: 2023,
}
/** Settings that may be left out. */
const FILLED = Object.keys(POLICY).filter(
  key => POLICY_SCHEMA.safeParse({ ...POLICY, [key]: undefined }).success,
)

describe('what is given to the library is what its schemas take', () => {
  it.each([
    ['a policy', POLICY, POLICY_SCHEMA, (value: unknown) => policyGiven(value as Policy)],
    ['known facts', FACTS, KNOWN_FACTS_SCHEMA, (value: unknown) => knownGiven(value as KnownFacts)],
  ] as const)('%s: any odd value at any place, and any unknown key', (_, base, schema, give) => {
    expect(pathOf(() => give(base))).toBeNull()
    let refused = 0
    const compare = (value: unknown): void => {
      const read = schema.safeParse(value)
      const paths = read.success ? [null] : issuesOfSchema(read.error, value).map(({ path }) => path)
      const said = pathOf(() => give(value))
      if (said !== null) refused++
      expect(
        paths,
        JSON.stringify(value, (_key, each) => (typeof each === 'bigint' ? '5n' : each)),
      ).toContain(said)
    }
    for (const way of waysOf(base)) {
      for (const odd of ODD) {
        const isRoot = way.length === 0
        // No text is a policy but a name; nothing, and a list, are known facts of nobody and of many.
        if (isRoot && (typeof odd === 'string' || odd === undefined || Array.isArray(odd))) continue
        compare(withAt(base, way, odd))
      }
      for (const key of ['extra', '__proto__x', '900-12-3456']) compare(withAt(base, [...way, key], 1))
    }
    expect(refused).toBeGreaterThan(200)
  })

  it('and every preset', () => {
    for (const policy of Object.values(POLICIES)) expect(policyGiven(policy)).toBe(policy)
    for (const name of POLICY_NAMES) expect(policyGiven(name as 'va')).toBe(POLICIES[name as 'va'])
  })

  it('settings that may be left out are filled as readPolicy fills them', () => {
    expect(FILLED.length).toBe(7)
    const rest = Object.fromEntries(Object.entries(POLICY).filter(([key]) => !FILLED.includes(key)))
    const given = policyGiven(rest as unknown as Policy)
    expect(given).toEqual(POLICY_SCHEMA.parse(rest))
    expect(policyGiven(POLICY)).toEqual(POLICY)
  })

  it('a changed copy of a preset does not pass for it', () => {
    expect(pathOf(() => policyGiven({ ...(POLICIES['va'] as Policy), grossUp: 0 }))).toBe("$['name']")
    expect(policyGiven(structuredClone(POLICIES['va'] as Policy))).toEqual(POLICIES['va'])
  })
})
