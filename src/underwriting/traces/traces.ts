import { NO_ITEMS } from '../../core/lists.js'
import { ALL, SELF } from '../../figures/recipients.js'
import { type CategoryTotal, listCategoryTotals } from '../category-totals.js'
import type { IncomeStream } from '../income-stream.js'
import { INDICATORS, type IndicatorRow, type IndicatorValue } from '../indicators/indicator.js'
import type { IncomeTotal, PolicyResult } from '../underwrite.js'
import { citeSubjects, STREAM_COLUMNS, STREAM_FIGURES, type StreamColumn } from './stream-traces.js'
import { excludeInput, inputOfFact, type Trace, type TraceExclusion } from './trace.js'

export const TOTAL_COLUMNS = ['gross_up', 'qualifying_monthly', 'supportable_monthly', 'verified_monthly'] as const

/** Returns the beginning of the names of a borrower's figures. The figures of the taxpayer have none. */
export const getFigurePrefix = (borrower: string): string => (borrower === SELF ? '' : `${borrower}.`)

/** Returns the name that the figures of a stream begin with. */
export const nameStreamFigures = ({ borrower, stream }: IncomeStream): string => `${getFigurePrefix(borrower)}${stream}`

/** Returns the name that the figures of a total begin with. */
export const nameTotalFigures = ({ borrower }: Pick<IncomeTotal, 'borrower'>): string =>
  `${getFigurePrefix(borrower)}total`

/** Returns the name of an indicator's figure. An indicator of all borrowers has no prefix. */
export const nameIndicatorFigure = ({ indicator, recipient }: Pick<IndicatorRow, 'indicator' | 'recipient'>): string =>
  recipient === ALL ? indicator : `${getFigurePrefix(recipient)}${indicator}`

const getIndicatorValue = (row: IndicatorRow): Trace['value'] => row[INDICATORS[row.indicator].column]

/** Returns the name that the figures of a category begin with. It is that of the stream if the category has only one. */
export const nameCategoryFigures = ({ borrower, category }: Pick<CategoryTotal, 'borrower' | 'category'>): string =>
  `${getFigurePrefix(borrower)}${category}`

/** Explains the amount of a category with several streams. */
export const traceCategory = (total: CategoryTotal, streams: readonly IncomeStream[], column: StreamColumn): Trace => ({
  figure: `${nameCategoryFigures(total)}.${column}`,
  value: total[STREAM_FIGURES[column]],
  unit: 'money',
  rule: 'the sum of the streams of this category',
  citation: total.citation,
  // A getter, because a category can have a million streams.
  get parts() {
    return streams.map(stream => `${nameStreamFigures(stream)}.${column}`)
  },
  inputs: NO_ITEMS,
  excluded: NO_ITEMS,
})

/** Explains the amounts of a total. `rows` are the rows that it adds up. */
export const traceTotal = (
  total: IncomeTotal,
  rows: readonly string[],
  categoryTotals: readonly CategoryTotal[],
  policy: PolicyResult['policy'],
  excluded: readonly TraceExclusion[],
): Trace[] =>
  TOTAL_COLUMNS.map(
    (column): Trace => ({
      figure: `${nameTotalFigures(total)}.${column}`,
      value: total[STREAM_FIGURES[column]],
      unit: 'money',
      rule: total.borrower === ALL ? 'the sum of the borrowers' : 'the sum of the categories',
      citation: citeSubjects(policy, [...new Set(categoryTotals.map(({ category }) => category))]),
      parts: rows.map(row => `${row}.${column}`),
      inputs: NO_ITEMS,
      excluded: column === 'qualifying_monthly' ? excluded : NO_ITEMS,
    }),
  )

/** Lists the income of the two years on documents of persons who are not borrowers. */
export function listOtherRecipientAmounts({ asOf, indicatorInput }: PolicyResult): TraceExclusion[] {
  const { borrowers, result } = indicatorInput
  const { year } = asOf
  if (year === null || !result.resolution.documents.some(({ isOtherRecipient }) => isOtherRecipient)) return []
  const documents = new Set(borrowers.flatMap(borrower => borrower.documents))
  return result.ledger.facts.flatMap(fact => {
    const { meaning, resolvedDocument } = fact
    const { document, status } = resolvedDocument
    if (meaning.category === null || meaning.reason !== null || status !== 'counted') return []
    if (document.year !== year && document.year !== year - 1) return []
    return documents.has(resolvedDocument) ? [] : [excludeInput(inputOfFact(fact), 'other_recipient')]
  })
}

export function toIndicatorTrace({ row, rule, inputs, excluded, parts }: IndicatorValue): Trace {
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
  const addAmounts = (row: string, amounts: Pick<CategoryTotal, (typeof STREAM_FIGURES)[StreamColumn]>): void => {
    for (const column of STREAM_COLUMNS) values.set(`${row}.${column}`, amounts[STREAM_FIGURES[column]])
  }
  for (const stream of streams) addAmounts(nameStreamFigures(stream), stream)
  for (const total of listCategoryTotals(policyResult)) addAmounts(nameCategoryFigures(total), total)
  for (const total of totals)
    for (const column of TOTAL_COLUMNS)
      values.set(`${nameTotalFigures(total)}.${column}`, total[STREAM_FIGURES[column]])
  for (const row of indicators) values.set(nameIndicatorFigure(row), getIndicatorValue(row))
  return values
}
