import { addCents, type Cents, multiplyCents, sumCents } from '../../core/money.js'
import { isUnreadableGap } from '../../figures/box-meaning.js'
import { groupByIssuer } from '../../figures/issuers.js'
import type { SourceDocument } from '../../ingest/source.js'
import type { ResolvedDocument } from '../../resolve/resolved-document.js'
import { findCategory, type IncomeCategory } from '../../schema/role.js'
import type { UnderwritingPolicy } from '../policies/policy.js'
import { isStatutory, readPay } from '../streams/gross-pay.js'
import { type Borrower, isSaleWithoutBasis } from './borrower.js'
import { getCompleteDate } from './evidence.js'

/** The year to evaluate, and why. */
export interface AsOfYear {
  /** Null if no borrower has income. */
  readonly year: number | null
  readonly isComplete: boolean
  /** Later years with income that are not complete. */
  readonly laterIncompleteYears: readonly number[]
}

const NO_YEAR: AsOfYear = { year: null, isComplete: false, laterIncompleteYears: [] }

/**
 * Chooses the as-of year: the caller's, otherwise the latest complete year with income documents of a borrower, otherwise
 * the latest year with income.
 *
 * A year is complete if its newest IRS record is dated on or after August 1 of the next year. A year that only software
 * has is complete if it has the income that was largest in the year before, unless the policy blocks incomplete
 * transcripts of software documents.
 */
export function chooseAsOfYear(
  borrowers: readonly Borrower[],
  statedYear: number | null,
  policy: UnderwritingPolicy,
): AsOfYear {
  const years = listIncomeYears(borrowers)
  const latestYear = years[0]
  if (latestYear === undefined) return statedYear === null ? NO_YEAR : { ...NO_YEAR, year: statedYear }
  const isComplete = (year: number): boolean => isYearComplete(borrowers, year, policy)
  const year = statedYear ?? years.find(isComplete) ?? latestYear
  return {
    year,
    isComplete: isComplete(year),
    laterIncompleteYears: years.filter(later => later > year && !isComplete(later)).reverse(),
  }
}

/** Lists the years of counted income documents, the latest first. Documents whose income is unknown are included. */
function listIncomeYears(borrowers: readonly Borrower[]): number[] {
  const years = new Set<number>()
  for (const { documents, incomeFacts, excludedFacts, gaps } of borrowers) {
    for (const facts of [incomeFacts, excludedFacts.filter(isSaleWithoutBasis)])
      for (const { resolvedDocument } of facts) years.add(resolvedDocument.document.year as number)
    for (const gap of gaps)
      if (gap.resolvedDocument !== null && isUnreadableGap(gap) && findCategory(gap.role) !== null) years.add(gap.year)
    // A W-2 can have pay in box 5 or 12 and nothing in box 1, such as Medicaid waiver payments.
    for (const document of documents) {
      const year = document.document.year as number
      if (!years.has(year) && mayHavePay(document)) years.add(year)
    }
  }
  return [...years].sort((a, b) => b - a)
}

/** True if a W-2 shows gross pay, or if its pay cannot be read. */
function mayHavePay(document: ResolvedDocument): boolean {
  const { employment } = document.document.compiledForm.uses
  return employment !== null && !isStatutory(document, employment) && readPay(document, employment).pay !== 0
}

function isYearComplete(borrowers: readonly Borrower[], year: number, policy: UnderwritingPolicy): boolean {
  let newestIrsDate: string | null = null
  for (const { date, isFromIrs, taxYear, forms } of (borrowers[0] as Borrower).result.dossier.records) {
    const isOfYear = forms.length === 0 ? taxYear === year : forms.some(form => (form.year ?? taxYear) === year)
    if (isFromIrs && isOfYear && (newestIrsDate === null || (date ?? '') > newestIrsDate)) newestIrsDate = date ?? ''
  }
  if (newestIrsDate !== null) return newestIrsDate >= getCompleteDate(year)
  const severity = policy.conditions.transcript_incomplete
  if (severity === 'blocking' || (typeof severity === 'object' && severity.softwareOnly === 'blocking')) return false
  return hasLargestIncomeOfYearBefore(borrowers, year)
}

/**
 * Returns true if a year that only software has goes on with the largest category of the year before. For wages, it needs
 * an employer of that year, or at least half of its amount.
 */
function hasLargestIncomeOfYearBefore(borrowers: readonly Borrower[], year: number): boolean {
  const amounts = borrowers.flatMap(borrower => listIncomeAmounts(borrower, year))
  const sums = new Map<IncomeCategory, Cents>()
  for (const { category, cents, document } of amounts)
    if (document.year === year - 1) sums.set(category, addCents(sums.get(category) ?? 0, cents))
  let largest: IncomeCategory | null = null
  for (const [category, sum] of sums) if (largest === null || sum > (sums.get(largest) as Cents)) largest = category
  if (largest === null) return true
  const ofCategory = amounts.filter(({ category }) => category === largest)
  const ofYear = ofCategory.filter(({ document }) => document.year === year)
  if (largest !== 'wages') return ofYear.length > 0
  const groups = groupByIssuer([...new Set(ofCategory.map(({ document }) => document))])
  const hasSameEmployer = groups.some(
    ({ documents }) =>
      documents.some(document => document.year === year) && documents.some(document => document.year === year - 1),
  )
  return hasSameEmployer || multiplyCents(sumCents(ofYear.map(({ cents }) => cents)), 2) >= (sums.get('wages') as Cents)
}

interface IncomeAmount {
  readonly category: IncomeCategory
  readonly cents: Cents
  readonly document: SourceDocument
}

/** Lists the income of a year and the year before. Wages are gross pay. An unknown amount is 0. */
function listIncomeAmounts({ documents, incomeFacts, excludedFacts, gaps }: Borrower, year: number): IncomeAmount[] {
  const isOfYears = (taxYear: number | null): boolean => taxYear === year || taxYear === year - 1
  const amounts: IncomeAmount[] = []
  for (const document of documents) {
    const { employment } = document.document.compiledForm.uses
    if (employment === null || !isOfYears(document.document.year) || isStatutory(document, employment)) continue
    const { pay } = readPay(document, employment)
    if (pay !== 0) amounts.push({ category: 'wages', cents: pay ?? 0, document: document.document })
  }
  for (const { meaning, cents, resolvedDocument } of incomeFacts) {
    const { document } = resolvedDocument
    const { category } = meaning
    if (category === null || !isOfYears(document.year)) continue
    if (category !== 'wages' || document.compiledForm.uses.employment === null)
      amounts.push({ category, cents, document })
  }
  for (const { resolvedDocument } of excludedFacts.filter(isSaleWithoutBasis)) {
    const { document } = resolvedDocument
    if (isOfYears(document.year)) amounts.push({ category: 'capital_gains', cents: 0, document })
  }
  for (const { resolvedDocument, role, year: gapYear, isUnreadable } of gaps) {
    const category = findCategory(role)
    if (isUnreadable && resolvedDocument !== null && category !== null && category !== 'wages' && isOfYears(gapYear))
      amounts.push({ category, cents: 0, document: resolvedDocument.document })
  }
  return amounts
}
