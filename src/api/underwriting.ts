import type { Finding } from '../check/run-checks.js'
import { checks, needs, tieOut } from '../export/finding-tables.js'
import { mortgages } from '../export/liabilities-tables.js'
import { objectsOf, type Readers } from '../export/objects.js'
import type { Scope } from '../export/table.js'
import * as tables from '../export/underwriting-tables.js'
import { underwritingsOf } from '../export/worked.js'
import type { Loan } from '../underwrite/mortgages/loans.js'
import type { PolicyName } from '../underwrite/policies.js'
import type { QualifyingRow } from '../underwrite/qualifying-income.js'
import type { Policy } from '../underwrite/settings.js'
import { knownOf, type Terms, termsOf, termsUnder, type UnderwriteOptions } from '../underwrite/terms.js'
import { comparePolicies as compare, type Underwriting as Under } from '../underwrite/underwrite.js'
import { type NormalizedDossier, placeOfDocument, resultFor, scopeOf } from './dossier.js'
import { type Figure, figureOf, Shown } from './figure.js'
import { behindLazy, lazyMaker } from './lazy.js'
import { checkCore } from './options.js'
import type { CheckFinding, Indicator, Mortgage, NeedRow, QualifyingIncomeRow, TieOut } from './rows.js'

export type { UnderwriteOptions } from '../underwrite/terms.js'

/** A taxpayer under a policy. This is arithmetic on documents, not lending or legal advice. */
export interface Underwriting {
  /** The policy, whole: what was left out of one of the caller's own is filled. */
  readonly policy: Policy
  /** The tax year worked for: the one asked for, else the latest complete year with income, else the latest with income. Missing: null without income. */
  readonly asOfYear: number | null
  /** True where the documents of `asOfYear` may not all be there yet: its amounts may still grow. */
  readonly yearIncomplete: boolean
  /** Years with income behind `asOfYear` that are not complete yet, in order: nothing of them is in any figure. */
  readonly laterIncompleteYears: readonly number[]
  /** A row for each borrower and category, also those that count 0, and the totals, last. */
  readonly qualifyingIncome: readonly QualifyingIncomeRow[]
  /** The last of those rows: the total of the taxpayer, or of all borrowers who were named. It is 0.00 where nothing counts; its parts' flags say why. */
  readonly total: QualifyingIncomeRow
  /** History, concentration, stability, tax debt and obligations; one without a sample has no row. */
  readonly indicators: readonly Indicator[]
  /** Mortgages that Forms 1098 report, by loan and year. */
  readonly mortgages: readonly Mortgage[]
  /** What is missing, as the list of a loan file. */
  readonly needs: readonly NeedRow[]
  /** What an application states beside what the documents say; empty where nothing is stated. */
  readonly tieOut: readonly TieOut[]
  /** How each amount of `qualifyingIncome`, each job and each indicator came about. `explain` makes a tree of one. */
  readonly figures: readonly Figure[]
}

/**
 * Qualifying income and indicators of a dossier under a policy, every figure traced down to its boxes.
 * Missing: what the records cannot say is `not_computable` in the flags, with the document that it needs; facts of
 * another taxpayer are not applied. Throws a RangeError for a policy or for facts that are none.
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
  checkCore('qualifyingIncome', options)
  return qualifyingIncomeUnder(dossier, termsUnder(options))
}

/** The same under terms of one policy. */
export function qualifyingIncomeUnder(dossier: NormalizedDossier, terms: Terms): Underwriting {
  const scope = scopeOf(dossier, terms)
  const [under] = underwritingsOf(scope) as [Under]
  return underwritingMaker({ scope, under })
}

const underwritingMaker = lazyMaker<{ readonly scope: Scope; readonly under: Under }, Underwriting>({
  policy: ({ under }) => under.policy,
  asOfYear: ({ under }) => under.asOfYear,
  yearIncomplete: ({ under }) => under.yearIncomplete,
  laterIncompleteYears: ({ under }) => under.laterIncompleteYears,
  qualifyingIncome: ({ scope }) => qualifyingRows(scope),
  total: ({ scope }) => qualifyingRows(scope).at(-1) as QualifyingIncomeRow,
  indicators: ({ scope }) => objectsOf(tables.indicators, scope),
  needs: ({ scope }) => objectsOf(needs, scope),
  tieOut: ({ scope }) => objectsOf(tieOut, scope),
  mortgages: ({ scope }) => objectsOf(mortgages, scope, MORTGAGE),
  figures: ({ under }) => {
    const shown = new Shown()
    return under.traces.map(trace => figureOf(trace, shown))
  },
})

/** What is behind an underwriting that the library gave. Throws a TypeError for anything else. */
export function underOf(underwriting: Underwriting): Under {
  const behind = behindLazy(underwriting) as { readonly under?: Under } | undefined
  if (behind?.under === undefined)
    throw new TypeError('Expected the underwriting that analyze or qualifyingIncome gave, not a copy of it.')
  return behind.under
}

const MORTGAGE: Readers<Loan> = { flags: ({ flags }) => flags }
const QUALIFYING: Readers<{ readonly row: QualifyingRow }> = { flags: ({ row }) => row.flags }
const qualifyingRows = (scope: Scope): readonly QualifyingIncomeRow[] =>
  objectsOf(tables.qualifyingIncome, scope, QUALIFYING)

/** A figure that two policies give differently. Missing: null where a policy has no such figure. */
export interface PolicyDifference {
  /** Its name, as `Figure.figure`. */
  readonly figure: string
  /** The figure under the first policy. */
  readonly a: Figure | null
  /** The figure under the second. */
  readonly b: Figure | null
  /**
   * The settings that, changed alone from the value of `a` to the value of `b`, change the figure; empty where only several
   * together do.
   */
  readonly settings: readonly string[]
}

/**
 * Compares two policies, or presets by name, on one dossier: which figures differ, and by which setting.
 * Missing: facts of another taxpayer are not applied. Throws a RangeError for a policy or for facts that are none.
 */
export function comparePolicies(
  dossier: NormalizedDossier,
  a: Policy | PolicyName,
  b: Policy | PolicyName,
  options: Omit<UnderwriteOptions, 'policy'> = {},
): readonly PolicyDifference[] {
  checkCore('comparePolicies', options)
  const { known, stated, asOfYear } = options
  const terms = termsOf({ known, stated, asOfYear, policy: [a, b] })
  const [one, two] = terms.policies as [Policy, Policy]
  return compare(resultFor(dossier), one, two, knownOf(terms, dossier.taxpayerId)).map(each => ({
    ...each,
    a: each.a === null ? null : figureOf(each.a),
    b: each.b === null ? null : figureOf(each.b),
  }))
}

const FINDING: Readers<Finding> = {
  document: ({ document }) => (document === null ? null : placeOfDocument(document)),
}

/**
 * Runs every cross-box check; what holds is not in the result, and no check changes a figure. See docs/checks.md.
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
  objectsOf(checks, scopeOf(dossier), FINDING)
