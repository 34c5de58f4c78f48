// Explains figures as text for people: as trees that lead down to boxes, with the meaning of flags and the sources.

import { cutList, keepLargest } from '../../core/cut-list.js'
import { memoize } from '../../core/lists.js'
import { DOUBT_TEXTS } from '../../figures/doubt-texts.js'
import { ALL } from '../../figures/recipients.js'
import { type Doubt, joinDoubts } from '../../resolve/resolved-document.js'
import { FLAGS, type StreamFlag } from '../flags.js'
import type { IncomeStream } from '../income-stream.js'
import type { PolicyResult } from '../underwrite.js'
import { DEFAULT_COLUMN, splitFigure } from './figure-names.js'
import { type FigureTraces, getFigureTraces, splitName } from './figure-traces.js'
import { type ExplainedFigure, formatTree, formatValue } from './format-trace.js'
import { PlaceKeys, type Trace, type TraceInput } from './trace.js'
import { nameCategoryFigures, nameStreamFigures, nameTotalFigures } from './traces.js'

export { FIGURE_NAMES, isFigureName, listFigureNameLines, shortenFigure, suggestFigure } from './figure-names.js'
export type { ExplainedFigure }

/** Says what the flags of streams mean, one line for each flag. */
export function describeFlags(streams: readonly Pick<IncomeStream, 'flags'>[]): string[] {
  const flags = [...new Set(streams.flatMap(stream => stream.flags))].sort()
  return flags.map((flag: StreamFlag) => `${flag}: ${FLAGS[flag]}`)
}

/** Says which later years are not complete, so that no figure includes them. Null if there are none. */
export function describeLaterYears({ asOf: { laterIncompleteYears } }: PolicyResult): string | null {
  if (laterIncompleteYears.length === 0) return null
  const verb = laterIncompleteYears.length === 1 ? 'is not complete yet and is' : 'are not complete yet and are'
  return `${laterIncompleteYears.join(' and ')} ${verb} not included.`
}

/** The total of all borrowers, or of the only borrower. */
const TOTALS = [`${ALL}.total.${DEFAULT_COLUMN}`, `total.${DEFAULT_COLUMN}`]

/** Which figures and boxes a tree has: all, or as many as people read. */
export type TreeSize = 'all' | 'listed'

/** The streams of a policy that lists for people show: those with the largest amounts. */
export const listShownStreams = memoize(({ streams }: PolicyResult) =>
  keepLargest(streams, ({ latestAmount, priorAmount, computedMonthly, qualifyingMonthly }) =>
    [latestAmount, priorAmount, computedMonthly, qualifyingMonthly].reduce<number>(
      (size, cents) => Math.max(size, Math.abs(Number(cents ?? 0))),
      0,
    ),
  ),
)

/** Returns true if lists for people show a figure. They leave out the figures of small streams if there are too many. */
export const isFigureShown = (policyResult: PolicyResult, figure: string): boolean =>
  listShownStreams(policyResult).hiddenCount === 0 ||
  listShownRows(policyResult).has(splitName(figure)[0]) ||
  !getFigureTraces(policyResult).isOfStream(figure)

/** Explains the figures of the streams that lists for people show, and all other figures. */
export function listShownTraces(policyResult: PolicyResult): readonly Trace[] {
  const { items, hiddenCount } = listShownStreams(policyResult)
  const shownStreams = new Set(items)
  return [...getFigureTraces(policyResult).list(stream => hiddenCount === 0 || shownStreams.has(stream))]
}

const listShownRows = memoize(
  (policyResult: PolicyResult) => new Set(listShownStreams(policyResult).items.map(nameStreamFigures)),
)

/**
 * Expands a figure into the figures that it is computed from. The name of a row means its qualifying amount. Without a
 * name, expands the total. Null if the underwriting has no such figure.
 */
export function expandFigure(
  policyResult: PolicyResult,
  figure?: string,
  size: TreeSize = 'all',
): ExplainedFigure | null {
  const traces = getFigureTraces(policyResult)
  const names = figure === undefined ? TOTALS : [figure, `${figure}.${DEFAULT_COLUMN}`]
  for (const name of names) {
    const trace = traces.find(name)
    if (trace !== undefined) return expandTrace(trace, traces, new Set(), size === 'all' ? null : policyResult)
  }
  return null
}

/**
 * Expands a trace. `expandedFigures` has the figures that are already in the tree, and receives those that are added. If
 * `listedResult` is not null, the tree has only as many parts and boxes as people read.
 */
export function expandTrace(
  trace: Trace,
  traces: FigureTraces,
  expandedFigures: Set<string>,
  listedResult: PolicyResult | null,
): ExplainedFigure {
  const repeated = { trace, isRepeated: true, parts: [], inputs: [], excluded: [], hidden: null }
  if (expandedFigures.has(trace.figure)) return repeated
  expandedFigures.add(trace.figure)
  const { parts: allNames } = trace
  const names = listedResult === null ? allNames : selectShownParts(allNames, listedResult)
  const parts = names.flatMap(part => traces.find(part) ?? [])
  const inputs = removeRepeated(
    trace.inputs,
    parts.map(part => part.inputs),
  )
  const excluded = removeRepeated(
    trace.excluded,
    parts.map(part => part.excluded),
  )
  const [shownInputs, shownExcluded] =
    listedResult === null ? [inputs, excluded] : [cutList(inputs).items, cutList(excluded).items]
  const hidden = {
    parts: allNames.length - names.length,
    inputs: inputs.length - shownInputs.length,
    excluded: excluded.length - shownExcluded.length,
  }
  return {
    trace,
    isRepeated: false,
    parts: parts.map(part => expandTrace(part, traces, expandedFigures, listedResult)),
    inputs: shownInputs,
    excluded: shownExcluded,
    hidden: hidden.parts + hidden.inputs + hidden.excluded === 0 ? null : hidden,
  }
}

/** Selects the parts of a figure that a list shows. The streams among them are the largest ones. */
function selectShownParts(parts: readonly string[], policyResult: PolicyResult): readonly string[] {
  if (cutList(parts).hiddenCount === 0) return parts
  const rows = listShownRows(policyResult)
  const streamParts = parts.filter(part => rows.has(splitName(part)[0]))
  return cutList(streamParts.length > 0 ? streamParts : parts).items
}

/** Returns the boxes that no part has with the same amount. */
function removeRepeated<Input extends TraceInput>(
  inputs: readonly Input[],
  inputsOfParts: readonly (readonly Input[])[],
): readonly Input[] {
  if (inputs.length === 0 || inputsOfParts.every(({ length }) => length === 0)) return inputs
  const keys = new PlaceKeys()
  const formatKey = (input: TraceInput): string => `${keys.format(input)} ${formatBox(input)}`
  const keysOfParts = new Set<string>()
  for (const partInputs of inputsOfParts) for (const input of partInputs) keysOfParts.add(formatKey(input))
  return inputs.filter(input => !keysOfParts.has(formatKey(input)))
}

const formatBox = (input: TraceInput & { readonly reason?: string }): string =>
  `${input.year} ${input.field} ${input.statedText ?? input.cents} ${input.reason ?? ''}`

/**
 * Explains a figure as lines of text for a person. `figure` is a row (`wages`), a row and its column
 * (`wages.computed_monthly`) or an indicator, after the last four digits of another borrower (`1234.wages`). Without a
 * name, explains the total and adds a line for each indicator. Null if the underwriting has no such figure.
 */
export function explainFigure(policyResult: PolicyResult, figure?: string): string | null {
  const explained = expandFigure(policyResult, figure, 'listed')
  if (explained === null) return null
  const lines = [...formatHeading(policyResult), ...formatTree(explained, '')]
  const indicatorTraces = figure === undefined ? getFigureTraces(policyResult).listIndicatorTraces() : []
  if (figure === undefined) {
    lines.push('', 'Indicators:')
    for (const trace of indicatorTraces) lines.push(`  ${trace.figure} = ${formatValue(trace)}`)
  }
  const flagLines = describeFlags(
    findStreamsOfFigure(policyResult, figure === undefined ? null : explained.trace.figure),
  )
  if (flagLines.length > 0) lines.push('', ...flagLines)
  const doubts = listDoubts(explained)
  if (doubts.length > 0) lines.push('', ...doubts.map(doubt => `${doubt}: ${DOUBT_TEXTS[doubt]}`))
  const citedTraces = [explained.trace, ...indicatorTraces]
  const sources = new Set(citedTraces.flatMap(({ citation }) => (citation === '' ? [] : citation.split('; '))))
  if (sources.size > 0) lines.push('', `Sources: ${[...sources].join('; ')}`)
  return [...lines, ''].join('\n')
}

/** Returns the streams of a figure's row. All streams for null or a total. */
function findStreamsOfFigure({ streams }: PolicyResult, figure: string | null): readonly IncomeStream[] {
  const row = figure === null ? null : (splitFigure(figure)?.[0] ?? '')
  if (row === null || row === `${ALL}.total`) return streams
  return streams.filter(
    stream =>
      nameStreamFigures(stream) === row || nameCategoryFigures(stream) === row || row === nameTotalFigures(stream),
  )
}

/** Returns the policy, the as-of year and the later years that are not complete, as lines with an empty line at the end. */
export function formatHeading(policyResult: PolicyResult): string[] {
  const { policy, asOf } = policyResult
  const year = asOf.year === null ? 'no income found' : `as of ${asOf.year}${asOf.isComplete ? '' : ', incomplete'}`
  const policyLine = `Policy ${policy.name} (${policy.ruleVersion}); ${year}.`
  return [policyLine, describeLaterYears(policyResult), ''].filter(line => line !== null)
}

/** Returns the number of parts and boxes that a tree leaves out under one figure. */
export const countHidden = ({ parts, inputs, excluded }: NonNullable<ExplainedFigure['hidden']>): number =>
  parts + inputs + excluded

/** Lists the doubts about all documents of a tree. */
const listDoubts = ({ parts, inputs, excluded }: ExplainedFigure): readonly Doubt[] =>
  [...[...inputs, ...excluded].map(input => input.doubts ?? []), ...parts.map(listDoubts)].reduce(joinDoubts, [])
