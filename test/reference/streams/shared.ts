// What the streams of one borrower share.

import { categoriesOfForm, type Input, type Item } from './input.js'
import type { BorrowerFacts } from './known-facts.js'
import type { Evaluation, Findings, Outcome } from './outcome.js'
import type { Settings } from './policies.js'
import type { Stream } from './stream.js'

/** One borrower under one policy. */
export interface BorrowerCase {
  readonly input: Input
  readonly borrower: string
  readonly facts: BorrowerFacts | undefined
  /** The borrower's documents of all years. */
  readonly items: readonly Item[]
  readonly year: number
  readonly settings: Settings
  /** Returns the evaluation on today's documents. It is available once all streams are listed. */
  readonly today: () => Evaluation
}

/** Makes a stream of a borrower. */
export const makeStream = (
  { borrower }: BorrowerCase,
  category: string,
  name: string | null,
  items: readonly Item[],
  evaluate: (evaluation: Evaluation) => Outcome,
): Stream => ({
  borrower,
  category,
  name,
  key: category,
  items,
  evaluate,
  isNeverSupportable: false,
  secondary: null,
  hasDocuments: true,
})

const isNear = (year: number, candidate: number | null): boolean =>
  candidate === null || candidate === year || candidate === year - 1

/** Returns true if a rejected record, or a rejected entry of a form that feeds the category, may be of the two years. */
function isRejectedIn({ input, year }: Pick<BorrowerCase, 'input' | 'year'>, category: string, form?: string): boolean {
  if ([...input.read.missing].some(candidate => isNear(year, candidate))) return true
  return input.read.rejectedEntries.some(
    entry => isNear(year, entry.year) && (entry.form === form || categoriesOfForm(entry.form).includes(category)),
  )
}

/** Lists a K-1's earnings from its business, with the guaranteed payments. */
export const earningsOf = ({ reading, year }: Item): { year: number; amount: bigint; isGuaranteed: boolean }[] =>
  reading.facts
    .filter(({ counted, role }) => counted && (role === 'income.partnership' || role === 'income.s_corporation'))
    .map(({ amount, field }) => ({ year, amount, isGuaranteed: field === 'guaranteedPayments' }))

/** Raises the conditions about input that cannot be read. Returns true if there is one. */
export function noteUnreadable(
  borrowerCase: Pick<BorrowerCase, 'input' | 'year'>,
  category: string,
  findings: Findings,
  isBoxUnreadable: boolean,
  form?: string,
): boolean {
  const isRejected = isRejectedIn(borrowerCase, category, form)
  if (isBoxUnreadable) findings.raise('unreadable_box')
  if (isRejected) findings.raise('rejected_record')
  return isBoxUnreadable || isRejected
}

/** Returns true for documents of the as-of year and the year before. */
export const isOfTwoYears = (year: number, { year: itemYear }: { readonly year: number }): boolean =>
  itemYear === year || itemYear === year - 1
