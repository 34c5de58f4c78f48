import { lastFour } from '../core/identifier.js'
import { compareText } from '../core/text.js'
import { categoryOf, type IncomeCategory } from '../model/role.js'
import type { SourceDocument } from '../normalize/source.js'
import { type FactRow, isCounted } from '../summarize/facts.js'
import { type Gap, isUnread } from '../summarize/gaps.js'
import { type BorrowerView, SELF } from './borrower-view.js'
import type { Policy } from './policy.js'
import { addLoss, mark, type StreamFacts } from './stream-facts.js'
import { firstYearOf, type StreamRule, type StreamRules } from './stream-rules.js'
import { STREAMS, type StreamName } from './subject.js'
import {
  isBoxFiveMissing,
  isReplacedByBoxFive,
  unreadableBoxFive,
  wageFact,
  wagesWithoutBoxOne,
} from './wage-basis.js'

const NAMES: readonly StreamName[] = STREAMS.toSorted(compareText)
const PLACES: ReadonlyMap<StreamName, number> = new Map(NAMES.map((name, place) => [name, place]))

const OFFICER = PLACES.get('officer_compensation') as number

/** Collects the facts of a borrower's streams. */
class Streams {
  readonly #held: (StreamFacts | undefined)[] = []

  constructor(
    private readonly borrower: BorrowerView,
    private readonly officers: ReadonlySet<SourceDocument>,
    private readonly year: number,
    private readonly policy: Policy,
  ) {}

  of(category: IncomeCategory | null, document: SourceDocument | null): StreamFacts | null {
    if (category === null) return null
    const name =
      category === 'wages' && document !== null && this.officers.has(document)
        ? 'officer_compensation'
        : category
    const place = PLACES.get(name) as number
    const held = this.#held[place]
    if (held !== undefined) return held
    const stream: StreamFacts = {
      name,
      own: [],
      absent: [],
      unmatched: [],
      left: [],
      marks: [],
      losses: [],
      present: false,
      hasLatest: false,
      hasPrior: false,
    }
    this.#held[place] = stream
    return stream
  }

  hold(fact: FactRow): void {
    const { of } = fact
    const each = of.document.year as number
    const stream = each > this.year ? null : this.of(fact.meaning.category, of.document)
    if (stream === null) return
    const basis = this.policy.wageBasis
    const row = wageFact(fact, basis)
    const isOfTwo = each >= this.year - 1
    // Of older years only what is left out matters.
    if (!of.verified && (isOfTwo || this.policy.requireAuthority === 'exclude')) {
      const silence = this.borrower.confirmation.silenceOf(of)
      if (silence !== null && isOfTwo) mark(stream, silence)
      if (silence === 'not_on_transcript') {
        if (isOfTwo) {
          stream.present = true
          stream.unmatched.push(row)
        }
        if (this.policy.requireAuthority === 'exclude') {
          stream.absent.push(row)
          return
        }
      }
    }
    stream.own.push(row)
    if (!isOfTwo) return
    stream.present = true
    if (each === this.year) stream.hasLatest = true
    else stream.hasPrior = true
    if (isBoxFiveMissing(fact, basis)) mark(stream, 'wage_basis_box1')
  }

  leave(fact: FactRow): void {
    const { document } = fact.of
    const each = document.year
    const stream =
      each === null || each > this.year || each < this.year - 1
        ? null
        : this.of(fact.meaning.category, document)
    if (stream === null) return
    stream.left.push(fact)
    if (isCounted(fact)) {
      stream.present = true
      mark(stream, 'other_recipient')
    } else if (fact.meaning.reason === 'basis_unknown' && this.borrower.isOwn(fact.of)) {
      stream.present = true
      mark(stream, 'basis_unknown')
    }
  }

  lose(gap: Gap, rules: StreamRules): void {
    const { of } = gap
    // A basis that is not given has a mark of its own.
    if (gap.year > this.year || (of !== null && !gap.lost)) return
    const category = categoryOf(gap.role)
    if (category === null || isReplacedByBoxFive(gap, this.policy.wageBasis)) return
    const rule = rules.get(category) as StreamRule
    const isPast = gap.year < firstYearOf(this.year, rule)
    // Of years before those that are looked at, only when jobs start and end matters.
    if (isPast && rule.per !== 'job') return
    const stream = this.of(category, of?.document ?? null) as StreamFacts
    if (gap.year >= this.year - 1) stream.present = true
    // An entry that was lost may have been the pay of an owned business too.
    const officers = of === null && category === 'wages' ? this.#held[OFFICER] : undefined
    for (const each of officers === undefined ? [stream] : [stream, officers]) {
      if (!isPast) mark(each, 'incomplete')
      if (isUnread(gap)) addLoss(each, gap)
    }
  }

  present(): StreamFacts[] {
    const present: StreamFacts[] = []
    for (let i = 0; i < this.#held.length; i++) {
      const stream = this.#held[i]
      if (stream?.present === true) present.push(stream)
    }
    return present
  }
}

/** True for what stands with the taxpayer's, being of a person whom nobody names. */
const isNobodys = ({ of: { recipientId } }: FactRow, { borrower, people }: BorrowerView): boolean =>
  borrower === SELF && (recipientId === null || !people.includes(lastFour(recipientId)))

/** The facts of every stream that is present in a year or the year before, by name. */
export function streamsOf(
  borrower: BorrowerView,
  officers: ReadonlySet<SourceDocument>,
  year: number,
  policy: Policy,
  rules: StreamRules,
): StreamFacts[] {
  const basis = policy.wageBasis
  const streams = new Streams(borrower, officers, year, policy)
  for (const fact of borrower.income) streams.hold(fact)
  for (const fact of borrower.others) streams.leave(fact)
  if (basis !== 'box1') {
    for (const fact of wagesWithoutBoxOne(borrower, basis)) {
      if (borrower.isOwn(fact.of)) streams.hold(fact)
      else if (isNobodys(fact, borrower)) streams.leave(fact)
    }
  }
  for (const gap of borrower.gaps) streams.lose(gap, rules)
  for (const document of basis === 'box1' ? [] : borrower.documents) {
    const each = document.year as number
    const unreadable = each > year ? null : unreadableBoxFive(document)
    if (unreadable === null) continue
    const stream = streams.of('wages', document) as StreamFacts
    if (each >= year - 1) stream.present = true
    if (each >= firstYearOf(year, rules.get('wages') as StreamRule)) mark(stream, 'incomplete')
    stream.losses.push({ year: each, role: null, document, fields: [unreadable] })
  }
  return streams.present()
}
