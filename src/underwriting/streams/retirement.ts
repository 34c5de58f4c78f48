import { appendAll } from '../../core/lists.js'
import { addCents, type Cents, subtractCents, sumCents } from '../../core/money.js'
import { createFieldReader } from '../../figures/box-meaning.js'
import type { FactRow } from '../../figures/facts.js'
import { findCell } from '../../ingest/source.js'
import { findCategory } from '../../schema/role.js'
import { type BorrowerView, ownForms } from '../borrowers/borrower-view.js'
import { isFormUnreadable, isSumUnreadable } from '../borrowers/completeness.js'
import type { Flag } from '../flag.js'
import { type IndicatorValue, indicatorOf } from '../indicators/indicator.js'
import type { Policy } from '../policies/settings.js'
import { inputOf, inputOfBox, inputOfFact, leftOut, type TraceExclusion, type TraceInput } from '../traces/trace.js'
import { type AdjustedYear, plainYear, sumFacts, within } from './averaging.js'

const notBelowZero = (cents: Cents): Cents => (cents < 0 ? 0 : cents)

/** What may have come back of a distribution, by the names of the boxes' uses. */
type Rolled = 'rollovers' | 'conversions'

const centsOf = (list: readonly TraceInput[]): Cents => sumCents(list.map(({ cents }) => cents ?? 0))
const isIra = ({ flags }: FactRow): boolean => flags.includes('ira')

/** The gross of a year's direct rollovers, codes G and H. */
const directRollovers = (borrower: BorrowerView, year: number): TraceInput[] =>
  ownForms(borrower, 'distribution', year).flatMap(({ document, boxes }) => {
    const gross = inputOfBox(document, boxes.gross)
    return gross.cents !== null && boxes.isDirectRollover(createFieldReader(document)) ? [gross] : []
  })

const isRoth = ({ resolvedDocument: { document } }: FactRow): boolean =>
  document.compiledForm.uses.distribution?.isFromRoth(createFieldReader(document)) === true

/** What Form 5498 says was rolled over or converted in a year, beyond the direct rollovers of codes G and H. */
function rolledOver(
  borrower: BorrowerView,
  year: number,
  rolled: readonly Rolled[],
): { cents: Cents; excluded: TraceExclusion[] } {
  const excluded = ownForms(borrower, 'retirementAccount', year)
    .flatMap(({ document, boxes }) => rolled.map(each => inputOfBox(document, boxes[each])))
    .filter(({ cents }) => cents !== null && cents !== 0)
    .map(input => leftOut(input, 'rolled_or_converted'))
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
  taxable === null ? 0 : within(subtractCents(cents, taxable ?? cents), cents)

/**
 * A year of retirement income: early and one-time rows out, and IRA rows up to what was not rolled over or converted.
 * What was rolled over is first taken from the nontaxable part, since a rolled-over amount is not taxable. Missing: what
 * of it could not be read is not taken, flagged `incomplete`.
 */
export function retirementOf(facts: readonly FactRow[], year: number, borrower: BorrowerView): AdjustedYear {
  if (facts.length === 0) return plainYear(facts)
  const isOneTime = (fact: FactRow): boolean => fact.flags.includes('early_or_one_time')
  const excluded = facts.filter(isOneTime).map(fact => leftOut(inputOfFact(fact), 'early_or_one_time'))
  const kept = facts.filter(fact => !isOneTime(fact))
  const iras = kept.filter(isIra)
  const others = kept.filter(fact => !isIra(fact))
  const gross = notBelowZero(sumFacts(iras))
  const kinds: Rolled[] = iras.every(isRoth) ? ['rollovers'] : ['rollovers', 'conversions']
  const rolled = gross === 0 ? { cents: 0, excluded: [] } : rolledOver(borrower, year, kinds)
  const taken = within(rolled.cents, gross)
  const ira = subtractCents(sumFacts(iras), taken)
  const iraUntaxed = notBelowZero(subtractCents(sumCents(iras.map(untaxed)), taken))
  const flags: Flag[] = []
  if (excluded.length > 0) flags.push('early_or_one_time')
  if (gross > 0 && isRolledOverUnreadable(borrower, year, kinds, rolled.excluded.length > 0)) flags.push('incomplete')
  if (taken > 0) {
    flags.push('rolled_or_converted')
    appendAll(excluded, rolled.excluded)
  }
  if (kept.some(fact => fact.flags.includes('taxable_upper_bound'))) flags.push('taxable_upper_bound')
  const cents = addCents(sumFacts(others), ira)
  return {
    cents: kept.length === 0 ? null : cents,
    nontaxable: within(addCents(sumCents(others.map(untaxed)), iraUntaxed), cents),
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

/** How long the balances of Form 5498 would last. Missing: no row without a balance, or without income from IRAs. */
export function continuanceIndicators(
  borrower: BorrowerView,
  year: number,
  retirement: readonly { readonly latest: AdjustedYear; readonly view: BorrowerView }[],
  policy: Policy,
): (IndicatorValue | null)[] {
  const iraIncome = sumCents(retirement.map(({ latest }) => latest.ira))
  if (iraIncome <= 0) return []
  const inputs = ownForms(borrower, 'retirementAccount', year)
    .map(({ document, boxes }) => inputOfBox(document, boxes.balance))
    .filter(({ cents }) => cents !== null)
  if (inputs.length === 0) return []
  const ofYear = (each: number): boolean => each === year
  const unreadable =
    retirement.some(({ latest }) => latest.flags.includes('incomplete')) ||
    isFormUnreadable(borrower, 'retirementAccount', ofYear, ({ balance }) => [balance]) ||
    isSumUnreadable(borrower, ofYear, role => findCategory(role) === 'retirement')
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

/** The list of benefits of earlier years of a statement that paid some; null of any other fact. */
function listOf({ meaning, resolvedDocument }: FactRow): string | null {
  const { benefits } = resolvedDocument.document.compiledForm.uses
  return benefits !== null && meaning.field === benefits.paid ? benefits.byYear : null
}

/** Benefits of earlier years that a statement holds: those of its list that are not marked with its own year or later. */
const lumpSums = (fact: FactRow, year: number): TraceExclusion[] => {
  const { document } = fact.resolvedDocument
  const list = listOf(fact)
  if (list === null) return []
  const payments = (findCell(document, list) ?? []) as unknown as readonly {
    readonly year: number | null
    readonly payment: number | null
  }[]
  return payments.flatMap(each =>
    each.payment !== null && each.payment > 0 && (each.year === null || each.year < year)
      ? [leftOut(inputOf(document, list, each.payment), 'lump_sum_excluded')]
      : [],
  )
}

/**
 * A year of benefits, signed: paid less repaid, less what was paid for earlier years. Missing: what of that could not be
 * read is not taken out, or taken out without its year, flagged `incomplete`.
 */
export function socialSecurityOf(facts: readonly FactRow[], year: number): AdjustedYear {
  const excluded = facts.flatMap(fact => lumpSums(fact, year))
  const isListUnreadable = (fact: FactRow): boolean => {
    const list = listOf(fact)
    return list !== null && fact.resolvedDocument.document.unreadableFields.includes(list)
  }
  const flags: Flag[] = facts.some(isListUnreadable) ? ['incomplete'] : []
  if (excluded.length > 0) flags.push('lump_sum_excluded')
  const lumps = sumCents(excluded.map(({ cents }) => cents ?? 0))
  const whole = plainYear(facts, excluded)
  return { ...whole, cents: whole.cents === null ? null : subtractCents(whole.cents, lumps), flags }
}
