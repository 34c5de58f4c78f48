import { getOrCreate } from '../core/lists.js'
import { type Cents, type Decimal, decimalOfCents, fractionOfMicros } from '../core/money.js'
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
  shown: Shown = new Shown(),
): Figure {
  return {
    figure,
    value: value === null || typeof value === 'string' ? value : VALUES[unit](value),
    unit,
    rule,
    citation,
    parts,
    inputs: shown.inputs(inputs),
    excluded: shown.excluded(excluded),
  }
}

/** What stands behind figures as the library gives it: most lists stand behind several. */
export class Shown {
  readonly #inputs = new Map<CentsTrace['inputs'], Figure['inputs']>()
  readonly #excluded = new Map<CentsTrace['excluded'], Figure['excluded']>()

  inputs(inputs: CentsTrace['inputs']): Figure['inputs'] {
    return inputs.length === 0 ? [] : getOrCreate(this.#inputs, inputs, () => inputs.map(inputOf))
  }

  excluded(excluded: CentsTrace['excluded']): Figure['excluded'] {
    return excluded.length === 0 ? [] : getOrCreate(this.#excluded, excluded, () => excluded.map(exclusionOf))
  }
}

/** What was left out of a figure as the library gives it. */
export const exclusionOf = (exclusion: CentsTrace['excluded'][number]): Figure['excluded'][number] =>
  Object.assign(inputOf(exclusion), { reason: exclusion.reason })

/** A box behind a figure as the library gives it. */
export function inputOf(input: CentsTrace['inputs'][number]): FigureInput {
  const { recordId, form, formIndex, entryIndex, year: taxYear, field, box, cents, stated } = input
  const amount = cents === null ? null : decimalOfCents(cents)
  const shown = { recordId, form, formIndex, entryIndex, taxYear, field, box, amount }
  return stated === undefined ? shown : { ...shown, stated }
}
const VALUES: Readonly<Record<TraceUnit, (value: Cents) => Decimal | number>> = {
  money: decimalOfCents,
  ratio: fractionOfMicros,
  count: Number,
  text: Number,
}
