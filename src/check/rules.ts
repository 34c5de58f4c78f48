import type { Severity } from '../core/issue-table.js'
import { addCents, type Cents, subtractCents } from '../core/money.js'
import type { FormKey } from '../forms/index.js'
import type { Field } from '../model/field.js'
import type { FormTable } from '../model/form.js'
import type { Breach, Check } from './check.js'
import type { YearLimits } from './limits.js'
import { absCents, allowed, isWithin, NONE, type Tolerance } from './tolerance.js'
import { Boxes, type View } from './view.js'

/** Sums those boxes that are present. Returns null if none is present or if one is unreadable. */
export function sumOf(view: View, boxes: Boxes): Cents | null {
  const positions = boxes.on(view.document.plan)
  let sum: Cents | null = null
  for (let i = 0; i < positions.length; i++) {
    const cents = view.centsAt(positions[i] as number)
    if (cents !== null) sum = sum === null ? cents : addCents(sum, cents)
    else if (view.isUnreadable(boxes.names[i] as string)) return null
  }
  return sum
}

/** Returns a breach if the left side exceeds the right side by more than the tolerance. */
export function excess(
  left: Cents | null,
  right: Cents | null,
  tolerance: Tolerance,
  detail?: Omit<Breach, 'difference'>,
): Breach | null {
  if (left === null || right === null) return null
  const difference = subtractCents(left, right)
  if (difference <= allowed(tolerance)) return null
  return { difference, severity: detail?.severity, note: detail?.note }
}

const RANK: Readonly<Record<Severity, number>> = { error: 2, warning: 1, info: 0 }

/**
 * Returns the worse of two breaches: the one with the higher severity, then the larger difference, then the first. Either both
 * breaches name a severity or neither does.
 */
export function worse(first: Breach | null, second: Breach | null): Breach | null {
  if (first === null || second === null) return first ?? second
  const rank = RANK[second.severity ?? 'info'] - RANK[first.severity ?? 'info']
  const larger = absCents(second.difference ?? 0) > absCents(first.difference ?? 0)
  return rank > 0 || (rank === 0 && larger) ? second : first
}

/** A check as its table states it. Defaults come from `ORDINARY`. */
type CheckRow = Omit<Check, 'forms' | keyof typeof ORDINARY> & Partial<Check>

const ORDINARY = { boxes: [], tolerance: NONE, exceptions: 'None known.' } as const

/** Completes the checks of one form, or of all forms. A row about several forms names them. */
export const onForm = (form: FormKey | 'all', rows: readonly CheckRow[]): readonly Check[] =>
  rows.map(row => ({ ...ORDINARY, forms: form === 'all' ? form : [form], ...row }))

/** The properties of a check that a kind of rule sets. */
type Rule = Pick<Check, 'boxes' | 'optional' | 'tolerance'> & Required<Pick<Check, 'run'>>

/**
 * Makes the rule that a sum of boxes is at most another sum of boxes. An absent box of `optional` adds nothing. Each side needs
 * at least one present box.
 */
export const atMost = (
  tolerance: Tolerance,
  left: readonly string[],
  right: readonly string[],
  optional: readonly string[] = [],
): Rule => {
  const [less, more] = [new Boxes(left), new Boxes(right)]
  return {
    boxes: [...left, ...right].filter(name => !optional.includes(name)),
    ...(optional.length === 0 ? {} : { optional }),
    tolerance,
    run: view => excess(sumOf(view, less), sumOf(view, more), tolerance),
  }
}

/** Makes the rule that a sum of boxes is at most a legal limit of the year. Absent boxes work as in `atMost`. */
export const atMostLimit = (
  tolerance: Tolerance,
  left: readonly string[],
  limitOf: (limits: YearLimits) => Cents,
  optional: readonly string[] = [],
): Rule => {
  const less = new Boxes(left)
  return {
    ...atMost(tolerance, left, [], optional),
    run(view) {
      const sum = sumOf(view, less)
      const limits = sum === null ? null : view.limits()
      return limits === null ? null : excess(sum, limitOf(limits), tolerance)
    },
  }
}

/** Makes the rule that a sum of boxes is at least another sum of boxes. Absent boxes work as in `atMost`. */
export const atLeast = (
  tolerance: Tolerance,
  left: readonly string[],
  right: readonly string[],
  optional: readonly string[] = [],
): Rule => {
  const [more, less] = [new Boxes(left), new Boxes(right)]
  return {
    ...atMost(tolerance, left, right, optional),
    run(view) {
      const breach = excess(sumOf(view, less), sumOf(view, more), tolerance)
      return breach === null ? null : { difference: subtractCents(0, breach.difference as Cents) }
    },
  }
}

/** Two boxes and the note to report if the first is more than the second. */
export interface Pair {
  readonly left: string
  readonly right: string
  readonly note: string
  readonly severity?: Severity
  /** Returns true for documents to which the pair does not apply. */
  readonly unless?: (view: View) => boolean
}

/**
 * Makes the rule that each first box is at most its second. A pair with an absent box is not tested. The worst breach is
 * reported.
 */
export const eachAtMost = (tolerance: Tolerance, pairs: readonly Pair[]): Rule => {
  const less = new Boxes(pairs.map(pair => pair.left))
  const more = new Boxes(pairs.map(pair => pair.right))
  return {
    boxes: [],
    optional: [...new Set(pairs.flatMap(({ left, right }) => [left, right]))],
    tolerance,
    run(view) {
      const { plan } = view.document
      const left = less.on(plan)
      const right = more.on(plan)
      let found: Breach | null = null
      for (let i = 0; i < pairs.length; i++) {
        const pair = pairs[i] as Pair
        const breach = excess(
          view.centsAt(left[i] as number),
          view.centsAt(right[i] as number),
          tolerance,
          pair,
        )
        if (breach !== null && pair.unless?.(view) !== true) found = worse(found, breach)
      }
      return found
    },
  }
}

/** Makes the rule that a box is 0 on documents to which the rule applies. The other boxes must be present. */
export const zeroWhere = (
  tolerance: Tolerance,
  box: string,
  others: readonly string[],
  applies: (view: View) => boolean,
): Rule => ({
  boxes: [...others, box],
  tolerance,
  run(view) {
    const cents = view.cents(box)
    return cents === null || isWithin(cents, tolerance) || !applies(view) ? null : { difference: cents }
  },
})

/** Makes the rule that no box is below 0. The lowest box is reported. */
export const noneNegative = (names: readonly string[], unless?: (view: View) => boolean): Rule => {
  const boxes = new Boxes(names)
  return {
    boxes: [],
    optional: names,
    tolerance: NONE,
    run(view) {
      let lowest = 0
      for (const position of boxes.on(view.document.plan)) {
        const cents = view.centsAt(position)
        if (cents !== null && cents < lowest) lowest = cents
      }
      return lowest < 0 && unless?.(view) !== true ? { difference: lowest } : null
    },
  }
}

const BROKEN: Breach = { difference: null }

/** Makes a rule from a statement about boxes that must all be present. A breach has no difference. */
export const statement = (
  boxes: readonly string[],
  holds: (view: View) => boolean,
  optional: readonly string[] = [],
): Rule => ({
  boxes,
  ...(optional.length === 0 ? {} : { optional }),
  tolerance: NONE,
  run: view => (holds(view) ? null : BROKEN),
})

/** Makes a rule from a statement that must be true if a box has an amount above 0. The other boxes must be present. */
export const whereAmount = (
  box: string,
  others: readonly string[],
  holds: (view: View) => boolean,
): Rule => ({
  ...statement([box, ...others], view => (view.cents(box) ?? 0) <= 0 || holds(view)),
})

/** Returns the names of a form's money fields. */
export const moneyNames = (form: FormTable): readonly string[] =>
  form.fields.filter((field: Field) => field.type === 'money').map(field => field.name)
