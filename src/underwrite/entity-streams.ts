import { addTo, NO_ITEMS } from '../core/lists.js'
import type { FactRow } from '../summarize/facts.js'
import type { Entity } from './entities.js'
import { type AdjustedYear, factsOf, plainYear, yearsInRow, yearsOf } from './facts-of-years.js'
import type { Flag } from './flag.js'
import { inputOfFact, leftOut } from './trace.js'
import { fellByMore } from './trend.js'
import { isLostIn, type Loss } from './unread.js'
import type { Work, WorkStream } from './work-stream.js'

const ONE_YEAR = 'guaranteed_payment_one_year'
const isGuaranteed = ({ meaning, of }: FactRow): boolean =>
  meaning.field === of.document.plan.uses.ownership?.guaranteed

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
      const own = factsOf(facts, each)
      // Of a year that could not be read nothing says that it had no such payment.
      return own.some(isGuaranteed) || (own.length === 0 && isLostIn(each, losses, borrower))
    })
  const isOut = (fact: FactRow): boolean =>
    isOneYear && isGuaranteed(fact) && two.includes(fact.of.document.year as number)
  const kept = isOneYear ? facts.filter(fact => !isOut(fact)) : facts
  const yearOf = (each: number): AdjustedYear => {
    if (!isOneYear) return plainYear(factsOf(kept, each))
    const out = factsOf(facts, each).filter(isOut)
    return plainYear(
      factsOf(kept, each),
      out.map(fact => leftOut(inputOfFact(fact), ONE_YEAR)),
    )
  }
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
export function entityStreams(
  facts: readonly FactRow[],
  losses: readonly Loss[],
  work: Work,
): readonly WorkStream[] {
  const { entities, year } = work
  const byEntity = new Map<Entity, FactRow[]>()
  for (const fact of facts) {
    const entity = entities.of.get(fact.of.document)
    if (entity !== undefined) addTo(byEntity, entity, fact)
  }
  const lostOf = new Map<Entity, Loss[]>()
  const unreadableEntries = losses.filter(({ document }) => document === null)
  for (const each of losses) {
    const entity = each.document === null ? undefined : entities.of.get(each.document)
    if (entity !== undefined) addTo(lostOf, entity, each)
  }
  const streams: WorkStream[] = []
  for (const entity of entities.all) {
    const held = byEntity.get(entity) ?? NO_ITEMS
    const boxes = lostOf.get(entity) ?? NO_ITEMS
    const isHere =
      held.some(({ of }) => (of.document.year as number) >= year - 1) ||
      boxes.some(each => each.year >= year - 1)
    // An entry that was lost may be any entity's.
    if (isHere)
      streams.push(
        streamOf(held, entity, losses.length === 0 ? NO_ITEMS : [...boxes, ...unreadableEntries], work),
      )
  }
  return streams
}
