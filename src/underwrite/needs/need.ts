import { addTo } from '../../core/lists.js'
import { addCents, type Cents } from '../../core/money.js'
import type { SourceDocument } from '../../normalize/source.js'
import type { FactRow } from '../../summarize/facts.js'
import { groupByIssuer } from '../../summarize/issuers.js'
import { sumFacts } from '../facts-of-years.js'
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

/** A need of each issuer and year that facts are of, with their sum. */
export function needsOfFacts(borrower: string, need: NeedCode, facts: readonly FactRow[]): Need[] {
  const needs: Need[] = []
  if (facts.length === 0) return needs
  const { document } = (facts[0] as FactRow).of
  // The ordinary case: they are one document's.
  if (facts.every(({ of }) => of.document === document)) {
    const year = document.year as number
    const cents = sumFacts(facts)
    needs.push({ borrower, need, issuer: document, about: null, year, cents })
    return needs
  }
  const byDocument = new Map<SourceDocument, FactRow[]>()
  for (const fact of facts) addTo(byDocument, fact.of.document, fact)
  const groups = groupByIssuer([...byDocument.keys()])
  for (const { first, documents } of groups) {
    const sums = new Map<number, Cents>()
    if (groups.length === 1) addByYear(sums, facts)
    else for (const document of documents) addByYear(sums, byDocument.get(document) as FactRow[])
    addNeeds(needs, borrower, need, first, sums)
  }
  return needs
}

/** A need of each year that facts are of, with their sum. */
export function needsOfYears(borrower: string, need: NeedCode, facts: readonly FactRow[]): Need[] {
  const needs: Need[] = []
  const sums = new Map<number, Cents>()
  addByYear(sums, facts)
  addNeeds(needs, borrower, need, null, sums)
  return needs
}

function addByYear(sums: Map<number, Cents>, facts: readonly FactRow[]): void {
  for (const { of, cents } of facts) {
    const year = of.document.year as number
    sums.set(year, addCents(sums.get(year) ?? 0, cents))
  }
}

function addNeeds(
  needs: Need[],
  borrower: string,
  need: NeedCode,
  issuer: SourceDocument | null,
  sums: ReadonlyMap<number, Cents>,
): void {
  for (const [year, cents] of sums) needs.push({ borrower, need, issuer, about: null, year, cents })
}
