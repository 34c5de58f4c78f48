import { appendAll, getOrCreate } from '../../core/lists.js'
import { formatDocumentPlace } from '../../figures/taxpayer-result.js'
import { type Doubt, joinDoubts, type ResolvedDocument } from '../../resolve/resolved-document.js'
import { type BorrowerView, SELF } from '../borrowers/borrower-view.js'
import { INDICATORS, type IndicatorValue, subjectsOf } from '../indicators/indicator.js'
import type { Policy } from '../policies/settings.js'
import type { BorrowerIncome, QualifyingRow } from '../streams/qualifying-income.js'
import { unionOfCitations } from '../streams/stream-rules.js'
import { FIGURES, streamTraces } from './stream-traces.js'
import { inputOf, inputOfStated, type Trace, type TraceInput } from './trace.js'

/** What the names of a borrower's figures begin with; those of the taxpayer have no more than their row. */
export const prefixOf = (borrower: string): string => (borrower === SELF ? '' : `${borrower}.`)

/** A row of totals: the sum of rows, or of the totals of several borrowers. */
const totalTraces = (total: QualifyingRow, rows: readonly string[]): Trace[] =>
  FIGURES.filter(([column]) => column !== 'change').map(
    ([column, unit, of]): Trace => ({
      figure: `${prefixOf(total.borrower)}total.${column}`,
      value: of(total),
      unit,
      rule: 'the sum of the rows',
      citation: total.citations,
      parts: rows.map(row => `${row}.${column}`),
      inputs: [],
      excluded: [],
    }),
  )

/** How every figure came about: each amount column of each row, and each indicator. */
export function tracesOf(
  incomes: readonly BorrowerIncome[],
  all: QualifyingRow,
  indicators: readonly IndicatorValue[],
  policy: Policy,
  household: BorrowerView,
): Trace[] {
  const traces: Trace[] = []
  for (const { view, streams, total } of incomes) {
    const prefix = prefixOf(view.borrower)
    for (const stream of streams) appendAll(traces, streamTraces(stream, prefix))
    const rows = streams.map(({ row }) => `${prefix}${row.category}`)
    appendAll(traces, totalTraces(total, rows))
  }
  if (incomes.length > 1) {
    const totals = incomes.map(({ view }) => `${prefixOf(view.borrower)}total`)
    appendAll(traces, totalTraces(all, totals))
  }
  // Indicators of the same documents have the same inputs.
  const known = new Map<IndicatorValue['inputs'], readonly TraceInput[]>()
  for (const { row, rule, inputs, excluded, parts } of indicators) {
    const uses = INDICATORS[row.indicator]
    traces.push({
      figure: row.indicator,
      value: row[uses],
      unit: uses === 'amount' ? 'money' : uses === 'label' ? 'text' : uses,
      rule,
      citation: unionOfCitations(policy, subjectsOf(row.indicator)),
      parts,
      inputs: getOrCreate(known, inputs, inputs),
      excluded: excluded(),
    })
  }
  return addDoubts(
    household.named.length === 0 ? traces : withRecipients(traces, household),
    household.result.resolution.documents,
  )
}

/** Adds to each box the doubts about its document and the copies that values of the document come from. */
function addDoubts(traces: Trace[], documents: readonly ResolvedDocument[]): Trace[] {
  const details = new Map<string, Pick<TraceInput, 'doubts' | 'copiedFrom'>>()
  for (const { document, doubts, copiedFrom } of documents) {
    if (doubts.length === 0 && copiedFrom === null) continue
    const copies = [...(copiedFrom ?? [])].map(([field, copy]) => [field, formatDocumentPlace(copy)])
    details.set(placeOf(inputOf(document, '', null)), {
      ...(doubts.length === 0 ? {} : { doubts }),
      ...(copiedFrom === null ? {} : { copiedFrom: Object.fromEntries(copies) }),
    })
  }
  if (details.size === 0) return traces
  // Figures with the same list of inputs also share the new list.
  const changedLists = new Map<readonly TraceInput[], readonly TraceInput[]>()
  const addDetails = <Input extends TraceInput>(inputs: readonly Input[]): readonly Input[] =>
    getOrCreate(changedLists, inputs, () =>
      inputs.map(input => ({ ...input, ...details.get(placeOf(input)) })),
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

/** Says of every figure that has a box of another person that the caller named them. The digits are not said. */
function withRecipients(traces: readonly Trace[], borrower: BorrowerView): Trace[] {
  const places = new Set(borrower.named.map(document => placeOf(inputOf(document, '', null))))
  const said = inputOfStated('known_facts', 'recipients', null, `${borrower.people.length} named`)
  return traces.map(trace =>
    trace.inputs.some(input => places.has(placeOf(input))) ? { ...trace, inputs: [...trace.inputs, said] } : trace,
  )
}

const placeOf = ({ recordId, form, formIndex, entryIndex }: TraceInput): string =>
  JSON.stringify([recordId, form, formIndex, entryIndex])
