// The folder `underwriting` computes qualifying income and indicators from a taxpayer's figures, under a policy and
// with facts that only the caller knows. `tables` comes next.

import { checkResult, type Finding } from '../checks/run-checks.js'
import { toCanonicalJson } from '../core/json.js'
import { appendAll } from '../core/lists.js'
import { addCents } from '../core/money.js'
import { hasUnreadableBalance } from '../figures/liabilities.js'
import type { TaxpayerResult } from '../figures/taxpayer-result.js'
import { ALL, type BorrowerView, borrowerViewsOf, householdOf } from './borrowers/borrower-view.js'
import { asOfYearOf } from './borrowers/completeness.js'
import { addFlags, type Flag } from './flag.js'
import { debtIndicators, mortgageIndicators } from './indicators/debt-indicators.js'
import { historyIndicators } from './indicators/history-indicators.js'
import { incomeIndicators } from './indicators/income-indicators.js'
import { type IndicatorRow, inOrder } from './indicators/indicator.js'
import { type Loan, loansOf } from './mortgages/loans.js'
import type { KnownFacts, Policy } from './policies/settings.js'
import { type BorrowerIncome, type QualifyingRow, qualifyStreams, totalOf } from './streams/qualifying-income.js'
import { continuanceIndicators } from './streams/retirement.js'
import { unionOfCitations } from './streams/stream-rules.js'
import { wagesWithoutBoxOne } from './streams/streams.js'
import type { Trace } from './traces/trace.js'
import { tracesOf } from './traces/traces.js'

/**
 * A taxpayer under a policy: rows of `qualifying_income` and `indicators`, and how every figure of them came about.
 * Units: cents, and millionths for ratios. Missing: `asOfYear` is null where there is no income at all.
 * Source: each row's citations. Gap: what the records cannot say (hire dates, Schedules C and E, agreements) is not in it.
 */
export class PolicyUnderwriting {
  // Private, so that a copy or the JSON of an underwriting has only its rows.
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

  /** The figures from which each borrower's rows are made. */
  get incomes(): readonly BorrowerIncome[] {
    return this.#incomes
  }

  /** The mortgages of all borrowers. */
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
  findings: readonly Finding[] = checkResult(result),
): PolicyUnderwriting {
  const views = borrowerViewsOf(result, known, findings)
  const household = householdOf(views)
  const loans = loansOf(views)
  const asOf = asOfYearOf(household, known?.asOfYear, wagesWithoutBoxOne(household, policy.wageBasis))
  const { year } = asOf
  const yearIncomplete = year !== null && !asOf.complete
  const flags: Flag[] = yearIncomplete ? ['year_incomplete'] : []
  // Of older years a row says what its own history asks for.
  const isUsed = (each: number): boolean => each === year || each + 1 === year
  if (asOf.doubtful || household.result.completeness.hasUnusableInputIn(isUsed)) flags.push('incomplete')
  const incomes = views.map(view => incomeOf(view, year, flags, policy, known))
  const rows = incomes.flatMap(({ streams, total }) => [...streams.map(({ row }) => row), total])
  const total = incomes.length === 1 ? (incomes[0] as BorrowerIncome).total : totalOfAll(incomes, flags, policy)
  if (incomes.length > 1) rows.push(total)
  const income =
    policy.grossUpUse === 'ratio_only' ? addCents(total.qualifyingMonthly, total.grossUp) : total.qualifyingMonthly
  const retirement = incomes.flatMap(({ streams, view }) =>
    streams.flatMap(({ facts, years }) => (facts.name === 'retirement' ? [{ latest: years.latest, view }] : [])),
  )
  const unreadable = {
    income: total.flags.includes('incomplete'),
    balance: hasUnreadableBalance(result.dossier.taxpayer),
  }
  const indicators = historyIndicators(household, year)
  if (year !== null) {
    appendAll(indicators, incomeIndicators(household, year))
    appendAll(indicators, continuanceIndicators(household, year, retirement, policy))
    appendAll(indicators, mortgageIndicators(household, year, loans))
  }
  const prefix = incomes.length > 1 ? `${ALL}.` : ''
  appendAll(indicators, debtIndicators(result.liabilities, income, unreadable, policy, known, prefix))
  const values = inOrder(indicators)
  return new PolicyUnderwriting(
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
  return {
    view,
    streams,
    total: totalOf(
      streams.map(({ row }) => row),
      view.borrower,
      flags,
      citationsOf(policy, streams),
    ),
  }
}

const citationsOf = (policy: Policy, streams: BorrowerIncome['streams']): string =>
  unionOfCitations(
    policy,
    streams.map(({ facts }) => facts.name),
  )

function totalOfAll(incomes: readonly BorrowerIncome[], shared: readonly Flag[], policy: Policy): QualifyingRow {
  const totals = incomes.map(({ total }) => total)
  const flags: Flag[] = [...shared]
  for (const total of totals) addFlags(flags, total.flags)
  const citations = citationsOf(
    policy,
    incomes.flatMap(({ streams }) => streams),
  )
  return totalOf(totals, ALL, flags, citations)
}

const LABELS: ReadonlySet<string> = new Set(['name', 'ruleVersion', 'citations'])

/**
 * The figures in which two policies differ over one taxpayer's records. `settings` are those that, changed alone from the
 * first policy's value to the second's, change the figure; empty where only several together do. Missing: null where a
 * policy has no such figure.
 */
export function compareUnderPolicies(result: TaxpayerResult, a: Policy, b: Policy, known?: KnownFacts) {
  const findings = checkResult(result)
  const figuresOf = (policy: Policy): Map<string, Trace> =>
    new Map(underwrite(result, policy, known, findings).traces.map(trace => [trace.figure, trace]))
  const [first, second] = [figuresOf(a), figuresOf(b)]
  const changed = (Object.keys(b) as (keyof Policy)[])
    .filter(setting => !LABELS.has(setting) && toCanonicalJson(a[setting]) !== toCanonicalJson(b[setting]))
    .map(setting => [setting, figuresOf({ ...a, [setting]: b[setting] })] as const)
  return [...new Set([...first.keys(), ...second.keys()])].flatMap(figure => {
    const [one, two] = [first.get(figure), second.get(figure)]
    if (one?.value === two?.value) return []
    const settings = changed.flatMap(([setting, figures]) =>
      figures.get(figure)?.value === one?.value ? [] : [setting],
    )
    return [{ figure, a: one ?? null, b: two ?? null, settings }]
  })
}
