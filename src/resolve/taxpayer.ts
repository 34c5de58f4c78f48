import { compareIds, type Identifier, lastFour } from '../core/identifier.js'
import { getOrCreate } from '../core/lists.js'
import type { Transcript } from './transcripts.js'

/**
 * The last four that most form objects carry, each transcript taken once. Ties go to the analysis's identifier where
 * it is one of them, else to the one that is first in the order.
 */
export function taxpayerLastFour(transcripts: Iterable<Transcript>, tin: Identifier | null): string | null {
  const votes = new Map<string, { count: number; first: Identifier }>()
  for (const { record } of new Set(transcripts))
    for (const { ssn } of record.forms) {
      if (ssn === null) continue
      const vote = getOrCreate(votes, lastFour(ssn), () => ({ count: 0, first: ssn }))
      vote.count++
      if (compareIds(ssn, vote.first) < 0) vote.first = ssn
    }
  const isOwn = (four: string): number => Number(tin !== null && four === lastFour(tin))
  const [best] = [...votes].sort(
    ([a, x], [b, y]) => y.count - x.count || isOwn(b) - isOwn(a) || compareIds(x.first, y.first),
  )
  return best === undefined ? null : best[0]
}
