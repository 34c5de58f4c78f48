import { magnitude } from './values.js'

/** A ratio, rounded to millionths. */
export interface Ratio {
  millionths: bigint
}
/** A cell before formatting: text, an integer, cents, a flag, a ratio or null. */
export type Cell = string | number | bigint | boolean | Ratio | null
/** A row as it appears in the CSV file: text by column. */
export type Row = Record<string, string>

/**
 * Sorts rows by all of their columns, from left to right, and formats every cell as text. Of the recipients, `self` is
 * the first and `all` is the last.
 */
export function printRows(rows: Record<string, Cell>[]): Row[] {
  rows.sort((a, b) => {
    for (const column of Object.keys(a)) {
      const rank = column === 'recipient' ? rankRecipient : () => 0
      const order = rank(a[column]!) - rank(b[column]!) || compare(a[column]!, b[column]!)
      if (order !== 0) return order
    }
    return 0
  })
  return formatRows(rows)
}

/** Formats every cell of rows as text. */
const formatRows = (rows: readonly Record<string, Cell>[]): Row[] =>
  rows.map(row => Object.fromEntries(Object.entries(row).map(([key, cell]) => [key, printCell(cell)])))

const rankRecipient = (recipient: Cell): number => (recipient === 'self' ? 0 : 1)

function compare(a: Cell, b: Cell): number {
  if (a === null || b === null) return (a === null ? 1 : 0) - (b === null ? 1 : 0)
  if (typeof a === 'string' && typeof b === 'string') return Buffer.compare(Buffer.from(a), Buffer.from(b))
  return a < b ? -1 : a > b ? 1 : 0
}

function printCell(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'bigint') return formatDecimal(cell, 2)
  if (typeof cell === 'object') return formatDecimal(cell.millionths, 6)
  // Design choice: text that looks like a formula gets no apostrophe here. The CSV writer's own tests cover that.
  return String(cell)
}

/** Formats units of 10^-`places` as decimal text. */
export function formatDecimal(units: bigint, places: number): string {
  const digits = String(magnitude(units)).padStart(places + 1, '0')
  return `${units < 0n ? '-' : ''}${digits.slice(0, -places)}.${digits.slice(-places)}`
}
