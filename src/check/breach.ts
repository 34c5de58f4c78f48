import type { Severity } from '../core/issue-table.js'
import { addCents, type Cents, subtractCents } from '../core/money.js'
import { absCents } from './amount.js'
import type { Breach } from './check.js'
import { allowed, type Tolerance } from './tolerance.js'
import type { Boxes, View } from './view.js'

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
