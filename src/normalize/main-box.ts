import type { Field } from '../model/field.js'
import type { Plan } from '../model/plan.js'
import type { Cell } from './cell.js'

/**
 * Finds a main box that is missing.
 *
 * A W-2 that shows 12,500 withheld and no box 1 did not pay 0.00: its wages are unknown. The main box is missing if it is
 * absent and another amount is not 0 or could not be read.
 *
 * @param unreadable Names of the fields that could not be read. A main box among them has its own issue.
 * @returns the field to report, or null if nothing is missing
 */
export function findMissingMainBox(
  { mainBoxPositions, mainBoxSubstitute, money, fields }: Plan,
  cells: readonly Cell[],
  unreadable: readonly string[],
): Field | null {
  if (mainBoxPositions.length === 0) return null
  for (const position of mainBoxPositions) if (cells[position] !== null) return null
  const isUnreadable = (position: number): boolean => unreadable.includes((fields[position] as Field).name)
  const hasAmount = (position: number): boolean => (cells[position] ?? 0) !== 0 || isUnreadable(position)
  if (mainBoxPositions.some(isUnreadable)) return null
  if (mainBoxSubstitute !== -1 && hasAmount(mainBoxSubstitute)) return null
  return money.some(hasAmount) ? (fields[mainBoxPositions[0] as number] as Field) : null
}
