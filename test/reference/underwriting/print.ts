import type { Cell } from '../cells.js'

/** Formats rows as text: money with two decimals, ratios with six, and null as an empty string. */
export function formatRows(rows: readonly Record<string, Cell>[]): Record<string, string>[] {
  return rows.map(row => Object.fromEntries(Object.entries(row).map(([column, cell]) => [column, text(cell)])))
}

function text(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'bigint') return decimal(cell, 2)
  if (typeof cell === 'object') return decimal(cell.millionths, 6)
  return String(cell)
}

function decimal(units: bigint, places: number): string {
  const digits = String(units < 0n ? -units : units).padStart(places + 1, '0')
  return `${units < 0n ? '-' : ''}${digits.slice(0, -places)}.${digits.slice(-places)}`
}
