import { type Identifier, lastFour } from '../core/identifier.js'
import { getOrCreate } from '../core/lists.js'
import type { SourceRecord } from '../normalize/source.js'
import { compareIds } from './order.js'

/**
 * The last four that most form objects carry, pulls of one transcript taken once. Ties go to the analysis's identifier where
 * it is one of them, else to the one that is first in the order.
 */
export function taxpayerLastFour(
  pulls: readonly (readonly SourceRecord[])[],
  tin: Identifier | null,
): string | null {
  const counts = new Map<Identifier, number>()
  for (const [record] of pulls)
    for (const { ssn } of record?.forms ?? []) if (ssn !== null) counts.set(ssn, (counts.get(ssn) ?? 0) + 1)
  if (counts.size === 1) for (const ssn of counts.keys()) return lastFour(ssn)
  const votes = new Map<string, { count: number; first: Identifier }>()
  for (const [id, count] of counts) {
    const vote = getOrCreate(votes, lastFour(id), () => ({ count: 0, first: id }))
    vote.count += count
    if (compareIds(id, vote.first) < 0) vote.first = id
  }
  const isOwn = (four: string): number => Number(tin !== null && four === lastFour(tin))
  const [best] = [...votes].sort(
    ([a, x], [b, y]) => y.count - x.count || isOwn(b) - isOwn(a) || compareIds(x.first, y.first),
  )
  return best === undefined ? null : best[0]
}
