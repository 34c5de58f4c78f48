import { type Finding, runChecks } from '../check/run-checks.js'
import { addAll } from '../core/lists.js'
import { addCents } from '../core/money.js'
import { isBalanceUnreadable } from '../summarize/liabilities.js'
import type { TaxpayerResult } from '../summarize/result.js'
import { asOfYearOf } from './as-of-year.js'
import { ALL, type BorrowerView, borrowerViewsOf, householdOf } from './borrower-view.js'
import { unionOfCitations } from './citations.js'
import { debtIndicators } from './debt-indicators.js'
import { addFlags, type Flag } from './flag.js'
import { historyIndicators } from './history-indicators.js'
import { incomeIndicators } from './income-indicators.js'
import { type IndicatorRow, inOrder } from './indicator.js'
import type { KnownFacts } from './known-facts.js'
import { isRefused } from './lost.js'
import { mortgageIndicators } from './mortgage-indicators.js'
import { type Loan, loansOf } from './mortgages/loans.js'
import type { Policy } from './policy.js'
import { type BorrowerIncome, type QualifyingRow, qualifyStreams } from './qualifying-income.js'
import { continuanceIndicators, type RetirementYear } from './retirement.js'
import { totalOf } from './totals.js'
import type { Trace } from './trace.js'
import { tracesOf } from './traces.js'
import { wagesWithoutBoxOne } from './wage-basis.js'

/**
 * A taxpayer under a policy: rows of `qualifying_income` and `indicators`, and how every figure of them came about.
 * Units: cents, and millionths for ratios. Missing: `asOfYear` is null where there is no income at all.
 * Source: each row's citations. Gap: what the records cannot say (hire dates, Schedules C and E, agreements) is not in it.
 */
export class Underwriting {
  readonly #incomes: readonly BorrowerIncome[]
  readonly #loans: readonly Loan[]
  readonly #trace: () => readonly Trace[]
  #traces: readonly Trace[] | null = null

  constructor(
    readonly policy: Policy,
    readonly asOfYear: number | null,
    readonly yearIncomplete: boolean,
    /** Years behind `asOfYear` that have income and are not complete yet. */
    readonly laterIncompleteYears: readonly number[],
    /** By borrower, `self` first; the total of each last, and of several a total of all at the end. */
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

  /** What each borrower's rows stand on. */
  get incomes(): readonly BorrowerIncome[] {
    return this.#incomes
  }

  /** The mortgages of all of them. */
  get loans(): readonly Loan[] {
    return this.#loans
  }

  /** Made when they are first asked for: tables do not need them. */
  get traces(): readonly Trace[] {
    this.#traces ??= this.#trace()
    return this.#traces
  }
}

/**
 * Works out qualifying income and indicators: arithmetic on documents, not lending or legal advice.
 * Missing: with no income at all there are only rows `total`, without a year.
 *
 * @param findings The findings of `runChecks(result)`. Pass them if you have them, so that the checks do not run twice.
 */
export function underwrite(
  result: TaxpayerResult,
  policy: Policy,
  known?: KnownFacts,
  findings: readonly Finding[] = runChecks(result),
): Underwriting {
  const views = borrowerViewsOf(result, known, findings)
  const household = householdOf(views)
  const loans = loansOf(views)
  const asOf = asOfYearOf(household, known?.asOfYear, wagesWithoutBoxOne(household, policy.wageBasis))
  const { year } = asOf
  const yearIncomplete = year !== null && !asOf.complete
  const flags: Flag[] = yearIncomplete ? ['year_incomplete'] : []
  // Of older years a row says what its own history asks for.
  const isUsed = (each: number): boolean => each === year || each + 1 === year
  if (asOf.doubtful || isRefused(household, isUsed)) flags.push('incomplete')
  const incomes = views.map(view => incomeOf(view, year, flags, policy, known))
  const rows: QualifyingRow[] = []
  for (const { streams, total } of incomes) {
    for (const { row } of streams) rows.push(row)
    rows.push(total)
  }
  const total =
    incomes.length === 1 ? (incomes[0] as BorrowerIncome).total : totalOfAll(incomes, flags, policy)
  if (incomes.length > 1) rows.push(total)
  const income =
    policy.grossUpUse === 'ratio_only'
      ? addCents(total.qualifyingMonthly, total.grossUp)
      : total.qualifyingMonthly
  const retirement: RetirementYear[] = []
  for (const { streams, view } of incomes)
    for (const { facts, years } of streams)
      if (facts.name === 'retirement') retirement.push({ latest: years.latest, view })
  const unreadable = {
    income: total.flags.includes('incomplete'),
    balance: isBalanceUnreadable(result.dossier.taxpayer),
  }
  const indicators = historyIndicators(household, year)
  if (year !== null) {
    addAll(indicators, incomeIndicators(household, year))
    addAll(indicators, continuanceIndicators(household, year, retirement, policy))
    addAll(indicators, mortgageIndicators(household, year, loans))
  }
  const prefix = incomes.length > 1 ? `${ALL}.` : ''
  addAll(indicators, debtIndicators(result.liabilities, income, unreadable, policy, known, prefix))
  const values = inOrder(indicators)
  return new Underwriting(
    policy,
    year,
    yearIncomplete,
    asOf.laterIncomplete,
    rows,
    values.map(({ row }) => row),
    incomes,
    loans,
    () => tracesOf(incomes, total, values, policy, household),
  )
}

function incomeOf(
  view: BorrowerView,
  year: number | null,
  shared: readonly Flag[],
  policy: Policy,
  known: KnownFacts | undefined,
): BorrowerIncome {
  const isOfTwo = (each: number): boolean => year === null || each === year || each === year - 1
  const flags: readonly Flag[] = view.unread.some(isOfTwo) ? [...shared, 'unread_amounts'] : shared
  const streams = year === null ? [] : qualifyStreams(view, year, flags, policy, known)
  const citations = unionOfCitations(
    policy,
    streams.map(({ facts }) => facts.name),
  )
  const rows = streams.map(({ row }) => row)
  return { view, streams, total: totalOf(rows, view.borrower, flags, citations) }
}

function totalOfAll(
  incomes: readonly BorrowerIncome[],
  shared: readonly Flag[],
  policy: Policy,
): QualifyingRow {
  const totals = incomes.map(({ total }) => total)
  const flags: Flag[] = [...shared]
  for (const total of totals) addFlags(flags, total.flags)
  const names = incomes.flatMap(({ streams }) => streams.map(({ facts }) => facts.name))
  return totalOf(totals, ALL, flags, unionOfCitations(policy, names))
}
