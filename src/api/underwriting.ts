import type { Finding } from '../checks/run-checks.js'
import { checkOptions } from '../core/options.js'
import { getUnderwritings } from '../tables/definitions/cached-underwriting.js'
import { checks, needs, tieOut } from '../tables/definitions/finding-tables.js'
import { mortgages } from '../tables/definitions/liabilities-tables.js'
import * as tables from '../tables/definitions/underwriting-tables.js'
import { listObjects, type PropertyReaders } from '../tables/objects.js'
import type { TaxpayerContext } from '../tables/table.js'
import type { Loan } from '../underwriting/mortgages/loans.js'
import type { PolicyName } from '../underwriting/policies/policies.js'
import type { Policy } from '../underwriting/policies/settings.js'
import { knownOf, type Terms, termsOf, termsUnder, type UnderwriteOptions } from '../underwriting/policies/terms.js'
import type { QualifyingRow } from '../underwriting/streams/qualifying-income.js'
import { compareUnderPolicies, type PolicyUnderwriting } from '../underwriting/underwrite.js'
import { applyStatedIdentities, getResult, type NormalizedDossier, toTaxpayerContext } from './dossier.js'
import { type Figure, toDocumentPlace, toFigure } from './figure.js'
import { createLazyMaker, readLazySource } from './lazy.js'
import { CORE_OPTIONS } from './options.js'
import type { CheckFinding, Indicator, Mortgage, NeedRow, QualifyingIncomeRow, TieOut } from './rows.js'

export type { UnderwriteOptions } from '../underwriting/policies/terms.js'

/** A taxpayer's figures under a policy. They are computed from documents and are not lending or legal advice. */
export interface Underwriting {
  /** The complete policy, with defaults for the settings that the caller's policy leaves out. */
  readonly policy: Policy
  /**
   * The tax year that is underwritten: the requested year if there is one, or else the latest complete year with
   * income, or else the latest year with income. Null if no year has income.
   */
  readonly asOfYear: number | null
  /** True if documents of `asOfYear` may still be missing, so that its amounts may increase. */
  readonly yearIncomplete: boolean
  /** The years after `asOfYear` with income that are not complete yet, in ascending order. No figure includes them. */
  readonly laterIncompleteYears: readonly number[]
  /** One row for each borrower and category, including those that count as 0, followed by the totals. */
  readonly qualifyingIncome: readonly QualifyingIncomeRow[]
  /**
   * The last row of `qualifyingIncome`: the taxpayer's total, or the total of all named borrowers. It is 0.00 if
   * nothing counts. The flags of its parts show why.
   */
  readonly total: QualifyingIncomeRow
  /** Indicators of history, concentration, stability, tax debt and obligations. Those without data have no row. */
  readonly indicators: readonly Indicator[]
  /** The mortgages that Forms 1098 report, one row per loan and year. */
  readonly mortgages: readonly Mortgage[]
  /** The documents and answers that the loan file still needs. */
  readonly needs: readonly NeedRow[]
  /** The comparison of the loan application with the documents. Empty without stated income. */
  readonly tieOut: readonly TieOut[]
  /** How each amount of `qualifyingIncome`, each job and each indicator was calculated. See `explain` for a tree. */
  readonly figures: readonly Figure[]
}

/**
 * Computes the qualifying income and the indicators of a dossier under a policy. Every figure can be traced to its
 * boxes. Income that the records cannot establish, such as net rental income, has the flag `not_computable`, and
 * `needs` names the document that it requires. Known facts about another taxpayer are ignored.
 *
 * @throws RangeError if the policy, the known facts or the stated income is invalid.
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
export function qualifyingIncome(dossier: NormalizedDossier, options: UnderwriteOptions = {}): Underwriting {
  checkOptions('qualifyingIncome', options, CORE_OPTIONS)
  return computeQualifyingIncome(dossier, termsUnder(options))
}

/** Returns the same as `qualifyingIncome`, but takes validated terms with a single policy. */
export function computeQualifyingIncome(dossier: NormalizedDossier, terms: Terms): Underwriting {
  const context = toTaxpayerContext(dossier, terms)
  const [underwriting] = getUnderwritings(context) as [PolicyUnderwriting]
  return makeUnderwriting({ context, underwriting })
}

const makeUnderwriting = createLazyMaker<
  { readonly context: TaxpayerContext; readonly underwriting: PolicyUnderwriting },
  Underwriting
>({
  policy: ({ underwriting }) => underwriting.policy,
  asOfYear: ({ underwriting }) => underwriting.asOfYear,
  yearIncomplete: ({ underwriting }) => underwriting.yearIncomplete,
  laterIncompleteYears: ({ underwriting }) => underwriting.laterIncompleteYears,
  qualifyingIncome: ({ context }) => listQualifyingRows(context),
  total: ({ context }) => listQualifyingRows(context).at(-1) as QualifyingIncomeRow,
  indicators: ({ context }) => listObjects(tables.indicators, context),
  needs: ({ context }) => listObjects(needs, context),
  tieOut: ({ context }) => listObjects(tieOut, context),
  mortgages: ({ context }) => listObjects(mortgages, context, MORTGAGE_READERS),
  figures: ({ underwriting }) => {
    const convertedLists = new Map()
    return underwriting.traces.map(trace => toFigure(trace, convertedLists))
  },
})

/**
 * Returns the internals of an underwriting.
 *
 * @throws TypeError if the library did not make the underwriting.
 */
export function getUnderwritingInternals(underwriting: Underwriting): PolicyUnderwriting {
  const internals = readLazySource(underwriting) as { readonly underwriting?: PolicyUnderwriting } | undefined
  if (internals?.underwriting === undefined)
    throw new TypeError('Expected the underwriting that analyze or qualifyingIncome gave, not a copy of it.')
  return internals.underwriting
}

const MORTGAGE_READERS: PropertyReaders<Loan> = { flags: ({ flags }) => flags }
const QUALIFYING_READERS: PropertyReaders<{ readonly row: QualifyingRow }> = { flags: ({ row }) => row.flags }
const listQualifyingRows = (context: TaxpayerContext): readonly QualifyingIncomeRow[] =>
  listObjects(tables.qualifyingIncome, context, QUALIFYING_READERS)

/** A figure that differs between two policies. */
export interface PolicyDifference {
  /** The name of the figure, as in `Figure.figure`. */
  readonly figure: string
  /** The figure under the first policy. Null if that policy has no such figure. */
  readonly a: Figure | null
  /** The figure under the second policy. Null if that policy has no such figure. */
  readonly b: Figure | null
  /**
   * The settings that each change the figure by themselves, if the first policy gets the second policy's value.
   * Empty if only several settings together change it.
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
  a: Policy | PolicyName,
  b: Policy | PolicyName,
  options: Omit<UnderwriteOptions, 'policy'> = {},
): readonly PolicyDifference[] {
  checkOptions('comparePolicies', options, CORE_OPTIONS)
  const { known, stated, asOfYear } = options
  const terms = termsOf({ known, stated, asOfYear, policy: [a, b] })
  const [firstPolicy, secondPolicy] = terms.policies as [Policy, Policy]
  return compareUnderPolicies(
    getResult(applyStatedIdentities(dossier, terms)),
    firstPolicy,
    secondPolicy,
    knownOf(terms, dossier.taxpayerId),
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
