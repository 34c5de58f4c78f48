import type { Finding } from '../checks/run-checks.js'
import type { Issue } from '../core/issues/issue.js'
import { checkOptions } from '../core/options.js'
import { getFindings, getUnderwritings } from '../tables/definitions/cached-underwriting.js'
import { checks, conditions, tieOut } from '../tables/definitions/finding-tables.js'
import { listUnusedFactIssues } from '../tables/definitions/issues-table.js'
import { mortgages } from '../tables/definitions/liabilities-tables.js'
import * as tables from '../tables/definitions/underwriting-tables.js'
import { listObjects, type PropertyReaders } from '../tables/objects.js'
import type { TaxpayerContext } from '../tables/table.js'
import { type CategoryTotal, listOpenConditions } from '../underwriting/category-totals.js'
import { compareUnderPolicies } from '../underwriting/compare-policies.js'
import {
  getAsOfYear,
  getFacts,
  type PolicyOption,
  parseUnderwritingOptions,
  type UnderwritingComparisonOptions,
  type UnderwritingOptions,
} from '../underwriting/facts/options.js'
import type { IncomeStream } from '../underwriting/income-stream.js'
import type { Loan } from '../underwriting/mortgages/loans.js'
import type { UnderwritingPolicy } from '../underwriting/policies/policy.js'
import { listTraces } from '../underwriting/traces/figure-traces.js'
import type { IncomeTotal, PolicyResult } from '../underwriting/underwrite.js'
import {
  applyStatedIdentities,
  getDossierInternals,
  getResult,
  type NormalizedDossier,
  toTaxpayerContext,
} from './dossier.js'
import { type Figure, toDocumentPlace, toFigure } from './figure.js'
import { createLazyMaker, readLazySource } from './lazy.js'
import { CORE_OPTIONS, parseOptionsOfPolicy } from './options.js'
import type {
  CheckFinding,
  IncomeStreamRow,
  Indicator,
  Mortgage,
  QualifyingIncomeRow,
  QualifyingTotalRow,
  TieOut,
  UnderwritingCondition,
} from './rows.js'

export type { UnderwritingOptions } from '../underwriting/facts/options.js'

/** A taxpayer's figures under a policy. They are computed from documents and are not lending or legal advice. */
export interface Underwriting {
  /** The complete policy, with defaults for the settings that the caller's policy leaves out. */
  readonly policy: UnderwritingPolicy
  /**
   * The tax year that is underwritten: the requested year if there is one, or else the latest complete year with
   * income, or else the latest year with income. Null if no year has income.
   */
  readonly asOfYear: number | null
  /** True if documents of `asOfYear` may still be missing, so that its amounts may increase. */
  readonly yearIncomplete: boolean
  /** The years after `asOfYear` with income that are not complete yet, in ascending order. No figure includes them. */
  readonly laterIncompleteYears: readonly number[]
  /** One row for each borrower and income stream: a job, business, account, benefit or payer. */
  readonly incomeStreams: readonly IncomeStreamRow[]
  /** One row for each borrower and category: the sums of its income streams. */
  readonly qualifyingIncome: readonly QualifyingIncomeRow[]
  /** The total of each borrower. */
  readonly qualifyingTotals: readonly QualifyingTotalRow[]
  /** The total of the taxpayer, or of all borrowers if there are several. The borrower is then `all`. */
  readonly total: QualifyingTotalRow
  /** The questions that must be answered before income counts, or that an underwriter should look at. */
  readonly conditions: readonly UnderwritingCondition[]
  /** Indicators of history, concentration, stability, tax debt and obligations. Those without data have no row. */
  readonly indicators: readonly Indicator[]
  /** The mortgages that Forms 1098 report, one row per loan and year. */
  readonly mortgages: readonly Mortgage[]
  /** The comparison of the loan application with the documents. Empty without stated income. */
  readonly tieOut: readonly TieOut[]
  /** How each amount of `incomeStreams`, each total and each indicator was calculated. See `explain` for a tree. */
  readonly figures: readonly Figure[]
  /** An issue `known_fact_unused` for each known fact of the taxpayer that no policy uses. */
  readonly issues: readonly Issue[]
}

/**
 * Computes the qualifying income and the indicators of a dossier under a policy. Every figure can be traced to its
 * boxes. What keeps an income stream from counting is one of its `conditions`, which names the document that answers it.
 * Income that the records cannot establish, such as net rental income, has a null amount. Known facts about another taxpayer are ignored.
 *
 * @throws RangeError if the policy, the known facts or the stated income is invalid, or if there are several policies.
 *
 * @example
 * ```ts
 * import { normalizeDossier, qualifyingIncome } from 'taxtally'
 *
 * const record = {
 *   id: 'r-1',
 *   tax_year: '2024',
 *   forms: [{ year: '2024', form_w2: [{ wages_tips_other_compensation: '60,000.00', federal_income_tax_withheld: 6600 }] }],
 * }
 * const { value: dossier } = normalizeDossier(record)
 * if (dossier === undefined) throw new Error('nothing to use')
 * const { asOfYear, total } = qualifyingIncome(dossier, { policy: 'latest-year', asOfYear: 2024 })
 * console.log(asOfYear, total.qualifyingMonthly.toFixed(2)) //=> 2024 5000.00
 * ```
 */
export function qualifyingIncome(
  dossier: NormalizedDossier,
  options: UnderwritingComparisonOptions = {},
): Underwriting {
  checkOptions('qualifyingIncome', options, CORE_OPTIONS)
  return computeUnderwritings(toTaxpayerContext(dossier, parseOptionsOfPolicy(options)))[0] as Underwriting
}

/** Returns the underwriting under each policy of a context. The tables of an underwriting see only its own policy. */
export function computeUnderwritings(context: TaxpayerContext): Underwriting[] {
  return getUnderwritings(context).map(policyResult =>
    makeUnderwriting({
      // `unusedFacts` are those that no policy uses, so each policy computes its own.
      context: { ...context, cache: { findings: getFindings(context), underwritings: [policyResult] } },
      policyResult,
    }),
  )
}

interface UnderwritingSource {
  readonly context: TaxpayerContext
  readonly policyResult: PolicyResult
}

const makeUnderwriting = createLazyMaker<UnderwritingSource, Underwriting>({
  policy: ({ policyResult }) => policyResult.policy,
  asOfYear: ({ policyResult }) => policyResult.asOf.year,
  yearIncomplete: ({ policyResult: { asOf } }) => asOf.year !== null && !asOf.isComplete,
  laterIncompleteYears: ({ policyResult }) => policyResult.asOf.laterIncompleteYears,
  incomeStreams: ({ context }) => listObjects(tables.incomeStreams, context, STREAM_READERS),
  qualifyingIncome: ({ context }) => listObjects(tables.qualifyingIncome, context, CATEGORY_READERS),
  qualifyingTotals: ({ context }) => listObjects(tables.qualifyingTotals, context),
  total: ({ context, policyResult }) => getTotal(context, policyResult),
  conditions: ({ context }) => listObjects(conditions, context),
  indicators: ({ context }) => listObjects(tables.indicators, context),
  mortgages: ({ context }) => listObjects(mortgages, context, MORTGAGE_READERS),
  tieOut: ({ context }) => listObjects(tieOut, context),
  figures: ({ policyResult }) => {
    const convertedLists = new Map()
    return listTraces(policyResult).map(trace => toFigure(trace, convertedLists))
  },
  issues: ({ context }) => listUnusedFactIssues(context),
})

const getTotal = (context: TaxpayerContext, policyResult: PolicyResult): QualifyingTotalRow => {
  const row = policyResult.totals.at(-1) as IncomeTotal
  const rows: readonly QualifyingTotalRow[] = listObjects(tables.qualifyingTotals, context, {}, [{ policyResult, row }])
  return rows[0] as QualifyingTotalRow
}

/**
 * Returns the internals of an underwriting.
 *
 * @throws TypeError if the library did not make the underwriting.
 */
export function getUnderwritingInternals(underwriting: Underwriting): PolicyResult {
  const internals = readLazySource(underwriting) as Partial<UnderwritingSource> | undefined
  if (internals?.policyResult === undefined)
    throw new TypeError('Expected the underwriting that analyze or qualifyingIncome gave, not a copy of it.')
  return internals.policyResult
}

const MORTGAGE_READERS: PropertyReaders<Loan> = { flags: ({ flags }) => flags, doubts: ({ doubts }) => doubts }
const STREAM_READERS: PropertyReaders<{ readonly row: IncomeStream }> = {
  flags: ({ row }) => row.flags,
  conditions: ({ row }) => listOpenConditions(row),
}
const CATEGORY_READERS: PropertyReaders<{ readonly row: CategoryTotal }> = {
  flags: ({ row }) => row.flags,
  conditions: ({ row }) => row.openConditions,
}

/** A figure that differs between two policies. */
export interface PolicyDifference {
  /** The name of the figure, as in `Figure.figure`. */
  readonly figure: string
  /** The figure under the first policy. Null if that policy has no such figure. */
  readonly a: Figure | null
  /** The figure under the second policy. Null if that policy has no such figure. */
  readonly b: Figure | null
  /**
   * The settings, and the codes of conditions, that each change the figure by themselves if the first policy gets the
   * second policy's value or severity. Empty if only several together change it.
   */
  readonly settings: readonly string[]
}

/**
 * Compares two policies, or presets by name, for one dossier. Returns each figure that differs, with the settings that
 * cause the difference. Known facts about another taxpayer are ignored.
 *
 * @throws RangeError if a policy, the known facts or the stated income is invalid.
 */
export function comparePolicies(
  dossier: NormalizedDossier,
  a: PolicyOption,
  b: PolicyOption,
  options: Omit<UnderwritingOptions, 'policy'> = {},
): readonly PolicyDifference[] {
  checkOptions('comparePolicies', options, CORE_OPTIONS)
  const { knownFacts, statedIncome, asOfYear } = options
  const underwritingInputs = parseUnderwritingOptions({ knownFacts, statedIncome, asOfYear, policy: [a, b] })
  const [firstPolicy, secondPolicy] = underwritingInputs.policies as [UnderwritingPolicy, UnderwritingPolicy]
  const { taxpayerId } = dossier
  return compareUnderPolicies(
    getResult(applyStatedIdentities(dossier, underwritingInputs)),
    firstPolicy,
    secondPolicy,
    getFacts(underwritingInputs, taxpayerId, getDossierInternals(dossier).privacy),
    getAsOfYear(underwritingInputs, taxpayerId),
  ).map(figureDifference => ({
    ...figureDifference,
    a: figureDifference.a === null ? null : toFigure(figureDifference.a),
    b: figureDifference.b === null ? null : toFigure(figureDifference.b),
  }))
}

const FINDING_READERS: PropertyReaders<Finding> = {
  document: ({ document }) => (document === null ? null : toDocumentPlace(document)),
}

/**
 * Runs every check between boxes and returns the checks that failed. Checks never change a figure. See docs/checks.md.
 *
 * @example
 * ```ts
 * import { normalizeDossier, runChecks } from 'taxtally'
 *
 * const { value: dossier } = normalizeDossier({
 *   id: 'r-1',
 *   tax_year: '2024',
 *   forms: [{ year: '2024', form_w2: [{ wages_tips_other_compensation: 100, federal_income_tax_withheld: 120 }] }],
 * })
 * if (dossier === undefined) throw new Error('nothing to use')
 * for (const { check, severity, difference } of runChecks(dossier))
 *   console.log(check, severity, difference?.toFixed(2)) //=> W2-12 warning 20.00
 * ```
 */
export const runChecks = (dossier: NormalizedDossier): readonly CheckFinding[] =>
  listObjects(checks, toTaxpayerContext(dossier), FINDING_READERS)
