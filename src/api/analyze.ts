import { orLate, type Pause, pauseOf } from '../core/deadline.js'
import type { Issue } from '../core/issue.js'
import { checkList, checkOptions } from '../core/options.js'
import { accepted, type Outcome, refused } from '../core/outcome.js'
import { type TableData, tableOf } from '../export/data.js'
import { selectTables } from '../export/select.js'
import type { Scope } from '../export/table.js'
import { FORMS } from '../forms/index.js'
import {
  type Terms,
  termsOf,
  termsUnder,
  type UnderwriteOptions,
  type UnderwriteScope,
} from '../underwrite/terms.js'
import { type NormalizedDossier, resultFor, scopeOf, sourceOf } from './dossier.js'
import {
  factsOf,
  type Gap,
  gapsOf,
  issuesOf,
  resolveDocuments,
  returnLines,
  summarizeEmployment,
  summarizeIncome,
  summarizeLiabilities,
  summarizeWithholding,
  summarizeYears,
} from './figures.js'
import { behindLazy, lazyMaker } from './lazy.js'
import { type NormalizeOptions, normalizeEach, normalizeWithin } from './normalize.js'
import { checkCore, SCOPE_OPTIONS } from './options.js'
import type {
  CheckFinding,
  EmploymentRow,
  Fact,
  IncomeRow,
  LiabilitySummary,
  ResolvedDocument,
  ReturnLineRow,
  WithholdingRow,
  YearRow,
} from './rows/index.js'
import { qualifyingIncomeUnder, runChecks, type Underwriting } from './underwriting.js'

/**
 * Everything that the library works out of one taxpayer's records: what each function over its `dossier` gives, under the
 * options of the analysis; each part is worked out when it is first read. Start with `income` and `underwriting`; a row that is not `complete` misses something, which
 * `gaps` and `issues` name. Units: US dollars, as decimals.
 */
export interface Analysis {
  /** The service's id of the taxpayer, else the option `taxpayerId`; the empty text where neither names one. */
  readonly taxpayerId: string
  /** The records with all their boxes; what the other functions take. */
  readonly dossier: NormalizedDossier
  /** Every document, and which of them count. As `resolveDocuments` gives it. */
  readonly documents: readonly ResolvedDocument[]
  /** Every amount, which sum it adds to, or why it does not count. As `factsOf` gives it. */
  readonly facts: readonly Fact[]
  /** What could not be read, or is not known, and leaves a sum incomplete. As `gapsOf` gives it. */
  readonly gaps: readonly Gap[]
  /** Income by year and category. As `summarizeIncome` gives it. */
  readonly income: readonly IncomeRow[]
  /** Withheld tax by year and kind. As `summarizeWithholding` gives it. */
  readonly withholding: readonly WithholdingRow[]
  /** The totals of each year. As `summarizeYears` gives it. */
  readonly years: readonly YearRow[]
  /** The employers of each year. As `summarizeEmployment` gives it. */
  readonly employment: readonly EmploymentRow[]
  /** What the taxpayer owes. As `summarizeLiabilities` gives it. */
  readonly liabilities: LiabilitySummary
  /** The lines of Form 1040 that the documents imply. As `returnLines` gives it. */
  readonly returnLines: readonly ReturnLineRow[]
  /** Qualifying income and indicators. As `qualifyingIncome` gives it; worked out when it is first read. */
  readonly underwriting: Underwriting
  /** What does not hold between boxes. As `runChecks` gives it; worked out when it is first read. */
  readonly checks: readonly CheckFinding[]
  /** What was noted from the records to the figures. As `issuesOf` gives it. */
  readonly issues: readonly Issue[]
}

/** How an input is normalized, and how it is underwritten. */
export interface AnalyzeOptions extends NormalizeOptions, UnderwriteOptions {}

/** The analysis of a normalized dossier. Throws a RangeError for a policy or for known facts that are none. */
export function analysisOf(dossier: NormalizedDossier, options: UnderwriteOptions = {}): Analysis {
  checkCore('analysisOf', options)
  return analysisUnder(dossier, termsUnder(options))
}

/** A dossier, and the terms under which it is underwritten. */
interface Analyzed {
  readonly dossier: NormalizedDossier
  readonly terms: Terms
}

const analysisMaker = lazyMaker<Analyzed, Analysis>({
  taxpayerId: ({ dossier }) => dossier.taxpayerId,
  dossier: ({ dossier }) => dossier,
  documents: ({ dossier }) => resolveDocuments(dossier),
  facts: ({ dossier }) => factsOf(dossier),
  gaps: ({ dossier }) => gapsOf(dossier),
  income: ({ dossier }) => summarizeIncome(dossier),
  withholding: ({ dossier }) => summarizeWithholding(dossier),
  years: ({ dossier }) => summarizeYears(dossier),
  employment: ({ dossier }) => summarizeEmployment(dossier),
  liabilities: ({ dossier }) => summarizeLiabilities(dossier),
  returnLines: ({ dossier }) => returnLines(dossier),
  underwriting: ({ dossier, terms }) => qualifyingIncomeUnder(dossier, terms),
  checks: ({ dossier }) => runChecks(dossier),
  issues: ({ dossier }) => issuesOf(dossier),
})

/** The same under terms that were looked at. */
export const analysisUnder = (dossier: NormalizedDossier, terms: Terms): Analysis =>
  analysisMaker({ dossier, terms })

/** What the tables take of an analysis, under its own terms. Throws a TypeError for what the library did not make. */
export function scopeOfAnalysis(analysis: Analysis): Scope {
  const isObject = typeof analysis === 'object' && analysis !== null
  const behind = (isObject ? behindLazy(analysis) : undefined) as Partial<Analyzed> | undefined
  if (behind?.dossier === undefined || behind.terms === undefined)
    throw new TypeError('Expected the analysis that analyze gave, not a copy of it and not raw input.')
  return scopeOf(behind.dossier, behind.terms)
}

/**
 * From raw records to figures in one call. Shape: a dossier, a record, an array of records or a taxpayer.
 * Issues: in the outcome, those of the input and those met on the way; rejected where there is nothing to use.
 * Throws a RangeError for options that are none: a mistake of the program, not of the data.
 *
 * @example
 * ```ts
 * import { analyze } from 'taxtally'
 *
 * const record = {
 *   id: 'r-1',
 *   tax_year: '2024',
 *   forms: [{ year: '2024', form_w2: [{ wages_tips_other_compensation: '60,000.00', federal_income_tax_withheld: 6600 }] }],
 * }
 * const { value, issues } = analyze({ taxpayer: { id: 'tp-1' }, records: [record] }, { policy: 'latest-year' })
 * if (value === undefined) throw new Error(issues.map(({ message }) => message).join())
 * console.log(value.income[0]?.category, value.income[0]?.amount?.toFixed(2)) //=> wages 60000.00
 * console.log(value.underwriting.total.qualifyingMonthly.toFixed(2)) //=> 5000.00
 * ```
 */
export function analyze(input: unknown, options: AnalyzeOptions = {}): Outcome<Analysis> {
  checkCore('analyze', options)
  const terms = termsUnder(options)
  const pause = pauseOf(options.deadline)
  return orLate<Outcome<Analysis>>(
    () => {
      const outcome = normalizeWithin(input, options, pause)
      if (outcome.status === 'rejected') return outcome
      const analysis = analysisUnder(outcome.value, terms)
      if (options.deadline !== undefined) workThrough(analysis, pause)
      const own = new Set<Issue>(analysis.issues)
      const issues = [...outcome.issues.filter(issue => !own.has(issue)), ...analysis.issues]
      return accepted(analysis, issues)
    },
    late => refused(input, [late.issueAt(null, null)]),
  )
}

/** Works everything out, stage by stage: what is read later takes no time. Throws DeadlineReached. */
export function workThrough(analysis: Analysis, pause: Pause): void {
  resultFor(analysis.dossier, pause)
  for (const part of Object.keys(analysis) as (keyof Analysis)[]) {
    void analysis[part]
    pause()
  }
  for (const part of Object.keys(analysis.underwriting) as (keyof Underwriting)[]) {
    void analysis.underwriting[part]
    pause()
  }
}

/**
 * Analyzes an input of any number of taxpayers, in their order; `issues` are of values that belong to none, and of
 * taxpayers that reached the deadline.
 * Known facts count for the taxpayer that each names.
 */
export function analyzeAll(
  input: unknown,
  options: AnalyzeOptions = {},
): { readonly analyses: readonly Analysis[]; readonly issues: readonly Issue[] } {
  checkCore('analyzeAll', options)
  const terms = termsUnder(options)
  const known = new Map<NormalizedDossier, Analysis>()
  const { dossiers, issues } = normalizeEach(input, options, (dossier, pause) => {
    const analysis = analysisUnder(dossier, terms)
    if (options.deadline !== undefined) workThrough(analysis, pause)
    known.set(dossier, analysis)
  })
  return { analyses: dossiers.map(({ value }) => known.get(value) as Analysis), issues }
}

/**
 * The tables of several taxpayers, as the command writes them: all but the wide ones, or those that are named; `all`
 * adds the wide ones, of the forms that the dossiers were normalized with. Known facts count for the taxpayer that each names. Throws a RangeError for a name, a policy or
 * facts that are none.
 */
export function tablesOf(
  dossiers: readonly NormalizedDossier[],
  names: readonly string[] | null = null,
  underwrite: UnderwriteScope = {},
): readonly TableData[] {
  checkList('tablesOf', dossiers, 'dossiers')
  if (names !== null) checkList('tablesOf', names, 'the names of tables')
  checkOptions('tablesOf', underwrite, SCOPE_OPTIONS)
  const forms = new Set(dossiers.flatMap(each => sourceOf(each).forms ?? FORMS))
  const { tables, unknown } = selectTables(names, dossiers.length === 0 ? FORMS : [...forms])
  if (unknown.length > 0) throw new RangeError(`Unknown table: ${unknown[0]}`)
  const terms = termsOf(underwrite)
  const scopes = dossiers.map(dossier => scopeOf(dossier, terms))
  return tables.map(table => tableOf(table, scopes))
}
