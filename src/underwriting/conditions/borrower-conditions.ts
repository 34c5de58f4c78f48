import { SELF } from '../../figures/recipients.js'
import type { TaxpayerResult } from '../../figures/taxpayer-result.js'
import { findUnreadForm } from '../../schema/forms/unread-forms.js'
import { findCategory, type IncomeCategory } from '../../schema/role.js'
import type { AsOfYear } from '../borrowers/as-of-year.js'
import type { TaxpayerFacts } from '../facts/known-facts.js'
import type { BorrowerStreams } from '../income-stream.js'
import type { BorrowerCondition } from '../mortgages/loans.js'
import { raiseCondition } from './condition.js'

/** Lists the conditions that are about a borrower and not about a stream. */
export function listBorrowerConditions(
  underwritten: readonly BorrowerStreams[],
  result: TaxpayerResult,
  facts: TaxpayerFacts | null,
  asOf: AsOfYear,
): BorrowerCondition[] {
  const conditions: BorrowerCondition[] = []
  const { year } = asOf
  if (year !== null) {
    const missing = findMissingYear(result, facts, year)
    if (missing !== null) conditions.push(askForLatestYear(asOf, missing))
  }
  for (const borrowerStreams of underwritten) {
    addUnreadInput(conditions, borrowerStreams, result, year)
    addRejectedInput(conditions, borrowerStreams, year)
  }
  return conditions
}

/** Returns the most recent tax year whose documents should exist. Null if the as-of year is recent enough. */
function findMissingYear({ dossier }: TaxpayerResult, facts: TaxpayerFacts | null, asOfYear: number): number | null {
  let newestDate = facts?.applicationDate ?? ''
  for (const { date } of dossier.records) if (date !== null && date > newestDate) newestDate = date
  const newestYear = Number(newestDate.slice(0, 4))
  return newestDate !== '' && asOfYear < newestYear - 1 ? newestYear - 1 : null
}

function askForLatestYear({ year, laterIncompleteYears }: AsOfYear, missingYear: number): BorrowerCondition {
  const reason = laterIncompleteYears.includes(missingYear)
    ? `${missingYear} is incomplete, so ${year} was evaluated`
    : `no document of ${missingYear} shows income, so ${year} was evaluated`
  return { borrower: SELF, ...raiseCondition('latest_year_documents', { taxYear: missingYear, about: reason }) }
}

const isRecent = (year: number | null, asOfYear: number | null): boolean =>
  year === null || asOfYear === null || year === asOfYear || year === asOfYear - 1

/** Adds conditions for unknown forms that may contain income, and for unread amounts outside documents. */
function addUnreadInput(
  conditions: BorrowerCondition[],
  { borrower }: BorrowerStreams,
  { dossier }: TaxpayerResult,
  asOfYear: number | null,
): void {
  const unreadYears = dossier.records.flatMap(({ unreadAmounts }) => unreadAmounts.map(({ year }) => year))
  for (const year of new Set(unreadYears))
    if (isRecent(year, asOfYear))
      conditions.push({ borrower: borrower.id, ...raiseCondition('unread_amount', { taxYear: year }) })
  for (const { unknownForms } of dossier.records)
    for (const { name, year } of unknownForms) {
      if (!isRecent(year, asOfYear)) continue
      const form = name === null ? null : findUnreadForm(name)
      if (form !== null && !form.mayBeIncome) continue
      const about = form === null ? (name ?? 'a form of an unknown kind') : `Form ${form.number}: ${form.content}`
      conditions.push({ borrower: borrower.id, ...raiseCondition('unread_form', { taxYear: year, about }) })
    }
}

/** Adds rejected input if no stream of the borrower shows it. */
function addRejectedInput(
  conditions: BorrowerCondition[],
  { borrower, streams }: BorrowerStreams,
  asOfYear: number | null,
): void {
  const { result, gaps } = borrower
  if (asOfYear === null) return
  for (const taxYear of [asOfYear, asOfYear - 1]) {
    const categories = new Set<IncomeCategory>()
    for (const { resolvedDocument, role, year } of gaps) {
      const category = findCategory(role)
      if (resolvedDocument === null && year === taxYear && category !== null) categories.add(category)
    }
    const isHidden = [...categories].some(category => !streams.some(stream => stream.category === category))
    if (isHidden || (streams.length === 0 && result.completeness.hasRejectedInput(taxYear)))
      conditions.push({ borrower: borrower.id, ...raiseCondition('rejected_record', { taxYear }) })
  }
}
