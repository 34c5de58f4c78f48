import { addCents, type Cents, type Millionths, narrowBigint, subtractCents } from '../../core/money.js'
import { divideToMicros } from '../../core/ratio.js'
import type { FactRow } from '../../figures/facts.js'
import { hasMissingMainBox, PayerPayments } from '../../figures/years.js'
import { findCell, type SourceDocument } from '../../ingest/source.js'
import type { FormUses } from '../../schema/form.js'
import { findCategory, findWithholdingKind, isInTotal, type Role } from '../../schema/role.js'
import { excludeInput, inputOf, inputOfBox, inputOfFact } from '../traces/trace.js'
import type { BorrowerForms } from './borrower-forms.js'
import type { IndicatorCollector } from './indicator.js'

const isOfTotal = (role: Role): boolean => isInTotal(findCategory(role))
const isUnemployment = (role: Role): boolean => findCategory(role) === 'unemployment'
const isFederalTax = (role: Role): boolean => {
  const kind = findWithholdingKind(role)
  return kind === 'federal' || kind === 'nonresident'
}

/** Sums by year, in the order of the years. */
class YearTotals {
  readonly years: number[] = []
  readonly totals: Cents[] = []

  add(year: number, cents: Cents): void {
    let i = this.years.length
    while (i > 0 && (this.years[i - 1] as number) > year) i--
    if (i > 0 && this.years[i - 1] === year) this.totals[i - 1] = addCents(this.totals[i - 1] as Cents, cents)
    else {
      this.years.splice(i, 0, year)
      this.totals.splice(i, 0, cents)
    }
  }
}

const getYear = ({ resolvedDocument }: FactRow): number => resolvedDocument.document.year as number

function sumAmounts(facts: readonly FactRow[]): Cents {
  let sum: Cents = 0
  for (const { cents } of facts) sum = addCents(sum, cents)
  return sum
}

/** Adds the indicators about total income and withheld tax. Allocated tips are not in total income. */
export function addIncomeIndicators(
  collector: IndicatorCollector,
  forms: BorrowerForms,
  asOfYear: number,
  isOnlyRecipient: boolean,
): void {
  const { borrower } = forms
  const subject = { recipient: borrower.id, taxYear: asOfYear }
  const yearFacts: FactRow[] = []
  const unemploymentFacts: FactRow[] = []
  const oneTimeFacts: FactRow[] = []
  const recurringFacts: FactRow[] = []
  const recurring = new YearTotals()
  for (const fact of borrower.incomeFacts) {
    const year = getYear(fact)
    const { category } = fact.meaning
    if (year > asOfYear || !isInTotal(category)) continue
    if (year === asOfYear) yearFacts.push(fact)
    if (category === 'unemployment') unemploymentFacts.push(fact)
    if (fact.flags.includes('early_or_one_time')) oneTimeFacts.push(fact)
    else {
      recurringFacts.push(fact)
      recurring.add(year, fact.cents)
    }
  }
  const yearRange = { from: asOfYear, to: asOfYear }
  const allYears = { from: Number.NEGATIVE_INFINITY, to: asOfYear }
  if (recurringFacts.length > 0)
    collector.add('income_stability', subject, recurring.years.length < 2 ? null : computeVariation(recurring.totals), {
      rule: 'population standard deviation of yearly totals without one-time income / their mean',
      inputs: () => recurringFacts.map(inputOfFact),
      excluded: () => oneTimeFacts.map(fact => excludeInput(inputOfFact(fact), 'early_or_one_time')),
      years: recurring.years,
      isIncomplete: forms.isSumUnreadable(allYears, isOfTotal),
    })
  const isTotalUnreadable = forms.isSumUnreadable(yearRange, isOfTotal)
  const isTotalUnknown = borrower.gaps.length > 0 && hasMissingMainBox(borrower.gaps, asOfYear)
  const withheldFacts = borrower.withheldFacts.filter(fact => getYear(fact) === asOfYear)
  if (yearFacts.length > 0)
    collector.add(
      'payer_concentration',
      subject,
      isTotalUnknown ? null : computeLargestShare(forms, yearFacts, asOfYear, isOnlyRecipient),
      {
        rule: 'income from the largest payer / income from all payers; payers by identifier, name and address',
        inputs: () => yearFacts.map(inputOfFact),
        isIncomplete: isTotalUnreadable,
      },
    )
  if (yearFacts.length + withheldFacts.length > 0) {
    const isTaxUnreadable = forms.isSumUnreadable(yearRange, isFederalTax)
    const total = sumAmounts(yearFacts)
    // If no withheld tax is readable, nothing shows that it is 0.
    const isUnknown = isTotalUnknown || total <= 0 || (withheldFacts.length === 0 && isTaxUnreadable)
    collector.add(
      'effective_withholding_rate',
      subject,
      isUnknown ? null : divideToMicros(sumAmounts(withheldFacts), total),
      {
        rule: 'federal tax withheld, including nonresident tax / total income',
        inputs: () => [...withheldFacts, ...yearFacts].map(inputOfFact),
        detail: yearFacts.some(({ meaning }) => meaning.basis === 'gross')
          ? 'Part of the income is gross receipts.'
          : null,
        isIncomplete: isTaxUnreadable || isTotalUnreadable,
      },
    )
  }
  addWageBasis(collector, forms, asOfYear)
  if (unemploymentFacts.length > 0) addUnemploymentYears(collector, forms, asOfYear, unemploymentFacts)
}

/** Returns the largest payer's share. The yearly sums already have it if all income of the year is this borrower's. */
function computeLargestShare(
  { borrower }: BorrowerForms,
  facts: readonly FactRow[],
  year: number,
  isOnlyRecipient: boolean,
): Millionths | null {
  if (isOnlyRecipient && facts.every(({ cents }) => cents > 0)) {
    const share = borrower.result.years.find(sum => sum.year === year)?.largestPayerShare ?? null
    if (share !== null) return share
  }
  const payments = new PayerPayments()
  for (const { resolvedDocument, cents } of facts) payments.add(resolvedDocument.document, cents)
  return payments.computeLargestShare()
}

/** Adds the years with unemployment. A year that also has a W-2 has a gap within the year. */
function addUnemploymentYears(
  collector: IndicatorCollector,
  forms: BorrowerForms,
  asOfYear: number,
  facts: readonly FactRow[],
): void {
  const totals = new YearTotals()
  for (const fact of facts) totals.add(getYear(fact), 0)
  const { years } = totals
  const yearsWithW2 = years.filter(year => forms.w2s.some(w2 => w2.year === year))
  collector.add('unemployment_years', { recipient: forms.borrower.id, taxYear: asOfYear }, years.length, {
    rule: 'years with unemployment',
    years,
    inputs: () => facts.map(inputOfFact),
    detail:
      yearsWithW2.length === 0
        ? null
        : `Also with a W-2, so there was a gap within the year: ${yearsWithW2.join('; ')}.`,
    isIncomplete: forms.isSumUnreadable({ from: Number.NEGATIVE_INFINITY, to: years.at(-1) as number }, isUnemployment),
  })
}

/** Adds the difference between box 5 and box 1 of the W-2s that have both. A job outside Medicare prints 0 in box 5. */
function addWageBasis(collector: IndicatorCollector, forms: BorrowerForms, asOfYear: number): void {
  let difference: Cents = 0
  let w2Count = 0
  const comparedW2s: SourceDocument[] = []
  for (const w2 of forms.w2s) {
    if (w2.year !== asOfYear) continue
    w2Count++
    const { wages, medicareWages } = w2.compiledForm.uses.employment as FormUses['employment']
    const [box1, box5] = [findCell(w2, wages) as number | null, findCell(w2, medicareWages) as number | null]
    if (box1 === null || box5 === null || box5 === 0) continue
    difference = addCents(difference, subtractCents(box5, box1))
    comparedW2s.push(w2)
  }
  if (comparedW2s.length === 0) return
  const skipped = w2Count - comparedW2s.length
  collector.add('wage_basis_difference', { recipient: forms.borrower.id, taxYear: asOfYear }, difference, {
    rule: 'sum of box 5 less box 1 of Forms W-2 with Medicare wages',
    inputs: () =>
      comparedW2s.flatMap(w2 => {
        const { wages, medicareWages } = w2.compiledForm.uses.employment as FormUses['employment']
        return [inputOfBox(w2, medicareWages), inputOf(w2, wages, 0 - (findCell(w2, wages) as number))]
      }),
    detail: skipped === 0 ? null : `W-2s without both boxes: ${skipped} of ${w2Count}.`,
    isIncomplete: forms.isFormUnreadable({ from: asOfYear, to: asOfYear }, 'employment', boxes => [
      boxes.wages,
      boxes.medicareWages,
    ]),
  })
}

/** Returns the integer square root, rounded down. */
function computeSquareRoot(value: bigint): bigint {
  if (value === 0n) return 0n
  // Newton's method needs a start that is not below the root. The root of the double is exact to 15 digits.
  let root = BigInt(Math.ceil(Math.sqrt(Number(value)) * 1.000001)) + 1n
  for (;;) {
    const next = (root + value / root) >> 1n
    if (next >= root) return root
    root = next
  }
}

/** Estimates the coefficient of variation in millionths. NaN if it is not positive or if a sum is not a safe integer. */
function estimateVariation(values: readonly Cents[]): number {
  let sum = 0
  let size = 0
  for (const value of values) {
    sum += Number(value)
    size += Math.abs(Number(value))
  }
  if (sum <= 0 || size > Number.MAX_SAFE_INTEGER) return Number.NaN
  const mean = sum / values.length
  let squares = 0
  for (const value of values) squares += (Number(value) - mean) ** 2
  return (Math.sqrt(squares / values.length) / mean) * 1e6
}

/**
 * Computes the coefficient of variation in its population form, exactly, and rounds it half-even once. Returns millionths,
 * or null if the mean is 0 or below.
 */
export function computeVariation(values: readonly Cents[]): Millionths | null {
  const estimate = estimateVariation(values)
  // Doubles are exact enough unless the estimate is so close to a half that it could round the other way. This avoids
  // bigints for nearly every taxpayer.
  if (estimate < 1e9 && Math.abs(estimate - Math.floor(estimate) - 0.5) > 1e-3) return Math.round(estimate)
  let sum = 0n
  let squares = 0n
  for (const value of values) {
    sum += BigInt(value)
    squares += BigInt(value) * BigInt(value)
  }
  if (sum <= 0n) return null
  // The deviation over the mean is the square root of (n x the sum of squares - the square of the sum), over the sum.
  const numerator = (BigInt(values.length) * squares - sum * sum) * 1_000_000_000_000n
  const denominator = sum * sum
  const floor = computeSquareRoot(numerator / denominator)
  const half = (2n * floor + 1n) ** 2n * denominator
  const isRoundedUp = 4n * numerator > half || (4n * numerator === half && floor % 2n !== 0n)
  return narrowBigint(isRoundedUp ? floor + 1n : floor)
}
