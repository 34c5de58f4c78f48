import { type Cents, textOfCents } from '../core/money.js'
import { isOutOfRange } from '../export/table.js'

/** The cell of an amount of which nothing could be read. */
export const UNREADABLE = 'unreadable*'

/** An amount with thousands separators, exact to the cent: `-1,234.50`. */
export const groupedCents = (cents: Cents): string =>
  textOfCents(cents).replace(/[0-9](?=(?:[0-9]{3})+\.)/g, '$&,')

/** A ratio in millionths as a percentage, exact: `10.5848%`. */
export function percentOf(micros: Cents): string {
  const value = BigInt(micros)
  const digits = (value < 0n ? -value : value).toString().padStart(5, '0')
  return `${value < 0n ? '-' : ''}${digits.slice(0, -4)}.${digits.slice(-4)}%`
}

/** An amount as a cell of a page: as in the tables, `–` where it is not known, or has more digits than they hold. */
export const money = (cents: Cents | null): string =>
  cents === null || isOutOfRange(cents) ? '–' : groupedCents(cents)

/** A ratio in millionths likewise, as a percentage. */
export const share = (micros: Cents | null): string =>
  micros === null || isOutOfRange(micros) ? '–' : percentOf(micros)
