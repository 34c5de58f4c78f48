import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { buildSettingSchema } from '../../src/tools/generate/json-schema.js'
import { KNOWN_FACTS_TABLE } from '../../src/underwriting/facts/known-facts-table.js'
import { parseKnownFacts } from '../../src/underwriting/facts/parse-known-facts.js'
import { KNOWN_FACTS_SCHEMA } from '../../src/underwriting/facts/read-facts.js'
import { POLICY_TABLE } from '../../src/underwriting/policies/policy-table.js'
import { PRESETS } from '../../src/underwriting/policies/presets.js'
import { otherSpelling, toFileSetting } from '../../src/underwriting/policies/setting.js'
import { POLICY_SCHEMA, readPolicy } from '../../src/underwriting/policies/setting-schema.js'
import { compile, listErrors } from './schemas.js'

const validatePolicy = compile(buildSettingSchema(POLICY_TABLE))
const validateFacts = compile(buildSettingSchema(toFileSetting(KNOWN_FACTS_TABLE)))

/** Generates JSON values. Many of them are valid for some setting. */
const VALUE = fc.oneof(
  fc.constantFrom<unknown>('average', 'latest', 'lesser', 'leave_out', 'general', 'band', 0, 0.05, 1, 36),
  fc.constantFrom<unknown>('', true, null, -1, 1.5, 1201, 2, '5', [], {}),
  // Other numbers are excluded, because a schema cannot express that a share has at most six decimals.
  fc.jsonValue().filter(value => typeof value !== 'number'),
)

const FACTS = {
  taxpayer_id: 'a',
  application_date: '2026-02-10',
  obligations_monthly: '1,250.50',
  tax_plan: { state: 'approved_current', payment_monthly: 100 },
  as_of_year: 2023,
  household: { region: 'midwest', size: 4, square_feet: 1800 },
  borrowers: [
    {
      id: 'self',
      identifiers: ['1234'],
      jobs: [{ employer: 'Acme Freight', prior_years: { 2025: { base: 68_000 } } }],
      businesses: [{ identifier: '00-9876543', cash_flow: { 2023: -91_000 }, returns_reviewed: true }],
      continues_months: { social_security: 48 },
      nontaxable_share: { social_security: 0.5 },
    },
  ],
  conditions_met: [{ condition: 'history', tax_year: null, by: 'J. Doe', on: '2026-02-12' }],
  overrides: [{ stream: 'wages', qualifying_monthly: 5980, by: 'J. Doe', on: '2026-02-12', reason: 'paystub' }],
}

/** Sets or removes one key of an object. */
const changeKey = <T extends object>(base: T) =>
  fc
    .tuple(fc.constantFrom(...Object.keys(base), 'more'), fc.option(VALUE, { nil: undefined }))
    .map(([key, value]): unknown => JSON.parse(JSON.stringify({ ...base, [key]: value })))

describe('the schema of a policy', () => {
  test.each(Object.entries(PRESETS))('accepts %s', (_, policy) => {
    expect(listErrors(validatePolicy, JSON.parse(JSON.stringify(policy)))).toEqual([])
  })

  test('accepts exactly what the library accepts', () => {
    const house = JSON.parse(JSON.stringify({ ...PRESETS.va, name: 'house' })) as object
    fc.assert(
      fc.property(changeKey(house), policy => {
        expect(validatePolicy(policy)).toBe(readPolicy(policy).status !== 'rejected')
      }),
      { numRuns: 500 },
    )
  })
})

describe.each([
  ['the schema of a policy', buildSettingSchema(POLICY_TABLE), POLICY_SCHEMA, { ...PRESETS.va, name: 'house' }],
  ['the schema of known facts', buildSettingSchema(toFileSetting(KNOWN_FACTS_TABLE)), KNOWN_FACTS_SCHEMA, FACTS],
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
    const { taxpayer_id, obligations_monthly, tax_plan, ...rest } = FACTS
    const camel = {
      ...rest,
      taxpayerId: taxpayer_id,
      obligationsMonthly: obligations_monthly,
      taxPlan: { state: tax_plan.state, paymentMonthly: tax_plan.payment_monthly },
      borrowers: [{ id: 'self', continuesMonths: { retirement: 36, socialSecurity: 36 } }],
    }
    expect(listErrors(validateFacts, camel)).toEqual([])
    expect(() => parseKnownFacts(camel as never)).not.toThrow()
    const { taxpayerId: _, ...nobodys } = camel
    expect(validateFacts(nobodys)).toBe(false)
    expect(validateFacts({ ...camel, obligationsmonthly: 1 })).toBe(false)
  })

  test('accepts numbers and text as amounts, not below 0', () => {
    const texts = '5|$5|1,234.56|.5|5.| 7 |+5|-5|(5)||1e5|1,23|-0|$-5'.split('|')
    const amounts: unknown[] = [...texts, 0, 12.34, -0.01, 1e14, null, true, '90000000000000']
    for (const amount of amounts) {
      const facts = { taxpayer_id: 'a', obligations_monthly: amount }
      const isAccepted = KNOWN_FACTS_SCHEMA.safeParse(facts).success
      // A pattern cannot check the size of an amount, and accepts negative zero.
      const loose = amount === '90000000000000' || amount === '-0'
      if (!loose) expect([amount, validateFacts(facts)]).toEqual([amount, isAccepted])
    }
  })
})
