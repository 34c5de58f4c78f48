import { addAll } from '../core/lists.js'
import { addCents, type Cents, subtractCents, sumCents } from '../core/money.js'
import { categoryOf } from '../model/role.js'
import { cellOf } from '../normalize/source.js'
import { fieldsOf } from '../summarize/document-fields.js'
import type { FactRow } from '../summarize/facts.js'
import { type BorrowerView, ownForms } from './borrower-view.js'
import { type AdjustedYear, plainYear, sumFacts } from './facts-of-years.js'
import type { Flag } from './flag.js'
import { type IndicatorValue, indicatorOf } from './indicator.js'
import { isFormUnreadable, isSumUnreadable } from './lost.js'
import type { Policy } from './policy.js'
import { inputOf, inputOfFact, leftOut, type TraceExclusion, type TraceInput } from './trace.js'

const notBelowZero = (cents: Cents): Cents => (cents < 0 ? 0 : cents)
const least = (a: Cents, b: Cents): Cents => (a < b ? a : b)

/** What may have come back of a distribution, by the names of the boxes' uses. */
type Rolled = 'rollovers' | 'conversions'

const centsOf = (list: readonly TraceInput[]): Cents => sumCents(list.map(({ cents }) => cents ?? 0))
const isIra = ({ flags }: FactRow): boolean => flags.includes('ira')

/** The gross of a year's direct rollovers, codes G and H. */
const directRollovers = (borrower: BorrowerView, year: number): TraceInput[] =>
  ownForms(borrower, 'distribution', year).flatMap(({ document, boxes }) => {
    const cents = cellOf(document, boxes.gross) as number | null
    return cents !== null && boxes.isDirectRollover(fieldsOf(document))
      ? [inputOf(document, boxes.gross, cents)]
      : []
  })

/** True where a row is a Roth IRA's. */
const isRoth = ({ of: { document } }: FactRow): boolean =>
  document.plan.uses.distribution?.isFromRoth(fieldsOf(document)) === true

/** What Form 5498 says was rolled over or converted in a year, beyond the direct rollovers of codes G and H. */
function rolledOver(
  borrower: BorrowerView,
  year: number,
  rolled: readonly Rolled[],
): { cents: Cents; excluded: TraceExclusion[] } {
  const excluded = ownForms(borrower, 'retirementAccount', year).flatMap(({ document, boxes }) =>
    rolled.flatMap(each => {
      const field = boxes[each]
      const cents = cellOf(document, field) as number | null
      return cents === null || cents === 0
        ? []
        : [leftOut(inputOf(document, field, cents), 'rolled_or_converted')]
    }),
  )
  if (excluded.length === 0) return { cents: 0, excluded }
  const cents = subtractCents(centsOf(excluded), centsOf(directRollovers(borrower, year)))
  return { cents: notBelowZero(cents), excluded }
}

/** True where what was rolled over, or what direct rollovers explain of it, may have been lost. */
const isRolledOverUnreadable = (
  borrower: BorrowerView,
  year: number,
  rolled: readonly Rolled[],
  isAny: boolean,
): boolean => {
  const ofYear = (each: number): boolean => each === year
  return (
    isFormUnreadable(borrower, 'retirementAccount', ofYear, boxes => rolled.map(each => boxes[each])) ||
    (isAny && isFormUnreadable(borrower, 'distribution', ofYear, ({ gross }) => [gross]))
  )
}

/** The part of a distribution that is known not to be taxable: at most all of it. */
const untaxed = ({ cents, taxable }: FactRow): Cents =>
  taxable === null ? 0 : notBelowZero(least(subtractCents(cents, taxable ?? cents), cents))

/**
 * A year of retirement income: early and one-time rows out, and IRA rows up to what was not rolled over or converted.
 * What was rolled over is first taken from the nontaxable part, since a rolled-over amount is not taxable. Missing: what
 * of it could not be read is not taken, flagged `incomplete`.
 */
export function retirementOf(facts: readonly FactRow[], year: number, borrower: BorrowerView): AdjustedYear {
  if (facts.length === 0) return plainYear(facts)
  const kept: FactRow[] = []
  const iras: FactRow[] = []
  const others: FactRow[] = []
  const excluded: TraceExclusion[] = []
  for (const fact of facts) {
    if (fact.flags.includes('early_or_one_time'))
      excluded.push(leftOut(inputOfFact(fact), 'early_or_one_time'))
    else {
      kept.push(fact)
      const held = isIra(fact) ? iras : others
      held.push(fact)
    }
  }
  const gross = notBelowZero(sumFacts(iras))
  const kinds: Rolled[] = iras.every(isRoth) ? ['rollovers'] : ['rollovers', 'conversions']
  const rolled = gross === 0 ? { cents: 0, excluded: [] } : rolledOver(borrower, year, kinds)
  const taken = least(rolled.cents, gross)
  const ira = subtractCents(sumFacts(iras), taken)
  const iraUntaxed = notBelowZero(subtractCents(sumCents(iras.map(untaxed)), taken))
  const flags: Flag[] = []
  if (excluded.length > 0) flags.push('early_or_one_time')
  if (gross > 0 && isRolledOverUnreadable(borrower, year, kinds, rolled.excluded.length > 0))
    flags.push('incomplete')
  if (taken > 0) {
    flags.push('rolled_or_converted')
    addAll(excluded, rolled.excluded)
  }
  if (kept.some(fact => fact.flags.includes('taxable_upper_bound'))) flags.push('taxable_upper_bound')
  const cents = addCents(sumFacts(others), ira)
  return {
    cents: kept.length === 0 ? null : cents,
    nontaxable: notBelowZero(least(addCents(sumCents(others.map(untaxed)), iraUntaxed), cents)),
    ira: notBelowZero(ira),
    kept,
    excluded,
    flags,
  }
}

/** What a year's income from IRAs stands on: their rows, and what of the year is no part of it, with its reason. */
function iraSources(
  { kept, excluded, flags }: AdjustedYear,
  borrower: BorrowerView,
  year: number,
): { inputs: TraceInput[]; excluded: TraceExclusion[] } {
  const direct = flags.includes('rolled_or_converted') ? directRollovers(borrower, year) : []
  return {
    inputs: kept.filter(isIra).map(inputOfFact),
    excluded: [
      ...kept.filter(fact => !isIra(fact)).map(fact => leftOut(inputOfFact(fact), 'not_ira')),
      ...excluded,
      ...direct.map(each => leftOut(each, 'rollover_or_exchange')),
    ],
  }
}

/** A borrower's year of retirement income. */
export interface RetirementYear {
  readonly latest: AdjustedYear
  readonly view: BorrowerView
}

/** How long the balances of Form 5498 would last. Missing: no row without a balance, or without income from IRAs. */
export function continuanceIndicators(
  borrower: BorrowerView,
  year: number,
  retirement: readonly RetirementYear[],
  policy: Policy,
): (IndicatorValue | null)[] {
  const iraIncome = sumCents(retirement.map(({ latest }) => latest.ira))
  if (iraIncome <= 0) return []
  const inputs = ownForms(borrower, 'retirementAccount', year).flatMap(({ document, boxes: { balance } }) => {
    const cents = cellOf(document, balance) as number | null
    return cents === null ? [] : [inputOf(document, balance, cents)]
  })
  if (inputs.length === 0) return []
  const ofYear = (each: number): boolean => each === year
  const unreadable =
    retirement.some(({ latest }) => latest.flags.includes('incomplete')) ||
    isFormUnreadable(borrower, 'retirementAccount', ofYear, ({ balance }) => [balance]) ||
    isSumUnreadable(borrower, ofYear, role => categoryOf(role) === 'retirement')
  const sources = () => retirement.map(({ latest, view }) => iraSources(latest, view, year))
  const balance = BigInt(sumCents(inputs.map(({ cents }) => cents ?? 0)))
  const months = balance <= 0n ? 0n : (balance * 12n) / BigInt(iraIncome)
  return [
    indicatorOf(
      'retirement_continuance_months',
      Number(months),
      'balances of Form 5498 / (income from IRAs / 12), whole months; that income is IRA rows less rollovers and conversions that codes G and H do not explain',
      {
        inputs: () => [...inputs, ...sources().flatMap(each => each.inputs)],
        excluded: () => sources().flatMap(each => each.excluded),
        lost: unreadable,
      },
    ),
    indicatorOf(
      'continuance_met',
      String(months >= BigInt(policy.continuanceMonths)),
      `retirement_continuance_months of ${policy.continuanceMonths} or more`,
      { parts: ['retirement_continuance_months'], lost: unreadable },
    ),
  ]
}
