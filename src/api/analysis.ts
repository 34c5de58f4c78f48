import type { Issue } from '../core/issue.js'
import type { Pause } from '../core/limits.js'
import type { Scope } from '../export/table.js'
import { type Terms, termsUnder, type UnderwriteOptions } from '../underwrite/terms.js'
import { type NormalizedDossier, resultFor, scopeOf } from './dossier.js'
import type { Gap } from './figures.js'
import * as figures from './figures.js'
import { behindLazy, lazyMaker } from './lazy.js'
import { checkCore } from './options.js'
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
} from './rows.js'
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
  documents: ({ dossier }) => figures.resolveDocuments(dossier),
  facts: ({ dossier }) => figures.factsOf(dossier),
  gaps: ({ dossier }) => figures.gapsOf(dossier),
  income: ({ dossier }) => figures.summarizeIncome(dossier),
  withholding: ({ dossier }) => figures.summarizeWithholding(dossier),
  years: ({ dossier }) => figures.summarizeYears(dossier),
  employment: ({ dossier }) => figures.summarizeEmployment(dossier),
  liabilities: ({ dossier }) => figures.summarizeLiabilities(dossier),
  returnLines: ({ dossier }) => figures.returnLines(dossier),
  underwriting: ({ dossier, terms }) => qualifyingIncomeUnder(dossier, terms),
  checks: ({ dossier }) => runChecks(dossier),
  issues: ({ dossier }) => figures.issuesOf(dossier),
})

/**
 * The same under terms that were looked at. With a deadline, works everything out, stage by stage, so that what is read
 * later takes no time. Throws DeadlineReached.
 */
export function analysisUnder(dossier: NormalizedDossier, terms: Terms, pause?: Pause): Analysis {
  const analysis = analysisMaker({ dossier, terms })
  if (pause === undefined) return analysis
  resultFor(dossier, pause)
  for (const lazy of [analysis, analysis.underwriting]) {
    for (const part of Object.keys(lazy)) {
      void lazy[part as keyof typeof lazy]
      pause()
    }
  }
  return analysis
}

/** What the tables take of an analysis, under its own terms. Throws a TypeError for what the library did not make. */
export function scopeOfAnalysis(analysis: Analysis): Scope {
  const behind = behindLazy(analysis) as Partial<Analyzed> | undefined
  if (behind?.dossier === undefined || behind.terms === undefined)
    throw new TypeError('Expected the analysis that analyze gave, not a copy of it and not raw input.')
  return scopeOf(behind.dossier, behind.terms)
}
