import { cellOf, type SourceDocument } from '../normalize/source.js'
import type { FactRow } from '../summarize/facts.js'
import { type Meaning, meaningsOf } from '../summarize/meaning.js'
import type { Own } from './own.js'
import type { Policy } from './policy.js'

/** Box 5 of a W-2. */
export const BOX_FIVE = 'medicareWagesTips'

/** Box 5 of a W-2. Missing: null where it is absent or 0, since a job outside Medicare prints 0. */
function boxFive(document: SourceDocument): number | null {
  const cents = cellOf(document, BOX_FIVE) as number | null
  return cents === null || cents === 0 ? null : cents
}

const isBoxOne = ({ meaning, of }: FactRow): boolean =>
  meaning.role === 'income.wages' && of.document.plan.key === 'form_w2'

/** Box 5 where it stands for the wages. */
const asWages = ({ plan }: SourceDocument): Meaning =>
  meaningsOf(plan).ofBox(plan.index.get(BOX_FIVE) as number, 'income.wages', null)

/** The fact that stands for the wages of a W-2 under a policy: box 1, box 5, or the larger. */
export function wageFact(fact: FactRow, basis: Policy['wageBasis']): FactRow {
  if (basis === 'box1' || !isBoxOne(fact)) return fact
  const five = boxFive(fact.of.document)
  if (five === null || (basis === 'max' && five <= fact.cents)) return fact
  return { ...fact, meaning: asWages(fact.of.document), cents: five }
}

/** True where a policy asks for box 5 and the W-2 has none, so that its box 1 stands. */
export const isBoxFiveMissing = (fact: FactRow, basis: Policy['wageBasis']): boolean =>
  basis === 'box5' && isBoxOne(fact) && boxFive(fact.of.document) === null

/** True where box 5 of a W-2 of wages could not be read. */
export const isBoxFiveLost = (document: SourceDocument): boolean =>
  document.plan.key === 'form_w2' &&
  document.lost.includes(BOX_FIVE) &&
  cellOf(document, 'statutoryEmployee') !== true

/** Box 5 of W-2s that have no box 1, all of their pay being deferred; none where the policy reads box 1. */
export function wagesWithoutBoxOne(own: Own, basis: Policy['wageBasis']): FactRow[] {
  if (basis === 'box1') return []
  const boxOne = new Set(
    own.income.flatMap(fact => (fact.meaning.field === 'wages' ? [fact.of.document] : [])),
  )
  return own.result.ledger.facts.flatMap(fact => {
    const { document, status } = fact.of
    if (
      fact.meaning.field !== BOX_FIVE ||
      status !== 'counted' ||
      document.year === null ||
      boxOne.has(document)
    ) {
      return []
    }
    if (cellOf(document, 'statutoryEmployee') === true) return []
    return [{ ...fact, meaning: asWages(document) }]
  })
}
