import type { Cell } from '../cells.js'
import { compareDocuments } from '../resolve.js'
import { halfEven } from '../values.js'
import { type AsOf, asOfYear } from './as-of-year.js'
import { doubtOf } from './confirmed.js'
import { type Contribution, contributionsOf } from './contributions.js'
import { isLess, minFraction, roundToCents } from './fraction.js'
import {
  hasUnknownForms,
  isBenefitInputLost,
  isRecordRejected,
  isRetirementInputLost,
  isYearDoubtful,
  rejectedCategories,
  rejectedIncome,
  rejectedYears,
} from './lost.js'
import { isOwnBusiness } from './ownership.js'
import type { DocumentWithFacts, UnderwritingInput } from './papers.js'
import type { Rules } from './policies.js'
import { type Case, computeRow, type IncomeRow, listLostCategories } from './row.js'

/** A row of `qualifying_income` with its amounts in cents. */
type PrintedIncome = Record<string, Cell> & {
  category: string
  borrower: string
  flags: string
  monthly_amount: bigint
  gross_up: bigint
  qualifying_monthly: bigint
}

/** The rows of a policy and the year of their figures. */
export interface Income {
  readonly asOf: AsOf
  readonly rows: readonly PrintedIncome[]
  /** By borrower, the pay from ended jobs. It must be verified, because another job may have replaced them. */
  readonly verification: ReadonlyMap<string, bigint>
  readonly iraIncomeByBorrower: ReadonlyMap<string, bigint>
}

const isOfTwoYears = (year: number) => (contribution: Pick<Contribution, 'year'>) =>
  contribution.year === year || contribution.year === year - 1

/** Lists a borrower's contributions in document order. Pay from the borrower's own business is a separate category. */
export function contributionsOfBorrower(
  rules: Rules,
  borrower: string,
  year: number,
  documents: readonly DocumentWithFacts[],
): Contribution[] {
  const borrowerPapers = documents
    .filter(document => document.borrower === borrower)
    .sort((a, b) => compareDocuments(a.entry, b.entry))
  const k1s = borrowerPapers.filter(
    document => document.counted && document.entry.form.startsWith('schedule_k1') && (document.year ?? 9999) <= year,
  )
  return borrowerPapers
    .flatMap(document => contributionsOf(document, rules))
    .map(contribution =>
      contribution.category === 'wages' &&
      contribution.document.entry.form === 'form_w2' &&
      isOwnBusiness(contribution.document, k1s, rules.selfEmployedOwnership)
        ? { ...contribution, category: 'officer_compensation' }
        : contribution,
    )
}

const hasUnknownBasis = (document: DocumentWithFacts, year: number): boolean =>
  document.counted &&
  (document.year === year || document.year === year - 1) &&
  document.reading.facts.some(({ reason }) => reason === 'basis_unknown')

/** Returns the years with missing input, and the years with rejected input that may belong to any issuer. */
function lostYearsOf(
  underwritingInput: UnderwritingInput,
  rules: Rules,
  documents: readonly DocumentWithFacts[],
  category: string,
  year: number,
): Pick<Case, 'incompleteYears' | 'refused'> {
  const refused = new Set<number>()
  const incompleteYears = [
    ...rejectedYears(underwritingInput, category === 'officer_compensation' ? 'wages' : category),
  ]
  for (const incompleteYear of incompleteYears) if (incompleteYear !== null) refused.add(incompleteYear)
  if (incompleteYears.includes(null))
    for (let rejectedYear = 1990; rejectedYear < 2101; rejectedYear++) refused.add(rejectedYear)
  const incompleteYearSet = new Set(refused)
  for (const document of documents)
    if (listLostCategories(document, documents, rules, year).includes(category)) incompleteYearSet.add(document.year!)
  return { incompleteYears: incompleteYearSet, refused }
}

function rowsOfBorrower(
  underwritingInput: UnderwritingInput,
  rules: Rules,
  borrower: string,
  year: number,
  counting: readonly DocumentWithFacts[],
): Map<string, IncomeRow> {
  const documents = counting.filter(document => document.borrower === borrower)
  const everything = contributionsOfBorrower(rules, borrower, year, counting)
  // A document's unreadable input matters even if the policy excludes the document.
  const borrowerPapers = underwritingInput.documents.filter(document => document.borrower === borrower)
  const categories = new Set(everything.filter(isOfTwoYears(year)).map(({ category }) => category))
  for (const document of borrowerPapers) {
    if (hasUnknownBasis(document, year)) categories.add('capital_gains')
    if (document.year === year || document.year === year - 1)
      for (const category of listLostCategories(document, borrowerPapers, rules, year)) categories.add(category)
  }
  // Rejected input may belong to any issuer.
  for (const category of rejectedCategories(underwritingInput, year)) categories.add(category)
  const lostWages = new Set(
    ['wages', 'officer_compensation'].flatMap(category => [
      ...lostYearsOf(underwritingInput, rules, borrowerPapers, category, year).incompleteYears,
    ]),
  )
  const rows = new Map<string, IncomeRow>()
  for (const category of categories) {
    const contributions = everything.filter(contribution => contribution.category === category)
    const missingYears = lostYearsOf(underwritingInput, rules, borrowerPapers, category, year)
    const row = computeRow({
      underwritingInput,
      rules,
      year,
      category,
      everything,
      contributions,
      documents,
      allDocuments: borrowerPapers,
      lostWages,
      ...missingYears,
    })
    const isPart = [year, year - 1].some(
      candidateYear =>
        (category === 'retirement' &&
          isRetirementInputLost(underwritingInput, documents, candidateYear, candidateYear === year)) ||
        (category === 'social_security' && isBenefitInputLost(documents, candidateYear)),
    )
    const basis = category === 'capital_gains' && documents.some(document => hasUnknownBasis(document, year))
    const marks = [...(basis ? ['basis_unknown'] : []), ...(isPart ? ['incomplete'] : [])]
    rows.set(category, flagged(row, ...marks))
  }
  return rows
}

const flagged = (row: IncomeRow, ...flags: readonly string[]): IncomeRow => ({
  ...row,
  result: { ...row.result, flags: [...new Set([...row.result.flags, ...flags])] },
})

// Creates the row of a category without counted income. It has the category's flags.
const emptyRow = (underwritingInput: UnderwritingInput, rules: Rules, year: number, category: string): IncomeRow =>
  computeRow({
    underwritingInput,
    rules,
    year,
    category,
    everything: [],
    contributions: [],
    documents: [],
    allDocuments: [],
    ...lostYearsOf(underwritingInput, rules, [], category, year),
    lostWages: new Set(),
  })

const WHY = [
  'declining',
  'declining_not_stabilized',
  'insufficient_history',
  'short_history',
  'continuance_short',
  'income_unreadable',
]

// If the policy requires it, excludes documents that a complete transcript lacks. This never raises the income.
function withExclusion(
  underwritingInput: UnderwritingInput,
  rules: Rules,
  borrower: string,
  year: number,
): Map<string, IncomeRow> {
  const fullRows = rowsOfBorrower(underwritingInput, rules, borrower, year, underwritingInput.documents)
  if (rules.requireAuthority === 'flag') return fullRows
  // Form 5498 is kept because it does not report income. Its rollovers still reduce the pensions.
  const keptPapers = underwritingInput.documents.filter(
    document => document.entry.form === 'form_5498' || doubtOf(underwritingInput, document) !== 'not_on_transcript',
  )
  const rows = rowsOfBorrower(underwritingInput, rules, borrower, year, keptPapers)
  for (const [category, full] of fullRows) {
    const row = rows.get(category) ?? emptyRow(underwritingInput, rules, year, category)
    const marks = full.result.flags.includes('not_on_transcript') ? ['not_on_transcript'] : []
    // If the income would be higher after the exclusion, the row keeps the lower amount and its reasons.
    const isLessWhole = isLess(full.result.monthly, row.result.monthly)
    const { monthly, months, supportable } = full.result
    const result = isLessWhole ? { ...row.result, monthly, months, supportable } : row.result
    if (isLessWhole) marks.push(...full.result.flags.filter(flag => WHY.includes(flag)))
    if (full.result.flags.includes('basis_unknown')) marks.push('basis_unknown')
    const keptFlags = isLessWhole ? result.flags.filter(flag => !WHY.includes(flag)) : result.flags
    rows.set(
      category,
      flagged(
        { ...row, result: { ...result, flags: keptFlags }, grossUp: minFraction(row.grossUp, full.grossUp) },
        ...marks,
      ),
    )
  }
  return rows
}

/** Computes (latest - prior) / prior in millionths. Null if prior is not above zero or either is absent. */
function changeOf(latest: bigint | null, prior: bigint | null): Cell {
  if (latest === null || prior === null || prior <= 0n) return null
  return { millionths: halfEven((latest - prior) * 1_000_000n, prior) }
}

const isUnread = (documents: readonly DocumentWithFacts[], year: number): boolean =>
  documents.some(
    document =>
      document.counted &&
      (document.year === year || document.year === year - 1) &&
      document.entry.unreadAmountCount > 0,
  )

function printed(row: IncomeRow, rules: Rules): Omit<PrintedIncome, 'borrower' | 'flags'> {
  const monthly = roundToCents(row.result.monthly)
  const grossUp = roundToCents(row.grossUp)
  const confirmed = minFraction(row.result.confirmed, row.result.monthly)
  const verified = confirmed.top < 0n ? 0n : roundToCents(confirmed)
  return {
    category: row.category,
    latest_amount: row.latest,
    prior_amount: row.prior,
    change: row.trend === 'unknown' ? null : changeOf(row.latest, row.prior),
    trend: row.trend,
    months: row.result.months,
    monthly_amount: monthly,
    gross_up: grossUp,
    qualifying_monthly: rules.grossUpUse === 'ratio_only' ? monthly : monthly + grossUp,
    supportable_if_stabilized: row.result.supportable === null ? null : roundToCents(row.result.supportable),
    verified_latest: row.verifiedLatest,
    verified_prior: row.verifiedPrior,
    verified_monthly: verified,
  } as unknown as PrintedIncome
}

const SUMMED = [
  'latest_amount',
  'prior_amount',
  'supportable_if_stabilized',
  'verified_latest',
  'verified_prior',
  'verified_monthly',
]

function totalOf(rows: readonly PrintedIncome[], borrower: string, flags: readonly string[]): PrintedIncome {
  const add = (column: string): bigint => rows.reduce((sum, row) => sum + ((row[column] as bigint | null) ?? 0n), 0n)
  const sums = SUMMED.map(column => [
    column,
    rows.some(row => row[column] !== null) ? add(column) : column === 'verified_monthly' ? 0n : null,
  ])
  return {
    borrower,
    category: 'total',
    change: null,
    trend: null,
    months: 0,
    monthly_amount: add('monthly_amount'),
    gross_up: add('gross_up'),
    qualifying_monthly: add('qualifying_monthly'),
    flags: [...new Set(flags)].sort().join(';'),
    ...Object.fromEntries(sums),
  }
}

/** Computes a dossier's `qualifying_income` rows under a policy, without citations. */
export function qualifyingIncome(underwritingInput: UnderwritingInput, rules: Rules): Income {
  const asOf = asOfYear(underwritingInput)
  const { year } = asOf
  const lead = { taxpayer_id: underwritingInput.taxpayerId, policy: rules.name, as_of_year: year }
  const rows: PrintedIncome[] = []
  const totals: PrintedIncome[] = []
  const verification = new Map<string, bigint>()
  const ira = new Map<string, bigint>()
  if (year === null) {
    // Design choice: every borrower has a total, even if nobody has income.
    const flags = rejectedIncome(underwritingInput).length > 0 ? ['incomplete'] : []
    for (const name of underwritingInput.borrowers) totals.push(totalOf([], name, flags))
  }
  for (const name of underwritingInput.borrowers) {
    if (year === null) break
    const categoryRows = withExclusion(underwritingInput, rules, name, year)
    if (name === 'self') flagOtherRecipients(underwritingInput, rules, year, categoryRows)
    const everyRow = asOf.incomplete ? ['year_incomplete'] : []
    if (isYearDoubtful(underwritingInput, asOf, rules) || hasUnknownForms(underwritingInput, year))
      everyRow.push('incomplete')
    if (
      isUnread(
        underwritingInput.documents.filter(({ borrower }) => borrower === name),
        year,
      )
    )
      everyRow.push('unread_amounts')
    const borrowerRows: PrintedIncome[] = []
    for (const row of categoryRows.values()) {
      const flags = [...new Set([...row.result.flags, ...everyRow])].sort().join(';')
      borrowerRows.push({ ...lead, ...printed(row, rules), borrower: name, flags } as unknown as PrintedIncome)
      if (row.ended !== null) verification.set(name, (verification.get(name) ?? 0n) + row.ended)
      if (row.category === 'retirement') ira.set(name, row.ira)
    }
    borrowerRows.sort((a, b) => (a.category < b.category ? -1 : 1))
    const isPart =
      borrowerRows.some(({ flags }) => flags.split(';').includes('incomplete')) ||
      isRecordRejected(underwritingInput, year)
    const isRatioOnly = borrowerRows.some(({ flags }) => flags.split(';').includes('ratio_only'))
    const hasFailedCheck = borrowerRows.some(({ flags }) => flags.split(';').includes('check_failed'))
    const ofSome = [
      ...(isPart ? ['incomplete'] : []),
      ...(isRatioOnly ? ['ratio_only'] : []),
      ...(hasFailedCheck ? ['check_failed'] : []),
    ]
    const total = totalOf(borrowerRows, name, [...everyRow, ...ofSome])
    rows.push(...borrowerRows, { ...lead, ...total })
    totals.push(total)
  }
  if (year === null) rows.push(...totals.map(total => ({ ...lead, ...total })))
  if (totals.length > 1)
    rows.push({
      ...lead,
      ...totalOf(
        totals,
        'all',
        totals.flatMap(({ flags }) => flags.split(';').filter(flag => flag !== '')),
      ),
    })
  return { asOf, rows, verification, iraIncomeByBorrower: ira }
}

// Flags the taxpayer's row in each category in which another person has income. Adds an empty row if there is none.
function flagOtherRecipients(
  underwritingInput: UnderwritingInput,
  rules: Rules,
  year: number,
  rows: Map<string, IncomeRow>,
): void {
  for (const document of underwritingInput.documents) {
    if (document.borrower !== null || !document.counted) continue
    const categories = [
      ...contributionsOf(document, rules)
        .filter(isOfTwoYears(year))
        .map(({ category }) => category),
    ]
    for (const category of categories) {
      const row = rows.get(category) ?? emptyRow(underwritingInput, rules, year, category)
      rows.set(category, flagged(row, 'other_recipient'))
    }
  }
}
