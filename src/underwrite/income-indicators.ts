import { addCents, type Cents, ratioMicros, subtractCents } from '../core/money.js'
import { cellOf, type SourceDocument } from '../normalize/source.js'
import { categoryOf, kindOf } from '../spec/role.js'
import type { FactRow } from '../summarize/facts.js'
import { groupByIssuer } from '../summarize/issuers.js'
import { isInTotal } from '../summarize/years.js'
import { deviationMicros } from './deviation.js'
import { indicatorOf, type WorkedIndicator } from './indicator.js'
import { type Own, ownForms } from './own.js'
import type { Policy } from './policy.js'
import { sumCents } from './sum-cents.js'
import { inputOf, inputOfFact, type TraceInput } from './trace.js'

const totalOf = (facts: readonly FactRow[]): Cents => sumCents(facts.map(({ cents }) => cents))

/** Indicators of total income, which allocated tips are no part of, over the taxpayer's own counted documents. */
export function incomeIndicators(own: Own, year: number): WorkedIndicator[] {
  const income = own.facts.filter(
    ({ role, of }) => isInTotal(categoryOf(role)) && (of.document.year as number) <= year,
  )
  const latest = income.filter(({ of }) => of.document.year === year)
  const rows: WorkedIndicator[] = []
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
        { inputs: () => income.map(inputOfFact), years: [...totals.keys()].sort((a, b) => a - b) },
      ),
    )
  }
  const total = totalOf(latest)
  if (latest.length > 0) {
    const largest = largestPayer(latest)
    rows.push(
      indicatorOf(
        'payer_concentration',
        { ratio: total > 0 ? ratioMicros(totalOf(largest), total) : null },
        'income from the largest payer / total income; payers by identifier, name and address',
        { inputs: () => latest.map(inputOfFact) },
      ),
    )
  }
  const withheld = own.facts.filter(({ role, of }) => kindOf(role) === 'federal' && of.document.year === year)
  if (latest.length + withheld.length > 0) {
    rows.push(
      indicatorOf(
        'effective_withholding_rate',
        { ratio: total > 0 ? ratioMicros(totalOf(withheld), total) : null },
        'federal tax withheld / total income',
        { inputs: () => [...withheld, ...latest].map(inputOfFact) },
      ),
    )
  }
  return [...rows, ...wageBasis(ownForms(own, 'form_w2', year))]
}

function largestPayer(facts: readonly FactRow[]): FactRow[] {
  const held = new Map<SourceDocument, FactRow[]>()
  for (const fact of facts) held.set(fact.of.document, [...(held.get(fact.of.document) ?? []), fact])
  let largest: FactRow[] | null = null
  for (const { documents } of groupByIssuer([...held.keys()])) {
    const paid = documents.flatMap(document => held.get(document) ?? [])
    if (largest === null || totalOf(paid) > totalOf(largest)) largest = paid
  }
  return largest ?? []
}

function wageBasis(w2s: readonly SourceDocument[]): WorkedIndicator[] {
  let difference: Cents = 0
  const inputs: TraceInput[] = []
  for (const document of w2s) {
    const one = cellOf(document, 'wages') as number | null
    const five = cellOf(document, 'medicareWagesTips') as number | null
    if (one === null || five === null) continue
    difference = addCents(difference, subtractCents(five, one))
    inputs.push(inputOf(document, 'medicareWagesTips', five), inputOf(document, 'wages', -one + 0))
  }
  if (inputs.length === 0) return []
  const left = w2s.length - inputs.length / 2
  const note = left === 0 ? null : `${left} of ${w2s.length} without both boxes`
  return [
    indicatorOf('wage_basis_difference', { amount: difference }, 'sum of box 5 less box 1', {
      inputs: () => inputs,
      note,
    }),
  ]
}

/** How long the balances of Form 5498 would last. Missing: no row without a balance, or without income from IRAs. */
export function continuanceIndicators(
  own: Own,
  year: number,
  iraIncome: Cents,
  policy: Policy,
): WorkedIndicator[] {
  const inputs = ownForms(own, 'form_5498', year).flatMap(document => {
    const cents = cellOf(document, 'fairMarketValueOfAccount') as number | null
    return cents === null ? [] : [inputOf(document, 'fairMarketValueOfAccount', cents)]
  })
  if (inputs.length === 0 || iraIncome <= 0) return []
  const balance = BigInt(sumCents(inputs.map(({ cents }) => cents ?? 0)))
  const months = balance <= 0n ? 0n : (balance * 12n) / BigInt(iraIncome)
  const parts = ['retirement.latest_amount']
  return [
    indicatorOf(
      'retirement_continuance_months',
      { count: Number(months) },
      'balances of Form 5498 / (income from IRAs / 12), whole months',
      { inputs: () => inputs, parts },
    ),
    indicatorOf(
      'continuance_met',
      { label: String(months >= BigInt(policy.continuanceMonths)) },
      `retirement_continuance_months of ${policy.continuanceMonths} or more`,
      { parts: ['retirement_continuance_months'] },
    ),
  ]
}
