import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addCents, type Cents } from '../../src/core/money.js'
import { POLICIES, POLICY_NAMES } from '../../src/underwriting/policies/policies.js'
import type { Policy } from '../../src/underwriting/policies/settings.js'
import { compareUnderPolicies, type PolicyUnderwriting, underwrite } from '../../src/underwriting/underwrite.js'
import { makeRandomDossier } from '../support/random-dossier.js'
import { type Raw, resultOfDossier } from '../support/run.js'
import { type Example, policyNamed, readExample, underwriteExample } from './example.js'

const SEEDS = Array.from({ length: 120 }, (_, seed) => seed + 1)
const policies = POLICY_NAMES.map(policyNamed)
const dropTraces = ({ traces, ...rest }: PolicyUnderwriting) => rest

/** Documents for every income category. Amounts are multiples of every divisor in the rules, so nothing is rounded. */
const UNIT = 72 * 100
const KINDS = [
  ['form_w2', 'wages_tips_other_compensation', {}],
  ['form_w2', 'wages_tips_other_compensation', { statutory_employee: true }],
  ['schedule_k1_1065', 'ordinary_income_k1', { partner_share_of_capital_end: 0.5 }],
  ['schedule_k1_1065', 'total_guaranteed_payments', { partner_share_of_capital_end: 0.1 }],
  ['schedule_k1_1120s', 'ordinary_income_k1', { shareholder_percentage_of_stock: '10%' }],
  ['schedule_k1_1041', 'ordinary_business_income', {}],
  ['form_1099_int', 'interest_income', {}],
  ['form_1099_int', 'tax_exempt_interest', {}],
  ['form_1099_div', 'ordinary_dividend', {}],
  ['form_1099_misc', 'royalties', {}],
  ['form_1099_misc', 'other_income', {}],
  ['form_1099_g', 'unemployment_compensation', {}],
  ['form_1099_g', 'agricultural_subsidies', {}],
  ['form_1099_r', 'gross_distribution', { sep_indicator: true, taxable_amount: 0 }],
  ['form_1099_r', 'gross_distribution', { distribution_codes: [{ code: '1' }] }],
  ['form_5498', 'rollover_contributions', {}],
  ['form_5498', 'fair_market_value_of_account', {}],
  ['form_ssa_1099', 'pensions_and_annuities', {}],
  ['form_ssa_1099', 'repayments', {}],
  ['form_1098', 'outstanding_mortgage_principal', {}],
  ['form_w2g', 'gross_winnings', {}],
] as const

interface Line {
  readonly kind: number
  readonly year: number
  readonly units: number
  readonly issuer: number
}

const lines = fc.array(
  fc.record({
    kind: fc.nat(KINDS.length - 1),
    year: fc.integer({ min: 2020, max: 2023 }),
    units: fc.integer({ min: -40, max: 60 }),
    issuer: fc.nat(2),
  }),
  { minLength: 1, maxLength: 14 },
)

const printExample = (documents: readonly Line[], scale = 1): string =>
  [
    ...documents.map(({ kind, year, units, issuer }) => {
      const [form, key, otherBoxes] = KINDS[kind]!
      // Only a share of earnings can be negative.
      const size = form.startsWith('schedule') ? units : Math.abs(units)
      const id = `1${issuer}-3456780`
      const party = { ein: id, fin: id, name: `ISSUER ${issuer}`, address: `${issuer} STREET` }
      return `${year} ${form} ${JSON.stringify({ [key]: size * UNIT * scale, ...otherBoxes, issuer: party })}`
    }),
    `taxpayer: ${JSON.stringify({ analysis: { total_liabilities: String(UNIT * scale), liabilities_with_lien_filed: '0' }, details: { balance_summary: { balance_due: UNIT * scale } } })}`,
    `known: ${JSON.stringify({ monthly_obligations: 1000 * scale, continuance: { other: 36 } })}`,
  ].join('\n')

/** Removes entry indexes and exclusions from traces. */
const stripTraces = ({ traces }: PolicyUnderwriting) =>
  traces.map(({ excluded, inputs, ...rest }) => ({
    ...rest,
    inputs: inputs.map(input => ({ ...input, entryIndex: null })),
  }))

const listStatuses = (example: Example): string[] =>
  resultOfDossier(example.raw).resolution.documents.map(({ status }) => status)

/** Adds an entry before or after the other entries of its form and year. */
function addEntry(example: Example, year: number, form: string, entry: Raw, isFirst: boolean): Example {
  const raw = structuredClone(example.raw)
  for (const record of raw['records'] as Raw[]) {
    const [formObject] = record['forms'] as Raw[]
    if (formObject === undefined || record['tax_year'] !== String(year)) continue
    const list = formObject[form] as Raw[]
    formObject[form] = isFirst ? [entry, ...list] : [...list, entry]
  }
  return { ...example, raw }
}

const readQualifyingIncome = (underwriting: PolicyUnderwriting): Map<string, Cents> =>
  new Map(underwriting.qualifyingIncome.map(row => [row.category, row.qualifyingMonthly]))

/** Compares large values like `toEqual`, but much faster if they are equal. */
function expectEqual(actual: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(actual, expected)) expect(actual).toEqual(expected)
}

/** Checks that two results differ only in the indexes and exclusions of their traces. */
function expectOnlyExclusionsDiffer(one: PolicyUnderwriting, two: PolicyUnderwriting): void {
  expectEqual(dropTraces(two), dropTraces(one))
  expectEqual(stripTraces(two), stripTraces(one))
}

describe('laws of underwriting', () => {
  it('scaling every amount scales money and does not change ratios, counts and labels', () => {
    fc.assert(
      fc.property(lines, fc.integer({ min: 2, max: 9 }), fc.constantFrom(...policies), (documents, k, policy) => {
        const one = underwriteExample(readExample(printExample(documents)), policy)
        const many = underwriteExample(readExample(printExample(documents, k)), policy)
        expect(many.traces.map(({ figure }) => figure)).toEqual(one.traces.map(({ figure }) => figure))
        for (const [i, { figure, unit, value }] of one.traces.entries()) {
          const scaled = unit === 'money' && typeof value === 'number' ? value * k : value
          expect([figure, many.traces[i]?.value]).toEqual([figure, scaled])
        }
        expect(many.qualifyingIncome.map(({ flags }) => flags)).toEqual(one.qualifyingIncome.map(({ flags }) => flags))
      }),
      { numRuns: 300 },
    )
  })

  const STRICTER: readonly (readonly [string, (policy: Policy) => Policy])[] = [
    ['a smaller gross-up', policy => ({ ...policy, grossUp: policy.grossUp / 2 })],
    ['a smaller share of Social Security', policy => ({ ...policy, socialSecurityNontaxable: 0 })],
    ['a gross-up for ratios only', policy => ({ ...policy, grossUpUse: 'ratio_only' })],
    ['the lesser of one year and two', policy => ({ ...policy, averaging: 'lesser_of_1y_2y' })],
    ['exclusion of declines', policy => ({ ...policy, onDecline: 'exclude' })],
    ['longer continuance', policy => ({ ...policy, continuanceMonths: 37 })],
    ['a longer required history', policy => ({ ...policy, minHistoryYears: policy.minHistoryYears + 1 })],
  ]
  it.each(STRICTER)('a policy with %s never raises an amount, even with losses', (name, stricter) => {
    fc.assert(
      fc.property(lines, fc.constantFrom(...policies), (documents, policy) => {
        // The lesser of two averages is not stricter if the policy excludes a declining income.
        fc.pre(!name.startsWith('the lesser') || policy.onDecline !== 'exclude')
        const { raw, knownFacts } = readExample(printExample(documents))
        const result = resultOfDossier(raw)
        const before = readQualifyingIncome(underwrite(result, policy, knownFacts))
        const after = readQualifyingIncome(underwrite(result, stricter(policy), knownFacts))
        for (const [category, amount] of after) expect(amount <= (before.get(category) ?? 0)).toBe(true)
      }),
      { numRuns: 150 },
    )
  })

  it('a void document changes nothing except the list of exclusions', () => {
    for (const seed of SEEDS) {
      const raw = makeRandomDossier(seed)
      const withVoid = structuredClone(raw)
      const [record] = withVoid['records'] as Raw[]
      const [form] = (record?.['forms'] ?? []) as Raw[]
      const add = (key: string, entry: Raw): void => {
        const list = Array.isArray(form?.[key]) ? (form[key] as unknown[]) : []
        if (form !== undefined) form[key] = [...list, { submission_type: 'Void', ...entry }]
      }
      add('form_w2', { wages_tips_other_compensation: 7654321, employer: { ein: '01-0000001', name: 'NOBODY' } })
      add('form_5498', { rollover_contributions: 7654321, trustee: { fin: '01-0000001', name: 'NOBODY' } })
      add('schedule_k1_1065', { ordinary_income_k1: 7654321, partnership: { ein: '01-0000001', name: 'NOBODY' } })
      const [before, after] = [resultOfDossier(raw), resultOfDossier(withVoid)]
      for (const policy of policies) {
        const [one, two] = [underwrite(before, policy), underwrite(after, policy)]
        const bare = ({ traces }: PolicyUnderwriting) => traces.map(({ excluded, ...rest }) => rest)
        expectEqual(dropTraces(two), dropTraces(one))
        expectEqual(bare(two), bare(one))
      }
    }
  })

  it('a document marked as a duplicate changes nothing except the list of exclusions', () => {
    fc.assert(
      fc.property(lines, fc.constantFrom(...policies), fc.nat(13), (documents, policy, pick) => {
        const { kind, year } = documents[pick % documents.length]!
        const [form] = KINDS[kind]!
        const example = readExample(printExample(documents))
        const record = (example.raw['records'] as Raw[]).find(candidate => candidate['tax_year'] === String(year))!
        const [entry] = (record['forms'] as Raw[])[0]![form] as Raw[]
        const copy = { ...entry, submission_type: 'Duplicate document' }
        const withCopy = addEntry(example, year, form, copy, false)
        expect(listStatuses(withCopy).filter(status => status === 'duplicate').length).toBe(1)
        expectOnlyExclusionsDiffer(underwriteExample(example, policy), underwriteExample(withCopy, policy))
      }),
      { numRuns: 200 },
    )
  })

  it('an original that was amended changes nothing except the list of exclusions', () => {
    fc.assert(
      fc.property(lines, fc.constantFrom(...policies), fc.integer({ min: 1, max: 60 }), (rest, policy, units) => {
        const [form, key] = ['form_w2', 'wages_tips_other_compensation']
        const issuer = { ein: '77-7654321', name: 'AMENDER', address: '7 STREET' }
        // With an equal box, the original is certain.
        const w2 = (amount: number, submission: string) =>
          `2023 ${form} ${JSON.stringify({ [key]: amount * UNIT, dependent_care_benefits: 1, issuer, submission_type: submission })}`
        const example = readExample([w2(units, 'Amended document'), printExample(rest)].join('\n'))
        const original = readExample(w2(units + 1, 'Original document'))
        const [entry] = ((original.raw['records'] as Raw[])[0]!['forms'] as Raw[])[0]![form] as Raw[]
        const withOriginal = addEntry(example, 2023, form, entry!, true)
        expect(listStatuses(withOriginal).filter(status => status === 'superseded').length).toBe(1)
        expectOnlyExclusionsDiffer(underwriteExample(example, policy), underwriteExample(withOriginal, policy))
      }),
      { numRuns: 200 },
    )
  })

  it('a duplicate in a later, complete transcript removes the year_incomplete flag', () => {
    const example = readExample(`
      2022 form_w2 {"wages_tips_other_compensation": 24000}
      2023 form_w2 {"wages_tips_other_compensation": 24000}
      pulled: 2022 irs 2024-02-10
      pulled: 2023 irs 2024-02-10
    `)
    const raw = structuredClone(example.raw)
    const records = raw['records'] as Raw[]
    records.push({ ...records[1], id: 'again', date: '2024-08-01T00:00:00Z' })
    const withSecondPull = { ...example, raw, asOfYear: 2023 }
    expect(listStatuses(withSecondPull).toSorted()).toEqual(['counted', 'counted', 'duplicate'])
    const [one, two] = [underwriteExample({ ...example, asOfYear: 2023 }), underwriteExample(withSecondPull)]
    const flags = ({ qualifyingIncome }: PolicyUnderwriting) => qualifyingIncome.map(row => row.flags)
    expect([flags(one), flags(two)]).toEqual([
      [['year_incomplete'], ['year_incomplete']],
      [[], []],
    ])
    expect(two.indicators).toEqual(one.indicators)
    expect(readQualifyingIncome(two)).toEqual(readQualifyingIncome(one))
  })

  it('the order of records, forms and entries never matters', () => {
    for (const seed of SEEDS) {
      const raw = makeRandomDossier(seed)
      const records = (raw['records'] as Raw[]).toReversed()
      const fullyReversed = records.map(record => ({
        ...record,
        forms: (record['forms'] as Raw[])
          .toReversed()
          .map(form =>
            Object.fromEntries(
              Object.entries(form).map(([key, value]) => [key, Array.isArray(value) ? value.toReversed() : value]),
            ),
          ),
      }))
      const [asWritten, recordsReversed, allReversed] = [
        raw,
        { ...raw, records },
        { ...raw, records: fullyReversed },
      ].map(dossier => resultOfDossier(dossier))
      for (const policy of policies) {
        const one = underwrite(asWritten!, policy)
        expectEqual(underwrite(recordsReversed!, policy), one)
        expectEqual(dropTraces(underwrite(allReversed!, policy)), dropTraces(one))
      }
    }
  })

  it('every figure follows from its inputs', () => {
    const sum = (amounts: readonly (Cents | null)[]): Cents =>
      amounts.reduce<Cents>((total, amount) => addCents(total, amount ?? 0), 0)
    for (const seed of SEEDS) {
      const result = resultOfDossier(makeRandomDossier(seed))
      for (const policy of policies) {
        const underwriting = underwrite(result, policy)
        const traces = new Map(underwriting.traces.map(trace => [trace.figure, trace]))
        const rows = underwriting.qualifyingIncome.filter(({ category }) => category !== 'total')
        for (const row of rows) {
          expect(row.qualifyingMonthly).toBe(
            row.flags.includes('ratio_only') ? row.monthlyAmount : addCents(row.monthlyAmount, row.grossUp),
          )
          if (row.category === 'retirement') continue
          const latest = traces.get(`${row.category}.latest_amount`)!
          const lumps = latest.excluded.filter(({ reason }) => reason === 'lump_sum_excluded')
          const boxes = addCents(
            sum(latest.inputs.map(input => input.cents)),
            -sum(lumps.map(exclusion => exclusion.cents)),
          )
          expect([row.category, boxes]).toEqual([row.category, row.latestAmount ?? 0])
        }
        const total = underwriting.qualifyingIncome.find(({ category }) => category === 'total')
        expect(total?.qualifyingMonthly).toBe(sum(rows.map(row => row.qualifyingMonthly)))
        for (const trace of underwriting.traces) {
          for (const part of trace.parts) expect(traces.has(part)).toBe(true)
        }
      }
    }
  })

  it('a comparison of policies lists exactly the figures that differ', () => {
    for (const seed of SEEDS.slice(0, 40)) {
      const result = resultOfDossier(makeRandomDossier(seed))
      const [a, b] = [POLICIES['fannie-2026-03']!, POLICIES['conservative']!]
      const differing = new Set(compareUnderPolicies(result, a, b).map(({ figure }) => figure))
      const [one, two] = [underwrite(result, a), underwrite(result, b)]
      for (const [i, { figure, value }] of one.traces.entries()) {
        expect([figure, differing.has(figure)]).toEqual([figure, two.traces[i]?.value !== value])
      }
      expect(compareUnderPolicies(result, a, a)).toEqual([])
    }
  })
})
