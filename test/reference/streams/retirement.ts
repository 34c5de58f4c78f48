// Pensions, plans and IRAs, payer by payer.
import { hasCode, isIra } from '../facts.js'
import { type Raw, readAmount, readDay, readFlag, readMoney, readText } from '../values.js'
import { type Amount, exact, isAbove, isBelow, isZero, multiply, smaller, subtract, ZERO } from './amounts.js'
import { type Group, groupByIssuer, makeGroup } from './employers.js'
import type { Item } from './input.js'
import { findNamed, readStated, readStatedNumber } from './known-facts.js'
import {
  averageOf,
  countHistory,
  type Evaluation,
  emptyOutcome,
  Findings,
  makeOutcome,
  makeUnreadable,
  type Outcome,
  perMonth,
  scale,
  toSeries,
  trendOf,
} from './outcome.js'
import { CONTINUANCE_MONTHS } from './policies.js'
import { type BorrowerCase, isOfTwoYears, makeStream, noteUnreadable } from './shared.js'
import type { Stream } from './stream.js'

/** One distribution, before and after the rollover rules. */
interface Distribution {
  readonly item: Item
  readonly gross: bigint
  readonly isIra: boolean
  /** Why it is no income: a code, or an early or one-time distribution. Null if it counts. */
  readonly reason: string | null
  readonly isDirectRollover: boolean
  isMatched: boolean
  amount: bigint
  /** The part that may be a rollover. It does not count until the condition is met. */
  uncertain: bigint
  isRolled: boolean
}

const isRetirementForm = ({ entry, reading }: Item): boolean =>
  entry.form === 'form_1099_r' ||
  (entry.form === 'form_1042_s' &&
    (reading.facts.some(({ role }) => role === 'income.retirement') ||
      reading.unreadRoles.includes('income.retirement')))

const isIraItem = ({ entry }: Item): boolean => entry.form === 'form_1099_r' && isIra(entry.raw)

const isEarlyOrOneTime = ({ entry: { form, raw } }: Item): boolean =>
  form === 'form_1099_r' &&
  (hasCode(raw, '1SJAC') ||
    readFlag(raw['total_distribution_code']) === true ||
    readDay(raw['date_of_payment_for_reportable_death_benefits']) !== null)

function toDistribution(item: Item): Distribution {
  const facts = item.reading.facts.filter(({ role, field }) =>
    item.entry.form === 'form_1099_r' ? field === 'grossDistribution' : role === 'income.retirement',
  )
  const gross = facts.reduce((total, { amount }) => total + amount, 0n)
  const excluded = facts.find(({ reason }) => reason !== null)?.reason ?? null
  const reason = excluded ?? (isEarlyOrOneTime(item) ? 'early_or_one_time' : null)
  return {
    item,
    gross,
    isIra: isIraItem(item),
    reason,
    isDirectRollover: item.entry.form === 'form_1099_r' && hasCode(item.entry.raw, 'GH'),
    isMatched: false,
    amount: reason === null ? gross : 0n,
    uncertain: 0n,
    isRolled: false,
  }
}

const isUnreadItem = ({ entry, reading }: Item): boolean =>
  entry.doubtful || reading.unreadRoles.includes('income.retirement')

const bySizeDown = (a: Distribution, b: Distribution): number =>
  a.amount > b.amount ? -1 : a.amount < b.amount ? 1 : a.item.position - b.item.position

const isWithinDollar = (a: bigint, b: bigint): boolean => a - b <= 100n && b - a <= 100n

// Takes an amount off rows, largest first, and returns what remains.
function takeOff(
  rows: readonly Distribution[],
  amount: bigint,
  take: (row: Distribution, part: bigint) => void,
): bigint {
  let rest = amount
  for (const row of rows.toSorted(bySizeDown)) {
    const available = row.amount - row.uncertain
    const part = available < rest ? available : rest
    if (part <= 0n) continue
    take(row, part)
    rest -= part
  }
  return rest
}

/** Matches each amount to one distribution that fits, and returns the amounts that match none. */
function matchAmounts(
  rows: readonly Distribution[],
  amounts: readonly bigint[],
  fits: (gross: bigint, amount: bigint) => boolean,
): bigint[] {
  const unmatched: bigint[] = []
  for (const amount of amounts) {
    const fitting = rows.filter(row => !row.isMatched && row.gross !== 0n && fits(row.gross, amount))
    const leftOut = fitting.find(row => row.reason !== null && !row.isDirectRollover)
    const direct = fitting.find(row => row.isDirectRollover)
    const ordinary = fitting.find(row => row.reason === null && row.amount > 0n && row.uncertain === 0n)
    const match = leftOut ?? direct ?? ordinary
    if (match === undefined) {
      unmatched.push(amount)
      continue
    }
    match.isMatched = true
    if (match === ordinary) {
      match.amount = 0n
      match.isRolled = true
    } else if (match === direct && ordinary !== undefined) {
      ordinary.uncertain = ordinary.amount
    }
  }
  return unmatched
}

/** Applies the amounts on Forms 5498 of one year to the distributions of that year. */
function applyRollovers(rows: readonly Distribution[], forms: readonly Item[]): void {
  const amounts = forms.flatMap(({ entry: { raw } }) =>
    ['rollover_contributions', 'roth_conversion_amount'].map(key => readAmount(raw[key]) ?? 0n).filter(x => x > 0n),
  )
  // Reading: equal amounts are matched before amounts that differ by up to a dollar.
  const unequal = matchAmounts(rows, amounts, (a, b) => a === b)
  const unmatched = matchAmounts(rows, unequal, isWithinDollar)
  const direct = rows.filter(row => row.isDirectRollover && !row.isMatched)
  let directRest = direct.reduce((total, { gross }) => total + gross, 0n)
  const counting = rows.filter(row => row.reason === null && !row.isMatched)
  for (const amount of unmatched) {
    const absorbed = amount < directRest ? amount : directRest
    directRest -= absorbed
    takeOff(
      counting.filter(row => row.isIra),
      amount - absorbed,
      (row, part) => {
        row.amount -= part
        row.isRolled = true
      },
    )
    // Reading: the other rows are uncertain up to what the direct rollovers explain, largest first.
    takeOff(counting, absorbed, (row, part) => {
      row.uncertain += part
    })
  }
}

// Returns the part of a distribution that is not taxable. Null if it is unknown. Reading: what was rolled over is not
// taxable, so it is taken off the nontaxable part first.
function nontaxableOf({ item, amount }: Distribution): bigint | null {
  if (item.entry.form !== 'form_1099_r') return 0n
  if (hasCode(item.entry.raw, 'QT')) return amount
  const { taxable } = item.reading
  if (taxable === 'unknown') return null
  const nontaxable = amount - (taxable ?? 0n)
  return nontaxable < 0n ? 0n : nontaxable > amount ? amount : nontaxable
}

/**
 * Returns true if a payer of a pension or IRA begins in the as-of year. Reading: a distribution that was rolled over begins
 * nothing.
 */
export function beginsRetirement({ items: all, year }: BorrowerCase, evaluation: Evaluation): boolean {
  const items = all.filter(evaluation.has)
  const payments = items.filter(item => isRetirementForm(item) && item.year <= year)
  const rows = payments.filter(item => item.year === year).map(toDistribution)
  const accounts = items.filter(item => item.entry.form === 'form_5498' && item.year === year)
  applyRollovers(rows, accounts)
  return groupPayers(payments).some(
    group =>
      rows.some(({ item, amount }) => group.items.includes(item) && amount > 0n) &&
      group.items.every(item => item.year === year),
  )
}

function groupPayers(items: readonly Item[]): Group[] {
  return groupByIssuer(items)
    .flatMap(members => [members.filter(item => !isIraItem(item)), members.filter(isIraItem)])
    .filter(members => members.length > 0)
    .map(members => makeGroup(members))
}

/** Lists the streams of a borrower's pensions, plans and IRAs. */
export function listRetirementStreams(borrowerCase: BorrowerCase): Stream[] {
  const { items, year, facts } = borrowerCase
  const payments = items.filter(item => isRetirementForm(item) && item.year <= year)
  const forms = items.filter(item => item.entry.form === 'form_5498' && item.year <= year)
  const groups = groupPayers(payments).filter(group => group.items.some(item => isOfTwoYears(year, item)))
  const factOf = new Map<Group, Raw>()
  for (const fact of facts?.retirement ?? []) {
    const text = readText(fact['payer'])
    const kind = readText(fact['kind'])
    const [iras, others] = [true, false].map(isIra => groups.filter(group => isIraItem(group.items[0]!) === isIra))
    // Reading: a stated kind says whether the fact is about the payer's IRA or its pension.
    const candidates = kind === null ? [...iras!, ...others!] : kind === 'ira' ? iras! : others!
    const group = findNamed(candidates, text === null ? [] : [text], text)
    if (group !== undefined && !factOf.has(group)) factOf.set(group, fact)
  }
  return groups.map(group => {
    const evaluate = (evaluation: Evaluation): Outcome => {
      const rows = payments.filter(evaluation.has).map(toDistribution)
      const accounts = forms.filter(evaluation.has)
      for (const ofYear of new Set(rows.map(({ item }) => item.year)))
        applyRollovers(
          rows.filter(({ item }) => item.year === ofYear),
          accounts.filter(item => item.year === ofYear),
        )
      return evaluatePayer(borrowerCase, { group, rows, accounts, fact: factOf.get(group), evaluation })
    }
    return makeStream(borrowerCase, 'retirement', group.name, group.items, evaluate)
  })
}

interface PayerCase {
  readonly group: Group
  /** The distributions of all payers of the borrower. */
  readonly rows: readonly Distribution[]
  readonly accounts: readonly Item[]
  readonly fact: Raw | undefined
  readonly evaluation: Evaluation
}

function evaluatePayer(borrowerCase: BorrowerCase, payer: PayerCase): Outcome {
  const { year, settings } = borrowerCase
  const { group, evaluation, fact } = payer
  const findings = new Findings(settings)
  const rows = payer.rows.filter(({ item }) => group.items.includes(item))
  const isAnIra = isIraItem(group.items[0]!)
  if (rows.length === 0) return emptyOutcome(findings)
  const ofTwoYears = rows.filter(({ item }) => isOfTwoYears(year, item))
  for (const { reason } of ofTwoYears) if (reason !== null) findings.flag(reason)
  if (ofTwoYears.some(({ isRolled }) => isRolled)) findings.flag('rolled_or_converted')
  const series = toSeries(
    rows.map(row => ({ year: row.item.year, amount: row.amount })).filter(({ amount }) => amount !== 0n),
  )
  const receipts = toSeries(
    rows.filter(({ gross }) => gross !== 0n).map(row => ({ year: row.item.year, amount: row.gross })),
  )
  const [latest, prior] = [series.get(year) ?? null, series.get(year - 1) ?? null]
  const isRolloverUnread =
    isAnIra &&
    payer.accounts.some(
      ({ entry: { raw }, year: ofYear }) => isOfTwoYears(year, { year: ofYear }) && isRolloverBoxUnread(raw),
    )
  const isBoxUnread = ofTwoYears.some(({ item }) => isUnreadItem(item)) || isRolloverUnread
  if (noteUnreadable(borrowerCase, 'retirement', findings, isBoxUnread, isAnIra ? 'form_5498' : undefined))
    return makeUnreadable(series, year, findings)
  const statedMonthly =
    evaluation.usesStatedAmounts && fact?.['kind'] === 'pension' ? readStated(fact, 'monthly') : null
  const trend = trendOf(latest, prior, settings)
  if (latest === null) {
    if (prior !== null && ofTwoYears.every(({ reason, isRolled }) => reason === null && !isRolled))
      findings.flag('income_ended')
    return makeOutcome(series, year, findings, { parts: [ZERO], trend })
  }
  const before = prior ?? receipts.get(year - 1) ?? null
  if (before === null) findings.flag('short_history')
  if (trend === 'declining') findings.flag('declining')
  const history = countHistory(new Map([...receipts, ...series]), year)
  const nontaxableRows = rows
    .filter(row => row.reason === null && row.amount > 0n)
    .map(row => ({ row, nontaxable: nontaxableOf(row) }))
  if (nontaxableRows.some(({ row, nontaxable }) => nontaxable === null && isOfTwoYears(year, row.item)))
    findings.flag('taxable_unknown')
  const nontaxable = toSeries(
    nontaxableRows.map(({ row, nontaxable: amount }) => ({ year: row.item.year, amount: amount ?? 0n })),
  )
  const { figure, isAverage } = isAnIra
    ? evaluateIra(borrowerCase, payer, latest, prior, before, findings)
    : { figure: evaluatePension(payer, latest, before, statedMonthly, findings), isAverage: false }
  // Reading: only what may have been rolled over in the as-of year waits for the condition. The rest counts by the formula
  // of the stream, at most its latest year.
  const uncertain = exact(
    rows.filter(({ item }) => item.year === year).reduce((total, row) => total + row.uncertain, 0n),
  )
  const certain = subtract(latest, uncertain)
  const certainFigure = isZero(uncertain)
    ? figure
    : isAverage
      ? smaller(averageOf(certain, prior ?? ZERO), perMonth(certain))
      : perMonth(certain)
  const isSplit = statedMonthly === null
  if (isAbove(uncertain, ZERO)) findings.raise('rollover_uncertain', isSplit ? { part: 0 } : {})
  const [part, partBefore] = [nontaxable.get(year) ?? ZERO, nontaxable.get(year - 1) ?? ZERO]
  return makeOutcome(series, year, findings, {
    parts: isSplit ? [subtract(figure, certainFigure), certainFigure] : [figure],
    trend,
    history,
    nontaxable: smaller(isAverage ? averageOf(part, partBefore) : perMonth(part), figure),
  })
}

const isRolloverBoxUnread = (raw: Raw): boolean =>
  ['rollover_contributions', 'roth_conversion_amount'].some(key => readMoney(raw[key]) === 'lost')

const MONTHS = exact(BigInt(CONTINUANCE_MONTHS))

/** Returns true if a balance lasts at least as long as income must continue. */
const lasts = (balance: Amount, monthly: Amount): boolean => !isBelow(balance, multiply(monthly, MONTHS))

function evaluatePension(
  { fact }: PayerCase,
  latest: Amount,
  before: Amount | null,
  statedMonthly: Amount | null,
  findings: Findings,
): Amount {
  const monthly = perMonth(latest)
  const balance = readStated(fact, 'balance')
  const isPensionStated = fact?.['kind'] === 'pension' && readStated(fact, 'monthly') !== null
  const isMet = isPensionStated || (balance !== null && lasts(balance, monthly))
  const isSteady =
    before !== null &&
    !isBelow(latest, scale(before, 0.9)) &&
    !isAbove(latest, scale(before, 2)) &&
    isAbove(before, ZERO)
  if (!isSteady) findings.raise('award_letter', { severity: 'blocking', isMet })
  else findings.raise('award_letter', { severity: isAbove(latest, scale(before, 1.1)) ? 'review' : 'standard', isMet })
  const months = readStatedNumber(fact, 'continues_months')
  // Reading: a pension that is stated to end early does not continue.
  if (months !== null && isBelow(months, MONTHS)) findings.raise('continuance')
  return statedMonthly ?? monthly
}

function evaluateIra(
  { year, settings }: BorrowerCase,
  { rows, accounts, fact }: PayerCase,
  latest: Amount,
  prior: Amount | null,
  before: Amount | null,
  findings: Findings,
): { figure: Amount; isAverage: boolean } {
  const monthly = perMonth(latest)
  if (before === null) findings.raise('receipt_history')
  const balance = readStated(fact, 'balance')
  const months = readStatedNumber(fact, 'continues_months')
  const withdrawals = rows
    .filter(row => row.isIra && row.item.year === year)
    .reduce((total, { amount }) => total + amount, 0n)
  const balances = accounts
    .filter(item => item.year === year)
    .map(({ entry: { raw } }) => readAmount(raw['fair_market_value_of_account']))
    .filter(amount => amount !== null)
  const all = exact(balances.reduce((total, amount) => total + amount, 0n))
  // A stated number decides instead of the forms.
  const isLong =
    months !== null
      ? !isBelow(months, MONTHS)
      : balance !== null
        ? lasts(balance, monthly)
        : balances.length === 0
          ? null
          : lasts(all, perMonth(exact(withdrawals)))
  if (isLong === false) findings.raise('continuance')
  else findings.raise('account_statement', { severity: isLong === null ? 'blocking' : 'standard' })
  if (prior === null || settings.averaging !== 'lesser') return { figure: monthly, isAverage: false }
  const isChanged = isAbove(latest, scale(prior, 1.1)) || isBelow(latest, scale(prior, 0.9))
  const average = averageOf(latest, prior)
  const isAverage = isChanged && isBelow(average, monthly)
  return { figure: isAverage ? average : monthly, isAverage }
}
