// A taxpayer can have hundreds of thousands of streams with seven figures each. A page explains a few hundred of these
// figures, so a figure is explained when it is needed.

import { shortenText } from '../../core/cut-list.js'
import { getOrCreate, groupBy, memoize, NO_ITEMS } from '../../core/lists.js'
import { SELF } from '../../figures/recipients.js'
import { type Doubt, joinDoubts } from '../../resolve/resolved-document.js'
import { Evidence } from '../borrowers/evidence.js'
import { type CategoryTotal, listCategoryTotals } from '../category-totals.js'
import type { IncomeStream } from '../income-stream.js'
import { traceIndicators } from '../indicators/compute-indicators.js'
import type { IncomeTotal, PolicyResult } from '../underwrite.js'
import {
  indexExcludedFacts,
  STREAM_COLUMNS,
  STREAM_FIGURES,
  type StreamColumn,
  type StreamTraceContext,
  traceStream,
} from './stream-traces.js'
import { InputDetails, type Trace } from './trace.js'
import {
  listOtherRecipientAmounts,
  nameCategoryFigures,
  nameStreamFigures,
  nameTotalFigures,
  TOTAL_COLUMNS,
  toIndicatorTrace,
  traceCategory,
  traceTotal,
} from './traces.js'

interface CategoryGroup {
  readonly total: CategoryTotal
  readonly streams: readonly IncomeStream[]
}

/** A figure without its explanation. */
export type FigureValue = Pick<Trace, 'figure' | 'value' | 'unit'>

/** Splits the name of a figure after its row. The row of a figure without a column is empty. */
export function splitName(figure: string): readonly [row: string, column: string] {
  const dotIndex = figure.lastIndexOf('.')
  return [figure.slice(0, Math.max(dotIndex, 0)), figure.slice(dotIndex + 1)]
}

/** Explains the figures of a taxpayer under a policy, by name or one after the other. */
export class FigureTraces implements Iterable<Trace> {
  readonly #policyResult: PolicyResult
  readonly #details: InputDetails
  readonly #contexts: ReadonlyMap<string, StreamTraceContext>
  readonly #categoryTotals: readonly CategoryTotal[]
  readonly #groups: ReadonlyMap<string, CategoryGroup>
  readonly #groupsByBorrower: ReadonlyMap<string, readonly CategoryGroup[]>
  readonly #traces = new Map<string, Trace>()
  readonly #doubts = new Map<string, readonly Doubt[]>()
  #streams: ReadonlyMap<string, IncomeStream> | null = null
  #indicators: readonly Trace[] | null = null
  #lastStream: IncomeStream | null = null
  #lastTraces: readonly Trace[] = NO_ITEMS

  constructor(policyResult: PolicyResult) {
    const { asOf, policy, streams, usedFacts, indicatorInput } = policyResult
    const { borrowers, facts, result } = indicatorInput
    this.#policyResult = policyResult
    this.#details = new InputDetails(result.resolution.documents)
    const sharedContext = { policy, year: asOf.year ?? 0, facts, usedFacts, evidence: new Evidence(result) }
    this.#contexts = new Map(
      borrowers.map(borrower => [
        borrower.id,
        { ...sharedContext, borrower, excludedFacts: indexExcludedFacts(borrower.excludedFacts) },
      ]),
    )
    this.#categoryTotals = listCategoryTotals(policyResult)
    const streamsByCategory = groupBy(streams, nameCategoryFigures)
    this.#groups = new Map(
      this.#categoryTotals.map(total => {
        const row = nameCategoryFigures(total)
        return [row, { total, streams: streamsByCategory.get(row) ?? NO_ITEMS }]
      }),
    )
    this.#groupsByBorrower = groupBy([...this.#groups.values()], ({ total }) => total.borrower)
  }

  /** Explains a figure. Undefined if the taxpayer does not have it. */
  find(figure: string): Trace | undefined {
    const keptTrace = this.#traces.get(figure)
    if (keptTrace !== undefined) return keptTrace
    const [row, column] = splitName(figure)
    const completeRow = this.#completeRow(row)
    if (completeRow !== row) return this.find(`${completeRow}.${column}`)
    const traces = this.#compute(figure)
    // The figures of streams are not kept, because there may be millions of them.
    if (traces !== this.#lastTraces) for (const trace of traces) this.#traces.set(trace.figure, trace)
    return traces.find(trace => trace.figure === figure)
  }

  /** Returns the value of a figure. Unlike `find`, does not explain the figures of a stream. */
  findValue(figure: string): FigureValue | undefined {
    const [row, column] = splitName(figure)
    const stream = isStreamColumn(column) && this.isOfStream(figure) ? this.#findStream(row) : undefined
    return isStreamColumn(column) && stream !== undefined
      ? { figure, value: stream[STREAM_FIGURES[column]], unit: 'money' }
      : this.find(figure)
  }

  /** Explains all figures: the streams and categories of each borrower with their totals, and the indicators. */
  [Symbol.iterator](): Generator<Trace> {
    return this.list(() => true)
  }

  /** Explains the same figures for only some of the streams. */
  *list(includes: (stream: IncomeStream) => boolean): Generator<Trace> {
    const { totals, indicatorInput } = this.#policyResult
    for (const { id } of indicatorInput.borrowers) {
      for (const group of this.#groupsByBorrower.get(id) ?? NO_ITEMS) {
        for (const stream of group.streams) if (includes(stream)) yield* this.#traceStream(stream)
        if (group.streams.length > 1)
          for (const column of STREAM_COLUMNS) yield this.find(`${nameCategoryFigures(group.total)}.${column}`) as Trace
      }
      yield* this.#listTotalTraces(totals.find(({ borrower }) => borrower === id))
    }
    if (totals.length > 1) yield* this.#listTotalTraces(totals.at(-1))
    yield* this.listIndicatorTraces()
  }

  /** Returns the doubts about the documents of a figure, including those of its parts. */
  findDoubts(figure: string): readonly Doubt[] {
    if (!this.#details.hasDoubts) return NO_ITEMS
    return getOrCreate(this.#doubts, figure, () => this.#computeDoubts(figure))
  }

  /** Returns true if any figure has doubts. */
  hasDoubts(): boolean {
    if (!this.#details.hasDoubts) return false
    for (const { inputs } of this) if (inputs.some(({ doubts }) => doubts !== undefined)) return true
    return false
  }

  #compute(figure: string): readonly Trace[] {
    const [row, column] = splitName(figure)
    const group = this.#groups.get(row)
    if (group !== undefined && group.streams.length > 1)
      return isStreamColumn(column) ? [traceCategory(group.total, group.streams, column)] : NO_ITEMS
    const stream = this.#findStream(row)
    if (stream !== undefined) return this.#traceStream(stream)
    const total = this.#policyResult.totals.find(candidate => nameTotalFigures(candidate) === row)
    return total === undefined ? this.listIndicatorTraces() : this.#traceTotal(total)
  }

  /** Returns true if a figure is an amount of a single stream. */
  isOfStream(figure: string): boolean {
    const [row] = splitName(figure)
    return (this.#groups.get(row)?.streams.length ?? 0) <= 1 && this.#findStream(row) !== undefined
  }

  #findStream(row: string): IncomeStream | undefined {
    this.#streams ??= new Map(this.#policyResult.streams.map(stream => [nameStreamFigures(stream), stream]))
    return this.#streams.get(row)
  }

  /** Returns the name of a row whose name a text for people shortened. The row itself if no or several rows fit. */
  #completeRow(row: string): string {
    if (!row.endsWith('…')) return row
    const rows = this.#policyResult.streams.map(nameStreamFigures).filter(name => shortenText(name) === row)
    return rows.length === 1 ? (rows[0] as string) : row
  }

  /** Explains the figures of a stream. Keeps only those of the last stream, whose figures refer to each other. */
  #traceStream(stream: IncomeStream): readonly Trace[] {
    if (this.#lastStream !== stream) {
      const context = this.#contexts.get(stream.borrower) as StreamTraceContext
      this.#lastStream = stream
      this.#lastTraces = this.#details.addTo(traceStream(stream, nameStreamFigures(stream), context))
    }
    return this.#lastTraces
  }

  #listTotalTraces(total: IncomeTotal | undefined): readonly Trace[] {
    if (total === undefined) return NO_ITEMS
    return TOTAL_COLUMNS.map(column => this.find(`${nameTotalFigures(total)}.${column}`) as Trace)
  }

  #traceTotal(total: IncomeTotal): readonly Trace[] {
    const { totals, policy } = this.#policyResult
    const isHousehold = totals.length > 1 && total === totals.at(-1)
    const categoryTotals = this.#categoryTotals.filter(({ borrower }) => isHousehold || borrower === total.borrower)
    const rows = isHousehold ? totals.slice(0, -1).map(nameTotalFigures) : categoryTotals.map(nameCategoryFigures)
    const excluded = total.borrower === SELF ? listOtherRecipientAmounts(this.#policyResult) : NO_ITEMS
    return this.#details.addTo(traceTotal(total, rows, categoryTotals, policy, excluded))
  }

  listIndicatorTraces(): readonly Trace[] {
    this.#indicators ??= this.#details.addTo(traceIndicators(this.#policyResult.indicatorInput).map(toIndicatorTrace))
    return this.#indicators
  }

  #computeDoubts(figure: string): readonly Doubt[] {
    const [row, column] = splitName(figure)
    const group = this.#groups.get(row)
    if (group !== undefined && group.streams.length > 1) {
      // The streams are traced once for all columns.
      const doubtsByColumn = new Map<string, readonly Doubt[]>()
      for (const stream of group.streams) {
        const traces = new Map(this.#traceStream(stream).map(trace => [trace.figure, trace]))
        const findDoubts = (name: string): readonly Doubt[] => joinTraceDoubts(traces.get(name), findDoubts)
        for (const name of STREAM_COLUMNS) {
          const doubts = findDoubts(`${nameStreamFigures(stream)}.${name}`)
          doubtsByColumn.set(name, joinDoubts(doubtsByColumn.get(name) ?? NO_ITEMS, doubts))
        }
      }
      for (const [name, doubts] of doubtsByColumn) this.#doubts.set(`${row}.${name}`, doubts)
      return doubtsByColumn.get(column) ?? NO_ITEMS
    }
    return joinTraceDoubts(this.find(figure), part => this.findDoubts(part))
  }
}

/** Joins the doubts about the inputs of a figure and those of its parts. */
const joinTraceDoubts = (trace: Trace | undefined, findDoubts: (part: string) => readonly Doubt[]): readonly Doubt[] =>
  [...(trace?.inputs ?? []).map(({ doubts = [] }) => doubts), ...(trace?.parts ?? []).map(findDoubts)].reduce(
    joinDoubts,
    NO_ITEMS,
  )

export const isStreamColumn = (column: string): column is StreamColumn => Object.hasOwn(STREAM_FIGURES, column)

/**
 * Returns the figures of a taxpayer under a policy. Weak, so that they do not outlive the result. Only `explain`, the
 * report, the table of traces and callers who read `figures` need them.
 */
export const getFigureTraces = memoize((policyResult: PolicyResult) => new FigureTraces(policyResult))

/** Explains every figure of a taxpayer under a policy. */
export const listTraces = (policyResult: PolicyResult): readonly Trace[] => [...getFigureTraces(policyResult)]
