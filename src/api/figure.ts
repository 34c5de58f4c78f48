import { getOrCreate } from '../core/lists.js'
import { type Decimal, decimalFromCents, decimalFromMicros } from '../core/money.js'
import type { Trace as CentsTrace, TraceUnit } from '../underwrite/trace.js'

/**
 * A box, or a figure of the taxpayer or the caller, that a figure is computed from. The place is null if the input is not in a
 * document.
 */
export interface FigureInput {
  /** The id of the record. Null if the input is not in a document. */
  readonly recordId: string | null
  /**
   * The form of the document. Otherwise `taxpayer` for the taxpayer object, `known_facts` for facts that the caller stated, or
   * `record` for a record that was rejected or is not parsed yet.
   */
  readonly form: string
  /** The position in the record's `forms`. Null if the input is not in a document. */
  readonly formIndex: number | null
  /** The position in the form array. Null if the input is not in a document. */
  readonly entryIndex: number | null
  /** The tax year of the document. Null if it has none. */
  readonly taxYear: number | null
  /** The normalized name of the box (`wages`). It is the empty text for an entry or record that could not be read at all. */
  readonly field: string
  /** The box as the form prints it (`1`). Null if the form prints none. */
  readonly box: string | null
  /** The amount in US dollars. Null if the box has no amount or is unreadable. */
  readonly amount: Decimal | null
  /** The caller's statement, if it is not an amount. */
  readonly stated?: string
}
/**
 * How a figure was calculated: its rule, its citation, its boxes, and the excluded amounts with their reasons. `explain`
 * returns a figure with its parts as a tree, and `explainText` returns it as text.
 */
export interface Figure {
  /** A row of `qualifyingIncome` and its column (`wages.monthly_amount`), or an indicator. */
  readonly figure: string
  /**
   * A decimal if `unit` is `money` or `ratio`, a number if it is `count`, and text otherwise. Null if the figure is unknown.
   */
  readonly value: Decimal | number | string | null
  /** US dollars, a fraction of 1, a count, or text. */
  readonly unit: 'money' | 'ratio' | 'count' | 'text'
  /** How the value is computed from the parts and the boxes: `average: (latest + prior) / 24`. */
  readonly rule: string
  /** The source of the rule. Several sources are separated by `; `. It is the empty text if the policy cites none. */
  readonly citation: string
  /** The names of the figures that it is computed from. Each is a `figure` of its own in the same list. */
  readonly parts: readonly string[]
  /**
   * All of its boxes, each once. The boxes of its parts are included, so a box appears again at every level. A total has only
   * parts. To add boxes up, take those of one figure. For several figures, count each box once by `recordId`, `form`,
   * `formIndex`, `entryIndex` and `field`. The trees of `explain` list a box under the lowest figure that has it.
   */
  readonly inputs: readonly FigureInput[]
  /** The excluded amounts with their reasons: a document status, a flag or a policy setting. They repeat like `inputs`. */
  readonly excluded: readonly (FigureInput & {
    /** Why it is excluded: a reason of `facts`, a flag of `FLAGS`, or text. */
    readonly reason: string
  })[]
}
/** Converts a trace to the public figure. */
export function toFigure(
  { figure, value, unit, rule, citation, parts, inputs, excluded }: CentsTrace,
  converter: FigureConverter = new FigureConverter(),
): Figure {
  return {
    figure,
    value: value === null || typeof value === 'string' ? value : VALUE_CONVERTERS[unit](value),
    unit,
    rule,
    citation,
    parts,
    inputs: converter.inputs(inputs),
    excluded: converter.excluded(excluded),
  }
}

/** Converts the inputs of figures. It keeps converted lists, because most lists belong to several figures. */
export class FigureConverter {
  readonly #inputs = new Map<CentsTrace['inputs'], Figure['inputs']>()
  readonly #excluded = new Map<CentsTrace['excluded'], Figure['excluded']>()

  inputs(inputs: CentsTrace['inputs']): Figure['inputs'] {
    return inputs.length === 0 ? [] : getOrCreate(this.#inputs, inputs, () => inputs.map(toFigureInput))
  }

  excluded(excluded: CentsTrace['excluded']): Figure['excluded'] {
    return excluded.length === 0 ? [] : getOrCreate(this.#excluded, excluded, () => excluded.map(toExclusion))
  }
}

/** Converts an excluded amount to its public form. */
export const toExclusion = (exclusion: CentsTrace['excluded'][number]): Figure['excluded'][number] =>
  Object.assign(toFigureInput(exclusion), { reason: exclusion.reason })

/** Converts an input of a figure to its public form. */
export function toFigureInput(input: CentsTrace['inputs'][number]): FigureInput {
  const { recordId, form, formIndex, entryIndex, year: taxYear, field, box, cents, stated: statement } = input
  const amount = cents === null ? null : decimalFromCents(cents)
  const publicInput = { recordId, form, formIndex, entryIndex, taxYear, field, box, amount }
  return statement === undefined ? publicInput : { ...publicInput, stated: statement }
}
const VALUE_CONVERTERS: Readonly<Record<TraceUnit, (value: number | bigint) => Decimal | number>> = {
  money: decimalFromCents,
  ratio: decimalFromMicros,
  count: Number,
  text: Number,
}
