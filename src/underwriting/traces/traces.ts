import { getOrCreate, NO_ITEMS } from '../../core/lists.js'
import type { Cents } from '../../core/money.js'
import { ALL, SELF } from '../../figures/recipients.js'
import { formatDocumentPlace } from '../../figures/taxpayer-result.js'
import { type Doubt, joinDoubts, type ResolvedDocument } from '../../resolve/resolved-document.js'
import { Evidence } from '../borrowers/evidence.js'
import { type CategoryTotal, listCategoryTotals } from '../category-totals.js'
import type { IncomeStream } from '../income-stream.js'
import { traceIndicators } from '../indicators/compute-indicators.js'
import { INDICATORS, type IndicatorRow, type IndicatorValue } from '../indicators/indicator.js'
import type { IncomeTotal, PolicyResult } from '../underwrite.js'
import { citeSubjects, STREAM_FIGURES, traceStream } from './stream-traces.js'
import { inputOf, inputOfFact, leftOut, type Trace, type TraceExclusion, type TraceInput } from './trace.js'

/** The amounts of a total that have traces. */
export const TOTAL_FIGURES = [
  ['gross_up', ({ grossUp }) => grossUp],
  ['qualifying_monthly', ({ qualifyingMonthly }) => qualifyingMonthly],
  ['supportable_monthly', ({ supportableMonthly }) => supportableMonthly],
  ['verified_monthly', ({ verifiedMonthly }) => verifiedMonthly],
] as const satisfies readonly (readonly [string, (total: IncomeTotal) => Cents])[]

/** Returns the beginning of the names of a borrower's figures. The figures of the taxpayer have none. */
export const getFigurePrefix = (borrower: string): string => (borrower === SELF ? '' : `${borrower}.`)

/** Returns the name that the figures of a stream begin with. */
export const nameStreamFigures = ({ borrower, stream }: IncomeStream): string => `${getFigurePrefix(borrower)}${stream}`

/** Returns the name of an indicator's figure. An indicator of all borrowers has no prefix. */
export const nameIndicatorFigure = ({ indicator, recipient }: Pick<IndicatorRow, 'indicator' | 'recipient'>): string =>
  recipient === ALL ? indicator : `${getFigurePrefix(recipient)}${indicator}`

/** Returns the value of an indicator. */
const getIndicatorValue = (row: IndicatorRow): Trace['value'] => row[INDICATORS[row.indicator].column]

/** Returns the name that the figures of a category begin with. It is that of the stream if the category has only one. */
export const nameCategoryFigures = ({ borrower, category }: Pick<CategoryTotal, 'borrower' | 'category'>): string =>
  `${getFigurePrefix(borrower)}${category}`

// Weak, so that the traces of a taxpayer do not outlive its figures. Only `explain`, the report and callers who read
// `figures` list traces.
const tracesByResult = new WeakMap<PolicyResult, readonly Trace[]>()

/**
 * Explains every figure of a taxpayer under a policy: the amounts of streams, of categories with several streams and of
 * totals, and the indicators. Traces are made when they are first needed, because tables do not need them.
 */
export function listTraces(policyResult: PolicyResult): readonly Trace[] {
  const earlierTraces = tracesByResult.get(policyResult)
  if (earlierTraces !== undefined) return earlierTraces
  const traces = addDoubts(
    [...traceIncome(policyResult), ...traceIndicators(policyResult.indicatorInput).map(toIndicatorTrace)],
    policyResult.indicatorInput.result.resolution.documents,
  )
  tracesByResult.set(policyResult, traces)
  return traces
}

function traceIncome(policyResult: PolicyResult): Trace[] {
  const { asOf, policy, streams, totals, usedFacts, indicatorInput } = policyResult
  const { borrowers, facts, result } = indicatorInput
  const evidence = new Evidence(result)
  const year = asOf.year ?? 0
  const traces: Trace[] = []
  const categoryTotals = listCategoryTotals(policyResult)
  for (const borrower of borrowers) {
    const total = totals.find(({ borrower: id }) => id === borrower.id)
    const context = { borrower, policy, year, facts, usedFacts, evidence }
    const ofBorrower = categoryTotals.filter(({ borrower: id }) => id === borrower.id)
    for (const categoryTotal of ofBorrower) {
      const ofCategory = streams.filter(stream => isOfCategory(stream, categoryTotal))
      for (const stream of ofCategory) traces.push(...traceStream(stream, nameStreamFigures(stream), context))
      if (ofCategory.length > 1) traces.push(...traceCategory(categoryTotal, ofCategory))
    }
    if (total === undefined) continue
    const excluded = borrower.id === SELF ? listOtherRecipients(policyResult) : NO_ITEMS
    traces.push(...traceTotal(total, ofBorrower.map(nameCategoryFigures), ofBorrower, policyResult, excluded))
  }
  const household = totals.at(-1)
  if (household !== undefined && totals.length > 1) {
    const rows = totals.slice(0, -1).map(({ borrower }) => `${getFigurePrefix(borrower)}total`)
    traces.push(...traceTotal(household, rows, categoryTotals, policyResult, NO_ITEMS))
  }
  return traces
}

const isOfCategory = (stream: IncomeStream, { borrower, category }: CategoryTotal): boolean =>
  stream.category === category && stream.borrower === borrower

const traceCategory = (categoryTotal: CategoryTotal, streams: readonly IncomeStream[]): Trace[] =>
  STREAM_FIGURES.map(
    ([column, getValue]): Trace => ({
      figure: `${nameCategoryFigures(categoryTotal)}.${column}`,
      value: getValue(categoryTotal),
      unit: 'money',
      rule: 'the sum of the streams of this category',
      citation: categoryTotal.citation,
      parts: streams.map(stream => `${nameStreamFigures(stream)}.${column}`),
      inputs: NO_ITEMS,
      excluded: NO_ITEMS,
    }),
  )

const traceTotal = (
  total: IncomeTotal,
  rows: readonly string[],
  categoryTotals: readonly CategoryTotal[],
  { policy }: PolicyResult,
  excluded: readonly TraceExclusion[],
): Trace[] =>
  TOTAL_FIGURES.map(
    ([column, getValue]): Trace => ({
      figure: `${getFigurePrefix(total.borrower)}total.${column}`,
      value: getValue(total),
      unit: 'money',
      rule: total.borrower === ALL ? 'the sum of the borrowers' : 'the sum of the categories',
      citation: citeSubjects(policy, [...new Set(categoryTotals.map(({ category }) => category))]),
      parts: rows.map(row => `${row}.${column}`),
      inputs: NO_ITEMS,
      excluded: column === 'qualifying_monthly' ? excluded : NO_ITEMS,
    }),
  )

/** Lists the income of the two years on documents of persons who are not borrowers. */
function listOtherRecipients({ asOf, indicatorInput }: PolicyResult): TraceExclusion[] {
  const { borrowers, result } = indicatorInput
  const { year } = asOf
  if (year === null || !result.resolution.documents.some(({ isOtherRecipient }) => isOtherRecipient)) return []
  const documents = new Set(borrowers.flatMap(borrower => borrower.documents))
  return result.ledger.facts.flatMap(fact => {
    const { meaning, resolvedDocument } = fact
    const { document, status } = resolvedDocument
    if (meaning.category === null || meaning.reason !== null || status !== 'counted') return []
    if (document.year !== year && document.year !== year - 1) return []
    return documents.has(resolvedDocument) ? [] : [leftOut(inputOfFact(fact), 'other_recipient')]
  })
}

function toIndicatorTrace({ row, rule, inputs, excluded, parts }: IndicatorValue): Trace {
  const { column } = INDICATORS[row.indicator]
  return {
    figure: nameIndicatorFigure(row),
    value: getIndicatorValue(row),
    unit: column === 'amount' ? 'money' : column === 'label' ? 'text' : column,
    rule,
    citation: row.citation,
    parts,
    inputs,
    excluded,
  }
}

/** The values of all figures by name, without their explanations. */
export function listFigureValues(policyResult: PolicyResult): Map<string, Trace['value']> {
  const values = new Map<string, Trace['value']>()
  const { streams, totals, indicators } = policyResult
  for (const stream of streams)
    for (const [column, getValue] of STREAM_FIGURES)
      values.set(`${nameStreamFigures(stream)}.${column}`, getValue(stream))
  for (const categoryTotal of listCategoryTotals(policyResult))
    for (const [column, getValue] of STREAM_FIGURES)
      values.set(`${nameCategoryFigures(categoryTotal)}.${column}`, getValue(categoryTotal))
  for (const total of totals)
    for (const [column, getValue] of TOTAL_FIGURES)
      values.set(`${getFigurePrefix(total.borrower)}total.${column}`, getValue(total))
  for (const row of indicators) values.set(nameIndicatorFigure(row), getIndicatorValue(row))
  return values
}

const toPlaceKey = ({ recordId, form, formIndex, entryIndex }: TraceInput): string =>
  JSON.stringify([recordId, form, formIndex, entryIndex])

/** Adds to each box the doubts about its document and the copies that values of the document come from. */
function addDoubts(traces: Trace[], documents: readonly ResolvedDocument[]): Trace[] {
  const details = new Map<string, Pick<TraceInput, 'doubts' | 'copiedFrom'>>()
  for (const { document, doubts, copiedFrom } of documents) {
    if (doubts.length === 0 && copiedFrom === null) continue
    const copies = [...(copiedFrom ?? [])].map(([field, copy]) => [field, formatDocumentPlace(copy)])
    details.set(toPlaceKey(inputOf(document, '', null)), {
      ...(doubts.length === 0 ? {} : { doubts }),
      ...(copiedFrom === null ? {} : { copiedFrom: Object.fromEntries(copies) }),
    })
  }
  if (details.size === 0) return traces
  // Figures with the same list of inputs also share the new list.
  const changedLists = new Map<readonly TraceInput[], readonly TraceInput[]>()
  const addDetails = <Input extends TraceInput>(inputs: readonly Input[]): readonly Input[] =>
    getOrCreate(changedLists, inputs, () =>
      inputs.map(input => ({ ...input, ...details.get(toPlaceKey(input)) })),
    ) as readonly Input[]
  return traces.map(trace => ({ ...trace, inputs: addDetails(trace.inputs), excluded: addDetails(trace.excluded) }))
}

/** Returns the doubts about the documents of each doubtful figure, including those of its parts. */
export function findDoubtfulFigures(traces: readonly Trace[]): ReadonlyMap<string, readonly Doubt[]> {
  const doubtsByFigure = new Map<string, readonly Doubt[]>()
  const traceByFigure = new Map(traces.map(trace => [trace.figure, trace]))
  const findDoubts = (figure: string): readonly Doubt[] => {
    const earlierDoubts = doubtsByFigure.get(figure)
    if (earlierDoubts !== undefined) return earlierDoubts
    const { inputs = [], parts = [] } = traceByFigure.get(figure) ?? {}
    const doubts = [...inputs.map(input => input.doubts ?? []), ...parts.map(findDoubts)].reduce(joinDoubts, [])
    doubtsByFigure.set(figure, doubts)
    return doubts
  }
  for (const { figure } of traces) findDoubts(figure)
  return new Map([...doubtsByFigure].filter(([, doubts]) => doubts.length > 0))
}
