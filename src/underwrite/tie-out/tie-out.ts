import type { TaxpayerResult } from '../../summarize/result.js'
import type { BorrowerIncome, Underwriting } from '../underwrite.js'
import { type BorrowerPair, pairBorrowers } from './borrowers.js'
import { tieCategories } from './categories.js'
import { tieEmployers } from './employers.js'
import type { TieOutRow } from './finding.js'
import { tieMortgages } from './mortgages.js'
import type { StatedBorrower, StatedIncome } from './stated.js'
import { workplacesOf } from './workplaces.js'

const NOTHING: StatedBorrower = {}

/** What an application states beside what the documents say, under a policy: rows of each borrower, then mortgages. */
export function tieOutOf(
  under: Underwriting,
  { resolution }: TaxpayerResult,
  stated: StatedIncome,
): readonly TieOutRow[] {
  const pairs = pairBorrowers(stated, under.incomes, resolution.taxpayerLast4)
  const loans = under.loans.filter(({ year }) => year === under.asOfYear)
  const household = under.incomes.length > 1 ? 'all' : 'self'
  return [
    ...pairs.flatMap(pair => rowsOf(pair, under)),
    ...tieMortgages(stated.mortgages ?? [], loans, household),
  ]
}

function rowsOf({ borrower, stated, income }: BorrowerPair, under: Underwriting): TieOutRow[] {
  const { policy, asOfYear: year } = under
  const said = stated ?? NOTHING
  const places = income === null ? [] : workplacesOf(income.view.income)
  const employers = tieEmployers(borrower, said.employers ?? [], places, year, policy)
  const categories = tieCategories(said, {
    borrower,
    rows: income === null ? [] : rowsOfStreams(income),
    unstated: employers.unstated,
    year,
    policy,
  })
  const rows = [...employers.rows, ...categories]
  return income === null ? rows.map(row => ({ ...row, more: [...row.more, 'unnamed'] })) : rows
}

const rowsOfStreams = ({ streams }: BorrowerIncome) => streams.map(({ row }) => row)
