import type { SourceDocument } from '../normalize/source.js'
import { categoryOf, type Role } from '../spec/role.js'
import type { FactRow } from '../summarize/facts.js'
import type { TaxpayerResult } from '../summarize/result.js'
import type { Own } from './own.js'
import type { Policy } from './policy.js'
import type { StreamName } from './subject.js'
import { inputOfFact, type TraceExclusion } from './trace.js'
import { isBoxFiveMissing, wageFact, wagesWithoutBoxOne } from './wage-basis.js'

/**
 * What one stream holds: own counted facts by year, up to the year worked for, and what of its two years was left out.
 * Missing: `gap` is true where a box or a document of the two years was lost.
 */
export interface StreamFacts {
  readonly own: Map<number, FactRow[]>
  readonly left: TraceExclusion[]
  readonly marks: Set<'basis_unknown' | 'incomplete' | 'other_recipient' | 'wage_basis_box1'>
}

/** The facts of every stream that is present in a year or the year before. */
export function streamsOf(
  result: TaxpayerResult,
  own: Own,
  officers: ReadonlySet<SourceDocument>,
  year: number,
  policy: Policy,
): Map<StreamName, StreamFacts> {
  const streams = new Map<StreamName, StreamFacts>()
  const present = new Set<StreamName>()
  const streamOf = (name: StreamName): StreamFacts => {
    let stream = streams.get(name)
    if (stream === undefined) {
      stream = { own: new Map(), left: [], marks: new Set() }
      streams.set(name, stream)
    }
    return stream
  }
  const nameOf = (role: Role, document: SourceDocument | null): StreamName | null => {
    const category = categoryOf(role)
    return category === 'wages' && document !== null && officers.has(document)
      ? 'officer_compensation'
      : category
  }
  const basis = policy.wageBasis
  const deferred = wagesWithoutBoxOne(result, own, basis)
  const facts = deferred.length === 0 ? result.ledger.facts : [...result.ledger.facts, ...deferred]
  for (const fact of facts) {
    const { document } = fact.of
    const name = nameOf(fact.role, document)
    if (name === null || document.year === null || document.year > year) continue
    const stream = streamOf(name)
    const recent = document.year >= year - 1
    if (fact.counted && own.isOwn(fact.of)) {
      const row = wageFact(fact, basis)
      const rows = stream.own.get(document.year)
      if (rows === undefined) stream.own.set(document.year, [row])
      else rows.push(row)
      if (recent) present.add(name)
      if (recent && isBoxFiveMissing(fact, basis)) stream.marks.add('wage_basis_box1')
    } else if (recent) {
      const reason = fact.reason ?? 'other_recipient'
      stream.left.push({ ...inputOfFact(fact), reason })
      if (fact.counted) {
        present.add(name)
        stream.marks.add('other_recipient')
      } else if (reason === 'basis_unknown' && own.isOwn(fact.of)) {
        present.add(name)
        stream.marks.add('basis_unknown')
      }
    }
  }
  const doubtful = new Set(
    result.ledger.facts.flatMap(({ reason, of }) => (reason === 'basis_unknown' ? [of] : [])),
  )
  for (const gap of result.ledger.gaps) {
    if (gap.year !== year && gap.year !== year - 1) continue
    if (gap.of !== null && (!own.isOwn(gap.of) || (gap.field === null && doubtful.has(gap.of)))) continue
    const name = nameOf(gap.role, gap.of?.document ?? null)
    if (name === null) continue
    present.add(name)
    streamOf(name).marks.add('incomplete')
  }
  for (const name of streams.keys()) if (!present.has(name)) streams.delete(name)
  return streams
}
