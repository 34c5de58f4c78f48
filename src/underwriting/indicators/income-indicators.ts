import { addCents, type Cents, type Millionths, narrowBigint, subtractCents } from '../../core/money.js'
import { divideToMicros } from '../../core/ratio.js'
import { type FactRow, isCountedFact } from '../../figures/facts.js'
import { hasMissingMainBox, PayerPayments } from '../../figures/years.js'
import { findCell } from '../../ingest/source.js'
import { findCategory, findWithholdingKind, isInTotal, type Role } from '../../schema/role.js'
import { type BorrowerView, ownForms, type UsedForm } from '../borrowers/borrower-view.js'
import { isFormUnreadable, isSumUnreadable } from '../borrowers/completeness.js'
import { factsOfYear, sumFacts, yearsOf } from '../streams/averaging.js'
import { inputOf, inputOfFact, leftOut } from '../traces/trace.js'
import { type IndicatorValue, indicatorOf } from './indicator.js'

/** Federal tax, of residents and of others. */
const WITHHELD: ReadonlySet<string | null> = new Set(['federal', 'nonresident'])

const isOfTotal = (role: Role): boolean => isInTotal(findCategory(role))

/** The largest payer's share of a year: the one that its sums have, where all of it is income and the borrower's own. */
function shareOfLargest(borrower: BorrowerView, facts: readonly FactRow[], year: number): Millionths | null {
  const isPlain =
    facts.every(({ cents }) => cents > 0) &&
    !borrower.others.some(fact => isCountedFact(fact) && fact.resolvedDocument.document.year === year)
  const yearSum = isPlain ? borrower.result.years.find(sum => sum.year === year) : undefined
  // If the year's total is unknown, the share is among the payments that are known, and the indicator's note says so.
  if (yearSum !== undefined && yearSum.largestPayerShare !== null) return yearSum.largestPayerShare
  const payments = new PayerPayments()
  for (const { resolvedDocument, cents } of facts) payments.add(resolvedDocument.document, cents)
  return payments.computeLargestShare()
}

const sortedYearsOf = (facts: readonly FactRow[]): number[] => yearsOf(facts).sort((a, b) => a - b)

const isOneTime = ({ flags }: FactRow): boolean => flags.includes('early_or_one_time')

/** Indicators of total income, which allocated tips are no part of, over the taxpayer's own counted documents. */
export function incomeIndicators(borrower: BorrowerView, year: number): (IndicatorValue | null)[] {
  const income = borrower.income.filter(
    ({ resolvedDocument, meaning }) =>
      (resolvedDocument.document.year as number) <= year && isInTotal(meaning.category),
  )
  const latest = factsOfYear(income, year)
  const lasting = income.filter(fact => !isOneTime(fact))
  const unemployment = income.filter(({ meaning }) => meaning.category === 'unemployment')
  const withheld = factsOfYear(borrower.withheld, year)
  const ofYear = (each: number): boolean => each === year
  const total = sumFacts(latest)
  const years = sortedYearsOf(lasting)
  const totals = years.map(each => sumFacts(factsOfYear(lasting, each)))
  const isLost = isSumUnreadable(borrower, ofYear, isOfTotal)
  const isTaxUnreadable = isSumUnreadable(borrower, ofYear, role => WITHHELD.has(findWithholdingKind(role)))
  const isTotalUnknown = hasMissingMainBox(borrower.gaps, year)
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
      'income from the largest payer / income from all payers; payers by identifier, name and address',
      { inputs: () => latest.map(inputOfFact), lost: isLost },
    ),
    indicatorOf(
      'effective_withholding_rate',
      latest.length + withheld.length === 0
        ? undefined
        : isUnread || isTotalUnknown || total <= 0
          ? null
          : divideToMicros(sumFacts(withheld), total),
      'federal tax withheld, including nonresident tax / total income',
      {
        inputs: () => [...withheld, ...latest].map(inputOfFact),
        // What a rate of gross receipts is to be read with.
        note: latest.some(({ meaning }) => meaning.basis === 'gross') ? 'gross_receipts' : null,
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
  const years = sortedYearsOf(facts)
  const worked = years.filter(each => borrower.forms.employment.some(({ year }) => year === each))
  const last = years.at(-1) as number
  return indicatorOf('unemployment_years', years.length, 'years with unemployment', {
    years,
    inputs: () => facts.map(inputOfFact),
    note: worked.length === 0 ? null : `also with a Form W-2, so a gap within the year: ${worked.join(';')}`,
    lost: isSumUnreadable(
      borrower,
      each => each <= last,
      role => findCategory(role) === 'unemployment',
    ),
  })
}

function wageBasis(borrower: BorrowerView, year: number): IndicatorValue | null {
  const w2s = ownForms(borrower, 'employment', year)
  let difference: Cents = 0
  const both: (UsedForm<'employment'> & { one: number; five: number })[] = []
  for (const { document, boxes } of w2s) {
    const one = findCell(document, boxes.wages) as number | null
    const five = findCell(document, boxes.medicareWages) as number | null
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

/** The largest whole number whose square is not above. */
function squareRoot(value: bigint): bigint {
  if (value < 2n) return value
  let root = 1n << BigInt(Math.ceil(value.toString(2).length / 2))
  for (;;) {
    const next = (root + value / root) >> 1n
    if (next >= root) return root
    root = next
  }
}

/**
 * The coefficient of variation in its population form, exact, rounded half-even once. Units: millionths.
 * Missing: null where the mean is 0 or below, of which a share says nothing.
 */
export function deviationMicros(values: readonly Cents[]): Millionths | null {
  const sum = values.reduce<bigint>((total, value) => total + BigInt(value), 0n)
  if (sum <= 0n) return null
  const squares = values.reduce<bigint>((total, value) => total + BigInt(value) * BigInt(value), 0n)
  // The deviation over the mean is the root of n times the squares less the square of the sum, over the sum.
  const numerator = (BigInt(values.length) * squares - sum * sum) * 1_000_000_000_000n
  const denominator = sum * sum
  const floor = squareRoot(numerator / denominator)
  const half = (2n * floor + 1n) ** 2n * denominator
  const up = 4n * numerator > half || (4n * numerator === half && floor % 2n !== 0n)
  return narrowBigint(up ? floor + 1n : floor)
}
