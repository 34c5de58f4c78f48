import { subtractCents, sumCents } from '../core/money.js'
import { cellOf } from '../normalize/source.js'
import type { FactRow } from '../summarize/facts.js'
import { type AdjustedYear, plainYear } from './facts-of-years.js'
import type { Flag } from './flag.js'
import { inputOf, leftOut, type TraceExclusion } from './trace.js'

/** The list of benefits of earlier years of a statement that paid some; null of any other fact. */
function listOf({ meaning, of }: FactRow): string | null {
  const { benefits } = of.document.plan.uses
  return benefits !== null && meaning.field === benefits.paid ? benefits.byYear : null
}

/** Benefits of earlier years that a statement holds: those of its list that are not marked with its own year or later. */
const lumpSums = (fact: FactRow, year: number): TraceExclusion[] => {
  const { document } = fact.of
  const list = listOf(fact)
  if (list === null) return []
  const payments = (cellOf(document, list) ?? []) as unknown as readonly {
    readonly year: number | null
    readonly payment: number | null
  }[]
  return payments.flatMap(each =>
    each.payment !== null && each.payment > 0 && (each.year === null || each.year < year)
      ? [leftOut(inputOf(document, list, each.payment), 'lump_sum_excluded')]
      : [],
  )
}

/**
 * A year of benefits, signed: paid less repaid, less what was paid for earlier years. Missing: what of that could not be
 * read is not taken out, or taken out without its year, flagged `incomplete`.
 */
export function socialSecurityOf(facts: readonly FactRow[], year: number): AdjustedYear {
  const excluded = facts.flatMap(fact => lumpSums(fact, year))
  const isListUnreadable = (fact: FactRow): boolean => {
    const list = listOf(fact)
    return list !== null && fact.of.document.unreadable.includes(list)
  }
  const flags: Flag[] = facts.some(isListUnreadable) ? ['incomplete'] : []
  if (excluded.length > 0) flags.push('lump_sum_excluded')
  const lumps = sumCents(excluded.map(({ cents }) => cents ?? 0))
  const whole = plainYear(facts, excluded)
  return { ...whole, cents: whole.cents === null ? null : subtractCents(whole.cents, lumps), flags }
}
