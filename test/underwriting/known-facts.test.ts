import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import * as z from 'zod'
import { printPath } from '../../src/core/json-value.js'
import type { KnownFacts, TaxpayerFacts } from '../../src/underwriting/facts/known-facts.js'
import { KNOWN_FACTS_TABLE } from '../../src/underwriting/facts/known-facts-table.js'
import {
  createOptionsParser,
  findStatedIdentities,
  getAsOfYear,
  parseUnderwritingOptions,
} from '../../src/underwriting/facts/options.js'
import { convertKnownFacts, parseKnownFacts } from '../../src/underwriting/facts/parse-known-facts.js'
import { KNOWN_FACTS_SCHEMA, readKnownFacts, readStatedIncome } from '../../src/underwriting/facts/read-facts.js'
import { parseStatedIncome, STATED_INCOME_TABLE } from '../../src/underwriting/facts/stated-income.js'
import { POLICY_TABLE } from '../../src/underwriting/policies/policy-table.js'
import { PRESETS } from '../../src/underwriting/policies/presets.js'
import {
  listKeys,
  normalizeKeys,
  otherSpelling,
  type Setting,
  toFileSetting,
} from '../../src/underwriting/policies/setting.js'
import { listProblems } from '../../src/underwriting/policies/setting-problems.js'
import { createSchema } from '../../src/underwriting/policies/setting-schema.js'

/** The example of the specification, with every key, as files write it. */
const FILE_FACTS = {
  taxpayer_id: 't',
  application_date: '2026-02-10',
  as_of_year: 2025,
  borrowers: [
    {
      id: 'self',
      identifiers: ['1234', '900-70-7070'],
      jobs: [
        {
          employer: 'Acme Freight',
          identifiers: ['001234567', '00-7654321'],
          start_date: '2024-11-01',
          end_date: null,
          returns_to_work: '2026-03-01',
          pay: { amount: 34.5, per: 'hour', hours_per_week: 37.5, varies: false },
          year_to_date: { through: '2026-01-31', base: 5520, overtime: 410, bonus: 0, commission: 0, tips: 0 },
          prior_years: { 2025: { base: '68,000', overtime: 5200 } },
          stabilized: { since: '2025-07-01', base: 38200, overtime: 0 },
        },
      ],
      businesses: [
        {
          identifier: '009876543',
          name: 'Acme Partners',
          distributions: { 2023: 80000, 2024: 85000 },
          liquid: true,
          returns_reviewed: true,
          cash_flow: { 2023: -91000, 2024: 96000 },
          secondary: false,
        },
      ],
      self_employment: { cash_flow: { 2023: 41000, 2024: 44000 } },
      rental: { cash_flow: { 2024: -6200 } },
      royalties: { monthly: 310, continues_months: 60 },
      retirement: [
        { payer: '005555555', kind: 'pension', monthly: 2100, continues_months: null, balance: 250000 },
        { payer: 'Example Trust Company' },
      ],
      continues_months: { social_security: 48, unemployment: 36 },
      nontaxable_share: { social_security: 0.4 },
      seasonal_unemployment: true,
      assets_owned: ['interest', 'dividends'],
      other_income: [
        { kind: 'child_support', monthly: 600, received_months: 12, continues_months: 60, nontaxable: true },
      ],
    },
    { id: '4321', jobs: [{ identifiers: ['009999999'] }, { employer: 'B' }] },
  ],
  household: { region: 'midwest', size: 4, shelter_monthly: 1900, taxes_monthly: 1450, square_feet: 1800 },
  obligations_monthly: 1450,
  tax_plan: { state: 'approved_current', payment_monthly: 220 },
  conditions_met: [
    {
      borrower: 'self',
      condition: 'employment_verification',
      stream: 'wages:Acme Freight',
      tax_year: null,
      by: 'J. Doe',
      on: '2026-02-12',
      note: 'verbal VOE',
    },
  ],
  overrides: [
    { stream: 'wages:Acme Freight', qualifying_monthly: 5980, by: 'J. Doe', on: '2026-02-12', reason: 'paystub' },
  ],
}

const FACTS = normalizeKeys(FILE_FACTS, KNOWN_FACTS_TABLE) as KnownFacts

const STATED_INCOME = {
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

/** Returns a value with some of its keys in the other spelling. */
const respell = (value: unknown, shouldRespell: () => boolean): unknown => {
  if (Array.isArray(value)) return value.map(item => respell(item, shouldRespell))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      shouldRespell() ? otherSpelling(key) : key,
      respell(inner, shouldRespell),
    ]),
  )
}

/** Lists the names of all settings in a table. */
const listNames = (setting: Setting): string[] => {
  if (setting.is === 'list') return listNames(setting.items)
  if (setting.is !== 'object') return []
  if (setting.entries !== undefined) return listNames(setting.entries)
  return listKeys(setting).flatMap(key => [key, ...listNames(setting.keys[key] as Setting)])
}

const parse = (facts: unknown): TaxpayerFacts => parseKnownFacts(facts as KnownFacts).get('t')!

describe('the known facts of the specification', () => {
  const facts = parse(FILE_FACTS)
  const [self] = facts.borrowers

  it('are parsed to cents, millionths and identifiers', () => {
    expect(self?.identifiers).toEqual(['XXXXX1234', '900707070'])
    expect(self?.jobs[0]).toMatchObject({
      employer: 'Acme Freight',
      identifiers: ['001234567', '007654321'],
      startDate: '2024-11-01',
      endDate: null,
      returnsToWork: '2026-03-01',
      pay: { amount: 3450, per: 'hour', hoursPerWeek: 37_500_000, varies: false },
      yearToDate: { through: '2026-01-31', ...{ base: 552_000, overtime: 41_000, bonus: 0, commission: 0, tips: 0 } },
      priorYears: new Map([[2025, { base: 6_800_000, overtime: 520_000, bonus: null, commission: null, tips: null }]]),
      stabilized: { since: '2025-07-01', base: 3_820_000, overtime: 0 },
    })
    expect(self?.businesses[0]).toMatchObject({
      identifier: '009876543',
      name: 'Acme Partners',
      distributions: new Map([
        [2023, 8_000_000],
        [2024, 8_500_000],
      ]),
      liquid: true,
      returnsReviewed: true,
      cashFlow: new Map([
        [2023, -9_100_000],
        [2024, 9_600_000],
      ]),
      secondary: false,
    })
    expect(self?.selfEmployment?.cashFlow.get(2024)).toBe(4_400_000)
    expect(self?.rental?.cashFlow).toEqual(new Map([[2024, -620_000]]))
    expect(self?.royalties).toEqual({ monthly: 31_000, continuesMonths: 60 })
    expect(self?.retirement[0]).toMatchObject({ payer: '005555555', kind: 'pension', balance: 25_000_000 })
    expect(self?.retirement[1]).toMatchObject({ payer: 'Example Trust Company', monthly: null })
    expect(self?.nontaxableShare).toMatchObject({ social_security: 400_000, retirement: null })
    expect(self?.otherIncome[0]).toMatchObject({ kind: 'child_support', monthly: 60_000, nontaxable: true })
    expect(facts.household).toMatchObject({ region: 'midwest', size: 4, shelterMonthly: 190_000, squareFeet: 1800 })
    expect(facts).toMatchObject({ asOfYear: 2025, applicationDate: '2026-02-10', obligationsMonthly: 145_000 })
    expect(facts.taxPlan).toEqual({ state: 'approved_current', paymentMonthly: 22_000 })
    expect(facts.conditionsMet[0]).toMatchObject({ borrower: 'self', taxYear: null, note: 'verbal VOE' })
    expect(facts.overrides[0]).toMatchObject({ borrower: 'self', qualifyingMonthly: 598_000, reason: 'paystub' })
  })

  it('have paths, which files spell in snake_case', () => {
    expect(printPath(self!.jobs[0]!.path)).toBe("$['borrowers'][0]['jobs'][0]")
    expect(printPath(self!.otherIncome[0]!.path)).toBe("$['borrowers'][0]['otherIncome'][0]")
    const fileFacts = convertKnownFacts(readKnownFacts([JSON.stringify(FILE_FACTS)]).values.get('t')!, true)
    expect(printPath(fileFacts.borrowers[0]!.otherIncome[0]!.path)).toBe("$['borrowers'][0]['other_income'][0]")
    expect(printPath(fileFacts.conditionsMet[0]!.path)).toBe("$['conditions_met'][0]")
  })

  it('are null or empty if absent', () => {
    expect(parse({ taxpayerId: 't' })).toEqual({
      taxpayerId: 't',
      applicationDate: null,
      asOfYear: null,
      borrowers: [],
      household: null,
      obligationsMonthly: null,
      taxPlan: null,
      conditionsMet: [],
      overrides: [],
    })
    expect(parse({ taxpayerId: 't', borrowers: [{ id: 'self' }] }).borrowers[0]).toMatchObject({
      jobs: [],
      selfEmployment: null,
      royalties: null,
      seasonalUnemployment: null,
    })
  })

  it('state identities', () => {
    const underwritingInputs = parseUnderwritingOptions({ knownFacts: FACTS })
    expect(findStatedIdentities(underwritingInputs, 't')).toEqual({
      identifiers: ['XXXXX1234', '900707070'],
      sameEmployer: [['001234567', '007654321'], ['009999999']],
      sameBorrower: [],
    })
    expect(findStatedIdentities(underwritingInputs, 'another')).toBeNull()
    expect(getAsOfYear(underwritingInputs, 't')).toBe(2025)
    expect(getAsOfYear(parseUnderwritingOptions({ knownFacts: FACTS, asOfYear: 2024 }), 't')).toBe(2024)
    expect(() => parseUnderwritingOptions({ asOfYear: 24 })).toThrow('expected a year from 1900 to 2100')
  })

  it('are parsed once if options differ by taxpayer', () => {
    const parseOptions = createOptionsParser(() => ({ knownFacts: FACTS, policy: ['fannie', 'va'] }))
    expect(parseOptions('t').factsByTaxpayer).toBe(parseOptions('t').factsByTaxpayer)
    expect(parseOptions('t').policies).toEqual([PRESETS['fannie-2026-08'], PRESETS.va])
  })
})

describe.each([
  ['known facts', KNOWN_FACTS_TABLE, FACTS],
  ['stated income', STATED_INCOME_TABLE, STATED_INCOME],
  ['a policy', POLICY_TABLE, { ...PRESETS.va, name: 'custom' }],
] as const)('%s: the name of a setting', (_, table: Setting, example: object) => {
  it('is camelCase in the library and snake_case in files', () => {
    const names = listNames(table)
    for (const name of names) expect(name).toMatch(/^[a-z]+([A-Z0-9][a-z]*)*$/)
    expect(listNames(toFileSetting(table))).toEqual(names.map(otherSpelling))
    expect(toFileSetting(toFileSetting(table))).toEqual(table)
    for (const name of names) expect(otherSpelling(otherSpelling(name))).toBe(name)
  })

  it('is accepted in either spelling, and each name is in the example', () => {
    for (const name of listNames(table)) expect(JSON.stringify(example)).toContain(`"${name}":`)
    fc.assert(
      fc.property(fc.infiniteStream(fc.boolean()), turns => {
        const respelled = respell(example, () => turns.next().value as boolean)
        expect(listProblems(respelled, table)).toEqual([])
        expect(listProblems(respelled, toFileSetting(table))).toEqual([])
        expect(normalizeKeys(respelled, table)).toEqual(example)
      }),
      { numRuns: 100 },
    )
  })

  it('is rejected if both spellings are present', () => {
    for (const key of Object.keys(example)) {
      if (otherSpelling(key) === key) continue
      const twice = { ...example, [otherSpelling(key)]: example[key as keyof typeof example] }
      expect(listProblems(twice, table).map(({ path }) => path?.key)).toEqual([otherSpelling(key)])
    }
  })

  it('is in the JSON Schema', () => {
    const schema = JSON.stringify(z.toJSONSchema(createSchema(toFileSetting(table)), { io: 'input' }))
    for (const name of listNames(toFileSetting(table))) expect(schema).toContain(`"${name}":`)
  })
})

describe('known facts that cannot be used', () => {
  test.each([
    [{ monthlyObligations: 1 }, 'obligationsMonthly', 'obligations_monthly'],
    [{ recipients: ['1234'] }, 'borrowers[].id', 'borrowers[].id'],
    [{ identifiers: [] }, 'borrowers[].identifiers', 'borrowers[].identifiers'],
    [{ sameEmployer: [] }, 'borrowers[].jobs[].identifiers', 'borrowers[].jobs[].identifiers'],
    [{ continuance: {} }, 'borrowers[].continuesMonths', 'borrowers[].continues_months'],
    [{ plan: {} }, 'taxPlan', 'tax_plan'],
    [{ nontaxableShare: {} }, 'borrowers[].nontaxableShare', 'borrowers[].nontaxable_share'],
    [{ taxPlan: { state: 'none', monthlyPayment: 5 } }, 'paymentMonthly', 'payment_monthly'],
  ])('%j names its successor', (facts, successor, fileSuccessor) => {
    const input = { taxpayerId: 't', ...facts }
    expect(() => parse(input)).toThrow(`: no longer a setting, use ${successor}.`)
    expect(() => parse(respell(input, () => true))).toThrow(`: no longer a setting, use ${successor}.`)
    for (const fileInput of [input, respell(input, () => true)]) {
      const { values: factsByTaxpayer, issues } = readKnownFacts([JSON.stringify(fileInput)])
      expect(issues.map(({ code, severity, message }) => `${code} ${severity} ${message}`)).toEqual([
        `field_unknown error The setting has been replaced. Use ${fileSuccessor}.`,
      ])
      expect(factsByTaxpayer.size).toBe(0)
    }
  })

  const borrower = (keys: object) => ({ borrowers: [{ id: 'self', ...keys }] })
  const SECRET = '987-65-4321x'
  test.each([
    [
      borrower({ jobs: [{ identifiers: [SECRET] }] }),
      "identifier_unreadable $['borrowers'][0]['jobs'][0]['identifiers'][0]",
    ],
    [
      borrower({ jobs: [{ pay: { amount: SECRET, per: 'hour' } }] }),
      "money_unreadable $['borrowers'][0]['jobs'][0]['pay']['amount']",
    ],
    [
      borrower({ jobs: [{ pay: { amount: -1, per: 'hour' } }] }),
      "money_unreadable $['borrowers'][0]['jobs'][0]['pay']['amount']",
    ],
    [borrower({ rental: { cash_flow: { [SECRET]: 1 } } }), "field_unknown $['borrowers'][0]['rental']['cash_flow'][*]"],
    [borrower({ [SECRET]: 1 }), "field_unknown $['borrowers'][0][*]"],
    [borrower({ continues_months: { lottery: 1 } }), "field_unknown $['borrowers'][0]['continues_months']['lottery']"],
    [borrower({ jobs: [{ start_date: '2025-02-30' }] }), "date_unreadable $['borrowers'][0]['jobs'][0]['start_date']"],
    [{ borrowers: [{ id: 'self' }, { id: 'self' }] }, "identifier_unreadable $['borrowers'][1]['id']"],
    [{ borrowers: [{ id: '12345' }] }, "identifier_unreadable $['borrowers'][0]['id']"],
    [
      { conditions_met: [{ condition: SECRET, by: 'a', on: '2026-01-01' }] },
      "enum_unreadable $['conditions_met'][0]['condition']",
    ],
  ])('%j are reported by path, without the value', (facts, issue) => {
    const { issues } = readKnownFacts([JSON.stringify({ taxpayer_id: 't', ...facts })], 'facts.ndjson')
    expect(issues.map(({ code, path }) => `${code} ${path}`)).toEqual([issue])
    expect(issues[0]?.origin).toEqual({ source: 'facts.ndjson', line: 1 })
    expect(JSON.stringify(issues)).not.toContain('4321')
    let message = ''
    try {
      parse({ taxpayer_id: 't', ...facts })
    } catch (error) {
      message = String(error)
    }
    expect(message).toContain(issue.split(' ')[1])
    expect(message).not.toContain('4321')
  })

  it('are refused by the schema too', () => {
    expect(KNOWN_FACTS_SCHEMA.parse(FILE_FACTS)).toEqual(FACTS)
    expect(KNOWN_FACTS_SCHEMA.safeParse({ taxpayerId: 't', plan: {} }).success).toBe(false)
    expect(
      KNOWN_FACTS_SCHEMA.safeParse({ taxpayerId: 't', ...borrower({ rental: { cashFlow: { x: 1 } } }) }).success,
    ).toBe(false)
  })

  it('leave out only their line of a file, of which the last one about a taxpayer counts', () => {
    const lines = ['{', '', '{"taxpayer_id":"t"}', '{"taxpayer_id":"t","as_of_year":2024}', '{"taxpayer_id":"u","x":1}']
    const { values: facts, lines: lineNumbers, issues } = readKnownFacts(lines)
    expect([...facts.keys()]).toEqual(['t'])
    expect([facts.get('t')?.asOfYear, lineNumbers.get('t')]).toEqual([2024, 4])
    expect(issues.map(({ code, origin }) => `${code} ${origin?.line}`)).toEqual([
      'json_malformed 1',
      'record_repeated 4',
      'field_unknown 5',
    ])
  })
})

test('stated income is parsed in either spelling', () => {
  const respelled = respell(STATED_INCOME, () => true)
  expect(parseStatedIncome(respelled as never).get('t')).toEqual(STATED_INCOME)
  expect(readStatedIncome([JSON.stringify(respelled)]).values.get('t')).toEqual(STATED_INCOME)
  expect(() => parseStatedIncome({} as never)).toThrow(
    "The stated income cannot be used: $['taxpayerId']: expected text",
  )
})
