import { addCents, type Cents } from '../core/money.js'
import { compareText } from '../core/text.js'
import type { TaxpayerResult } from '../summarize/result.js'
import { asOfYearOf } from './as-of-year.js'
import { debtIndicators } from './debt-indicators.js'
import type { Flag } from './flag.js'
import { historyIndicators } from './history-indicators.js'
import { continuanceIndicators, incomeIndicators } from './income-indicators.js'
import type { IndicatorRow } from './indicator.js'
import type { KnownFacts } from './known-facts.js'
import { mortgageIndicators } from './mortgage-indicators.js'
import { ownOf } from './own.js'
import { type Policy, unionOfCitations } from './policy.js'
import { type QualifyingRow, qualifyStreams, type WorkedStream } from './qualifying-income.js'
import { sumCents } from './sum-cents.js'
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
  /** Made when they are first asked for. */
  readonly traces: readonly Trace[]
}

/** How an underwriting is worked out. */
export interface UnderwriteOptions {
  /** The year to work for, whether it is complete or not. */
  readonly asOfYear?: number
}

/**
 * Works out qualifying income and indicators: arithmetic on documents, not lending or legal advice.
 * Missing: with no income at all there is only the row `total`, without a year.
 */
export function underwrite(
  result: TaxpayerResult,
  policy: Policy,
  known?: KnownFacts,
  options: UnderwriteOptions = {},
): Underwriting {
  const own = ownOf(result, known)
  const { year, complete, laterIncomplete } = asOfYearOf(result, own, options.asOfYear ?? known?.as_of_year)
  const yearIncomplete = year !== null && !complete
  const streams = (year === null ? [] : qualifyStreams(result, own, year, policy, known)).map(stream =>
    yearIncomplete ? withFlag(stream, 'year_incomplete') : stream,
  )
  const recent = new Set(year === null ? [] : [year, year - 1])
  const refused = result.dossier.rejected.some(
    ({ repeated, taxYear }) => !repeated && taxYear !== null && recent.has(taxYear),
  )
  const total = totalOf(streams, refused, yearIncomplete, policy)
  const income =
    policy.grossUpUse === 'ratio_only'
      ? addCents(total.qualifyingMonthly, total.grossUp)
      : total.qualifyingMonthly
  const ira = sumCents(streams.map(stream => stream.ira))
  const indicators = [
    ...historyIndicators(own, year),
    ...(year === null
      ? []
      : [
          ...incomeIndicators(own, year),
          ...continuanceIndicators(own, year, ira, policy),
          ...mortgageIndicators(own, year),
        ]),
    ...debtIndicators(result.liabilities, income, policy, known),
  ].sort((a, b) => compareText(a.row.indicator, b.row.indicator))
  let traces: readonly Trace[] | undefined
  return {
    policy,
    asOfYear: year,
    yearIncomplete,
    laterIncompleteYears: laterIncomplete,
    qualifyingIncome: [...streams.map(({ row }) => row), total].sort((a, b) =>
      compareText(a.category, b.category),
    ),
    indicators: indicators.map(({ row }) => row),
    get traces() {
      traces ??= tracesOf(streams, total, indicators, policy, year, own)
      return traces
    },
  }
}

const withFlag = (stream: WorkedStream, flag: Flag): WorkedStream => ({
  ...stream,
  row: { ...stream.row, flags: [...stream.row.flags, flag].sort(compareText) },
})

const FROM_ROWS: readonly Flag[] = ['incomplete', 'ratio_only']

/** The sum of the rows. Missing: a column in which no row has an amount is null. */
function totalOf(
  streams: readonly WorkedStream[],
  refused: boolean,
  yearIncomplete: boolean,
  policy: Policy,
): QualifyingRow {
  const sum = (of: (row: QualifyingRow) => Cents | null): Cents | null => {
    const amounts = streams.map(({ row }) => of(row)).filter(each => each !== null)
    return amounts.length === 0 ? null : sumCents(amounts)
  }
  const flags = new Set(FROM_ROWS.filter(flag => streams.some(({ row }) => row.flags.includes(flag))))
  if (refused) flags.add('incomplete')
  if (yearIncomplete) flags.add('year_incomplete')
  return {
    category: 'total',
    latestAmount: sum(row => row.latestAmount),
    priorAmount: sum(row => row.priorAmount),
    change: null,
    trend: '-',
    months: 0,
    monthlyAmount: sum(row => row.monthlyAmount) ?? 0,
    grossUp: sum(row => row.grossUp) ?? 0,
    qualifyingMonthly: sum(row => row.qualifyingMonthly) ?? 0,
    supportableIfStabilized: sum(row => row.supportableIfStabilized),
    flags: [...flags].sort(compareText),
    citations: unionOfCitations(
      policy,
      streams.flatMap(({ row }) => (row.category === 'total' ? [] : [row.category])),
    ),
  }
}
