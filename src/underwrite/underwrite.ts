import { addAll } from '../core/lists.js'
import { addCents, type Cents } from '../core/money.js'
import { compareText } from '../core/text.js'
import { isBalanceUnreadable } from '../summarize/liabilities.js'
import type { TaxpayerResult } from '../summarize/result.js'
import { asOfYearOf } from './as-of-year.js'
import { type BorrowerView, borrowerViewsOf, householdOf } from './borrower-view.js'
import { debtIndicators } from './debt-indicators.js'
import { addFlags, type Flag } from './flag.js'
import { historyIndicators } from './history-indicators.js'
import { continuanceIndicators, incomeIndicators } from './income-indicators.js'
import type { IndicatorRow } from './indicator.js'
import type { KnownFacts } from './known-facts.js'
import { isRefused } from './lost.js'
import { mortgageIndicators } from './mortgage-indicators.js'
import { type Loan, loansOf } from './mortgages/loans.js'
import { type Policy, unionOfCitations } from './policy.js'
import { type QualifyingRow, qualifyStreams, type StreamIncome } from './qualifying-income.js'
import { firstYearOf } from './streams.js'
import { addKnown } from './sum-facts.js'
import type { Trace } from './trace.js'
import { tracesOf } from './traces.js'

/**
 * A taxpayer under a policy: rows of `qualifying_income` and `indicators`, and how every figure of them came about.
 * Units: cents, and millionths for ratios. Missing: `asOfYear` is null where there is no income at all.
 * Source: each row's citations. Gap: what the records cannot say (hire dates, Schedules C and E, agreements) is not in it.
 */
export interface Underwriting {
  readonly policy: Policy
  readonly asOfYear: number | null
  readonly yearIncomplete: boolean
  /** Years behind `asOfYear` that have income and are not complete yet. */
  readonly laterIncompleteYears: readonly number[]
  readonly qualifyingIncome: readonly QualifyingRow[]
  readonly indicators: readonly IndicatorRow[]
  /** What each borrower's rows stand on. */
  readonly incomes: readonly BorrowerIncome[]
  /** The mortgages of all of them. */
  readonly loans: readonly Loan[]
  /** Made when they are first asked for. */
  readonly traces: readonly Trace[]
}

/** A borrower's rows, with what they were worked out from, and their total. */
export interface BorrowerIncome {
  readonly view: BorrowerView
  readonly streams: readonly StreamIncome[]
  readonly total: QualifyingRow
}

/**
 * Works out qualifying income and indicators: arithmetic on documents, not lending or legal advice.
 * Missing: with no income at all there is only the row `total`, without a year.
 */
export function underwrite(result: TaxpayerResult, policy: Policy, known?: KnownFacts): Underwriting {
  const views = borrowerViewsOf(result, known)
  const borrower = householdOf(views)
  const loans = loansOf(views)
  const asOf = asOfYearOf(borrower, known?.as_of_year)
  const { year } = asOf
  const yearIncomplete = year !== null && !asOf.complete
  const flags: Flag[] = yearIncomplete ? ['year_incomplete'] : []
  const isUsed = (each: number): boolean => year !== null && each <= year && each >= firstYearOf(year, policy)
  if (asOf.doubtful || isRefused(borrower, isUsed)) flags.push('incomplete')
  if (borrower.unread.some(each => year === null || each === year || each === year - 1))
    flags.push('unread_amounts')
  const streams = year === null ? [] : qualifyStreams(borrower, year, flags, policy, known)
  const total = totalOf(streams, flags, policy)
  const income =
    policy.grossUpUse === 'ratio_only'
      ? addCents(total.qualifyingMonthly, total.grossUp)
      : total.qualifyingMonthly
  const retirement = streams.find(({ facts }) => facts.name === 'retirement')?.years.latest
  const unreadable = {
    income: total.flags.includes('incomplete'),
    balance: isBalanceUnreadable(result.dossier.taxpayer),
  }
  const ofYear =
    year === null
      ? []
      : [
          ...incomeIndicators(borrower, year),
          ...continuanceIndicators(borrower, year, retirement, policy),
          ...mortgageIndicators(borrower, year, loans),
        ]
  const debts = debtIndicators(result.liabilities, income, unreadable, policy, known)
  const indicators = [...historyIndicators(borrower, year), ...ofYear, ...debts]
    .filter(each => each !== null)
    .sort((a, b) => a.place - b.place)
  return new LazyUnderwriting(
    policy,
    year,
    yearIncomplete,
    asOf.laterIncomplete,
    withTotal(streams, total),
    indicators.map(({ row }) => row),
    [{ view: borrower, streams, total }],
    loans,
    () => tracesOf(streams, total, indicators, policy, year, borrower),
  )
}

/** The rows by category, the total among them. */
function withTotal(streams: readonly StreamIncome[], total: QualifyingRow): QualifyingRow[] {
  const rows: QualifyingRow[] = []
  let placed = false
  for (const { row } of streams) {
    if (!placed && row.category > 'total') {
      rows.push(total)
      placed = true
    }
    rows.push(row)
  }
  if (!placed) rows.push(total)
  return rows
}

/** An underwriting whose traces are made when they are first asked for: tables do not need them. */
class LazyUnderwriting implements Underwriting {
  #traces: readonly Trace[] | null = null
  readonly #incomes: readonly BorrowerIncome[]
  readonly #loans: readonly Loan[]
  readonly #trace: () => readonly Trace[]

  constructor(
    readonly policy: Policy,
    readonly asOfYear: number | null,
    readonly yearIncomplete: boolean,
    readonly laterIncompleteYears: readonly number[],
    readonly qualifyingIncome: readonly QualifyingRow[],
    readonly indicators: readonly IndicatorRow[],
    incomes: readonly BorrowerIncome[],
    loans: readonly Loan[],
    trace: () => readonly Trace[],
  ) {
    this.#incomes = incomes
    this.#loans = loans
    this.#trace = trace
  }

  get incomes(): readonly BorrowerIncome[] {
    return this.#incomes
  }

  get loans(): readonly Loan[] {
    return this.#loans
  }

  get traces(): readonly Trace[] {
    this.#traces ??= this.#trace()
    return this.#traces
  }
}

const FROM_ROWS: readonly Flag[] = ['incomplete', 'ratio_only']

/** The sum of the rows. Missing: a column in which no row has an amount is null. */
function totalOf(streams: readonly StreamIncome[], more: readonly Flag[], policy: Policy): QualifyingRow {
  let latestAmount: Cents | null = null
  let priorAmount: Cents | null = null
  let supportableIfStabilized: Cents | null = null
  let monthlyAmount: Cents = 0
  let grossUp: Cents = 0
  let qualifyingMonthly: Cents = 0
  const flags: Flag[] = []
  const unread: number[] = []
  for (const { row } of streams) {
    latestAmount = addKnown(latestAmount, row.latestAmount)
    priorAmount = addKnown(priorAmount, row.priorAmount)
    supportableIfStabilized = addKnown(supportableIfStabilized, row.supportableIfStabilized)
    monthlyAmount = addCents(monthlyAmount, row.monthlyAmount)
    grossUp = addCents(grossUp, row.grossUp)
    qualifyingMonthly = addCents(qualifyingMonthly, row.qualifyingMonthly)
    for (const flag of FROM_ROWS) if (row.flags.includes(flag) && !flags.includes(flag)) flags.push(flag)
    addAll(unread, row.unread)
  }
  addFlags(flags, more)
  return {
    category: 'total',
    latestAmount,
    priorAmount,
    change: null,
    trend: null,
    months: 0,
    monthlyAmount,
    grossUp,
    qualifyingMonthly,
    supportableIfStabilized,
    flags: flags.length > 1 ? flags.sort(compareText) : flags,
    citations: unionOfCitations(
      policy,
      streams.map(({ facts }) => facts.name),
    ),
    unread,
  }
}
