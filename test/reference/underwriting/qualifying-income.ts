import type { Cell } from '../cells.js'
import { compareDocuments } from '../resolve.js'
import { halfEven } from '../values.js'
import { type AsOf, asOfYear } from './as-of-year.js'
import { doubtOf } from './confirmed.js'
import { type Contribution, contributionsOf } from './contributions.js'
import { isLess, rounded, smaller } from './fraction.js'
import {
  isBenefitPart,
  isRetirementPart,
  isStrange,
  isWholeRefused,
  isYearDoubtful,
  refusedCategories,
  refusedIncome,
  refusedYears,
} from './lost.js'
import { isOwnBusiness } from './ownership.js'
import type { Desk, Paper } from './papers.js'
import type { Rules } from './policies.js'
import { type Case, type IncomeRow, lostCategoryOf, rowOf } from './row.js'

/** A row of `qualifying_income` with its amounts in cents. */
type PrintedIncome = Record<string, Cell> & {
  category: string
  borrower: string
  flags: string
  monthly_amount: bigint
  gross_up: bigint
  qualifying_monthly: bigint
}

/** The rows of a policy and the year that they are of. */
export interface Income {
  readonly asOf: AsOf
  readonly rows: readonly PrintedIncome[]
  /** The borrowers whose employers cannot be told apart from one that ended. */
  readonly verification: ReadonlyMap<string, bigint>
  readonly ira: ReadonlyMap<string, bigint>
}

const isOf = (year: number) => (each: Pick<Contribution, 'year'>) =>
  each.year === year || each.year === year - 1

/** A borrower's contributions in the order, the pay of their own business apart. */
export function contributionsOfBorrower(
  rules: Rules,
  borrower: string,
  year: number,
  papers: readonly Paper[],
): Contribution[] {
  const own = papers
    .filter(paper => paper.borrower === borrower)
    .sort((a, b) => compareDocuments(a.entry, b.entry))
  const k1s = own.filter(
    paper => paper.counted && paper.entry.form.startsWith('schedule_k1') && (paper.year ?? 9999) <= year,
  )
  return own
    .flatMap(paper => contributionsOf(paper, rules))
    .map(each =>
      each.category === 'wages' &&
      each.paper.entry.form === 'form_w2' &&
      isOwnBusiness(each.paper, k1s, rules.selfEmployedOwnership)
        ? { ...each, category: 'officer_compensation' }
        : each,
    )
}

const hasUnknownBasis = (paper: Paper, year: number): boolean =>
  paper.counted &&
  (paper.year === year || paper.year === year - 1) &&
  paper.reading.facts.some(({ reason }) => reason === 'basis_unknown')

/** Years of which something was lost, and those of them of which something was refused that may be anyone's. */
function lostYearsOf(
  desk: Desk,
  rules: Rules,
  papers: readonly Paper[],
  category: string,
  year: number,
): Pick<Case, 'lost' | 'refused'> {
  const refused = new Set<number>()
  const found = [...refusedYears(desk, category === 'officer_compensation' ? 'wages' : category)]
  for (const each of found) if (each !== null) refused.add(each)
  if (found.includes(null)) for (let each = 1990; each < 2101; each++) refused.add(each)
  const lost = new Set(refused)
  for (const paper of papers)
    if (lostCategoryOf(paper, papers, rules, year).includes(category)) lost.add(paper.year!)
  return { lost, refused }
}

function rowsOfBorrower(
  desk: Desk,
  rules: Rules,
  borrower: string,
  year: number,
  counting: readonly Paper[],
): Map<string, IncomeRow> {
  const papers = counting.filter(paper => paper.borrower === borrower)
  const everything = contributionsOfBorrower(rules, borrower, year, counting)
  // What a document lost is lost, also where the document does not count.
  const whole = desk.papers.filter(paper => paper.borrower === borrower)
  const categories = new Set(everything.filter(isOf(year)).map(({ category }) => category))
  for (const paper of whole) {
    if (hasUnknownBasis(paper, year)) categories.add('capital_gains')
    if (paper.year === year || paper.year === year - 1)
      for (const category of lostCategoryOf(paper, whole, rules, year)) categories.add(category)
  }
  // What was refused may be anyone's.
  for (const category of refusedCategories(desk, year)) categories.add(category)
  const lostWages = new Set(
    ['wages', 'officer_compensation'].flatMap(category => [
      ...lostYearsOf(desk, rules, whole, category, year).lost,
    ]),
  )
  const rows = new Map<string, IncomeRow>()
  for (const category of categories) {
    const own = everything.filter(each => each.category === category)
    const lost = lostYearsOf(desk, rules, whole, category, year)
    const row = rowOf({ desk, rules, year, category, everything, own, papers, whole, lostWages, ...lost })
    const isPart = [year, year - 1].some(
      each =>
        (category === 'retirement' && isRetirementPart(desk, papers, each, each === year)) ||
        (category === 'social_security' && isBenefitPart(papers, each)),
    )
    const basis = category === 'capital_gains' && papers.some(paper => hasUnknownBasis(paper, year))
    const marks = [...(basis ? ['basis_unknown'] : []), ...(isPart ? ['incomplete'] : [])]
    rows.set(category, flagged(row, ...marks))
  }
  return rows
}

const flagged = (row: IncomeRow, ...flags: readonly string[]): IncomeRow => ({
  ...row,
  worked: { ...row.worked, flags: [...new Set([...row.worked.flags, ...flags])] },
})

// The row of a category of which nothing counts: the reasons of the category stand on it all the same.
const emptyRow = (desk: Desk, rules: Rules, year: number, category: string): IncomeRow =>
  rowOf({
    desk,
    rules,
    year,
    category,
    everything: [],
    own: [],
    papers: [],
    whole: [],
    ...lostYearsOf(desk, rules, [], category, year),
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

// What a complete transcript lacks does not count where the policy says so; and never so that more counts.
function withExclusion(desk: Desk, rules: Rules, borrower: string, year: number): Map<string, IncomeRow> {
  const whole = rowsOfBorrower(desk, rules, borrower, year, desk.papers)
  if (rules.requireAuthority === 'flag') return whole
  // A Form 5498 is no income: what it says was rolled over goes on being left out of it.
  const kept = desk.papers.filter(
    paper => paper.entry.form === 'form_5498' || doubtOf(desk, paper) !== 'not_on_transcript',
  )
  const rows = rowsOfBorrower(desk, rules, borrower, year, kept)
  for (const [category, full] of whole) {
    const row = rows.get(category) ?? emptyRow(desk, rules, year, category)
    const marks = full.worked.flags.includes('not_on_transcript') ? ['not_on_transcript'] : []
    // Where less counts with the documents than without them, the reasons for that stand on the row.
    const isLessWhole = isLess(full.worked.monthly, row.worked.monthly)
    const { monthly, months, supportable } = full.worked
    const worked = isLessWhole ? { ...row.worked, monthly, months, supportable } : row.worked
    if (isLessWhole) marks.push(...full.worked.flags.filter(flag => WHY.includes(flag)))
    if (full.worked.flags.includes('basis_unknown')) marks.push('basis_unknown')
    const kept = isLessWhole ? worked.flags.filter(flag => !WHY.includes(flag)) : worked.flags
    rows.set(
      category,
      flagged(
        { ...row, worked: { ...worked, flags: kept }, grossUp: smaller(row.grossUp, full.grossUp) },
        ...marks,
      ),
    )
  }
  return rows
}

/** Millionths of (latest - prior) / prior; null where prior is not above zero, or either is absent. */
function changeOf(latest: bigint | null, prior: bigint | null): Cell {
  if (latest === null || prior === null || prior <= 0n) return null
  return { millionths: halfEven((latest - prior) * 1_000_000n, prior) }
}

const isUnread = (papers: readonly Paper[], year: number): boolean =>
  papers.some(
    paper => paper.counted && (paper.year === year || paper.year === year - 1) && paper.entry.unread > 0,
  )

function printed(row: IncomeRow, rules: Rules): Omit<PrintedIncome, 'borrower' | 'flags'> {
  const monthly = rounded(row.worked.monthly)
  const grossUp = rounded(row.grossUp)
  const confirmed = smaller(row.worked.confirmed, row.worked.monthly)
  const verified = confirmed.top < 0n ? 0n : rounded(confirmed)
  return {
    category: row.category,
    latest_amount: row.latest,
    prior_amount: row.prior,
    change: row.trend === 'unknown' ? null : changeOf(row.latest, row.prior),
    trend: row.trend,
    months: row.worked.months,
    monthly_amount: monthly,
    gross_up: grossUp,
    qualifying_monthly: rules.grossUpUse === 'ratio_only' ? monthly : monthly + grossUp,
    supportable_if_stabilized: row.worked.supportable === null ? null : rounded(row.worked.supportable),
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
  const add = (column: string): bigint =>
    rows.reduce((sum, row) => sum + ((row[column] as bigint | null) ?? 0n), 0n)
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

/** All rows of `qualifying_income` of a dossier under a policy, without citations. */
export function qualifyingIncome(desk: Desk, rules: Rules): Income {
  const asOf = asOfYear(desk)
  const { year } = asOf
  const lead = { taxpayer_id: desk.taxpayerId, policy: rules.name, as_of_year: year }
  const rows: PrintedIncome[] = []
  const totals: PrintedIncome[] = []
  const verification = new Map<string, bigint>()
  const ira = new Map<string, bigint>()
  if (year === null) {
    // Choice: who is named has a total, also where nobody has income.
    const flags = refusedIncome(desk).length > 0 ? ['incomplete'] : []
    for (const name of desk.borrowers) totals.push(totalOf([], name, flags))
  }
  for (const name of desk.borrowers) {
    if (year === null) break
    const found = withExclusion(desk, rules, name, year)
    if (name === 'self') addOthers(desk, rules, year, found)
    const everyRow = asOf.incomplete ? ['year_incomplete'] : []
    if (isYearDoubtful(desk, asOf, rules) || isStrange(desk, year)) everyRow.push('incomplete')
    if (
      isUnread(
        desk.papers.filter(({ borrower }) => borrower === name),
        year,
      )
    )
      everyRow.push('unread_amounts')
    const own: PrintedIncome[] = []
    for (const row of found.values()) {
      const flags = [...new Set([...row.worked.flags, ...everyRow])].sort().join(';')
      own.push({ ...lead, ...printed(row, rules), borrower: name, flags } as unknown as PrintedIncome)
      if (row.ended !== null) verification.set(name, (verification.get(name) ?? 0n) + row.ended)
      if (row.category === 'retirement') ira.set(name, row.ira)
    }
    own.sort((a, b) => (a.category < b.category ? -1 : 1))
    const isPart =
      own.some(({ flags }) => flags.split(';').includes('incomplete')) || isWholeRefused(desk, year)
    const isRatioOnly = own.some(({ flags }) => flags.split(';').includes('ratio_only'))
    const hasFailedCheck = own.some(({ flags }) => flags.split(';').includes('check_failed'))
    const ofSome = [
      ...(isPart ? ['incomplete'] : []),
      ...(isRatioOnly ? ['ratio_only'] : []),
      ...(hasFailedCheck ? ['check_failed'] : []),
    ]
    const total = totalOf(own, name, [...everyRow, ...ofSome])
    rows.push(...own, { ...lead, ...total })
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
  return { asOf, rows, verification, ira }
}

// A category of another person's documents is listed on the taxpayer's row, of 0 where there is no other.
function addOthers(desk: Desk, rules: Rules, year: number, rows: Map<string, IncomeRow>): void {
  for (const paper of desk.papers) {
    if (paper.borrower !== null || !paper.counted) continue
    const categories = [
      ...contributionsOf(paper, rules)
        .filter(isOf(year))
        .map(({ category }) => category),
    ]
    for (const category of categories) {
      const row = rows.get(category) ?? emptyRow(desk, rules, year, category)
      rows.set(category, flagged(row, 'other_recipient'))
    }
  }
}
