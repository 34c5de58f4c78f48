import type { Field } from '../model/field.js'
import type { Plan } from '../model/plan.js'
import type { Cell } from './cell.js'

/**
 * Finds the main box of a document that should be there and is not.
 *
 * A W-2 that shows 12,500 withheld and no box 1 did not pay 0.00: its wages are unknown. A document counts as such if its
 * main box is absent while another amount is not 0 or could not be read.
 *
 * @param unreadable Names of the fields that could not be read. A main box among them has its own issue.
 * @returns the field to report, or null if nothing is missing
 */
export function findMissingMainBox(
  { mainBox, replacesMainBox, money, fields }: Plan,
  cells: readonly Cell[],
  unreadable: readonly string[],
): Field | null {
  if (mainBox.length === 0) return null
  for (const position of mainBox)
    if (cells[position] !== null || unreadable.includes((fields[position] as Field).name)) return null
  if (replacesMainBox !== -1 && (cells[replacesMainBox] ?? 0) !== 0) return null
  const hasAmount = money.some(
    position => (cells[position] ?? 0) !== 0 || unreadable.includes((fields[position] as Field).name),
  )
  return hasAmount ? (fields[mainBox[0] as number] as Field) : null
}
