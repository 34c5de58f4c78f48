import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { groupByIssuer } from '../../src/figures/issuers.js'
import { INDICATORS, type IndicatorName } from '../../src/underwriting/indicators/indicator.js'
import { POLICY_NAMES } from '../../src/underwriting/policies/policies.js'
import type { Policy } from '../../src/underwriting/policies/settings.js'
import { inputOf, type Trace, type TraceInput } from '../../src/underwriting/traces/trace.js'
import { underwrite } from '../../src/underwriting/underwrite.js'
import { makeRandomDossier } from '../support/random-dossier.js'
import { resultOfDossier } from '../support/run.js'
import { policyNamed, readExample, underwriteExample, underwriteText } from './example.js'

const policies = POLICY_NAMES.map(policyNamed)

/** A traced figure and the figures that it is computed from. */
interface TracedFigure {
  readonly trace: Trace
  readonly part: (figure: string) => bigint
  /** The sum of every part. */
  readonly parts: bigint
  readonly policy: Policy
  /** The identifier of the issuer of an input's document. */
  readonly issuerOf: (input: TraceInput) => string
  /** The recipient of an input's document. */
  readonly ownerOf: (input: TraceInput) => string
}

const big = (value: unknown): bigint => BigInt((value as number | bigint | null) ?? 0)
const sum = (inputs: readonly TraceInput[]): bigint => inputs.reduce((total, { cents }) => total + big(cents), 0n)
const pickInputs = ({ inputs }: Trace, ...fields: string[]) => inputs.filter(({ field }) => fields.includes(field))
const positive = (value: bigint): bigint => (value > 0n ? value : 0n)
const listYears = (inputs: readonly TraceInput[]): number[] =>
  [...new Set(inputs.map(({ year }) => year as number))].sort((a, b) => a - b)
const countGaps = ({ inputs }: Trace): number => {
  const years = listYears(inputs)
  return years.at(-1)! - years[0]! + 1 - years.length
}
const groupInputs = (inputs: readonly TraceInput[], keyOf: (input: TraceInput) => string): TraceInput[][] => {
  const inputsByKey = new Map<string, TraceInput[]>()
  for (const input of inputs) {
    const key = keyOf(input)
    inputsByKey.set(key, [...(inputsByKey.get(key) ?? []), input])
  }
  return [...inputsByKey.values()]
}
const longestRun = (years: readonly number[]): number => {
  let [run, longest] = [0, 0]
  for (const year of years) {
    run = years.includes(year - 1) ? run + 1 : 1
    longest = Math.max(longest, run)
  }
  return longest
}

/** True if the value is the rounded quotient in millionths, or null if the denominator is not positive. */
const isRatio = (value: Trace['value'], numerator: bigint, denominator: bigint): boolean => {
  if (denominator <= 0n) return value === null
  const off = big(value) * denominator - numerator * 1_000_000n
  return 2n * (off < 0n ? -off : off) <= denominator
}

/** Recalculates each indicator from its trace only and compares it with the figure. */
const RECALCULATIONS: Readonly<Record<IndicatorName, (traced: TracedFigure) => boolean>> = {
  years_of_history: ({ trace }) => trace.value === listYears(trace.inputs).length,
  missing_years: ({ trace }) => trace.value === countGaps(trace),
  employment_gap_years: ({ trace }) => trace.value === countGaps(trace),
  employer_tenure_years: ({ trace, issuerOf }) =>
    trace.value === Math.max(...groupInputs(trace.inputs, issuerOf).map(group => longestRun(listYears(group)))),
  concurrent_employers: ({ trace, issuerOf }) => trace.value === groupInputs(trace.inputs, issuerOf).length,
  employer_change: ({ trace, issuerOf }) =>
    trace.value === groupInputs(trace.inputs, issuerOf).filter(group => listYears(group).length === 1).length,
  payer_concentration: ({ trace, issuerOf }) => {
    const paid = groupInputs(trace.inputs, issuerOf).map(sum)
    return isRatio(
      trace.value,
      paid.reduce((a, b) => (a > b ? a : b)),
      paid.reduce((total, amount) => total + positive(amount), 0n),
    )
  },
  income_stability: ({ trace }) => {
    const totals = groupInputs(trace.inputs, ({ year }) => String(year)).map(group => Number(sum(group)))
    const mean = totals.reduce((a, b) => a + b, 0) / totals.length
    if (totals.length < 2 || mean <= 0) return trace.value === null
    const variance = totals.reduce((squares, total) => squares + (total - mean) ** 2, 0) / totals.length
    return Math.abs(Number(trace.value) - (Math.sqrt(variance) / mean) * 1e6) < 1
  },
  effective_withholding_rate: ({ trace }) => {
    const withheld = sum(trace.inputs.filter(({ field }) => /withh|derivedCredit/i.test(field)))
    return isRatio(trace.value, withheld, sum(trace.inputs) - withheld)
  },
  wage_basis_difference: ({ trace }) => big(trace.value) === sum(trace.inputs),
  unemployment_years: ({ trace }) => trace.value === listYears(trace.inputs).length,
  liability_to_income: ({ trace, parts }) => isRatio(trace.value, sum(trace.inputs), 12n * parts),
  lien_share: ({ trace }) =>
    isRatio(
      trace.value,
      sum(pickInputs(trace, 'liabilities_with_lien_filed')),
      sum(pickInputs(trace, 'total_liabilities')),
    ),
  lien_filed: ({ trace }) => trace.value === String(sum(trace.inputs) > 0n),
  tax_debt_state: ({ trace }) => {
    const owed = trace.inputs.some(({ cents }) => big(cents) > 0n)
    const lien = sum(pickInputs(trace, 'liabilities_with_lien_filed')) > 0n
    const plan = pickInputs(trace, 'plan.state')[0]?.stated ?? 'unknown'
    return trace.value === `${lien ? 'lien' : owed ? 'balance_no_lien' : 'none'}/${plan}`
  },
  imputed_monthly_tax_payment: ({ trace, policy }) => {
    const months = BigInt(policy.imputeMonths)
    return big(trace.value) === positive(sum(trace.inputs) + months - 1n) / months
  },
  oldest_balance_year: ({ trace }) => trace.value === listYears(trace.inputs.filter(({ cents }) => big(cents) > 0n))[0],
  retirement_continuance_months: ({ trace, ownerOf }) => {
    // A rollover of one person does not reduce the distributions of another.
    const selectOwner = (inputs: readonly TraceInput[], owner: string) =>
      inputs.filter(input => ownerOf(input) === owner)
    const gross = pickInputs(trace, 'grossDistribution')
    const month = [...new Set(gross.map(ownerOf))].reduce((total, owner) => {
      const sumExcluded = (reason: string) =>
        sum(
          selectOwner(
            trace.excluded.filter(exclusion => exclusion.reason === reason),
            owner,
          ),
        )
      const iras = sum(selectOwner(gross, owner))
      const rolled = positive(sumExcluded('rolled_or_converted') - sumExcluded('rollover_or_exchange'))
      return total + iras - (rolled < iras ? rolled : iras)
    }, 0n)
    const balance = positive(sum(pickInputs(trace, 'fairMarketValueOfAccount')))
    return month > 0n && big(trace.value) === (12n * balance) / month
  },
  continuance_met: ({ trace, parts, policy }) => trace.value === String(parts >= BigInt(policy.continuanceMonths)),
  mortgages_reported: ({ trace }) => trace.value === trace.inputs.length,
  mortgage_principal: ({ trace }) => big(trace.value) === sum(trace.inputs),
  monthly_mortgage_interest: ({ trace }) => big(trace.value) === (sum(trace.inputs) + 6n) / 12n,
  dti: ({ trace, part, parts }) => {
    const imputed = trace.parts.includes('imputed_monthly_tax_payment') ? part('imputed_monthly_tax_payment') : 0n
    return isRatio(trace.value, sum(trace.inputs) + imputed, parts - imputed)
  },
}

/** Finds indicators whose figure differs from the one recalculated from the trace. */
function findMismatches(
  traces: readonly Trace[],
  policy: Policy,
  issuerOf: TracedFigure['issuerOf'],
  ownerOf: TracedFigure['ownerOf'] = () => '',
): string[] {
  const values = new Map(traces.map(({ figure, value }) => [figure, value]))
  const part = (figure: string): bigint => big(values.get(figure))
  return traces.flatMap(fullTrace => {
    if (!(fullTrace.figure in RECALCULATIONS)) return []
    // The input `recipients` is informational. The figure is not computed from it.
    const trace = { ...fullTrace, inputs: fullTrace.inputs.filter(({ field }) => field !== 'recipients') }
    const parts = trace.parts.reduce((total, figure) => total + part(figure), 0n)
    const isSame = RECALCULATIONS[trace.figure as IndicatorName]({ trace, part, parts, policy, issuerOf, ownerOf })
    return isSame ? [] : [trace.figure]
  })
}

const IRA = { sep_indicator: true }
const coded = (code: string) => ({ distribution_codes: [{ code }] })
const KINDS = [
  ['form_w2', ['wages_tips_other_compensation', 'medicare_wages_tips', 'federal_income_tax_withheld'], {}],
  ['form_w2', ['wages_tips_other_compensation', 'medicare_wages_tips'], {}],
  ['form_w2', ['wages_tips_other_compensation'], {}],
  ['form_1099_int', ['interest_income'], {}],
  ['form_1099_g', ['unemployment_compensation'], {}],
  ['schedule_k1_1065', ['ordinary_income_k1'], {}],
  ['form_1099_r', ['gross_distribution'], { taxable_amount: 0 }],
  ['form_1099_r', ['gross_distribution', 'taxable_amount'], IRA],
  ['form_1099_r', ['gross_distribution'], IRA],
  ['form_1099_r', ['gross_distribution'], { ...IRA, ...coded('G') }],
  ['form_1099_r', ['gross_distribution'], coded('H')],
  ['form_1099_r', ['gross_distribution'], { ...IRA, ...coded('N') }],
  ['form_1099_r', ['gross_distribution'], { ...IRA, ...coded('1') }],
  ['form_1099_r', ['gross_distribution'], { ...IRA, recipient: 'XXX-XX-9999' }],
  ['form_5498', ['fair_market_value_of_account', 'rollover_contributions'], {}],
  ['form_5498', ['fair_market_value_of_account', 'roth_conversion_amount'], {}],
  ['form_5498', ['fair_market_value_of_account'], {}],
  ['form_1098', ['outstanding_mortgage_principal', 'mortgage_interest_received'], {}],
  ['form_1098', ['outstanding_mortgage_principal'], {}],
] as const

const issuers = [0, 1, 2].map(digit => {
  const id = `1${digit}-3456780`
  return { ein: id, fin: id, name: `ISSUER ${digit}`, address: `${digit} STREET` }
})
const amount = fc.integer({ min: 1, max: 9_000_000 }).map(cents => cents / 100)
const lines = fc.array(
  fc
    .record({
      kind: fc.constantFrom(...KINDS),
      year: fc.constantFrom(2021, 2022, 2023, 2023, 2023),
      amounts: fc.array(amount, { minLength: 3, maxLength: 3 }),
      issuer: fc.constantFrom(...issuers),
    })
    .map(({ kind: [form, boxes, otherBoxes], year, amounts, issuer }) => {
      const entryBoxes = Object.fromEntries(boxes.map((box, i) => [box, amounts[i]]))
      return `${year} ${form} ${JSON.stringify({ ...otherBoxes, ...entryBoxes, issuer })}`
    }),
  { minLength: 1, maxLength: 20 },
)
const debts = fc
  .record({ total: amount, lien: fc.constantFrom(0, 10.01), due: fc.constantFrom(0, -1, 72, 100.37), old: amount })
  .map(
    ({ total, lien, due, old }) =>
      `taxpayer: ${JSON.stringify({ analysis: { total_liabilities: String(total), liabilities_with_lien_filed: String(lien) }, details: { balance_summary: { balance_due: due, tax_years: [{ year: '2019', amount: old }] } } })}`,
  )
const knownFactLines = fc.constantFrom(
  'known: {"monthly_obligations": 1000}',
  'known: {"monthly_obligations": 10, "plan": {"state": "applied", "monthly_payment": 12.34}, "recipients": ["9999"]}',
  'known: {}',
)

describe('indicators from their traces', () => {
  it('can be recalculated from the inputs, parts and exclusions of the trace', () => {
    const seen = new Set<string>()
    fc.assert(
      fc.property(
        lines,
        debts,
        knownFactLines,
        fc.constantFrom(...policies),
        (documents, debt, knownFactLine, policy) => {
          const example = readExample([...documents, debt, knownFactLine].join('\n'))
          const { traces } = underwriteExample(example, policy)
          for (const { figure } of traces) seen.add(figure)
          const records = example.raw['records'] as { id: string; forms: Record<string, unknown>[] }[]
          const textOf = ({ recordId, form, formIndex, entryIndex }: TraceInput): string => {
            const list = records.find(({ id }) => id === recordId)?.forms[formIndex!]?.[form]
            return JSON.stringify((list as unknown[])[entryIndex!])
          }
          const issuerOf = (input: TraceInput): string => /1\d-3456780/.exec(textOf(input))![0]
          const ownerOf = (input: TraceInput): string => /XXX-XX-9999/.exec(textOf(input))?.[0] ?? ''
          expect(findMismatches(traces, policy, issuerOf, ownerOf)).toEqual([])
        },
      ),
      { numRuns: 600 },
    )
    for (const indicator of Object.keys(INDICATORS)) expect([indicator, seen.has(indicator)]).toEqual([indicator, true])
  })

  it('can be recalculated for documents of every form', () => {
    const printPlace = ({ recordId, form, formIndex, entryIndex }: TraceInput): string =>
      JSON.stringify([recordId, form, formIndex, entryIndex])
    for (let seed = 1; seed <= 120; seed++) {
      const result = resultOfDossier(makeRandomDossier(seed))
      const documents = result.resolution.documents.map(({ document }) => document)
      // The trace does not decide whether two masked issuers are one.
      const issuers = new Map(
        groupByIssuer(documents).flatMap((group, i) =>
          group.documents.map(document => [printPlace(inputOf(document, '', null)), String(i)]),
        ),
      )
      const issuerOf = (input: TraceInput): string => issuers.get(printPlace(input))!
      // If the main amount of a document is missing, the year has no total, and these have no value.
      const isMainBoxMissing = documents.some(({ missingMainBox }) => missingMainBox !== null)
      const isRateOfTotal = ({ figure, value }: Trace): boolean =>
        value === null && ['payer_concentration', 'effective_withholding_rate'].includes(figure)
      for (const policy of policies) {
        const { traces } = underwrite(result, policy)
        const withValue = isMainBoxMissing ? traces.filter(trace => !isRateOfTotal(trace)) : traces
        expect([seed, findMismatches(withValue, policy, issuerOf)]).toEqual([seed, []])
      }
    }
  })

  it('the rule of the retirement gross-up says that it excludes rollovers', () => {
    // 10,000 - 4,000 taxable - 3,000 rolled over: 3,000 / 12 = 250, 25% of it 62.50.
    const { traces } = underwriteText(`
      2023 form_1099_r {"gross_distribution": 10000, "taxable_amount": 4000, "sep_indicator": true}
      2023 form_5498 {"rollover_contributions": 3000}
    `)
    expect(traces.find(({ figure }) => figure === 'retirement.gross_up')).toMatchObject({
      value: 6250,
      rule: '0.25 of the nontaxable part: gross less taxable of the year, of IRA rows less what was rolled over, / 12',
    })
  })

  it('continuance is computed from IRA rows and lists what it excludes', () => {
    // 36,000 / ((20,000 - (8,000 - 3,000)) / 12) = 28.8 months.
    const { traces } = underwriteText(`
      2023 form_1099_r {"gross_distribution": 12000, "taxable_amount": 12000}
      2023 form_1099_r {"gross_distribution": 20000, "taxable_amount": 20000, "sep_indicator": true}
      2023 form_1099_r {"gross_distribution": 700, "taxable_amount": 700, "sep_indicator": true, "distribution_codes": [{"code": "1"}]}
      2023 form_1099_r {"gross_distribution": 3000, "taxable_amount": 0, "sep_indicator": true, "distribution_codes": [{"code": "G"}]}
      2023 form_5498 {"rollover_contributions": 8000, "fair_market_value_of_account": 36000}
    `)
    const trace = traces.find(({ figure }) => figure === 'retirement_continuance_months')!
    expect([trace.value, trace.parts]).toEqual([28, []])
    expect(trace.inputs.map(({ field, entryIndex, cents }) => [field, entryIndex, cents])).toEqual([
      ['fairMarketValueOfAccount', 0, 3_600_000],
      ['grossDistribution', 1, 2_000_000],
    ])
    expect(trace.excluded.map(({ field, entryIndex, cents, reason }) => [field, entryIndex, cents, reason])).toEqual([
      ['grossDistribution', 0, 1_200_000, 'not_ira'],
      ['grossDistribution', 2, 70_000, 'early_or_one_time'],
      ['rolloverContributions', 0, 800_000, 'rolled_or_converted'],
      ['grossDistribution', 3, 300_000, 'rollover_or_exchange'],
    ])
    // The rule of the row explains why the amount is not a simple difference.
    expect(traces.find(({ figure }) => figure === 'retirement.latest_amount')).toMatchObject({
      value: 2_700_000,
      rule: 'counted boxes of 2023, less what is left out; rollovers and conversions reduce it only as far as codes G and H do not explain them, and at most by the IRA rows',
    })
  })
})
