type Row = Readonly<Record<string, string>>

/** The columns by which each table is sorted. */
const ORDER: Readonly<Record<string, readonly string[]>> = {
  qualifying_income: ['policy', 'borrower', 'category'],
  indicators: ['policy', 'indicator'],
  mortgages: ['tax_year', 'loan'],
  needs: ['policy', 'borrower', 'need', 'about', 'tax_year'],
  tie_out: ['policy', 'borrower', 'item', 'name'],
}

// `self` comes first. Totals, unknown borrowers and nulls come last.
const FIRST = ['self']
const LAST = ['total', 'all', 'unknown', '']

function compare(a: string, b: string): number {
  const rank = (text: string): number => (FIRST.includes(text) ? -1 : LAST.indexOf(text) + 1)
  const isNumber = /^[0-9]+$/.test(a) && /^[0-9]+$/.test(b)
  return rank(a) - rank(b) || (isNumber ? Number(a) - Number(b) : Buffer.compare(Buffer.from(a), Buffer.from(b)))
}

/** Returns the keys of the rows that are out of order. */
export function findRowsOutOfOrder(rows: readonly Row[], table: string): string[] {
  const key = (row: Row): string[] => ORDER[table]!.map(column => row[column]!)
  return rows.slice(1).flatMap((row, i) => {
    const [before, current] = [key(rows[i]!), key(row)]
    const differs = current.findIndex((cell, index) => cell !== before[index])
    return differs === -1 || compare(before[differs]!, current[differs]!) < 0 ? [] : [current.join(' ')]
  })
}
