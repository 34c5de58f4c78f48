import type { FactRow } from '../summarize/facts.js'
import { type AdjustedYear, plainYear } from './adjusted-year.js'
import { nothing, type Worked } from './averaging.js'
import type { Entity } from './entities.js'
import { workEntities, yearsInRow, yearsOf } from './entity-streams.js'
import type { Own } from './own.js'
import type { Policy } from './policy.js'
import { STREAM_RULES } from './stream-rules.js'
import type { StreamFacts } from './streams.js'
import { workStream } from './work-stream.js'

/** The two years of a stream after their exclusions, and its monthly amount. */
export interface StreamYears {
  readonly latest: AdjustedYear
  readonly prior: AdjustedYear
  readonly worked: Worked
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
  const rule = STREAM_RULES[facts.name]
  if (rule.perEntity === true) {
    const work = workEntities(facts.own, entities, year, rule, policy, stated)
    const of = (each: number): FactRow[] => work.kept.filter(fact => fact.of.document.year === each)
    return {
      latest: { ...plainYear(of(year)), cents: work.latest, excluded: work.excluded },
      prior: { ...plainYear(of(year - 1)), cents: work.prior },
      worked: work.worked,
    }
  }
  const { adjust = plainYear } = rule
  const latest = adjust(facts.latest, year, own)
  const prior = adjust(facts.prior, year - 1, own)
  const amounts = {
    latest: latest.cents,
    prior: prior.cents,
    historyYears: yearsInRow(yearsOf(facts.own), year),
    continuance: stated.continuance,
    seasonal: stated.seasonal,
  }
  if (rule.repaid === true && latest.cents !== null && latest.cents < 0) {
    return { latest, prior, worked: nothing('more repaid than paid: 0', ['net_negative']) }
  }
  return { latest, prior, worked: workStream(amounts, rule, policy) }
}
