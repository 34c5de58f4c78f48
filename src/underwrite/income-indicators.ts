import { addInOrder } from '../core/lists.js'
import { ratioMicros } from '../core/micros.js'
import { addCents, type Cents, subtractCents } from '../core/money.js'
import { categoryOf, isInTotal, kindOf, type Role } from '../model/role.js'
import { cellOf } from '../normalize/source.js'
import { type FactRow, isCounted } from '../summarize/facts.js'
import { isMainAmountMissing, Payments } from '../summarize/years.js'
import { type BorrowerView, ownForms, type UsedForm } from './borrower-view.js'
import { deviationMicros } from './deviation.js'
import { sumFacts } from './facts-of-years.js'
import { type IndicatorValue, indicatorOf } from './indicator.js'
import { isFormUnreadable, isSumUnreadable } from './lost.js'
import { inputOf, inputOfFact, leftOut } from './trace.js'

/** Federal tax, of residents and of others. */
const WITHHELD: ReadonlySet<string | null> = new Set(['federal', 'nonresident'])

const isOfTotal = (role: Role): boolean => isInTotal(categoryOf(role))

/** The largest payer's share of a year: the one that its sums have, where all of it is income and the borrower's own. */
function shareOfLargest(borrower: BorrowerView, facts: readonly FactRow[], year: number): Cents | null {
  const isPlain =
    facts.every(({ cents }) => cents > 0) &&
    !borrower.others.some(fact => isCounted(fact) && fact.of.document.year === year)
  const yearSum = isPlain ? borrower.result.years.find(sum => sum.year === year) : undefined
  // If the year's total is unknown, the share is among the payments that are known, and the indicator's note says so.
  if (yearSum !== undefined && yearSum.largestPayerShare !== null) return yearSum.largestPayerShare
  const payments = new Payments()
  for (const { of, cents } of facts) payments.add(of.document, cents)
  return payments.shareOfPaid()
}

const isOneTime = ({ flags }: FactRow): boolean => flags.includes('early_or_one_time')

/** Income that the total holds, up to a year, as the indicators look at it. */
function lookAt(facts: readonly FactRow[], year: number) {
  const income: FactRow[] = []
  // Of the year itself.
  const latest: FactRow[] = []
  // Without what is paid once.
  const lasting: FactRow[] = []
  const unemployment: FactRow[] = []
  // Part of the year's is gross receipts.
  let isGross = false
  for (const fact of facts) {
    const { category, basis } = fact.meaning
    const each = fact.of.document.year as number
    if (each > year || !isInTotal(category)) continue
    income.push(fact)
    if (!isOneTime(fact)) lasting.push(fact)
    if (category === 'unemployment') unemployment.push(fact)
    if (each < year) continue
    latest.push(fact)
    isGross ||= basis === 'gross'
  }
  return { income, latest, lasting, unemployment, isGross }
}

/** The totals of facts by year, and the years in their order. */
function totalsOf(facts: readonly FactRow[]): { years: readonly number[]; totals: readonly Cents[] } {
  const totals = new Map<number, Cents>()
  const years: number[] = []
  for (const { of, cents } of facts) {
    const year = of.document.year as number
    const sum = totals.get(year)
    if (sum === undefined) addInOrder(years, year)
    totals.set(year, sum === undefined ? cents : addCents(sum, cents))
  }
  return { years, totals: years.map(year => totals.get(year) as Cents) }
}

/** Indicators of total income, which allocated tips are no part of, over the taxpayer's own counted documents. */
export function incomeIndicators(borrower: BorrowerView, year: number): (IndicatorValue | null)[] {
  const { income, latest, lasting, unemployment, isGross } = lookAt(borrower.income, year)
  const withheld = borrower.withheld.filter(({ of }) => of.document.year === year)
  const ofYear = (each: number): boolean => each === year
  const total = sumFacts(latest)
  const { years, totals } = totalsOf(lasting)
  const isLost = isSumUnreadable(borrower, ofYear, isOfTotal)
  const isTaxUnreadable = isSumUnreadable(borrower, ofYear, role => WITHHELD.has(kindOf(role)))
  const isTotalUnknown = isMainAmountMissing(borrower.gaps, year)
  // Of tax none of which could be read nothing says that it was 0.
  const isUnread = withheld.length === 0 && isTaxUnreadable
  return [
    indicatorOf(
      'income_stability',
      lasting.length === 0 ? undefined : years.length < 2 ? null : deviationMicros(totals),
      'population standard deviation of yearly totals without one-time income / their mean; lower is steadier',
      {
        inputs: () => lasting.map(inputOfFact),
        excluded: () => income.filter(isOneTime).map(fact => leftOut(inputOfFact(fact), 'early_or_one_time')),
        years,
        lost: isSumUnreadable(borrower, each => each <= year, isOfTotal),
      },
    ),
    indicatorOf(
      'payer_concentration',
      latest.length === 0 ? undefined : isTotalUnknown ? null : shareOfLargest(borrower, latest, year),
      'income from the largest payer / that of all who paid any; payers by identifier, name and address',
      { inputs: () => latest.map(inputOfFact), lost: isLost },
    ),
    indicatorOf(
      'effective_withholding_rate',
      latest.length + withheld.length === 0
        ? undefined
        : isUnread || isTotalUnknown || total <= 0
          ? null
          : ratioMicros(sumFacts(withheld), total),
      'federal tax withheld, of nonresidents too, / total income',
      {
        inputs: () => [...withheld, ...latest].map(inputOfFact),
        // What a rate of gross receipts is to be read with.
        note: isGross ? 'gross_receipts' : null,
        lost: isTaxUnreadable || isLost,
      },
    ),
    wageBasis(borrower, year),
    unemploymentYears(borrower, unemployment),
  ]
}

/** The years with unemployment; one that has a Form W-2 too has a gap inside it. */
function unemploymentYears(borrower: BorrowerView, facts: readonly FactRow[]): IndicatorValue | null {
  if (facts.length === 0) return null
  const years: number[] = []
  for (const { of } of facts) addInOrder(years, of.document.year as number)
  const worked = years.filter(each => borrower.forms.employment.some(({ year }) => year === each))
  const last = years.at(-1) as number
  return indicatorOf('unemployment_years', years.length, 'years with unemployment', {
    years,
    inputs: () => facts.map(inputOfFact),
    note: worked.length === 0 ? null : `with a Form W-2 too, so a gap inside the year: ${worked.join(';')}`,
    lost: isSumUnreadable(
      borrower,
      each => each <= last,
      role => categoryOf(role) === 'unemployment',
    ),
  })
}

function wageBasis(borrower: BorrowerView, year: number): IndicatorValue | null {
  const w2s = ownForms(borrower, 'employment', year)
  let difference: Cents = 0
  const both: (UsedForm<'employment'> & { one: number; five: number })[] = []
  for (const { document, boxes } of w2s) {
    const one = cellOf(document, boxes.wages) as number | null
    const five = cellOf(document, boxes.medicareWages) as number | null
    // A job outside Medicare prints 0: there is nothing to differ from.
    if (one === null || five === null || five === 0) continue
    difference = addCents(difference, subtractCents(five, one))
    both.push({ document, boxes, one, five })
  }
  const left = w2s.length - both.length
  return indicatorOf(
    'wage_basis_difference',
    both.length === 0 ? undefined : difference,
    'sum of box 5 less box 1 of Forms W-2 with Medicare wages',
    {
      inputs: () =>
        both.flatMap(({ document, boxes, one, five }) => [
          inputOf(document, boxes.medicareWages, five),
          inputOf(document, boxes.wages, -one + 0),
        ]),
      note: left === 0 ? null : `${left} of ${w2s.length} without both boxes`,
      lost: isFormUnreadable(
        borrower,
        'employment',
        each => each === year,
        ({ wages, medicareWages }) => [wages, medicareWages],
      ),
    },
  )
}
