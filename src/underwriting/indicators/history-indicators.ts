import { appendAll, findLargest, insertNumber } from '../../core/lists.js'
import type { JoinedEmployer } from '../../figures/employers.js'
import { groupByIssuer } from '../../figures/issuers.js'
import type { SourceDocument } from '../../ingest/source.js'
import type { FormUses } from '../../schema/form.js'
import { inputOf, inputOfBox, type TraceInput } from '../traces/trace.js'
import type { BorrowerForms } from './borrower-forms.js'
import type { IndicatorCollector } from './indicator.js'

function listYears(documents: readonly SourceDocument[]): number[] {
  const years: number[] = []
  for (const { year } of documents) insertNumber(years, year as number)
  return years
}

/** Lists the years between the first and the last that are missing. */
function listGaps(years: readonly number[]): number[] {
  const gaps: number[] = []
  for (let i = 1; i < years.length; i++)
    for (let year = (years[i - 1] as number) + 1; year < (years[i] as number); year++) gaps.push(year)
  return gaps
}

function measureLongestRun(years: readonly number[]): number {
  let longest = 0
  let run = 0
  for (let i = 0; i < years.length; i++) {
    run = i > 0 && years[i] === (years[i - 1] as number) + 1 ? run + 1 : 1
    if (run > longest) longest = run
  }
  return longest
}

/** Lists the years of each employer. Employers that are joined by identity are one. */
function listEmployerYears(
  w2s: readonly SourceDocument[],
  joinedEmployers: ReadonlyMap<SourceDocument, JoinedEmployer>,
): number[][] {
  const groups = groupByIssuer(w2s)
  if (joinedEmployers.size === 0) return groups.map(({ documents }) => listYears(documents))
  const documentsByEmployer = new Map<unknown, SourceDocument[]>()
  for (const { first, documents } of groups) {
    const employer = joinedEmployers.get(first) ?? first
    const earlierDocuments = documentsByEmployer.get(employer)
    if (earlierDocuments === undefined) documentsByEmployer.set(employer, [...documents])
    else appendAll(earlierDocuments, documents)
  }
  return [...documentsByEmployer.values()].map(listYears)
}

const traceYear = (document: SourceDocument): TraceInput => inputOf(document, 'taxYear', null)
const traceWages = (document: SourceDocument): TraceInput =>
  inputOfBox(document, (document.compiledForm.uses.employment as FormUses['employment']).wages)

/** Adds the indicators about years and employers up to the as-of year. If there is none, they cover all years. */
export function addHistoryIndicators(
  collector: IndicatorCollector,
  forms: BorrowerForms,
  asOfYear: number | null,
): void {
  const isUpToYear = ({ year }: SourceDocument): boolean => asOfYear === null || (year as number) <= asOfYear
  const documents = forms.documents.filter(isUpToYear)
  if (documents.length === 0) return
  const subject = { recipient: forms.borrower.id, taxYear: asOfYear }
  const range = { from: Number.NEGATIVE_INFINITY, to: asOfYear ?? Number.POSITIVE_INFINITY }
  const years = listYears(documents)
  const inputs = () => documents.map(traceYear)
  const isIncomplete = forms.isFormRejected(range, undefined, years)
  const missingYears = listGaps(years)
  collector.add('years_of_history', subject, years.length, {
    rule: 'years with a counted document',
    years,
    inputs,
    isIncomplete,
  })
  collector.add('missing_years', subject, missingYears.length, {
    rule: 'years without a counted document, between the first and the last',
    years: missingYears,
    inputs,
    isIncomplete,
  })
  const w2s = forms.w2s.filter(isUpToYear)
  if (w2s.length === 0) return
  const w2Years = listYears(w2s)
  const gapYears = listGaps(w2Years)
  const w2Inputs = () => w2s.map(traceWages)
  collector.add('employment_gap_years', subject, gapYears.length, {
    rule: 'years without a Form W-2, between the first and the last',
    years: gapYears,
    inputs: w2Inputs,
    isIncomplete: forms.isFormRejected(range, 'employment', w2Years),
  })
  const employerYears = listEmployerYears(w2s, forms.borrower.result.joinedEmployers)
  collector.add('employer_tenure_years', subject, findLargest(employerYears.map(measureLongestRun)), {
    rule: 'longest run of years with one employer; employers by identifier, name and address',
    inputs: w2Inputs,
    isIncomplete: forms.isFormUnreadable(range, 'employment'),
  })
  if (asOfYear !== null) addEmployerIndicators(collector, forms, asOfYear, w2s, employerYears)
}

function addEmployerIndicators(
  collector: IndicatorCollector,
  forms: BorrowerForms,
  asOfYear: number,
  w2s: readonly SourceDocument[],
  employerYears: readonly (readonly number[])[],
): void {
  let current = 0
  let previous = 0
  let lasting = 0
  for (const years of employerYears) {
    const isCurrent = years.includes(asOfYear)
    const isPrevious = years.includes(asOfYear - 1)
    if (isCurrent) current++
    if (isPrevious) previous++
    if (isCurrent && isPrevious) lasting++
  }
  if (current === 0) return
  const subject = { recipient: forms.borrower.id, taxYear: asOfYear }
  const traceSince = (firstYear: number) => (): TraceInput[] =>
    w2s.filter(({ year }) => (year as number) >= firstYear).map(traceWages)
  collector.add('concurrent_employers', subject, current, {
    rule: 'employers of the year',
    inputs: traceSince(asOfYear),
    isIncomplete: forms.isFormUnreadable({ from: asOfYear, to: asOfYear }, 'employment'),
  })
  if (previous === 0) return
  const [started, ended] = [current - lasting, previous - lasting]
  collector.add('employer_change', subject, started + ended, {
    rule: 'employers of the year that the year before lacks, and the reverse',
    inputs: traceSince(asOfYear - 1),
    detail: started + ended === 0 ? null : `Started: ${started}. Ended: ${ended}.`,
    isIncomplete: forms.isFormUnreadable({ from: asOfYear - 1, to: asOfYear }, 'employment'),
  })
}
