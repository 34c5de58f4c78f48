import { appendAll, findLargest, getOrCreate, insertNumber } from '../../core/lists.js'
import { groupByIssuer } from '../../figures/issuers.js'
import type { SourceDocument } from '../../ingest/source.js'
import type { FormUses } from '../../schema/form.js'
import type { BorrowerView } from '../borrowers/borrower-view.js'
import { isFormRefused, isFormUnreadable } from '../borrowers/completeness.js'
import { yearsInRow } from '../streams/averaging.js'
import { inputOf, inputOfBox, type TraceInput } from '../traces/trace.js'
import { type IndicatorValue, indicatorOf } from './indicator.js'

function yearsOf(documents: readonly SourceDocument[]): number[] {
  const years: number[] = []
  for (const { year } of documents) insertNumber(years, year as number)
  return years
}

/** The years of each employer; of a million most have the same ones, and share a list of them. */
function yearsOfEmployers(w2s: readonly SourceDocument[]): (readonly number[])[] {
  const lists = new Map<string, readonly number[]>()
  return groupByIssuer(w2s).map(({ documents }) => {
    const years = yearsOf(documents)
    return getOrCreate(lists, years.join(), () => years)
  })
}

/** The years between the first and the last that are not there. */
const gapsIn = (years: readonly number[]): number[] =>
  years.flatMap((year, i) =>
    Array.from({ length: (years[i + 1] ?? year + 1) - year - 1 }, (_, skipped) => year + skipped + 1),
  )

/** The longest run of years without one missing. */
const longestRun = (years: readonly number[]): number => findLargest(years.map(year => yearsInRow(years, year)))

const boxOne = (document: SourceDocument): TraceInput =>
  inputOfBox(document, (document.compiledForm.uses.employment as FormUses['employment']).wages)

/**
 * Indicators of the years that documents cover and of employers, over the taxpayer's own counted documents up to the
 * year worked for. Missing: without such a year, over all of them.
 */
export function historyIndicators(borrower: BorrowerView, year: number | null): (IndicatorValue | null)[] {
  const isUsed = (each: number): boolean => year === null || each <= year
  const usedOf = (documents: readonly SourceDocument[]): SourceDocument[] =>
    documents.filter(each => isUsed(each.year as number))
  const documents = usedOf(borrower.documents)
  const years = yearsOf(documents)
  if (years.length === 0) return []
  const missing = gapsIn(years)
  const ofYears = (): TraceInput[] => documents.map(each => inputOf(each, 'taxYear', null))
  const unreadable = isFormRefused(borrower, each => isUsed(each) && !years.includes(each))
  const rows = [
    indicatorOf('years_of_history', years.length, 'years with a counted document', {
      years,
      inputs: ofYears,
      lost: unreadable,
    }),
    indicatorOf('missing_years', missing.length, 'years without a counted document, between the first and the last', {
      years: missing,
      inputs: ofYears,
      lost: unreadable,
    }),
  ]
  const w2s = usedOf(borrower.forms.employment)
  if (w2s.length === 0) return rows
  const inputs = (): TraceInput[] => w2s.map(boxOne)
  const held = yearsOf(w2s)
  const gaps = gapsIn(held)
  const employers = yearsOfEmployers(w2s)
  rows.push(
    indicatorOf('employment_gap_years', gaps.length, 'years without a Form W-2, between the first and the last', {
      years: gaps,
      inputs,
      lost: isFormRefused(borrower, each => isUsed(each) && !held.includes(each), 'employment'),
    }),
    indicatorOf(
      'employer_tenure_years',
      findLargest(employers.map(longestRun)),
      'longest run of years with one employer; employers by identifier, name and address',
      { inputs, lost: isFormUnreadable(borrower, 'employment', isUsed) },
    ),
  )
  if (year !== null) appendAll(rows, employerIndicators(borrower, w2s, employers, year))
  return rows
}

function employerIndicators(
  borrower: BorrowerView,
  w2s: readonly SourceDocument[],
  employers: readonly (readonly number[])[],
  year: number,
): (IndicatorValue | null)[] {
  const now = employers.filter(years => years.includes(year))
  const before = employers.filter(years => years.includes(year - 1))
  if (now.length === 0) return []
  const of =
    (...years: number[]) =>
    (): TraceInput[] =>
      w2s.filter(document => years.includes(document.year as number)).map(boxOne)
  const rows = [
    indicatorOf('concurrent_employers', now.length, 'employers of the year', {
      inputs: of(year),
      lost: isFormUnreadable(borrower, 'employment', each => each === year),
    }),
  ]
  if (before.length === 0) return rows
  const come = now.filter(years => !years.includes(year - 1)).length
  const gone = before.filter(years => !years.includes(year)).length
  rows.push(
    indicatorOf('employer_change', come + gone, 'employers of the year that the year before lacks, and the reverse', {
      inputs: of(year, year - 1),
      note: `${come} new, ${gone} left`,
      lost: isFormUnreadable(borrower, 'employment', each => each === year || each === year - 1),
    }),
  )
  return rows
}
