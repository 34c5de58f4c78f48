import type { FactRow } from '../summarize/facts.js'
import { nothing, type Worked } from './averaging.js'
import type { Entity } from './entities.js'
import { workEntities, yearsInRow, yearsOf } from './entity-streams.js'
import type { Own } from './own.js'
import type { Policy } from './policy.js'
import { type AdjustedYear, retirementOf } from './retirement.js'
import { socialSecurityOf } from './social-security.js'
import { STREAM_RULES } from './stream-rules.js'
import type { StreamFacts } from './streams.js'
import type { StreamName } from './subject.js'
import { sumFacts } from './sum-facts.js'
import { workStream } from './work-stream.js'

/** The two years of a stream after their exclusions, and its monthly amount. */
export interface StreamYears {
  readonly latest: AdjustedYear
  readonly prior: AdjustedYear
  readonly worked: Worked
}

const asIs = (facts: readonly FactRow[]): AdjustedYear => ({
  cents: facts.length === 0 ? null : sumFacts(facts),
  nontaxable: 0,
  ira: 0,
  kept: facts,
  excluded: [],
  flags: [],
})

function adjusted(name: StreamName, held: readonly FactRow[], own: Own, year: number): AdjustedYear {
  if (name === 'retirement') return retirementOf(held, own, year)
  return name === 'social_security' ? socialSecurityOf(held, year) : asIs(held)
}

/** Works a stream: per entity, with the exclusions of its category, or as it is. */
export function streamYears(
  facts: StreamFacts,
  own: Own,
  entities: readonly Entity[],
  year: number,
  policy: Policy,
  stated: { continuance: number | undefined; seasonal: boolean },
): StreamYears {
  const { name } = facts
  const rule = STREAM_RULES[name]
  if (rule.perEntity === true) {
    const work = workEntities(facts.own, entities, year, rule, policy, stated)
    const of = (each: number): FactRow[] => work.kept.filter(fact => fact.of.document.year === each)
    return {
      latest: { ...asIs(of(year)), cents: work.latest, excluded: work.excluded },
      prior: { ...asIs(of(year - 1)), cents: work.prior },
      worked: work.worked,
    }
  }
  const latest = adjusted(name, facts.latest, own, year)
  const prior = adjusted(name, facts.prior, own, year - 1)
  const amounts = {
    latest: latest.cents,
    prior: prior.cents,
    historyYears: yearsInRow(yearsOf(facts.own), year),
    continuance: stated.continuance,
    seasonal: stated.seasonal,
  }
  if (name === 'social_security' && latest.cents !== null && latest.cents < 0) {
    return { latest, prior, worked: nothing('more repaid than paid: 0', ['net_negative']) }
  }
  return { latest, prior, worked: workStream(amounts, rule, policy) }
}
