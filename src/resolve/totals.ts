import { isZero } from './amounts.js'
import { decide, type Entry, isOfAuthority } from './entry.js'

/** A source's only document that is the total of another source's documents is a duplicate of them. */
export function dropTotals(sources: ReadonlyMap<unknown, readonly Entry[]>): void {
  const held = [...sources.values()]
  const lone = held.filter(({ length }) => length === 1)
  const parts = lone.length === 0 ? [] : held.filter(all => all.filter(entry => !isZero(entry)).length >= 2)
  if (parts.length === 0) return
  const totals = parts.map(totalOf)
  for (const [only] of lone as [Entry][]) {
    const total = totals.find(each => isTotal(only, each))
    if (total === undefined) continue
    decide(only, 'duplicate', total.parts[0] as Entry)
    only.verified = false
    if (!isOfAuthority(only)) continue
    for (const part of total.parts) if (!isOfAuthority(part)) part.recipientThere ??= only.recipientHere
  }
}

interface Total {
  readonly parts: readonly Entry[]
  /** Of each box that all of them have. */
  readonly sums: readonly (number | null)[]
  /** The first two that are not zero in each box. */
  readonly filled: readonly (readonly Entry[])[]
  readonly whole: boolean
}

function totalOf(parts: readonly Entry[]): Total {
  const sums: (number | null)[] = (parts[0] as Entry).amounts.map(() => 0)
  const filled: Entry[][] = sums.map(() => [])
  for (const entry of parts)
    for (const [i, cents] of entry.amounts.entries()) {
      const sum = sums[i] as number | null
      sums[i] = sum === null || cents === null ? null : sum + cents
      if (cents !== null && cents !== 0 && (filled[i] as Entry[]).length < 2) filled[i]?.push(entry)
    }
  return { parts, sums, filled, whole: parts.every(({ whole }) => whole) }
}

/** What only one document adds to, in the boxes that all have, is a copy of that document and no total. */
function isTotal(entry: Entry, { parts, sums, filled, whole }: Total): boolean {
  const tolerance = entry.whole || whole ? parts.length * 100 : 0
  const adding = new Set<Entry>()
  let both = 0
  for (const [i, sum] of sums.entries()) {
    const cents = entry.amounts[i] as number | null
    if (sum === null || cents === null) continue
    if (Math.abs(sum - cents) > tolerance) return false
    if (sum !== 0 && cents !== 0) both++
    for (const part of filled[i] as readonly Entry[]) adding.add(part)
  }
  return both >= 2 && adding.size >= 2
}
