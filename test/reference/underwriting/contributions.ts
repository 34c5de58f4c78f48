import type { Fact } from '../facts.js'
import { readAmount, readFlag } from '../values.js'
import { categoryOf, type DocumentWithFacts, incomeFacts } from './papers.js'
import type { Rules } from './policies.js'
import type { Stream } from './stream.js'

/** The amount that one document adds to a category in its year. */
export interface Contribution {
  readonly document: DocumentWithFacts
  readonly year: number
  readonly category: string
  readonly field: string
  readonly amount: bigint
  /** True if an IRS source has the document, or a total that includes it. */
  readonly confirmed: boolean
  readonly flags: readonly string[]
}

/** Returns true if an IRS source has the document, or a total that includes it. */
export const isConfirmed = ({ item }: DocumentWithFacts): boolean => item.verified || item.summedByAuthority

const contribution = (
  document: DocumentWithFacts,
  fact: Pick<Fact, 'field' | 'amount'>,
  category: string,
): Contribution => ({
  document,
  year: document.year!,
  category,
  field: fact.field,
  amount: fact.amount,
  confirmed: isConfirmed(document),
  flags: [],
})

// Returns box 1, box 5 or the larger one, as the policy requires. If box 5 is 0 or absent, box 1 is used.
function wagesOf(
  document: DocumentWithFacts,
  { wageBasis }: Pick<Rules, 'wageBasis'>,
): { amount: bigint; flags: string[] } {
  const one = readAmount(document.entry.raw['wages_tips_other_compensation'])
  const five = readAmount(document.entry.raw['medicare_wages_tips'])
  if (wageBasis === 'box1' || five === null || five === 0n)
    return { amount: one ?? 0n, flags: wageBasis === 'box5' && one ? ['wage_basis_box1'] : [] }
  return { amount: wageBasis === 'max' && one !== null && one > five ? one : five, flags: [] }
}

/** Returns true for a statutory employee. Box 1 then contains business receipts, and no box contains wages. */
export const isStatutory = ({ entry }: DocumentWithFacts): boolean => readFlag(entry.raw['statutory_employee']) === true

/** Lists what a counted document adds to each category. Wages of 0 add nothing. */
export function contributionsOf(document: DocumentWithFacts, rules: Pick<Rules, 'wageBasis'>): Contribution[] {
  if (!document.counted || document.year === null) return []
  const facts = incomeFacts(document)
  if (document.entry.form !== 'form_w2' || isStatutory(document))
    return facts.map(fact => contribution(document, fact, categoryOf(fact)))
  const others = facts.filter(({ field }) => field !== 'wages')
  const { amount, flags } = wagesOf(document, rules)
  return [
    ...others.map(fact => contribution(document, fact, categoryOf(fact))),
    ...(amount === 0n ? [] : [{ ...contribution(document, { field: 'wages', amount }, 'wages'), flags }]),
  ]
}

/** Adds up all contributions, regardless of their year. */
export const sumAmounts = (all: readonly Pick<Contribution, 'amount'>[]): bigint =>
  all.reduce((sum, { amount }) => sum + amount, 0n)

/** Adds up contributions by year. */
export function streamOf(all: readonly Contribution[], incompleteYears: ReadonlySet<number> = new Set()): Stream {
  const amounts = new Map<number, bigint>()
  const confirmed = new Map<number, bigint>()
  for (const contributed of all) {
    amounts.set(contributed.year, (amounts.get(contributed.year) ?? 0n) + contributed.amount)
    if (contributed.confirmed)
      confirmed.set(contributed.year, (confirmed.get(contributed.year) ?? 0n) + contributed.amount)
  }
  return { amounts, confirmed, incompleteYears }
}
