import { compareText } from '../core/text.js'
import { categoryOf, type IncomeCategory } from '../model/role.js'
import type { SourceDocument } from '../normalize/source.js'
import { type FactRow, type Gap, isCounted, isUnread } from '../summarize/facts.js'
import type { BorrowerView } from './borrower-view.js'
import type { Policy } from './policy.js'
import { STREAM_RULES } from './stream-rules.js'
import { STREAMS, type StreamName } from './subject.js'
import { type Loss, lossOf } from './unread.js'
import { isBoxFiveMissing, unreadableBoxFive, wageFact, wagesWithoutBoxOne } from './wage-basis.js'

/** What is doubtful about a stream's facts. */
type Mark = 'basis_unknown' | 'incomplete' | 'other_recipient' | 'wage_basis_box1'

/**
 * What one stream holds: own counted facts up to the year worked for, those of its two years, and what of these was
 * left out. Missing: `marks` has `incomplete` where a box or a document of the two years was lost.
 */
export interface StreamFacts {
  readonly name: StreamName
  readonly own: FactRow[]
  readonly latest: FactRow[]
  readonly prior: FactRow[]
  readonly left: FactRow[]
  readonly marks: Mark[]
  /** What of the years could not be read. */
  readonly losses: Loss[]
  /** The stream is present in the year or the year before. */
  present: boolean
}

const NAMES: readonly StreamName[] = STREAMS.toSorted(compareText)
const PLACES: ReadonlyMap<StreamName, number> = new Map(NAMES.map((name, place) => [name, place]))

const OFFICER = PLACES.get('officer_compensation') as number

const mark = ({ marks }: StreamFacts, each: Mark): void => {
  if (!marks.includes(each)) marks.push(each)
}

/** Every lost entry leaves a gap of its own, and they stand before the others; one speaks for all of them. */
function addLoss({ losses }: StreamFacts, gap: Gap): void {
  const isSaid = (each: Loss): boolean =>
    each.document === null && each.year === gap.year && each.role === gap.role
  if (gap.of !== null || !losses.some(isSaid)) losses.push(lossOf(gap))
}

/** The first year that a policy looks at: the year before, or the first of the history that it asks for. */
export const firstYearOf = (year: number, { minHistoryYears }: Policy): number =>
  year - Math.max(1, minHistoryYears - 1)

/** The facts of every stream that is present in a year or the year before, by name. */
export function streamsOf(
  borrower: BorrowerView,
  officers: ReadonlySet<SourceDocument>,
  year: number,
  policy: Policy,
): StreamFacts[] {
  const streams: (StreamFacts | undefined)[] = []
  const streamOf = (category: IncomeCategory | null, document: SourceDocument | null): StreamFacts | null => {
    if (category === null) return null
    const name =
      category === 'wages' && document !== null && officers.has(document) ? 'officer_compensation' : category
    const place = PLACES.get(name) as number
    let stream = streams[place]
    if (stream === undefined) {
      stream = { name, own: [], latest: [], prior: [], left: [], marks: [], losses: [], present: false }
      streams[place] = stream
    }
    return stream
  }
  const basis = policy.wageBasis
  const hold = (fact: FactRow): void => {
    const { document } = fact.of
    const each = document.year as number
    const stream = each > year ? null : streamOf(fact.meaning.category, document)
    if (stream === null) return
    const row = wageFact(fact, basis)
    stream.own.push(row)
    if (each < year - 1) return
    stream.present = true
    if (each === year) stream.latest.push(row)
    else stream.prior.push(row)
    if (isBoxFiveMissing(fact, basis)) mark(stream, 'wage_basis_box1')
  }
  const leave = (fact: FactRow): void => {
    const { document } = fact.of
    const each = document.year
    const stream =
      each === null || each > year || each < year - 1 ? null : streamOf(fact.meaning.category, document)
    if (stream === null) return
    stream.left.push(fact)
    if (isCounted(fact)) {
      stream.present = true
      mark(stream, 'other_recipient')
    } else if (fact.meaning.reason === 'basis_unknown' && borrower.isOwn(fact.of)) {
      stream.present = true
      mark(stream, 'basis_unknown')
    }
  }
  for (const fact of borrower.income) hold(fact)
  for (const fact of borrower.others) leave(fact)
  for (const fact of wagesWithoutBoxOne(borrower, basis)) {
    if (borrower.isOwn(fact.of)) hold(fact)
    else leave(fact)
  }
  const first = firstYearOf(year, policy)
  for (const gap of borrower.gaps) {
    if (gap.year > year || gap.year < first) continue
    const { of } = gap
    // A basis that is not given has a mark of its own.
    if (of !== null && !gap.lost) continue
    const stream = streamOf(categoryOf(gap.role), of?.document ?? null)
    if (stream === null) continue
    if (gap.year >= year - 1) stream.present = true
    else if (!STREAM_RULES[stream.name].history) continue
    mark(stream, 'incomplete')
    if (!isUnread(gap)) continue
    addLoss(stream, gap)
    // An entry that was lost may have been the pay of an owned business too.
    const officers = of === null && stream.name === 'wages' ? streams[OFFICER] : undefined
    if (officers === undefined) continue
    mark(officers, 'incomplete')
    addLoss(officers, gap)
  }
  for (const document of basis === 'box1' ? [] : borrower.documents) {
    const each = document.year as number
    const unreadable = each > year || each < year - 1 ? null : unreadableBoxFive(document)
    if (unreadable === null) continue
    const stream = streamOf('wages', document) as StreamFacts
    stream.present = true
    mark(stream, 'incomplete')
    stream.losses.push({ year: each, role: null, document, fields: [unreadable] })
  }
  return streams.filter(stream => stream?.present === true) as StreamFacts[]
}
