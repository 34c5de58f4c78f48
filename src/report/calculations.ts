// Describes how each monthly amount of the worksheet was computed, with its amounts and boxes, so that an underwriter can
// repeat the computation on paper.

import { describeHidden } from '../core/cut-list.js'
import { getOrCreate } from '../core/lists.js'
import { addCents, type Cents } from '../core/money.js'
import { formatIssuerName } from '../tables/definitions/columns.js'
import type { TaxpayerContext } from '../tables/table.js'
import type { IncomeStream } from '../underwriting/income-stream.js'
import {
  averageLatest,
  averageTwoYears,
  computeChange,
  findTrend,
  roundMonthly,
} from '../underwriting/streams/formulas.js'
import { listShownStreams } from '../underwriting/traces/explain.js'
import { getFigureTraces } from '../underwriting/traces/figure-traces.js'
import type { Trace, TraceInput } from '../underwriting/traces/trace.js'
import { nameIndicatorFigure, nameStreamFigures } from '../underwriting/traces/traces.js'
import type { PolicyResult } from '../underwriting/underwrite.js'
import { type DocumentAnchors, getDocumentAnchors } from './documents.js'
import { type Grid, textColumn } from './grid.js'
import {
  formatMoneyCell,
  formatShareCell,
  hasSeveralBorrowers,
  nameIndicator,
  nameStream,
  toWords,
  upperFirst,
  writeNamesAsWords,
} from './labels.js'

/** What is needed to describe a box. */
interface BoxContext {
  readonly anchors: DocumentAnchors
  readonly taxpayer: TaxpayerContext
}

/** The maximum number of boxes that are listed for one amount. The trees list more of them. */
const MAX_BOXES = 12

/** How an amount was computed, and the titles of the policies under which it is computed like this. */
interface Calculation {
  readonly name: string
  readonly text: string
  readonly boxes: string
  readonly titles: string[]
}

/** Describes how the monthly amount of each stream was computed. Policies that compute it alike share a row. */
export function describeCalculations(results: readonly PolicyResult[], taxpayer: TaxpayerContext): Grid {
  const context = { anchors: getDocumentAnchors(taxpayer), taxpayer }
  const byStream = new Map<string, Calculation[]>()
  for (const result of results) {
    // Streams of one policy may have the same name. The second one is compared with the second one of other policies.
    const nameCounts = new Map<string, number>()
    for (const { name, text, boxes } of listCalculations(result, context)) {
      const count = (nameCounts.get(name) ?? 0) + 1
      nameCounts.set(name, count)
      const calculations = getOrCreate(byStream, `${count} ${name}`, () => [])
      const sameCalculation = calculations.find(calculation => calculation.text === text && calculation.boxes === boxes)
      if (sameCalculation === undefined) calculations.push({ name, text, boxes, titles: [result.policy.title] })
      else sameCalculation.titles.push(result.policy.title)
    }
  }
  const hasSeveralPolicies = results.length > 1
  const hiddenCount = Math.max(0, ...results.map(result => listShownStreams(result).hiddenCount))
  return {
    caption: 'Calculations',
    columns: ['Income', ...(hasSeveralPolicies ? ['Guideline'] : []), 'Calculation', 'Boxes'].map(title =>
      textColumn(title),
    ),
    rows: [...byStream.values()].flat().map(({ name, text, boxes, titles }, i, all) => ({
      // The policies usually use the same boxes, which are listed once.
      cells: [
        name,
        ...(hasSeveralPolicies ? [titles.join(', ')] : []),
        text,
        boxes !== '' && all[i - 1]?.name === name && all[i - 1]?.boxes === boxes ? 'the same boxes' : boxes,
      ],
    })),
    ...(hiddenCount === 0 ? {} : { note: describeHidden(hiddenCount, 'traces') }),
  }
}

function listCalculations(result: PolicyResult, context: BoxContext): Omit<Calculation, 'titles'>[] {
  const traces = getFigureTraces(result)
  const showsBorrower = hasSeveralBorrowers(result)
  return [
    ...listShownStreams(result).items.map(stream => {
      const prefix = nameStreamFigures(stream)
      const computed = traces.find(`${prefix}.computed_monthly`)
      const yearTraces = (computed?.parts ?? []).flatMap(part => traces.find(part) ?? [])
      return {
        name: nameStream(stream, context.taxpayer, showsBorrower),
        text:
          describeCalculation(
            stream,
            computed,
            traces.find(`${prefix}.qualifying_monthly`),
            traces.find(`${prefix}.gross_up`),
          ) + describeBusinessTrend(stream, result),
        boxes: listBoxes([...yearTraces, ...(computed === undefined ? [] : [computed])], context),
      }
    }),
    // The balances of retirement accounts are listed if they are too small, because a condition depends on them.
    ...result.indicators.flatMap(indicator => {
      const isTooShort =
        indicator.indicator === 'retirement_continuance_months' &&
        (indicator.count ?? 0) < result.policy.continuanceMonths
      const trace = isTooShort ? traces.find(nameIndicatorFigure(indicator)) : undefined
      if (trace === undefined) return []
      return {
        name: nameIndicator(indicator, showsBorrower),
        text: `${upperFirst(trace.rule)}: ${trace.value} months.`,
        boxes: listBoxes([trace], context),
      }
    }),
  ]
}

function describeCalculation(
  { latestAmount, priorAmount, computedMonthly, grossUp }: IncomeStream,
  computed: Trace | undefined,
  qualifying: Trace | undefined,
  grossUpTrace: Trace | undefined,
): string {
  // A rule is text such as `(latest + prior) / 24`.
  const rule = (computed?.rule ?? '')
    .replace(BOTH_AVERAGES, averages =>
      latestAmount === null || priorAmount === null ? averages : formatAverages(latestAmount, priorAmount),
    )
    .replaceAll(/plus gross_up/g, `plus ${formatMoneyCell(grossUp)} of gross-up`)
    .replaceAll(/\blatest\b/g, formatMoneyCell(latestAmount))
    .replaceAll(/\bprior\b/g, formatMoneyCell(priorAmount))
  // The rule of `describe-rules.ts` for the smaller average has the result of each average, so a colon comes before its own.
  const sentence = `${upperFirst(writeNamesAsWords(rule))}${computedMonthly === null ? '' : `${rule.startsWith('the smaller') ? ':' : ' ='} ${formatMoneyCell(computedMonthly)}`}.`
  const grossUpSentence =
    grossUpTrace === undefined || grossUp === 0 ? '' : ` Gross-up: ${grossUpTrace.rule} = ${formatMoneyCell(grossUp)}.`
  return qualifying === undefined || computedMonthly === null || qualifying.value === computedMonthly
    ? sentence + grossUpSentence
    : `${sentence} Qualifies: ${writeNamesAsWords(qualifying.rule)}.${grossUpSentence}`
}

/** The categories of one business. Its trend is that of all of them together. */
const BUSINESS_CATEGORIES: readonly string[] = ['officer_compensation', 'partnership', 's_corporation']

/**
 * Describes the trend of a business that has separate streams for officer compensation and K-1 earnings. Empty if the
 * trend has another reason, such as a cash flow that the lender states.
 */
function describeBusinessTrend({ borrower, category, name, trend }: IncomeStream, { policy, streams }: PolicyResult) {
  if (name === null || !BUSINESS_CATEGORIES.includes(category)) return ''
  const parts = streams.filter(
    part => part.borrower === borrower && part.name === name && BUSINESS_CATEGORIES.includes(part.category),
  )
  const [latest, prior] = [
    addAmounts(parts.map(({ latestAmount }) => latestAmount)),
    addAmounts(parts.map(({ priorAmount }) => priorAmount)),
  ]
  const change = computeChange(latest, prior)
  return parts.length < 2 || change === null || findTrend(latest, prior, policy.stableBand) !== trend
    ? ''
    : ` Officer compensation and K-1 earnings together changed by ${formatShareCell(change)}: ${trend}.`
}

const addAmounts = (amounts: readonly (Cents | null)[]): Cents =>
  amounts.reduce<Cents>((sum, amount) => addCents(sum, amount ?? 0), 0)

const BOTH_AVERAGES = '(latest + prior) / 24 and latest / 12'

/** Formats the two averages of which the smaller one counts, with their results. */
function formatAverages(latest: Cents, prior: Cents): string {
  const [average, latestAverage] = [averageTwoYears(latest, prior), averageLatest(latest)].map(monthly =>
    formatMoneyCell(roundMonthly(monthly)),
  )
  return `(latest + prior) / 24 = ${average} and latest / 12 = ${latestAverage}`
}

function listBoxes(traces: readonly Trace[], context: BoxContext): string {
  const inputs = traces.flatMap(trace => [...trace.inputs, ...trace.excluded])
  const lines = inputs.slice(0, MAX_BOXES).map(input => {
    const amount = input.statedText ?? formatMoneyCell(input.cents)
    return 'reason' in input
      ? `left out (${toWords(String(input.reason))}): ${describeBox(input, context)} ${formatMoneyCell(input.cents)}`
      : `${describeBox(input, context)} ${amount}`
  })
  const hiddenCount = inputs.length - lines.length
  return [...lines, ...(hiddenCount === 0 ? [] : [describeHidden(hiddenCount, 'traces')])].join('; ')
}

/** Describes a box in few words: `2024 W-2 of Acme Freight box 5`. */
function describeBox(input: TraceInput, { anchors, taxpayer }: BoxContext): string {
  const { recordId, form, year, box, field } = input
  const document = anchors.findDocument(input)
  const issuerName = document === undefined ? null : formatIssuerName(document, taxpayer)
  return [
    year,
    document?.compiledForm.form.number ?? (recordId === null ? 'stated:' : toWords(form)),
    issuerName === null ? null : `of ${issuerName}`,
    box === null ? toWords(field) : `box ${box}`,
  ]
    .filter(part => part)
    .join(' ')
}
