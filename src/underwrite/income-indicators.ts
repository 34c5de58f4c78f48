import { addCents, type Cents, ratioMicros, subtractCents, sumCents } from '../core/money.js'
import { cellOf, type SourceDocument } from '../normalize/source.js'
import { groupByIssuer } from '../resolve/issuers.js'
import { categoryOf, kindOf, type Role } from '../spec/role.js'
import type { FactRow } from '../summarize/facts.js'
import type { TaxpayerResult } from '../summarize/result.js'
import { isInTotal } from '../summarize/years.js'
import { deviationMicros } from './deviation.js'
import { indicatorOf, type WorkedIndicator } from './indicator.js'
import { isFormLost, isSumLost } from './lost.js'
import { type Own, ownForms } from './own.js'
import type { Policy } from './policy.js'
import { type AdjustedYear, iraSources } from './retirement.js'
import { sumFacts } from './sum-facts.js'
import { inputOf, inputOfFact, type TraceInput } from './trace.js'

const isOfTotal = (role: Role): boolean => isInTotal(categoryOf(role))

/** Indicators of total income, which allocated tips are no part of, over the taxpayer's own counted documents. */
export function incomeIndicators(result: TaxpayerResult, own: Own, year: number): WorkedIndicator[] {
  const income = own.income.filter(
    ({ meaning, of }) => isInTotal(meaning.category) && (of.document.year as number) <= year,
  )
  const latest = income.filter(({ of }) => of.document.year === year)
  const rows: WorkedIndicator[] = []
  const ofYear = (each: number): boolean => each === year
  if (income.length > 0) {
    const totals = new Map<number, Cents>()
    for (const { of, cents } of income) {
      const each = of.document.year as number
      totals.set(each, addCents(totals.get(each) ?? 0, cents))
    }
    rows.push(
      indicatorOf(
        'income_stability',
        { ratio: totals.size < 2 ? null : deviationMicros([...totals.values()]) },
        'population standard deviation of yearly totals / their mean; lower is steadier',
        {
          inputs: () => income.map(inputOfFact),
          years: [...totals.keys()].sort((a, b) => a - b),
          lost: isSumLost(own, each => each <= year, isOfTotal),
        },
      ),
    )
  }
  const total = sumFacts(latest)
  if (latest.length > 0) {
    rows.push(
      indicatorOf(
        'payer_concentration',
        { ratio: own.whole ? shareOfYear(result, year) : shareOfLargest(latest, total) },
        'income from the largest payer / total income; payers by identifier, name and address',
        { inputs: () => latest.map(inputOfFact), lost: isSumLost(own, ofYear, isOfTotal) },
      ),
    )
  }
  const withheld = own.withheld.filter(({ of }) => of.document.year === year)
  if (latest.length + withheld.length > 0) {
    rows.push(
      indicatorOf(
        'effective_withholding_rate',
        { ratio: total > 0 ? ratioMicros(sumFacts(withheld), total) : null },
        'federal tax withheld / total income',
        {
          inputs: () => [...withheld, ...latest].map(inputOfFact),
          lost: isSumLost(own, ofYear, role => isOfTotal(role) || kindOf(role) === 'federal'),
        },
      ),
    )
  }
  rows.push(...wageBasis(own, year))
  return rows
}

/** The largest payer's share as the year's sums have it, where all that counts is the taxpayer's own. */
const shareOfYear = ({ years }: TaxpayerResult, year: number): Cents | null =>
  years.find(each => each.year === year)?.largestPayerShare ?? null

/** The largest payer's share of the facts of a year. Missing: null where their total is 0 or below. */
function shareOfLargest(facts: readonly FactRow[], total: Cents): Cents | null {
  if (total <= 0) return null
  const paid = new Map<SourceDocument, Cents>()
  for (const { of, cents } of facts) paid.set(of.document, addCents(paid.get(of.document) ?? 0, cents))
  let largest: Cents | null = null
  for (const { documents } of groupByIssuer([...paid.keys()])) {
    const sum = sumCents(documents.map(document => paid.get(document) ?? 0))
    if (largest === null || sum > largest) largest = sum
  }
  return ratioMicros(largest ?? 0, total)
}

function wageBasis(own: Own, year: number): WorkedIndicator[] {
  const w2s = ownForms(own, 'form_w2', year)
  let difference: Cents = 0
  const both: { document: SourceDocument; one: number; five: number }[] = []
  for (const document of w2s) {
    const one = cellOf(document, 'wages') as number | null
    const five = cellOf(document, 'medicareWagesTips') as number | null
    if (one === null || five === null) continue
    difference = addCents(difference, subtractCents(five, one))
    both.push({ document, one, five })
  }
  if (both.length === 0) return []
  const inputs = (): TraceInput[] =>
    both.flatMap(({ document, one, five }) => [
      inputOf(document, 'medicareWagesTips', five),
      inputOf(document, 'wages', -one + 0),
    ])
  const left = w2s.length - both.length
  const note = left === 0 ? null : `${left} of ${w2s.length} without both boxes`
  return [
    indicatorOf('wage_basis_difference', { amount: difference }, 'sum of box 5 less box 1', {
      inputs,
      note,
      lost: isFormLost(own, 'form_w2', each => each === year, 'wages', 'medicareWagesTips'),
    }),
  ]
}

/** How long the balances of Form 5498 would last. Missing: no row without a balance, or without income from IRAs. */
export function continuanceIndicators(
  own: Own,
  year: number,
  retirement: AdjustedYear | undefined,
  policy: Policy,
): WorkedIndicator[] {
  const iraIncome = retirement?.ira ?? 0
  const inputs = ownForms(own, 'form_5498', year).flatMap(document => {
    const cents = cellOf(document, 'fairMarketValueOfAccount') as number | null
    return cents === null ? [] : [inputOf(document, 'fairMarketValueOfAccount', cents)]
  })
  if (retirement === undefined || inputs.length === 0 || iraIncome <= 0) return []
  const ofYear = (each: number): boolean => each === year
  const lost =
    retirement.flags.includes('incomplete') ||
    isFormLost(own, 'form_5498', ofYear, 'fairMarketValueOfAccount') ||
    isSumLost(own, ofYear, role => categoryOf(role) === 'retirement')
  const balance = BigInt(sumCents(inputs.map(({ cents }) => cents ?? 0)))
  const months = balance <= 0n ? 0n : (balance * 12n) / BigInt(iraIncome)
  return [
    indicatorOf(
      'retirement_continuance_months',
      { count: Number(months) },
      'balances of Form 5498 / (income from IRAs / 12), whole months; that income is IRA rows less rollovers and conversions that codes G and H do not explain',
      {
        inputs: () => [...inputs, ...iraSources(retirement, own, year).inputs],
        excluded: () => iraSources(retirement, own, year).excluded,
        lost,
      },
    ),
    indicatorOf(
      'continuance_met',
      { label: String(months >= BigInt(policy.continuanceMonths)) },
      `retirement_continuance_months of ${policy.continuanceMonths} or more`,
      { parts: ['retirement_continuance_months'], lost },
    ),
  ]
}
