import type { FormUses } from '../model/uses.js'
import { cellOf, type SourceDocument } from '../normalize/source.js'
import type { FactRow } from '../summarize/facts.js'
import type { Gap } from '../summarize/gaps.js'
import { type Meaning, meaningsOf } from '../summarize/meaning.js'
import type { BorrowerView } from './borrower-view.js'
import type { Policy } from './policy.js'

// Box 1 of a W-2 is the wages of a form of employment, box 5 its Medicare wages.
type Employment = FormUses['employment']

/** Box 5. Missing: null where it is absent or 0, since a job outside Medicare prints 0. */
function boxFive(document: SourceDocument, { medicareWages }: Employment): number | null {
  const cents = cellOf(document, medicareWages) as number | null
  return cents === null || cents === 0 ? null : cents
}

/** The form of employment whose wages a fact is; null where it is something else. */
const employmentOf = ({ meaning, of }: FactRow): Employment | null =>
  meaning.role === 'income.wages' ? of.document.plan.uses.employment : null

/** Box 5 where it stands for the wages. */
const asWages = ({ plan }: SourceDocument, { medicareWages }: Employment): Meaning =>
  meaningsOf(plan).ofBox(plan.index.get(medicareWages) as number, 'income.wages', null)

/** The fact that stands for the wages of a W-2 under a policy: box 1, box 5, or the larger. */
export function wageFact(fact: FactRow, basis: Policy['wageBasis']): FactRow {
  const employment = basis === 'box1' ? null : employmentOf(fact)
  if (employment === null) return fact
  const five = boxFive(fact.of.document, employment)
  if (five === null || (basis === 'max' && five <= fact.cents)) return fact
  return { ...fact, meaning: asWages(fact.of.document, employment), cents: five }
}

/** True where a policy asks for box 5 and the W-2 has none, so that its box 1 stands. */
export function isBoxFiveMissing(fact: FactRow, basis: Policy['wageBasis']): boolean {
  const employment = basis === 'box5' ? employmentOf(fact) : null
  return employment !== null && boxFive(fact.of.document, employment) === null
}

/** True if the gap is an unknown box 1 and the policy can use box 5 of the same W-2 instead. */
export function isReplacedByBoxFive({ of, field }: Gap, basis: Policy['wageBasis']): boolean {
  const employment = basis === 'box1' || of === null ? null : of.document.plan.uses.employment
  if (employment === null || of === null || field !== employment.wages) return false
  return !isStatutory(of.document, employment) && boxFive(of.document, employment) !== null
}

/** The box 5 of a W-2 of wages that could not be read; null where there is none. */
export function unreadableBoxFive(document: SourceDocument): string | null {
  const { employment } = document.plan.uses
  if (employment === null || !document.unreadable.includes(employment.medicareWages)) return null
  return isStatutory(document, employment) ? null : employment.medicareWages
}

const isStatutory = (document: SourceDocument, { statutory }: Employment): boolean =>
  cellOf(document, statutory) === true

/** Box 5 of W-2s that have no box 1, all of their pay being deferred; none where the policy reads box 1. */
export function wagesWithoutBoxOne(borrower: BorrowerView, basis: Policy['wageBasis']): FactRow[] {
  if (basis === 'box1') return []
  const isBoxOne = ({ meaning, of }: FactRow) => meaning.field === of.document.plan.uses.employment?.wages
  const boxOne = new Set(borrower.income.filter(isBoxOne).map(({ of }) => of.document))
  return borrower.result.ledger.facts.flatMap(fact => {
    const { document, status } = fact.of
    const { employment } = document.plan.uses
    if (employment === null || fact.meaning.field !== employment.medicareWages) return []
    if (status !== 'counted' || document.year === null || boxOne.has(document)) return []
    return isStatutory(document, employment) ? [] : [{ ...fact, meaning: asWages(document, employment) }]
  })
}
