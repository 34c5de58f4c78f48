import { fractionOfMicros } from '../core/micros.js'
import { type Cents, type Decimal, decimalOfCents } from '../core/money.js'
import type { Trace as CentsTrace, TraceUnit } from '../underwrite/trace.js'

/** A box, or a figure of the taxpayer or the caller, behind a figure. Missing: nulls where it stands on no document. */
export interface FigureInput {
  /** The id of its record. Missing: null where it stands on no document. */
  readonly recordId: string | null
  /**
   * As of a document; else `taxpayer`, for its taxpayer object, `known_facts`, for what the caller stated, or `record`, for
   * a record that was refused or not parsed yet.
   */
  readonly form: string
  /** The position in the record's `forms`. Missing: null where it stands on no document. */
  readonly formIndex: number | null
  /** The position in the form's array. Missing: null where it stands on no document. */
  readonly entryIndex: number | null
  /** The tax year of the document. Missing: null where it has none. */
  readonly taxYear: number | null
  /** The normalized name of the box (`wages`). Missing: the empty text for what could not be read at all. */
  readonly field: string
  /** The box as the form prints it (`1`). Missing: null where the form prints none. */
  readonly box: string | null
  /** US dollars. Missing: null where the box is no amount, or could not be read. */
  readonly amount: Decimal | null
  /** What the caller stated, where it is no amount. */
  readonly stated?: string
}
/**
 * How a figure came about: its rule, its citation, its boxes, and what was left out and why. `explain` gives a figure with
 * its parts as a tree, `explainText` as text.
 */
export interface Figure {
  /** A row of `qualifyingIncome` and its column (`wages.monthly_amount`), or an indicator. */
  readonly figure: string
  /** A decimal where `unit` is `money` or `ratio`, a number where it is `count`, else words. Missing: null. */
  readonly value: Decimal | number | string | null
  /** US dollars, a fraction of 1, a number of things, or words. */
  readonly unit: 'money' | 'ratio' | 'count' | 'text'
  /** How the value came from the parts and the boxes, in words: `average: (latest + prior) / 24`. */
  readonly rule: string
  /** Where the rule was read, several sources with `; ` between. Missing: the empty text where the policy cites none. */
  readonly citation: string
  /** The names of the figures that it is made of, each a `figure` of its own in the same list. */
  readonly parts: readonly string[]
  /**
   * Every box behind it, each once. The boxes of its parts are among them and stand there again, at every level (a total
   * has parts alone): to add boxes up, take those of one figure, and of several figures each box once, by `recordId`, `form`, `formIndex`, `entryIndex` and
   * `field`. The trees of `explain` name a box under the lowest figure that has it.
   */
  readonly inputs: readonly FigureInput[]
  /** What was left out of it, with its reason: of a document's status, a flag, or the policy. Repeats as `inputs` do. */
  readonly excluded: readonly (FigureInput & {
    /** Why: a reason of `facts`, a flag of `FLAGS`, or words. */
    readonly reason: string
  })[]
}
/** A figure as the library gives it. */
export function figureOf(
  { figure, value, unit, rule, citation, parts, inputs, excluded }: CentsTrace,
  shown: typeof inputOf = inputOf,
): Figure {
  return {
    figure,
    value: value === null || typeof value === 'string' ? value : VALUES[unit](value),
    unit,
    rule,
    citation,
    parts,
    inputs: inputs.map(each => shown(each)),
    excluded: excluded.map(each => ({ ...inputOf(each), reason: each.reason })),
  }
}
/** A box behind a figure as the library gives it. */
export const inputOf = (input: CentsTrace['inputs'][number]): FigureInput => ({
  recordId: input.recordId,
  form: input.form,
  formIndex: input.formIndex,
  entryIndex: input.entryIndex,
  taxYear: input.year,
  field: input.field,
  box: input.box,
  amount: input.cents === null ? null : decimalOfCents(input.cents),
  ...(input.stated === undefined ? {} : { stated: input.stated }),
})
const VALUES: Readonly<Record<TraceUnit, (value: Cents) => Decimal | number>> = {
  money: decimalOfCents,
  ratio: fractionOfMicros,
  count: Number,
  text: Number,
}
