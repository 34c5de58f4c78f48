import type { Issue } from '../core/issues/issue.js'
import type { DeadlineCheck } from '../core/limits.js'
import { checkOptions } from '../core/options.js'
import { listUnusedFactIssues } from '../tables/definitions/issues-table.js'
import type { UnderwritingComparisonOptions, UnderwritingInputs } from '../underwriting/facts/options.js'
import { type AnalysisSource, getSourceContext } from './analysis-source.js'
import { applyStatedIdentities, getResult, type NormalizedDossier } from './dossier.js'
import * as figures from './figures.js'
import { createLazyMaker } from './lazy.js'
import { CORE_OPTIONS, parseOptionsOfPolicies } from './options.js'
import type {
  CheckFinding,
  DocumentWithStatus,
  EmploymentRow,
  Fact,
  Gap,
  IncomeRow,
  LiabilitySummary,
  ReturnLineRow,
  WithholdingRow,
  YearRow,
  YearTotalRow,
} from './rows.js'
import { computeUnderwritings, runChecks, type Underwriting } from './underwriting.js'

/**
 * Everything that the library computes from one taxpayer's records. If the description of a property names a function,
 * the value is what that function returns for `dossier`. It is computed when it is first read. Start with `income` and
 * `underwriting`. If a row is not `complete`, look for the reason in `gaps` and `issues`. Amounts are in US dollars.
 */
export interface Analysis {
  /** The taxpayer's id from the input, or else the option `taxpayerId`. Empty if there is neither. */
  readonly taxpayerId: string
  /** The normalized records and the taxpayer object. Pass it to functions such as `compareReturn` and `tablesOf`. */
  readonly dossier: NormalizedDossier
  /** Every document with its status, which shows whether it counts. From `resolveDocuments`. */
  readonly documents: readonly DocumentWithStatus[]
  /** Every nonzero amount, with the sum that includes it or the reason why it is excluded. From `factsOf`. */
  readonly facts: readonly Fact[]
  /** Why a figure is incomplete, and input that no figure could use. From `gapsOf`. */
  readonly gaps: readonly Gap[]
  /** Income by year and category. From `summarizeIncome`. */
  readonly income: readonly IncomeRow[]
  /** Withheld tax by year and kind. From `summarizeWithholding`. */
  readonly withholding: readonly WithholdingRow[]
  /** The totals for each recipient and year. From `summarizeYears`. */
  readonly years: readonly YearRow[]
  /** The totals for each year, of all recipients together. From `summarizeYearTotals`. */
  readonly yearTotals: readonly YearTotalRow[]
  /** The employers in each year. From `summarizeEmployment`. */
  readonly employment: readonly EmploymentRow[]
  /** The taxpayer's liabilities. From `summarizeLiabilities`. */
  readonly liabilities: LiabilitySummary
  /** The lines of Form 1040 that the documents imply. From `returnLines`. */
  readonly returnLines: readonly ReturnLineRow[]
  /** Qualifying income and indicators under the first policy. From `qualifyingIncome`. */
  readonly underwriting: Underwriting
  /** Qualifying income and indicators under each policy, in the order of the option `policy`. */
  readonly underwritings: readonly Underwriting[]
  /** The checks between boxes that failed. From `runChecks`. */
  readonly checks: readonly CheckFinding[]
  /** The issues found in the records and while computing the figures, and known facts that match nothing. */
  readonly issues: readonly Issue[]
}

/**
 * Returns the analysis of a dossier that `normalizeDossier` returned. For raw records, use `analyze`.
 *
 * @throws RangeError if the policy, the known facts or the stated income is invalid.
 */
export function analysisOf(dossier: NormalizedDossier, options: UnderwritingComparisonOptions = {}): Analysis {
  checkOptions('analysisOf', options, CORE_OPTIONS)
  return computeAnalysis(dossier, parseOptionsOfPolicies(options))
}

/** Returns the underwriting under each policy. Caches the results, so that `underwriting` is the first of them. */
function listUnderwritings(source: AnalysisSource): readonly Underwriting[] {
  source.underwritings ??= computeUnderwritings(getSourceContext(source))
  return source.underwritings
}

const makeAnalysis = createLazyMaker<AnalysisSource, Analysis>({
  taxpayerId: ({ dossier }) => dossier.taxpayerId,
  dossier: ({ dossier }) => dossier,
  documents: ({ dossier }) => figures.resolveDocuments(dossier),
  facts: ({ dossier }) => figures.factsOf(dossier),
  gaps: ({ dossier }) => figures.gapsOf(dossier),
  income: ({ dossier }) => figures.summarizeIncome(dossier),
  withholding: ({ dossier }) => figures.summarizeWithholding(dossier),
  years: ({ dossier }) => figures.summarizeYears(dossier),
  yearTotals: ({ dossier }) => figures.summarizeYearTotals(dossier),
  employment: ({ dossier }) => figures.summarizeEmployment(dossier),
  liabilities: ({ dossier }) => figures.summarizeLiabilities(dossier),
  returnLines: ({ dossier }) => figures.returnLines(dossier),
  underwriting: source => listUnderwritings(source)[0] as Underwriting,
  underwritings: listUnderwritings,
  checks: ({ dossier }) => runChecks(dossier),
  issues: source => [...figures.issuesOf(source.dossier), ...listUnusedFactIssues(getSourceContext(source))],
})

/**
 * Returns the analysis of a dossier under parsed inputs. If `checkDeadline` is given, computes every part immediately
 * and calls `checkDeadline` after each part, so that the deadline covers all parts.
 *
 * @throws DeadlineReached from `checkDeadline`.
 */
export function computeAnalysis(
  dossier: NormalizedDossier,
  underwritingInputs: UnderwritingInputs,
  checkDeadline?: DeadlineCheck,
): Analysis {
  const dossierWithStatedIdentities = applyStatedIdentities(dossier, underwritingInputs)
  const analysis = makeAnalysis({ dossier: dossierWithStatedIdentities, underwritingInputs })
  if (checkDeadline === undefined) return analysis
  getResult(dossierWithStatedIdentities, checkDeadline)
  for (const lazy of [analysis, ...analysis.underwritings]) {
    for (const part of Object.keys(lazy)) {
      void lazy[part as keyof typeof lazy]
      checkDeadline()
    }
  }
  return analysis
}
