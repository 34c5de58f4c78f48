import { findLargest, groupBy, NO_ITEMS } from '../../core/lists.js'
import { Decimal } from '../../core/money.js'
import type { FactRow } from '../../figures/facts.js'
import { groupByIssuer, IssuerIndex, listIssuers } from '../../figures/issuers.js'
import { findCell, type SourceDocument } from '../../ingest/source.js'
import type { BorrowerView } from '../borrowers/borrower-view.js'
import { isLostIn, type Loss } from '../borrowers/completeness.js'
import type { Flag } from '../flag.js'
import type { Policy } from '../policies/settings.js'
import { inputOfFact, leftOut } from '../traces/trace.js'
import { type AdjustedYear, factsOfYear, fellByMore, plainYear, yearsInRow, yearsOf } from './averaging.js'
import type { Entities, Entity, Work, WorkStream } from './work-stream.js'

const sharesOf = ({ compiledForm }: SourceDocument): readonly string[] => compiledForm.uses.ownership?.shares ?? []

/** The share on a K-1; null where it is not known. */
function shareOf(document: SourceDocument): Decimal | null {
  for (const field of sharesOf(document)) {
    const share = findCell(document, field) as Decimal | null
    if (share !== null) return share
  }
  return null
}

const NO_ENTITIES: Entities = { all: [], of: new Map() }

/** The entities of a taxpayer's own K-1s up to a year; the K-1s of an entity's latest year say whether it is owned. */
export function entitiesOf(borrower: BorrowerView, year: number, policy: Policy): Entities {
  const held = borrower.forms.ownership.filter(document => (document.year as number) <= year)
  if (held.length === 0) return NO_ENTITIES
  const minOwnership = new Decimal(policy.selfEmployedOwnership)
  const all = groupByIssuer(held).map(({ documents }) => {
    const shared = documents.filter(document => sharesOf(document).length > 0)
    const latest = findLargest(shared.map(document => document.year as number))
    const owned = shared.some(document => document.year === latest && shareOf(document)?.gte(minOwnership) !== false)
    return { documents, owned }
  })
  const of = new Map(all.flatMap(entity => entity.documents.map(document => [document, entity] as const)))
  return { all, of }
}

const NO_FORMS: ReadonlySet<SourceDocument> = new Set()

/** The W-2s of businesses that the taxpayer owns. */
export function officerForms(borrower: BorrowerView, entities: Entities): ReadonlySet<SourceDocument> {
  const owners = entities.all.filter(({ owned }) => owned)
  if (owners.length === 0) return NO_FORMS
  const index = new IssuerIndex<true>()
  for (const { documents } of owners) for (const issuer of listIssuers(documents)) index.add(issuer, true)
  return new Set(borrower.forms.employment.filter(({ issuer }) => index.findFirst(issuer) === true))
}

const ONE_YEAR = 'guaranteed_payment_one_year'
const isGuaranteed = ({ meaning, resolvedDocument }: FactRow): boolean =>
  meaning.field === resolvedDocument.document.compiledForm.uses.ownership?.guaranteed

/** One entity's stream; a guaranteed payment of one of the two years only is in neither. */
function streamOf(
  facts: readonly FactRow[],
  { owned }: Entity,
  losses: readonly Loss[],
  { borrower, year, rule, policy }: Work,
): WorkStream {
  const two = [year, year - 1]
  const isOneYear =
    facts.some(isGuaranteed) &&
    !two.every(each => {
      const own = factsOfYear(facts, each)
      // Of a year that could not be read nothing says that it had no such payment.
      return own.some(isGuaranteed) || (own.length === 0 && isLostIn(each, losses, borrower))
    })
  const isOut = (fact: FactRow): boolean =>
    isOneYear && isGuaranteed(fact) && two.includes(fact.resolvedDocument.document.year as number)
  const kept = isOneYear ? facts.filter(fact => !isOut(fact)) : facts
  const yearOf = (each: number): AdjustedYear =>
    plainYear(
      factsOfYear(kept, each),
      factsOfYear(facts, each)
        .filter(isOut)
        .map(fact => leftOut(inputOfFact(fact), ONE_YEAR)),
    )
  const [latest, prior] = [yearOf(year), yearOf(year - 1)]
  const flags: Flag[] = kept.length < facts.length ? [ONE_YEAR] : []
  if (rule.owners && owned) {
    flags.push('business_return_required')
    const fell = fellByMore(latest.cents, prior.cents, policy.materialDecline)
    if (policy.manualUnderwriteOnMaterialDecline && fell) flags.push('manual_underwrite')
  }
  return { latest, prior, historyYears: yearsInRow(yearsOf(kept), year), losses, flags, cap: null }
}

/** The stream of each entity that has one of the two years, or may have. */
export function entityStreams(facts: readonly FactRow[], losses: readonly Loss[], work: Work): readonly WorkStream[] {
  const { entities, year } = work
  const byEntity = groupBy(facts, ({ resolvedDocument }) => entities.of.get(resolvedDocument.document))
  // An entry that was lost, which has no document, may be any entity's.
  const lossesOf = groupBy(losses, ({ document }) => (document === null ? null : entities.of.get(document)))
  const unreadableEntries = lossesOf.get(null) ?? NO_ITEMS
  return entities.all.flatMap(entity => {
    const entityFacts = byEntity.get(entity) ?? NO_ITEMS
    const boxes = lossesOf.get(entity) ?? NO_ITEMS
    const isPresent =
      entityFacts.some(({ resolvedDocument }) => (resolvedDocument.document.year as number) >= year - 1) ||
      boxes.some(each => each.year >= year - 1)
    return isPresent ? [streamOf(entityFacts, entity, [...boxes, ...unreadableEntries], work)] : []
  })
}
