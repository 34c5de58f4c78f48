import type { Severity } from '../core/issue-table.js'
import { addCents, type Cents, subtractCents } from '../core/money.js'
import type { FormKey } from '../forms/index.js'
import type { Field } from '../model/field.js'
import type { FormTable } from '../model/form.js'
import type { Breach, Check } from './check.js'
import type { YearLimits } from './limits.js'
import { absCents, allowed, isWithin, NONE, type Tolerance } from './tolerance.js'
import { Boxes, type View } from './view.js'

/** The sum of those boxes that are present; null where none is, or where one was lost. */
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

/** A breach where the left side exceeds the right by more than is allowed. */
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
 * Of two breaches that of the higher severity, then of the larger difference, then the first; both name a severity, or
 * neither does.
 */
export function worse(first: Breach | null, second: Breach | null): Breach | null {
  if (first === null || second === null) return first ?? second
  const rank = RANK[second.severity ?? 'info'] - RANK[first.severity ?? 'info']
  const larger = absCents(second.difference ?? 0) > absCents(first.difference ?? 0)
  return rank > 0 || (rank === 0 && larger) ? second : first
}

/** A check as its table states it. Missing: what is the same in most checks, as `ORDINARY` has it. */
type CheckRow = Omit<Check, 'forms' | keyof typeof ORDINARY> & Partial<Check>

const ORDINARY = { boxes: [], tolerance: NONE, exceptions: 'None known.' } as const

/** Checks of one form, or of all. A row that is about several forms names them. */
export const onForm = (form: FormKey | 'all', rows: readonly CheckRow[]): readonly Check[] =>
  rows.map(row => ({ ...ORDINARY, forms: form === 'all' ? form : [form], ...row }))

/** The part of a check that a kind of rule fills in. */
type Rule = Pick<Check, 'boxes' | 'optional' | 'tolerance'> & Required<Pick<Check, 'run'>>

/**
 * A sum of boxes is at most another sum of boxes.
 * Missing: a box of `optional` that is absent adds nothing; each side needs one box.
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

/** A sum of boxes is at most what the law sets for the year; as `atMost`. */
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

/** A sum of boxes is at least another sum of boxes; as `atMost`. */
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

/** Two boxes of which the first is at most the second, and what to say where it is not. */
interface Pair {
  readonly left: string
  readonly right: string
  readonly note: string
  readonly severity?: Severity
  /** Documents to which the pair does not apply. */
  readonly unless?: (view: View) => boolean
}

/** Each first box is at most its second; a pair with an absent box is not tested. The worst is reported. */
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

/** A box is 0 on documents to which the rule applies; the others must be present. */
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

/** No box is below 0; the lowest is reported. */
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

/** A statement about boxes that are all present; where it is false, no amount says by how much. */
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

/** A statement that must hold where a box has an amount above 0; the others must be present. */
export const whereAmount = (
  box: string,
  others: readonly string[],
  holds: (view: View) => boolean,
): Rule => ({
  ...statement([box, ...others], view => (view.cents(box) ?? 0) <= 0 || holds(view)),
})

/** The names of a form's money fields. */
export const moneyNames = (form: FormTable): readonly string[] =>
  form.fields.filter((field: Field) => field.type === 'money').map(field => field.name)
