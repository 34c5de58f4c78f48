import { type Cents, sumCents } from '../../core/money.js'
import type { SourceDocument } from '../../normalize/source.js'
import { groupByIssuer } from '../../resolve/issuers.js'
import type { FactRow } from '../../summarize/facts.js'
import type { NeedCode } from './codes.js'

/**
 * Something that is missing. Units: cents. Missing: `issuer` where none is asked, then `about` names a form or a record, or
 * nothing in particular; `year` where it is of none; `cents` where no amount stands behind it.
 */
export interface Need {
  readonly borrower: string
  readonly need: NeedCode
  /** One of the issuer's documents, which names it. */
  readonly issuer: SourceDocument | null
  readonly about: string | null
  readonly year: number | null
  readonly cents: Cents | null
}

const yearOf = ({ of }: FactRow): number => of.document.year as number

/** A need of each issuer and year that facts are of, with their sum. */
export function needsOfFacts(borrower: string, need: NeedCode, facts: readonly FactRow[]): Need[] {
  if (facts.length === 0) return []
  const groups = groupByIssuer([...new Set(facts.map(({ of }) => of.document))])
  return groups.flatMap(({ first, documents }) => {
    const held = new Set(documents)
    const own = facts.filter(({ of }) => held.has(of.document))
    return [...new Set(own.map(yearOf))].map(year => {
      const cents = sumCents(own.filter(fact => yearOf(fact) === year).map(fact => fact.cents))
      return { borrower, need, issuer: first, about: null, year, cents }
    })
  })
}

/** A need of each year that facts are of, with their sum. */
export const needsOfYears = (borrower: string, need: NeedCode, facts: readonly FactRow[]): Need[] =>
  [...new Set(facts.map(yearOf))].map(year => ({
    borrower,
    need,
    issuer: null,
    about: null,
    year,
    cents: sumCents(facts.filter(fact => yearOf(fact) === year).map(fact => fact.cents)),
  }))
