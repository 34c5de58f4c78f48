/** Converts a cell of the library to text according to its column type. Money arrives as decimal text or as cents. */
export function textOf(cell: string | number | bigint | boolean | null, type: string): string {
  if (cell === null) return ''
  if (typeof cell === 'bigint' || (typeof cell === 'number' && type !== 'int'))
    return decimal(BigInt(cell), type === 'ratio' ? 6 : 2)
  return String(cell)
}

function decimal(units: bigint, places: number): string {
  const digits = String(units < 0n ? -units : units).padStart(places + 1, '0')
  return `${units < 0n ? '-' : ''}${digits.slice(0, -places)}.${digits.slice(-places)}`
}
