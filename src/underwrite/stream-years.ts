import { plainYear, type StreamYears } from './adjusted-year.js'
import { nothing } from './averaging.js'
import type { BorrowerView } from './borrower-view.js'
import type { Entities } from './entities.js'
import { workEntities, yearsInRow, yearsOf } from './entity-streams.js'
import type { Policy } from './policy.js'
import { STREAM_RULES } from './stream-rules.js'
import type { StreamFacts } from './streams.js'
import { unlessUnread, unreadYears } from './unread.js'
import { workStream } from './work-stream.js'

/** Works a stream: per entity, with the exclusions of its category, or as it is. */
export function streamYears(
  facts: StreamFacts,
  borrower: BorrowerView,
  entities: Entities,
  year: number,
  policy: Policy,
  stated: { continuance: number | undefined; seasonal: boolean },
): StreamYears {
  const rule = STREAM_RULES[facts.name]
  if (rule.perEntity === true) return workEntities(facts, borrower, entities, year, rule, policy, stated)
  const { adjust = plainYear } = rule
  const latest = adjust(facts.latest, year, borrower)
  const prior = adjust(facts.prior, year - 1, borrower)
  const amounts = {
    latest: latest.cents,
    prior: prior.cents,
    historyYears: yearsInRow(yearsOf(facts.own), year),
    continuance: stated.continuance,
    seasonal: stated.seasonal,
  }
  const unread = unreadYears(year, latest.cents, prior.cents, facts.losses, borrower)
  const worked =
    rule.repaid === true && latest.cents !== null && latest.cents < 0
      ? nothing('more repaid than paid: 0', ['net_negative'])
      : workStream(amounts, rule, policy)
  const past = year - amounts.historyYears
  return { latest, prior, unread, worked: unlessUnread(worked, unread, past, facts.losses, borrower, rule) }
}
