import { subtractCents } from '../core/money.js'
import { cellOf } from '../normalize/source.js'
import type { FactRow } from '../summarize/facts.js'
import type { AdjustedYear } from './retirement.js'
import { sumCents, sumFacts } from './sum-cents.js'
import { inputOf, type TraceExclusion } from './trace.js'

/** Benefits of earlier years that a statement holds: those of its list that are not marked with its own year or later. */
const lumpSums = (fact: FactRow, year: number): TraceExclusion[] => {
  const { document } = fact.of
  if (fact.meaning.field !== 'benefitsPaid') return []
  const payments = (cellOf(document, 'paymentsByYear') ?? []) as unknown as readonly {
    readonly year: number | null
    readonly payment: number | null
  }[]
  return payments.flatMap(each =>
    each.payment !== null && each.payment > 0 && (each.year === null || each.year < year)
      ? [{ ...inputOf(document, 'paymentsByYear', each.payment), reason: 'lump_sum_excluded' }]
      : [],
  )
}

/** A year of benefits, signed: paid less repaid, less what was paid for earlier years. */
export function socialSecurityOf(facts: readonly FactRow[], year: number): AdjustedYear {
  const excluded = facts.flatMap(fact => lumpSums(fact, year))
  const net = sumFacts(facts)
  const cents = subtractCents(net, sumCents(excluded.map(each => each.cents ?? 0)))
  return {
    cents: facts.length === 0 ? null : cents,
    nontaxable: 0,
    ira: 0,
    kept: facts,
    excluded,
    flags: excluded.length > 0 ? ['lump_sum_excluded'] : [],
  }
}
