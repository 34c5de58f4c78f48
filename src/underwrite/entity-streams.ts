import { addAll, addTo } from '../core/lists.js'
import { addCents, type Cents } from '../core/money.js'
import type { FactRow } from '../summarize/facts.js'
import type { Worked } from './averaging.js'
import type { Entity } from './entities.js'
import type { Flag } from './flag.js'
import type { Policy } from './policy.js'
import type { StreamRule } from './stream-rules.js'
import { sumFacts } from './sum-facts.js'
import { inputOfFact, type TraceExclusion } from './trace.js'
import { fellByMore } from './trend.js'
import { type StreamAmounts, workStream } from './work-stream.js'

/** Shares of earnings, worked per entity and summed. Units: cents. Missing: null where no entity has the year. */
export interface EntityWork {
  readonly latest: Cents | null
  readonly prior: Cents | null
  readonly kept: readonly FactRow[]
  readonly excluded: readonly TraceExclusion[]
  readonly worked: Worked
}

const GUARANTEED = 'guaranteedPayments'

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

/** Works each entity by the rule and the policy, and sums them; a guaranteed payment of one year only is in neither year. */
export function workEntities(
  own: readonly FactRow[],
  entities: readonly Entity[],
  year: number,
  rule: StreamRule,
  policy: Policy,
  amounts: Pick<StreamAmounts, 'continuance' | 'seasonal'>,
): EntityWork {
  const kept: FactRow[] = []
  const excluded: TraceExclusion[] = []
  const flags = new Set<Flag>()
  const rules = new Set<string>()
  let latest: Cents | null = null
  let prior: Cents | null = null
  let amount: Cents = 0
  let months: Worked['months'] = 0
  let supportable: Cents | null = null
  const entityOf = new Map(
    entities.flatMap(entity => entity.documents.map(document => [document, entity] as const)),
  )
  const byEntity = new Map<Entity, FactRow[]>()
  for (const fact of own) {
    const entity = entityOf.get(fact.of.document)
    if (entity !== undefined) addTo(byEntity, entity, fact)
  }
  for (const entity of entities) {
    const all = byEntity.get(entity)
    if (all === undefined) continue
    const held = (each: number): readonly FactRow[] => all.filter(({ of }) => of.document.year === each)
    const both = [year, year - 1].every(each =>
      held(each).some(({ meaning }) => meaning.field === GUARANTEED),
    )
    const amountOf = (each: number): Cents | null => {
      const facts = held(each)
      const isKept = ({ meaning }: FactRow): boolean => both || meaning.field !== GUARANTEED
      const rest = facts.filter(isKept)
      addAll(kept, rest)
      for (const fact of facts) {
        if (isKept(fact)) continue
        excluded.push({ ...inputOfFact(fact), reason: 'guaranteed_payment_one_year' })
        flags.add('guaranteed_payment_one_year')
      }
      return rest.length === 0 ? null : sumFacts(rest)
    }
    const one = amountOf(year)
    const two = amountOf(year - 1)
    if (!all.some(({ of }) => (of.document.year as number) >= year - 1)) continue
    const years = yearsOf(all).filter(
      each => (each !== year || one !== null) && (each !== year - 1 || two !== null),
    )
    const worked = workStream(
      { ...amounts, latest: one, prior: two, historyYears: yearsInRow(years, year) },
      rule,
      policy,
    )
    if (rule.owners === true && entity.owned) {
      flags.add('business_return_required')
      if (policy.manualUnderwriteOnMaterialDecline && fellByMore(one, two, policy.materialDecline)) {
        flags.add('manual_underwrite')
      }
    }
    if (one !== null) latest = addCents(latest ?? 0, one)
    if (two !== null) prior = addCents(prior ?? 0, two)
    amount = addCents(amount, worked.amount)
    if (worked.months > months) months = worked.months
    if (worked.supportable !== null) supportable = addCents(supportable ?? 0, worked.supportable)
    for (const flag of worked.flags) flags.add(flag)
    rules.add(worked.rule)
  }
  const words = `per entity, summed: ${[...rules].sort().join('; ')}`
  return {
    latest,
    prior,
    kept,
    excluded,
    worked: { amount, months, supportable, flags: [...flags], rule: words },
  }
}
