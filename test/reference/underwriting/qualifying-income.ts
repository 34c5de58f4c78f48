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
import { separateOfficerPay } from './ownership.js'
import { type DocumentWithFacts, isOfTwoYears, type UnderwritingInput } from './papers.js'
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
  return borrowerPapers
    .flatMap(document => contributionsOf(document, rules))
    .map(contribution => ({
      ...contribution,
      category: separateOfficerPay(contribution.category, contribution.document, borrowerPapers, rules, year),
    }))
}

const hasUnknownBasis = (document: DocumentWithFacts, year: number): boolean =>
  document.counted &&
  isOfTwoYears(year)(document) &&
  document.reading.facts.some(({ reason }) => reason === 'basis_unknown')

/** The years that rejected input without a year may belong to. */
const ALL_YEARS = Array.from({ length: 111 }, (_, i) => 1990 + i)

/** Returns the years with missing input, and the years with rejected input that may belong to any issuer. */
function lostYearsOf(
  input: UnderwritingInput,
  rules: Rules,
  documents: readonly DocumentWithFacts[],
  category: string,
  year: number,
): Pick<Case, 'incompleteYears' | 'refused'> {
  const rejected = [...rejectedYears(input, category === 'officer_compensation' ? 'wages' : category)]
  const refused = new Set(rejected.flatMap(rejectedYear => rejectedYear ?? ALL_YEARS))
  const unread = documents.filter(document => listLostCategories(document, documents, rules, year).includes(category))
  return { incompleteYears: new Set([...refused, ...unread.map(document => document.year!)]), refused }
}

function rowsOfBorrower(
  input: UnderwritingInput,
  rules: Rules,
  borrower: string,
  year: number,
  counting: readonly DocumentWithFacts[],
): Map<string, IncomeRow> {
  const documents = counting.filter(document => document.borrower === borrower)
  const everything = contributionsOfBorrower(rules, borrower, year, counting)
  // A document's unreadable input matters even if the policy excludes the document.
  const borrowerPapers = input.documents.filter(document => document.borrower === borrower)
  const categories = new Set(everything.filter(isOfTwoYears(year)).map(({ category }) => category))
  for (const document of borrowerPapers) {
    if (hasUnknownBasis(document, year)) categories.add('capital_gains')
    if (isOfTwoYears(year)(document))
      for (const category of listLostCategories(document, borrowerPapers, rules, year)) categories.add(category)
  }
  // Rejected input may belong to any issuer.
  for (const category of rejectedCategories(input, year)) categories.add(category)
  const lostWages = new Set(
    ['wages', 'officer_compensation'].flatMap(category => [
      ...lostYearsOf(input, rules, borrowerPapers, category, year).incompleteYears,
    ]),
  )
  const rows = new Map<string, IncomeRow>()
  for (const category of categories) {
    const contributions = everything.filter(contribution => contribution.category === category)
    const missingYears = lostYearsOf(input, rules, borrowerPapers, category, year)
    const row = computeRow({
      input,
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
        (category === 'retirement' && isRetirementInputLost(input, documents, candidateYear, candidateYear === year)) ||
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
const emptyRow = (input: UnderwritingInput, rules: Rules, year: number, category: string): IncomeRow =>
  computeRow({
    input,
    rules,
    year,
    category,
    everything: [],
    contributions: [],
    documents: [],
    allDocuments: [],
    ...lostYearsOf(input, rules, [], category, year),
    lostWages: new Set(),
  })

const WHY = [
  ...['declining', 'declining_not_stabilized', 'insufficient_history', 'short_history', 'continuance_short'],
  ...['income_unreadable'],
]

// If the policy requires it, excludes documents that a complete transcript lacks. This never raises the income.
function withExclusion(input: UnderwritingInput, rules: Rules, borrower: string, year: number): Map<string, IncomeRow> {
  const fullRows = rowsOfBorrower(input, rules, borrower, year, input.documents)
  if (rules.requireAuthority === 'flag') return fullRows
  // Form 5498 is kept because it does not report income. Its rollovers still reduce the pensions.
  const keptPapers = input.documents.filter(
    document => document.entry.form === 'form_5498' || doubtOf(input, document) !== 'not_on_transcript',
  )
  const rows = rowsOfBorrower(input, rules, borrower, year, keptPapers)
  for (const [category, full] of fullRows) {
    const row = rows.get(category) ?? emptyRow(input, rules, year, category)
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
  documents.some(document => document.counted && isOfTwoYears(year)(document) && document.entry.unreadAmountCount > 0)

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
  ...['latest_amount', 'prior_amount', 'supportable_if_stabilized', 'verified_latest', 'verified_prior'],
  ...['verified_monthly'],
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
export function qualifyingIncome(input: UnderwritingInput, rules: Rules): Income {
  const asOf = asOfYear(input)
  const { year } = asOf
  const lead = { taxpayer_id: input.taxpayerId, policy: rules.name, as_of_year: year }
  const rows: PrintedIncome[] = []
  const totals: PrintedIncome[] = []
  const verification = new Map<string, bigint>()
  const ira = new Map<string, bigint>()
  if (year === null) {
    // Design choice: every borrower has a total, even if nobody has income.
    const flags = rejectedIncome(input).length > 0 ? ['incomplete'] : []
    for (const name of input.borrowers) totals.push(totalOf([], name, flags))
  }
  for (const name of input.borrowers) {
    if (year === null) break
    const categoryRows = withExclusion(input, rules, name, year)
    if (name === 'self') flagOtherRecipients(input, rules, year, categoryRows)
    const everyRow = asOf.incomplete ? ['year_incomplete'] : []
    if (isYearDoubtful(input, asOf, rules) || hasUnknownForms(input, year)) everyRow.push('incomplete')
    const borrowerPapers = input.documents.filter(({ borrower }) => borrower === name)
    if (isUnread(borrowerPapers, year)) everyRow.push('unread_amounts')
    const borrowerRows: PrintedIncome[] = []
    for (const row of categoryRows.values()) {
      const flags = [...new Set([...row.result.flags, ...everyRow])].sort().join(';')
      borrowerRows.push({ ...lead, ...printed(row, rules), borrower: name, flags } as unknown as PrintedIncome)
      if (row.ended !== null) verification.set(name, (verification.get(name) ?? 0n) + row.ended)
      if (row.category === 'retirement') ira.set(name, row.ira)
    }
    borrowerRows.sort((a, b) => (a.category < b.category ? -1 : 1))
    const flagsOfRows = borrowerRows.flatMap(({ flags }) => flags.split(';'))
    const ofSome = ['incomplete', 'ratio_only', 'check_failed'].filter(flag => flagsOfRows.includes(flag))
    if (isRecordRejected(input, year)) ofSome.push('incomplete')
    const total = totalOf(borrowerRows, name, [...everyRow, ...ofSome])
    rows.push(...borrowerRows, { ...lead, ...total })
    totals.push(total)
  }
  if (year === null) rows.push(...totals.map(total => ({ ...lead, ...total })))
  const flagsOfTotals = totals.flatMap(({ flags }) => flags.split(';').filter(flag => flag !== ''))
  if (totals.length > 1) rows.push({ ...lead, ...totalOf(totals, 'all', flagsOfTotals) })
  return { asOf, rows, verification, iraIncomeByBorrower: ira }
}

// Flags the taxpayer's row in each category in which another person has income. Adds an empty row if there is none.
function flagOtherRecipients(input: UnderwritingInput, rules: Rules, year: number, rows: Map<string, IncomeRow>): void {
  for (const document of input.documents) {
    if (document.borrower !== null || !document.counted) continue
    for (const { category } of contributionsOf(document, rules).filter(isOfTwoYears(year))) {
      const row = rows.get(category) ?? emptyRow(input, rules, year, category)
      rows.set(category, flagged(row, 'other_recipient'))
    }
  }
}
