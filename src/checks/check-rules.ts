import type { Severity } from '../core/issues/issue-table.js'
import { addCents, type Cents, subtractCents } from '../core/money.js'
import type { Field } from '../schema/field.js'
import type { FormTable } from '../schema/form.js'
import type { FormKey } from '../schema/forms/index.js'
import type { Breach, Check } from './check.js'
import { BoxPositions, type CheckableDocument } from './checkable-document.js'
import type { YearLimits } from './limits.js'
import { computeAllowance, isWithinTolerance, NO_TOLERANCE, removeSign, type Tolerance } from './tolerance.js'

/** Sums the boxes that are present. Returns null if none is present or if one is unreadable. */
export function sumBoxes(document: CheckableDocument, boxes: BoxPositions): Cents | null {
  const positions = boxes.getPositions(document.source.compiledForm)
  let sum: Cents | null = null
  for (let i = 0; i < positions.length; i++) {
    const cents = document.centsAt(positions[i] as number)
    if (cents !== null) sum = sum === null ? cents : addCents(sum, cents)
    else if (document.isUnreadable(boxes.names[i] as string)) return null
  }
  return sum
}

/** Returns a breach if the left side exceeds the right side by more than the tolerance. */
export function findExcess(
  leftAmount: Cents | null,
  rightAmount: Cents | null,
  tolerance: Tolerance,
  detail?: Omit<Breach, 'difference'>,
): Breach | null {
  if (leftAmount === null || rightAmount === null) return null
  const difference = subtractCents(leftAmount, rightAmount)
  if (difference <= computeAllowance(tolerance)) return null
  return { difference, severity: detail?.severity, note: detail?.note }
}

const SEVERITY_RANKS: Readonly<Record<Severity, number>> = { error: 2, warning: 1, info: 0 }

/** Returns the worse breach: by severity (`info` if left out), then by the size of the difference, then the first. */
export function pickWorseBreach(first: Breach | null, second: Breach | null): Breach | null {
  if (first === null || second === null) return first ?? second
  const rank = SEVERITY_RANKS[second.severity ?? 'info'] - SEVERITY_RANKS[first.severity ?? 'info']
  const larger = removeSign(second.difference ?? 0) > removeSign(first.difference ?? 0)
  return rank > 0 || (rank === 0 && larger) ? second : first
}

/** A row of a table of checks. Properties that it leaves out come from `CHECK_DEFAULTS`. */
type CheckRow = Omit<Check, 'forms' | keyof typeof CHECK_DEFAULTS> & Partial<Check>

const CHECK_DEFAULTS = { boxes: [], tolerance: NO_TOLERANCE, exceptions: 'None known.' } as const

/** Completes the checks of one form, or of all forms. A row for several forms overrides `forms`. */
export const defineChecks = (form: FormKey | 'all', rows: readonly CheckRow[]): readonly Check[] =>
  rows.map(row => ({ ...CHECK_DEFAULTS, forms: form === 'all' ? form : [form], ...row }))

/** A condition of a rule. */
type Condition = (document: CheckableDocument) => boolean

/** Makes the condition that a flag is true. */
export const testFlag =
  (name: string): Condition =>
  document =>
    document.flag(name) === true

/** The properties of a check that the `require` functions return. */
type CheckRule = Pick<Check, 'boxes' | 'optional' | 'tolerance'> & Required<Pick<Check, 'run'>>

/**
 * Makes the rule that a sum of boxes is at most another sum of boxes. An absent box of `optional` adds nothing. It runs
 * only if each side has at least one present box.
 */
export const requireAtMost = (
  tolerance: Tolerance,
  leftBoxes: readonly string[],
  rightBoxes: readonly string[],
  optional: readonly string[] = [],
): CheckRule => {
  const [leftSum, rightSum] = [new BoxPositions(leftBoxes), new BoxPositions(rightBoxes)]
  return {
    boxes: [...leftBoxes, ...rightBoxes].filter(name => !optional.includes(name)),
    ...(optional.length === 0 ? {} : { optional }),
    tolerance,
    run: document => findExcess(sumBoxes(document, leftSum), sumBoxes(document, rightSum), tolerance),
  }
}

/** Makes the rule that a sum of boxes is at most a legal limit of the year. Absent boxes work as in `requireAtMost`. */
export const requireAtMostLimit = (
  tolerance: Tolerance,
  leftBoxes: readonly string[],
  readLimit: (limits: YearLimits) => Cents,
  optional: readonly string[] = [],
): CheckRule => {
  const leftSum = new BoxPositions(leftBoxes)
  return {
    ...requireAtMost(tolerance, leftBoxes, [], optional),
    run(document) {
      const sum = sumBoxes(document, leftSum)
      const limits = sum === null ? null : document.getLimits()
      return limits === null ? null : findExcess(sum, readLimit(limits), tolerance)
    },
  }
}

/** Makes the rule that a sum of boxes is at least another sum. Absent boxes work as in `requireAtMost`. */
export const requireAtLeast = (
  tolerance: Tolerance,
  leftBoxes: readonly string[],
  rightBoxes: readonly string[],
  optional: readonly string[] = [],
): CheckRule => {
  const [leftSum, rightSum] = [new BoxPositions(leftBoxes), new BoxPositions(rightBoxes)]
  return {
    ...requireAtMost(tolerance, leftBoxes, rightBoxes, optional),
    run(document) {
      const breach = findExcess(sumBoxes(document, rightSum), sumBoxes(document, leftSum), tolerance)
      return breach === null ? null : { difference: subtractCents(0, breach.difference as Cents) }
    },
  }
}

/** Two boxes, and the note to report if the first is greater than the second. */
export interface BoxPair {
  readonly smaller: string
  readonly larger: string
  readonly note: string
  readonly severity?: Severity
  /** Returns true for documents to which the pair does not apply. */
  readonly isExempt?: Condition
}

/**
 * Makes the rule that the first box of each pair is at most the second. A pair with an absent box is not tested. Only
 * the worst breach is reported.
 */
export const requireEachAtMost = (tolerance: Tolerance, pairs: readonly BoxPair[]): CheckRule => {
  const smallerBoxes = new BoxPositions(pairs.map(pair => pair.smaller))
  const largerBoxes = new BoxPositions(pairs.map(pair => pair.larger))
  return {
    boxes: [],
    optional: [...new Set(pairs.flatMap(({ smaller, larger }) => [smaller, larger]))],
    tolerance,
    run(document) {
      const { compiledForm } = document.source
      const smallerPositions = smallerBoxes.getPositions(compiledForm)
      const largerPositions = largerBoxes.getPositions(compiledForm)
      let worstBreach: Breach | null = null
      for (let i = 0; i < pairs.length; i++) {
        const pair = pairs[i] as BoxPair
        const smaller = document.centsAt(smallerPositions[i] as number)
        const larger = document.centsAt(largerPositions[i] as number)
        const breach = findExcess(smaller, larger, tolerance, pair)
        if (breach !== null && pair.isExempt?.(document) !== true) worstBreach = pickWorseBreach(worstBreach, breach)
      }
      return worstBreach
    },
  }
}

/** Makes the rule that a box must be 0 if `isApplicable` returns true. It runs if all boxes are present. */
export const requireZeroIf = (
  tolerance: Tolerance,
  box: string,
  others: readonly string[],
  isApplicable: Condition,
): CheckRule => ({
  boxes: [...others, box],
  tolerance,
  run(document) {
    const cents = document.cents(box)
    return cents === null || isWithinTolerance(cents, tolerance) || !isApplicable(document)
      ? null
      : { difference: cents }
  },
})

/** Makes the rule that no box is below 0. The lowest box is reported. */
export const requireNoneNegative = (names: readonly string[], isExempt?: Condition): CheckRule => {
  const boxes = new BoxPositions(names)
  return {
    boxes: [],
    optional: names,
    tolerance: NO_TOLERANCE,
    run(document) {
      let lowest = 0
      for (const position of boxes.getPositions(document.source.compiledForm)) {
        const cents = document.centsAt(position)
        if (cents !== null && cents < lowest) lowest = cents
      }
      return lowest < 0 && isExempt?.(document) !== true ? { difference: lowest } : null
    },
  }
}

const BREACH_WITHOUT_DIFFERENCE: Breach = { difference: null }

/** Makes the rule that `isTrue` returns true. It runs if all `boxes` are present. Its breach has no difference. */
export const requireStatement = (
  boxes: readonly string[],
  isTrue: Condition,
  optional: readonly string[] = [],
): CheckRule => ({
  boxes,
  ...(optional.length === 0 ? {} : { optional }),
  tolerance: NO_TOLERANCE,
  run: document => (isTrue(document) ? null : BREACH_WITHOUT_DIFFERENCE),
})

/** Makes the rule that `isTrue` must return true whenever `box` is above 0. It runs if all boxes are present. */
export const requireIfAmount = (box: string, others: readonly string[], isTrue: Condition): CheckRule =>
  requireStatement([box, ...others], document => (document.cents(box) ?? 0) <= 0 || isTrue(document))

/** Returns the names of a form's money fields. */
export const listMoneyFields = (form: FormTable): readonly string[] =>
  form.fields.filter((field: Field) => field.type === 'money').map(field => field.name)
