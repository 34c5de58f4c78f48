import type { TaxpayerResult } from '../../summarize/result.js'
import { ALL, SELF } from '../borrower-view.js'
import type { BorrowerIncome } from '../qualifying-income.js'
import type { Underwriting } from '../underwrite.js'
import { tieCategories } from './categories.js'
import { workplacesOf } from './documented.js'
import { tieEmployers } from './employers.js'
import type { TieOutRow } from './finding.js'
import { tieMortgages } from './mortgages.js'
import type { StatedBorrower, StatedIncome } from './stated.js'

/** What an application states beside what the documents say, under a policy: rows of each borrower, then mortgages. */
export function tieOutOf(
  under: Underwriting,
  { resolution }: TaxpayerResult,
  stated: StatedIncome,
): readonly TieOutRow[] {
  const pairs = pairBorrowers(stated, under.incomes, resolution.taxpayerLast4)
  const loans = under.loans.filter(({ year }) => year === under.asOfYear)
  const household = under.incomes.length > 1 ? ALL : SELF
  return [
    ...pairs.flatMap(pair => rowsOf(pair, under)),
    ...tieMortgages(stated.mortgages ?? [], loans, household),
  ]
}

function rowsOf({ borrower, stated, income }: BorrowerPair, under: Underwriting): TieOutRow[] {
  const { policy, asOfYear: year } = under
  const said: StatedBorrower = stated ?? {}
  const places = income === null ? [] : workplacesOf(income.view.income)
  const employers = tieEmployers(borrower, said.employers ?? [], places, year, policy)
  const categories = tieCategories(said, {
    borrower,
    rows: income?.streams.map(({ row }) => row) ?? [],
    unstated: employers.unstated,
    year,
    policy,
  })
  const rows = [...employers.rows, ...categories]
  return income === null ? rows.map(row => ({ ...row, more: [...row.more, 'unnamed'] })) : rows
}

/** A stated borrower beside the documents of one. Missing: either is null where the other side has none. */
interface BorrowerPair {
  readonly borrower: string
  readonly stated: StatedBorrower | null
  readonly income: BorrowerIncome | null
}

/** Of a borrower whose digits are not stated, where several can be meant. */
const UNKNOWN = 'unknown'

/**
 * Sets stated borrowers beside documented ones: by their last four, and one that states none beside the one that is left.
 * The taxpayer is the one whose digits the dossier has, or the only one.
 */
function pairBorrowers(
  { borrowers }: StatedIncome,
  incomes: readonly BorrowerIncome[],
  taxpayerLast4: string | null,
): readonly BorrowerPair[] {
  const left = new Map(incomes.map(income => [income.view.borrower, income]))
  const take = (borrower: string): BorrowerIncome | null => {
    const income = left.get(borrower) ?? null
    left.delete(borrower)
    return income
  }
  const isAlone = borrowers.length === 1 && taxpayerLast4 === null
  const named = borrowers.map(({ last4 }) => {
    if (last4 === undefined) return null
    return last4 === taxpayerLast4 || isAlone ? SELF : last4
  })
  const pairs: BorrowerPair[] = []
  borrowers.forEach((stated, i) => {
    const borrower = named[i] as string | null
    if (borrower !== null) pairs.push({ borrower, stated, income: take(borrower) })
  })
  // The first of those without digits is the taxpayer; any other is known where one alone is left.
  const rest = borrowers.filter((_, i) => named[i] === null)
  rest.forEach((stated, i) => {
    const [only] = [...left.keys()]
    const isKnown = (i === 0 && left.has(SELF)) || (rest.length - i === 1 && left.size === 1)
    const borrower = !isKnown ? UNKNOWN : i === 0 && left.has(SELF) ? SELF : (only as string)
    pairs.push({ borrower, stated, income: isKnown ? take(borrower) : null })
  })
  for (const [borrower, income] of left) pairs.push({ borrower, stated: null, income })
  return pairs
}
