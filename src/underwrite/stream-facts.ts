import type { FactRow } from '../summarize/facts.js'
import type { Gap } from '../summarize/gaps.js'
import type { Silence } from './confirmation.js'
import type { StreamName } from './subject.js'
import { type Loss, lossOf } from './unread.js'

/** What is doubtful about a stream's facts. */
type Mark = 'basis_unknown' | 'incomplete' | 'other_recipient' | 'wage_basis_box1' | Silence

/**
 * What one row holds: own counted facts up to the year worked for, and what of its two years was left out. Missing:
 * `marks` has `incomplete` where a box or a document of the two years was lost.
 */
export interface StreamFacts {
  readonly name: StreamName
  readonly own: FactRow[]
  /** Counted facts that a policy which asks for an authority leaves out, since a complete transcript lacks them. */
  readonly absent: FactRow[]
  /** Those of the two years that a complete transcript lacks, left out or not. */
  readonly unmatched: FactRow[]
  readonly left: FactRow[]
  readonly marks: Mark[]
  /** What of the years could not be read. */
  readonly losses: Loss[]
  /** The stream is present in the year or the year before. */
  present: boolean
  /** It has facts of the year, and of the year before. */
  hasLatest: boolean
  hasPrior: boolean
}

/** Puts a mark on a stream, once. */
export const mark = ({ marks }: StreamFacts, each: Mark): void => {
  if (!marks.includes(each)) marks.push(each)
}

/** Every lost entry leaves a gap of its own, and they stand before the others; one speaks for all of them. */
export function addLoss({ losses }: StreamFacts, gap: Gap): void {
  const isSaid = (each: Loss): boolean =>
    each.document === null && each.year === gap.year && each.role === gap.role
  if (gap.of !== null || !losses.some(isSaid)) losses.push(lossOf(gap))
}
