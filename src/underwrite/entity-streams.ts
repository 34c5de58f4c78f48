import { addTo } from '../core/lists.js'
import { sumCents } from '../core/money.js'
import type { FactRow } from '../summarize/facts.js'
import { type AdjustedYear, plainYear, type StreamYears } from './adjusted-year.js'
import type { UnroundedAmount } from './averaging.js'
import type { BorrowerView } from './borrower-view.js'
import type { Entities, Entity } from './entities.js'
import type { Flag } from './flag.js'
import type { Policy } from './policy.js'
import type { StreamRule } from './stream-rules.js'
import type { StreamFacts } from './streams.js'
import { sumOfKnown } from './sum-facts.js'
import { inputOfFact } from './trace.js'
import { fellByMore } from './trend.js'
import { isLostIn, type Loss, unlessUnread, unreadYears } from './unread.js'
import { type StreamAmounts, workStream } from './work-stream.js'

const ONE_YEAR = 'guaranteed_payment_one_year'
const isGuaranteed = ({ meaning, of }: FactRow): boolean =>
  meaning.field === of.document.plan.uses.ownership?.guaranteed

/** The years of facts, each once. */
export function yearsOf(facts: readonly FactRow[]): number[] {
  const years: number[] = []
  for (const { of } of facts) {
    const year = of.document.year as number
    if (!years.includes(year)) years.push(year)
  }
  return years
}

/** Years in a row that have an amount, up to a year. */
export function yearsInRow(years: readonly number[], year: number): number {
  let count = 0
  while (years.includes(year - count)) count++
  return count
}

type Stated = Pick<StreamAmounts, 'continuance' | 'seasonal'>

/** Works one entity by the rule and the policy; a guaranteed payment of one of the two years only is in neither. */
function workEntity(
  facts: readonly FactRow[],
  { owned }: Entity,
  year: number,
  rule: StreamRule,
  policy: Policy,
  stated: Stated,
  losses: readonly Loss[],
  borrower: BorrowerView,
): StreamYears {
  const isOf = (each: number) => (fact: FactRow) => fact.of.document.year === each
  const two = [year, year - 1]
  const isOneYear =
    facts.some(isGuaranteed) &&
    !two.every(
      each =>
        facts.some(fact => isOf(each)(fact) && isGuaranteed(fact)) ||
        // Of a year that could not be read nothing says that it had no such payment.
        (!facts.some(isOf(each)) && isLostIn(each, losses, borrower)),
    )
  const isOut = (fact: FactRow): boolean =>
    isGuaranteed(fact) && two.includes(fact.of.document.year as number)
  const kept = isOneYear ? facts.filter(fact => !isOut(fact)) : facts
  const yearOf = (each: number): AdjustedYear => {
    const plain = plainYear(kept.filter(isOf(each)))
    if (!isOneYear) return plain
    const out = facts.filter(fact => isOf(each)(fact) && isOut(fact))
    return { ...plain, excluded: out.map(fact => ({ ...inputOfFact(fact), reason: ONE_YEAR })) }
  }
  const [latest, prior] = [yearOf(year), yearOf(year - 1)]
  const historyYears = yearsInRow(yearsOf(kept), year)
  const amounts = { ...stated, latest: latest.cents, prior: prior.cents, historyYears }
  const unread = unreadYears(year, latest.cents, prior.cents, losses, borrower)
  const plain = workStream(amounts, rule, policy)
  const worked = unlessUnread(plain, unread, year - historyYears, losses, borrower, rule)
  const flags: Flag[] = [...worked.flags]
  if (kept.length < facts.length) flags.push(ONE_YEAR)
  if (rule.owners === true && owned) {
    flags.push('business_return_required')
    const fell = fellByMore(latest.cents, prior.cents, policy.materialDecline)
    if (policy.manualUnderwriteOnMaterialDecline && fell) flags.push('manual_underwrite')
  }
  return { latest, prior, unread, worked: { ...worked, flags } }
}

const together = (years: readonly AdjustedYear[]): AdjustedYear => ({
  ...plainYear(years.flatMap(({ kept }) => kept)),
  excluded: years.flatMap(({ excluded }) => excluded),
})

/** Works each entity that has one of the two years, or may have, and sums them. */
export function workEntities(
  { own: facts, losses }: StreamFacts,
  borrower: BorrowerView,
  entities: Entities,
  year: number,
  rule: StreamRule,
  policy: Policy,
  stated: Stated,
): StreamYears {
  const entityOf = entities.of
  const byEntity = new Map<Entity, FactRow[]>()
  for (const entity of entities.all) byEntity.set(entity, [])
  for (const fact of facts) {
    const entity = entityOf.get(fact.of.document)
    if (entity !== undefined) addTo(byEntity, entity, fact)
  }
  const lostOf = new Map<Entity, Loss[]>()
  const unreadableEntries = losses.filter(({ document }) => document === null)
  for (const each of losses) {
    const entity = each.document === null ? undefined : entityOf.get(each.document)
    if (entity !== undefined) addTo(lostOf, entity, each)
  }
  const works = [...byEntity].flatMap(([entity, held]) => {
    const boxes = lostOf.get(entity) ?? []
    // An entry that was lost may be any entity's.
    const unreadable = unreadableEntries.length === 0 ? boxes : [...boxes, ...unreadableEntries]
    const isHere =
      held.some(({ of }) => (of.document.year as number) >= year - 1) ||
      boxes.some(each => each.year >= year - 1)
    return isHere ? [workEntity(held, entity, year, rule, policy, stated, unreadable, borrower)] : []
  })
  const worked = works.map(each => each.worked)
  const rules = new Set(worked.map(each => each.rule))
  const [latest, prior] = [together(works.map(each => each.latest)), together(works.map(each => each.prior))]
  const unread = unreadYears(year, latest.cents, prior.cents, losses, borrower)
  const summed: UnroundedAmount = {
    amount: sumCents(worked.map(({ amount }) => amount)),
    months: worked.reduce<UnroundedAmount['months']>(
      (most, { months }) => (months > most ? months : most),
      0,
    ),
    supportable: sumOfKnown(worked.map(({ supportable }) => supportable)),
    flags: worked.flatMap(({ flags }) => flags),
    rule: `per entity, summed: ${[...rules].sort().join('; ')}`,
  }
  return {
    latest,
    prior,
    unread: [year, year - 1].filter(
      each => unread.includes(each) || works.some(work => work.unread.includes(each)),
    ),
    // Where no entity is known, nothing was worked.
    worked: works.length > 0 ? summed : unlessUnread(summed, unread, year, losses, borrower, rule),
  }
}
