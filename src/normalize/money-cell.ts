import { centsOfNumber, centsOfText, type MoneyNote } from '../core/money.js'
import { type Site, step } from '../core/path.js'
import type { Field } from '../model/field.js'
import { LOST } from './cell-reader.js'
import type { Reading } from './reading.js'

/** The reader of money. Units: cents. Issues: `money_coerced`, `money_rounded`. */
export function moneyCell(
  raw: unknown,
  field: Field,
  reading: Reading,
  at: Site | null,
): number | null | typeof LOST {
  let cents: number | null
  let note: MoneyNote | null
  if (typeof raw === 'number') [cents, note] = centsOfNumber(raw)
  else if (typeof raw === 'string') [cents, note] = centsOfText(raw.trim())
  else return LOST
  if (cents === null) return LOST
  if (typeof raw === 'string') noteCoerced(raw, field, reading, at)
  if (note !== null) {
    reading.note('money_rounded', step(at, field.key), {
      severity: note === 'artifact' ? 'info' : 'warning',
      ...(note === 'inexact'
        ? { more: 'Of a JSON number of this size the cent is not known; of text it is.' }
        : {}),
    })
  }
  return cents
}

/** Notes that an amount was read from text, unless its form writes it so. */
export function noteCoerced(raw: string, field: Field, reading: Reading, at: Site | null): void {
  if (!field.textual) reading.note('money_coerced', step(at, field.key), { value: raw, expected: 'a number' })
}
