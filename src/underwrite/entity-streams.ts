import { addCents, type Cents } from '../core/money.js'
import type { FactRow } from '../summarize/facts.js'
import type { Worked } from './averaging.js'
import type { Entity } from './entities.js'
import type { Flag } from './flag.js'
import type { Policy } from './policy.js'
import type { StreamRule } from './stream-rules.js'
import { sumCents } from './sum-cents.js'
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

/** Years in a row that have an amount, up to a year. */
export function yearsInRow(years: ReadonlySet<number>, year: number): number {
  let count = 0
  while (years.has(year - count)) count++
  return count
}

/** Works each entity by the rule and the policy, and sums them; a guaranteed payment of one year only is in neither year. */
export function workEntities(
  own: ReadonlyMap<number, readonly FactRow[]>,
  entities: readonly Entity[],
  year: number,
  rule: StreamRule,
  policy: Policy,
  amounts: Pick<StreamAmounts, 'continuance' | 'seasonal'>,
): EntityWork {
  const entityOf = new Map(entities.flatMap(entity => entity.documents.map(each => [each, entity] as const)))
  const kept: FactRow[] = []
  const excluded: TraceExclusion[] = []
  const flags = new Set<Flag>()
  const rules = new Set<string>()
  let latest: Cents | null = null
  let prior: Cents | null = null
  let amount = 0n
  let months: Worked['months'] = 0
  let supportable: bigint | null = null
  const byEntity = new Map<Entity, Map<number, FactRow[]>>()
  for (const [each, facts] of own) {
    for (const fact of facts) {
      const entity = entityOf.get(fact.of.document)
      if (entity === undefined) continue
      const years = byEntity.get(entity) ?? new Map<number, FactRow[]>()
      years.set(each, [...(years.get(each) ?? []), fact])
      byEntity.set(entity, years)
    }
  }
  for (const entity of entities) {
    const heldYears = byEntity.get(entity)
    if (heldYears === undefined) continue
    const held = (each: number): readonly FactRow[] => heldYears.get(each) ?? []
    const both = [year, year - 1].every(each => held(each).some(({ field }) => field === GUARANTEED))
    const amountOf = (each: number): Cents | null => {
      const facts = held(each)
      const rest = both ? facts : facts.filter(({ field }) => field !== GUARANTEED)
      kept.push(...rest)
      for (const fact of facts) {
        if (rest.includes(fact)) continue
        excluded.push({ ...inputOfFact(fact), reason: 'guaranteed_payment_one_year' })
        flags.add('guaranteed_payment_one_year')
      }
      return rest.length === 0 ? null : sumCents(rest.map(({ cents }) => cents))
    }
    const [one, two] = [amountOf(year), amountOf(year - 1)]
    if (held(year).length + held(year - 1).length === 0) continue
    const years = new Set(heldYears.keys())
    if (one === null) years.delete(year)
    if (two === null) years.delete(year - 1)
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
    amount += worked.amount
    if (worked.months > months) months = worked.months
    if (worked.supportable !== null) supportable = (supportable ?? 0n) + worked.supportable
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
