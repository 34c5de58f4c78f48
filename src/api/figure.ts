import { getOrCreate } from '../core/lists.js'
import { type Decimal, decimalFromCents, decimalFromMicros } from '../core/money.js'
import type { Doubt, ResolvedDocument } from '../resolve/resolved-document.js'
import type { Trace as CentsTrace, TraceUnit } from '../underwriting/traces/trace.js'
import type { DocumentPlace } from './normalized-types.js'

/** An input of a figure: a box of a document, or a value from the taxpayer object or the caller's known facts. */
export interface FigureInput {
  /** The id of the record. Null if the input is not in a document. */
  readonly recordId: string | null
  /**
   * The form kind of the document. It is `taxpayer` for the taxpayer object, `known_facts` for known facts, and
   * `record` for a record that was rejected or is not parsed yet.
   */
  readonly form: string
  /** The position of the form object in the record's `forms`, from 0. Null if the input is not in a document. */
  readonly formIndex: number | null
  /** The position of the entry in the form array, from 0. Null if the input is not in a document. */
  readonly entryIndex: number | null
  /** The tax year of the document. Null if it has none. */
  readonly taxYear: number | null
  /** The normalized name of the box (`wages`). Empty for an entry or a record that could not be read at all. */
  readonly field: string
  /** The box number as the form prints it (`1`). Null if the form prints none. */
  readonly box: string | null
  /** The amount in US dollars, negative if it is subtracted. Null if the box has no amount or is unreadable. */
  readonly amount: Decimal | null
  /** The value that the caller stated, as text. Present only if it is not an amount. */
  readonly stated?: string
  /** The reasons to doubt the document. Present only if there are any. */
  readonly doubts?: readonly Doubt[]
  /**
   * The fields of the document whose values come from another copy, with the place of that copy
   * (`record/form/form_index/entry_index`). Present only if there are any.
   */
  readonly copiedFrom?: Readonly<Record<string, string>>
}
/**
 * A figure and how it was calculated: its rule, citation, boxes and excluded amounts. `explain` returns a figure and
 * its parts as a tree, and `explainText` returns them as text.
 */
export interface Figure {
  /**
   * The name of the figure: the key of a stream, a category or `total` with a column (`wages.computed_monthly`), or an
   * indicator.
   */
  readonly figure: string
  /** A decimal if `unit` is `money` or `ratio`, a number if it is `count`, otherwise text. Null if it is unknown. */
  readonly value: Decimal | number | string | null
  /** The unit of `value`: US dollars (`money`), a fraction of 1 (`ratio`), a count, or text. */
  readonly unit: 'money' | 'ratio' | 'count' | 'text'
  /** How the value is computed from the parts and boxes, such as `(latest + prior) / 24, plus gross_up`. */
  readonly rule: string
  /** The source of the rule. Several sources are separated by `; `. Empty if the policy cites none. */
  readonly citation: string
  /** The names of the figures that this figure is computed from. Each of them is also in `underwriting.figures`. */
  readonly parts: readonly string[]
  /**
   * All boxes of the figure, each once, including the boxes of its parts. The same box therefore appears in a figure
   * and in its parts. To add up boxes across several figures, count each box once, by `recordId`, `form`, `formIndex`,
   * `entryIndex` and `field`. In the trees of `explain`, a box appears only under the lowest figure that includes it.
   */
  readonly inputs: readonly FigureInput[]
  /** The excluded amounts with their reasons, including those of the figure's parts. */
  readonly excluded: readonly (FigureInput & {
    /** Why the amount is excluded: a reason as in `Fact.reason`, a flag of `FLAGS`, or the code of a condition. */
    readonly reason: string
  })[]
}
/** Converts a trace, whose amounts are in cents, to a public figure. */
export function toFigure(
  { figure, value, unit, rule, citation, parts, inputs, excluded }: CentsTrace,
  convertedLists: ConvertedLists = new Map(),
): Figure {
  return {
    figure,
    value: value === null || typeof value === 'string' ? value : VALUE_CONVERTERS[unit](value),
    unit,
    rule,
    citation,
    parts,
    inputs: convertList(inputs, toFigureInput, convertedLists),
    excluded: convertList(excluded, toExclusion, convertedLists),
  }
}

/** The converted inputs and excluded amounts of figures, by their list. Most lists belong to several figures. */
type ConvertedLists = Map<readonly unknown[], readonly never[]>

const convertList = <T, Out>(list: readonly T[], convert: (item: T) => Out, convertedLists: ConvertedLists) =>
  list.length === 0 ? [] : getOrCreate(convertedLists, list, () => list.map(convert) as never[])

/** Converts an excluded amount to its public type. */
export const toExclusion = (exclusion: CentsTrace['excluded'][number]): Figure['excluded'][number] =>
  Object.assign(toFigureInput(exclusion), { reason: exclusion.reason })

/** Converts an input of a figure to its public type. */
export function toFigureInput(input: CentsTrace['inputs'][number]): FigureInput {
  // The rest are optional properties that are equal in both types.
  const { recordId, form, formIndex, entryIndex, year: taxYear, field, box, cents, ...optional } = input
  const amount = cents === null ? null : decimalFromCents(cents)
  return { recordId, form, formIndex, entryIndex, taxYear, field, box, amount, ...optional }
}
const VALUE_CONVERTERS: Readonly<Record<TraceUnit, (value: number | bigint) => Decimal | number>> = {
  money: decimalFromCents,
  ratio: decimalFromMicros,
  count: Number,
  text: Number,
}

/** Returns the record, form array and positions of a resolved document. */
export const toDocumentPlace = ({ document }: Pick<ResolvedDocument, 'document'>): DocumentPlace => ({
  recordId: document.record.id,
  form: document.compiledForm.key,
  formIndex: document.formIndex,
  entryIndex: document.entryIndex,
})
