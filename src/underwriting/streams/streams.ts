import { getOrCreate } from '../../core/lists.js'
import { compareText } from '../../core/text.js'
import { getMeanings, isUnreadableGap, type Meaning, type SumGap } from '../../figures/box-meaning.js'
import { type FactRow, isCountedFact } from '../../figures/facts.js'
import { findCell, type SourceDocument } from '../../ingest/source.js'
import type { FormUses } from '../../schema/form.js'
import { findCategory, type IncomeCategory } from '../../schema/role.js'
import { type BorrowerView, isRecipient, SELF } from '../borrowers/borrower-view.js'
import type { Loss } from '../borrowers/completeness.js'
import type { Silence } from '../borrowers/confirmation.js'
import type { StreamName } from '../policies/setting.js'
import type { Policy } from '../policies/settings.js'
import { firstYearOf, type StreamRule, type StreamRules } from './stream-rules.js'

// Box 1 of a W-2 is the wages of a form of employment, box 5 its Medicare wages.
type EmploymentUse = FormUses['employment']

/** Box 5. Missing: null where it is absent or 0, since a job outside Medicare prints 0. */
function boxFive(document: SourceDocument, { medicareWages }: EmploymentUse): number | null {
  const cents = findCell(document, medicareWages) as number | null
  return cents === null || cents === 0 ? null : cents
}

/** The form of employment whose wages a fact is; null where it is something else. */
const employmentOf = ({ meaning, resolvedDocument }: FactRow): EmploymentUse | null =>
  meaning.role === 'income.wages' ? resolvedDocument.document.compiledForm.uses.employment : null

/** Box 5 where it stands for the wages. */
const asWages = ({ compiledForm }: SourceDocument, { medicareWages }: EmploymentUse): Meaning =>
  getMeanings(compiledForm).findForBox(compiledForm.positionByName.get(medicareWages) as number, 'income.wages', null)

/** The fact that stands for the wages of a W-2 under a policy: box 1, box 5, or the larger. */
function wageFact(fact: FactRow, basis: Policy['wageBasis']): FactRow {
  const employment = basis === 'box1' ? null : employmentOf(fact)
  if (employment === null) return fact
  const five = boxFive(fact.resolvedDocument.document, employment)
  if (five === null || (basis === 'max' && five <= fact.cents)) return fact
  return { ...fact, meaning: asWages(fact.resolvedDocument.document, employment), cents: five }
}

/** True where a policy asks for box 5 and the W-2 has none, so that its box 1 stands. */
function isBoxFiveMissing(fact: FactRow, basis: Policy['wageBasis']): boolean {
  const employment = basis === 'box5' ? employmentOf(fact) : null
  return employment !== null && boxFive(fact.resolvedDocument.document, employment) === null
}

/** True if the gap is an unknown box 1 and the policy can use box 5 of the same W-2 instead. */
export function isReplacedByBoxFive({ resolvedDocument, field }: SumGap, basis: Policy['wageBasis']): boolean {
  const employment =
    basis === 'box1' || resolvedDocument === null ? null : resolvedDocument.document.compiledForm.uses.employment
  if (employment === null || resolvedDocument === null || field !== employment.wages) return false
  return !isStatutory(resolvedDocument.document, employment) && boxFive(resolvedDocument.document, employment) !== null
}

/** The box 5 of a W-2 of wages that could not be read; null where there is none. */
function unreadableBoxFive(document: SourceDocument): string | null {
  const { employment } = document.compiledForm.uses
  if (employment === null || !document.unreadableFields.includes(employment.medicareWages)) return null
  return isStatutory(document, employment) ? null : employment.medicareWages
}

const isStatutory = (document: SourceDocument, { statutory }: EmploymentUse): boolean =>
  findCell(document, statutory) === true

/** Box 5 of W-2s that have no box 1, all of their pay being deferred; none where the policy reads box 1. */
export function wagesWithoutBoxOne(borrower: BorrowerView, basis: Policy['wageBasis']): FactRow[] {
  if (basis === 'box1') return []
  const isBoxOne = ({ meaning, resolvedDocument }: FactRow) =>
    meaning.field === resolvedDocument.document.compiledForm.uses.employment?.wages
  const boxOne = new Set(borrower.income.filter(isBoxOne).map(({ resolvedDocument }) => resolvedDocument.document))
  return borrower.result.ledger.facts.flatMap(fact => {
    const { document, status } = fact.resolvedDocument
    const { employment } = document.compiledForm.uses
    if (employment === null || fact.meaning.field !== employment.medicareWages) return []
    if (status !== 'counted' || document.year === null || boxOne.has(document)) return []
    return isStatutory(document, employment) ? [] : [{ ...fact, meaning: asWages(document, employment) }]
  })
}

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
  readonly marks: Set<Mark>
  /** What of the years could not be read. */
  readonly losses: Loss[]
  /** The stream is present in the year or the year before. */
  present: boolean
}

/**
 * Adds the loss that a gap is. If the gap names no box, every box of the document that was lost may be it. Lost entries of
 * one year and role are one loss.
 */
function addLoss({ losses }: StreamFacts, { resolvedDocument, year, role, field }: SumGap): void {
  const document = resolvedDocument?.document ?? null
  const fields = field === null ? (document?.unreadableFields ?? []) : [field]
  const isKnown = (loss: Loss): boolean => loss.document === null && loss.year === year && loss.role === role
  if (document !== null || !losses.some(isKnown)) losses.push({ year, role, document, fields })
}

/** Collects the facts of a borrower's streams. */
class Streams {
  readonly #byName = new Map<StreamName, StreamFacts>()

  constructor(
    private readonly borrower: BorrowerView,
    private readonly officers: ReadonlySet<SourceDocument>,
    private readonly year: number,
    private readonly policy: Policy,
  ) {}

  of(category: IncomeCategory | null, document: SourceDocument | null): StreamFacts | null {
    if (category === null) return null
    const name =
      category === 'wages' && document !== null && this.officers.has(document) ? 'officer_compensation' : category
    return getOrCreate(this.#byName, name, () => ({
      name,
      own: [],
      absent: [],
      unmatched: [],
      left: [],
      marks: new Set<Mark>(),
      losses: [],
      present: false,
    }))
  }

  hold(fact: FactRow): void {
    const { resolvedDocument } = fact
    const each = resolvedDocument.document.year as number
    const stream = each > this.year ? null : this.of(fact.meaning.category, resolvedDocument.document)
    if (stream === null) return
    const basis = this.policy.wageBasis
    const row = wageFact(fact, basis)
    const isOfTwo = each >= this.year - 1
    // Of older years only what is left out matters.
    if (!resolvedDocument.isVerified && (isOfTwo || this.policy.requireAuthority === 'exclude')) {
      const silence = this.borrower.confirmation.silenceOf(resolvedDocument)
      if (silence !== null && isOfTwo) stream.marks.add(silence)
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
    if (isBoxFiveMissing(fact, basis)) stream.marks.add('wage_basis_box1')
  }

  leave(fact: FactRow): void {
    const { document } = fact.resolvedDocument
    const each = document.year
    const stream =
      each === null || each > this.year || each < this.year - 1 ? null : this.of(fact.meaning.category, document)
    if (stream === null) return
    stream.left.push(fact)
    if (isCountedFact(fact)) {
      stream.present = true
      stream.marks.add('other_recipient')
    } else if (fact.meaning.reason === 'basis_unknown' && this.borrower.isOwn(fact.resolvedDocument)) {
      stream.present = true
      stream.marks.add('basis_unknown')
    }
  }

  lose(gap: SumGap, rules: StreamRules): void {
    const { resolvedDocument } = gap
    // A basis that is not given has a mark of its own.
    if (gap.year > this.year || (resolvedDocument !== null && !gap.isUnreadable)) return
    const category = findCategory(gap.role)
    if (category === null || isReplacedByBoxFive(gap, this.policy.wageBasis)) return
    const rule = rules.get(category) as StreamRule
    const isPast = gap.year < firstYearOf(this.year, rule)
    // Of years before those that are looked at, only when jobs start and end matters.
    if (isPast && rule.per !== 'job') return
    const stream = this.of(category, resolvedDocument?.document ?? null) as StreamFacts
    if (gap.year >= this.year - 1) stream.present = true
    // An entry that was lost may have been the pay of an owned business too.
    const officers =
      resolvedDocument === null && category === 'wages' ? this.#byName.get('officer_compensation') : undefined
    for (const each of officers === undefined ? [stream] : [stream, officers]) {
      if (!isPast) each.marks.add('incomplete')
      if (isUnreadableGap(gap)) addLoss(each, gap)
    }
  }

  present(): StreamFacts[] {
    return [...this.#byName.values()].filter(({ present }) => present).sort((a, b) => compareText(a.name, b.name))
  }
}

/** True for what stands with the taxpayer's, being of a person whom nobody names. */
const isNobodys = ({ resolvedDocument }: FactRow, { borrower, people }: BorrowerView): boolean =>
  borrower === SELF && !people.some(person => isRecipient(person, resolvedDocument))

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
      if (borrower.isOwn(fact.resolvedDocument)) streams.hold(fact)
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
    if (each >= firstYearOf(year, rules.get('wages') as StreamRule)) stream.marks.add('incomplete')
    stream.losses.push({ year: each, role: null, document, fields: [unreadable] })
  }
  return streams.present()
}
