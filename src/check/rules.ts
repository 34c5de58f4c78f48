import type { Severity } from '../core/issue.js'
import { type Cents, subtractCents } from '../core/money.js'
import type { Field } from '../spec/field.js'
import type { FormTable } from '../spec/form.js'
import { absCents, sumCents } from './amount.js'
import type { Breach, Check } from './check.js'
import { allowed, NONE, type Tolerance } from './tolerance.js'
import type { View } from './view.js'

/** The part of a check that a kind of rule fills in. */
export type Rule = Pick<Check, 'boxes' | 'optional' | 'tolerance' | 'run'>

/** The sum of those boxes that are present; null where none is, or where one was lost. */
export function sumOf(view: View, names: readonly string[]): Cents | null {
  const amounts: number[] = []
  for (const name of names) {
    const cents = view.cents(name)
    if (cents !== null) amounts.push(cents)
    else if (view.isLost(name)) return null
  }
  return amounts.length === 0 ? null : sumCents(...amounts)
}

/** A breach where the left side exceeds the right by more than is allowed. */
export function excess(
  left: Cents | null,
  right: Cents | null,
  tolerance: Tolerance,
  detail: Omit<Breach, 'difference'> = {},
): Breach | null {
  if (left === null || right === null) return null
  const difference = subtractCents(left, right)
  return difference > allowed(tolerance) ? { difference, ...detail } : null
}

/**
 * A sum of boxes is at most another sum of boxes.
 * Missing: a box of `optional` that is absent adds nothing; each side needs one box.
 */
export const atMost = (
  tolerance: Tolerance,
  left: readonly string[],
  right: readonly string[],
  optional: readonly string[] = [],
): Rule => ({
  boxes: [...left, ...right].filter(name => !optional.includes(name)),
  ...(optional.length === 0 ? {} : { optional }),
  tolerance,
  run: view => excess(sumOf(view, left), sumOf(view, right), tolerance),
})

/** Two boxes of which the first is at most the second, and what to say where it is not. */
export interface Pair {
  readonly left: string
  readonly right: string
  readonly note: string
  /** Documents to which the pair does not apply. */
  readonly unless?: (view: View) => boolean
}

/** Each first box is at most its second; a pair with an absent box is not tested. The worst is reported. */
export const eachAtMost = (tolerance: Tolerance, pairs: readonly Pair[]): Rule => ({
  boxes: [],
  optional: [...new Set(pairs.flatMap(({ left, right }) => [left, right]))],
  tolerance,
  run: view =>
    worst(
      pairs.map(({ left, right, note, unless }) =>
        unless?.(view) === true ? null : excess(view.cents(left), view.cents(right), tolerance, { note }),
      ),
    ),
})

/** No box is below 0; the lowest is reported. */
export const noneNegative = (names: readonly string[], unless?: (view: View) => boolean): Rule => ({
  boxes: [],
  optional: names,
  tolerance: NONE,
  run(view) {
    if (unless?.(view) === true) return null
    let lowest = 0
    for (const name of names) lowest = Math.min(lowest, view.cents(name) ?? 0)
    return lowest < 0 ? { difference: lowest } : null
  },
})

/** A statement about boxes that are all present; where it is false, no amount says by how much. */
export const statement = (
  boxes: readonly string[],
  holds: (view: View) => boolean,
  optional: readonly string[] = [],
): Rule => ({
  boxes,
  ...(optional.length === 0 ? {} : { optional }),
  tolerance: NONE,
  run: view => (holds(view) ? null : { difference: null }),
})

const RANK: Readonly<Record<Severity, number>> = { error: 2, warning: 1, info: 0 }

/** The breach of the highest severity, then of the largest difference; all name a severity, or none does. */
export function worst(breaches: readonly (Breach | null)[]): Breach | null {
  let found: Breach | null = null
  for (const breach of breaches) {
    if (breach === null) continue
    if (found === null) found = breach
    else {
      const rank = RANK[breach.severity ?? 'info'] - RANK[found.severity ?? 'info']
      const larger = absCents(breach.difference ?? 0) > absCents(found.difference ?? 0)
      if (rank > 0 || (rank === 0 && larger)) found = breach
    }
  }
  return found
}

/** The names of a form's money fields. */
export const moneyNames = (form: FormTable): readonly string[] =>
  form.fields.filter((field: Field) => field.type === 'money').map(field => field.name)
