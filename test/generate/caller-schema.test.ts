import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { buildSettingSchema } from '../../src/tools/generate/json-schema.js'
import { parseKnownFacts } from '../../src/underwriting/policies/parse-terms.js'
import { POLICIES } from '../../src/underwriting/policies/policies.js'
import { KNOWN_FACTS_SCHEMA, POLICY_SCHEMA, readPolicy } from '../../src/underwriting/policies/read-settings.js'
import { inFiles, otherSpelling } from '../../src/underwriting/policies/setting.js'
import { KNOWN_FACTS, POLICY } from '../../src/underwriting/policies/settings.js'
import { compile, listErrors } from './schemas.js'

const validatePolicy = compile(buildSettingSchema(POLICY))
const validateFacts = compile(buildSettingSchema(inFiles(KNOWN_FACTS)))

/** Generates JSON values. Many of them are valid for some setting. */
const VALUE = fc.oneof(
  fc.constantFrom<unknown>('average', 'latest', 'lesser_of', 'exclude', 'box1', 'ratio_only', 0, 0.05, 1, 36),
  fc.constantFrom<unknown>('', true, null, -1, 1.5, 1201, 2, '5', [], {}),
  // Other numbers are excluded, because a schema cannot express that a share has at most six decimals.
  fc.jsonValue().filter(value => typeof value !== 'number'),
)

const FACTS = {
  taxpayer_id: 'a',
  monthly_obligations: '1,250.50',
  recipients: ['1234'],
  continuance: { retirement: 36 },
  plan: { state: 'approved_current', monthly_payment: 100 },
  nontaxable_share: { social_security: 0.5 },
  as_of_year: 2023,
}

/** Sets or removes one key of an object. */
const changeKey = <T extends object>(base: T) =>
  fc
    .tuple(fc.constantFrom(...Object.keys(base), 'more'), fc.option(VALUE, { nil: undefined }))
    .map(([key, value]): unknown => JSON.parse(JSON.stringify({ ...base, [key]: value })))

describe('the schema of a policy', () => {
  test.each(Object.entries(POLICIES))('accepts %s', (_, policy) => {
    expect(listErrors(validatePolicy, JSON.parse(JSON.stringify(policy)))).toEqual([])
  })

  test('accepts exactly what the library accepts', () => {
    const house = JSON.parse(JSON.stringify({ ...POLICIES['va'], name: 'house' })) as object
    fc.assert(
      fc.property(changeKey(house), policy => {
        expect(validatePolicy(policy)).toBe(readPolicy(policy).status !== 'rejected')
      }),
      { numRuns: 500 },
    )
  })
})

describe.each([
  ['the schema of a policy', buildSettingSchema(POLICY), POLICY_SCHEMA, { ...POLICIES['va'], name: 'house' }],
  ['the schema of known facts', buildSettingSchema(inFiles(KNOWN_FACTS)), KNOWN_FACTS_SCHEMA, FACTS],
])('%s', (_, json, zod, complete) => {
  const validate = compile(json)
  const keysWithTwoSpellings = Object.keys(complete).filter(key => otherSpelling(key) !== key)

  test.each(keysWithTwoSpellings)('accepts %s in its other spelling, and in no third one', key => {
    const { [key as keyof typeof complete]: value, ...rest } = JSON.parse(JSON.stringify(complete))
    for (const [name, isTaken] of [
      [otherSpelling(key), true],
      [key.toLowerCase().replaceAll('_', ''), false],
    ] as const) {
      const input = { ...rest, [name]: value }
      expect([name, validate(input), zod.safeParse(input).success]).toEqual([name, isTaken, isTaken])
    }
  })
})

describe('the schema of known facts', () => {
  test('accepts exactly what the library accepts', () => {
    expect(listErrors(validateFacts, FACTS)).toEqual([])
    fc.assert(
      fc.property(changeKey(FACTS), facts => {
        expect(validateFacts(facts)).toBe(KNOWN_FACTS_SCHEMA.safeParse(facts).success)
      }),
      { numRuns: 500 },
    )
  })

  test('accepts each key in either spelling, and requires one of them if the key is required', () => {
    const { taxpayer_id, monthly_obligations, plan, ...rest } = FACTS
    const camel = {
      ...rest,
      taxpayerId: taxpayer_id,
      monthlyObligations: monthly_obligations,
      plan: { state: plan.state, monthlyPayment: plan.monthly_payment },
      continuance: { retirement: 36, socialSecurity: 36 },
    }
    expect(listErrors(validateFacts, camel)).toEqual([])
    expect(() => parseKnownFacts(camel as never)).not.toThrow()
    const { taxpayerId: _, ...nobodys } = camel
    expect(validateFacts(nobodys)).toBe(false)
    expect(validateFacts({ ...camel, monthlyobligations: 1 })).toBe(false)
  })

  test('accepts numbers and text as amounts, not below 0', () => {
    const texts = '5|$5|1,234.56|.5|5.| 7 |+5|-5|(5)||1e5|1,23|-0|$-5'.split('|')
    const amounts: unknown[] = [...texts, 0, 12.34, -0.01, 1e14, null, true, '90000000000000']
    for (const amount of amounts) {
      const facts = { taxpayer_id: 'a', monthly_obligations: amount }
      const isAccepted = KNOWN_FACTS_SCHEMA.safeParse(facts).success
      // A pattern cannot check the size of an amount, and accepts negative zero.
      const loose = amount === '90000000000000' || amount === '-0'
      if (!loose) expect([amount, validateFacts(facts)]).toEqual([amount, isAccepted])
    }
  })
})
