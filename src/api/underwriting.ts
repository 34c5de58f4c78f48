import type { Finding } from '../check/run-checks.js'
import { getOrCreate } from '../core/lists.js'
import { fractionOfMicros } from '../core/micros.js'
import { type Cents, type Decimal, decimalOfCents } from '../core/money.js'
import { checks } from '../export/checks-table.js'
import { mortgages } from '../export/mortgages-table.js'
import { needs } from '../export/needs-table.js'
import { objectsOf, type Readers } from '../export/objects.js'
import type { Scope } from '../export/table.js'
import { tieOut } from '../export/tie-out-table.js'
import * as tables from '../export/underwriting-tables.js'
import { underwritingsOf } from '../export/worked.js'
import { comparePolicies as compare } from '../underwrite/compare-policies.js'
import type { Loan } from '../underwrite/mortgages/loans.js'
import type { PolicyName } from '../underwrite/policies.js'
import type { Policy } from '../underwrite/policy.js'
import type { QualifyingRow } from '../underwrite/qualifying-income.js'
import { knownOf, type Terms, termsOf, termsUnder, type UnderwriteOptions } from '../underwrite/terms.js'
import type { Trace as CentsTrace, TraceUnit } from '../underwrite/trace.js'
import type { Underwriting as Under } from '../underwrite/underwrite.js'
import { type NormalizedDossier, resultFor, scopeOf } from './dossier.js'
import { lazyMaker } from './lazy.js'
import { placeOfDocument } from './place.js'
import type { CheckFinding, Indicator, Mortgage, NeedRow, QualifyingIncomeRow, TieOut } from './rows/index.js'

export type { UnderwriteOptions } from '../underwrite/terms.js'

/** A box, or a figure of the taxpayer or the caller, behind a figure. Missing: nulls where it stands on no document. */
export interface FigureInput {
  readonly recordId: string | null
  /**
   * As of a document; else `taxpayer`, for its taxpayer object, `known_facts`, for what the caller stated, or `record`, for
   * a record that was refused or not parsed yet.
   */
  readonly form: string
  readonly formIndex: number | null
  readonly entryIndex: number | null
  readonly taxYear: number | null
  readonly field: string
  readonly box: string | null
  readonly amount: Decimal | null
  /** What the caller stated, where it is no amount. */
  readonly stated?: string
}

/** How a figure came about: its rule, its citation, its boxes, and what was left out and why. */
export interface Figure {
  /** A row of `qualifyingIncome` and its column (`wages.monthly_amount`), or an indicator. */
  readonly figure: string
  /** A decimal where `unit` is `money` or `ratio`, a number where it is `count`, else words. Missing: null. */
  readonly value: Decimal | number | string | null
  /** US dollars, a fraction of 1, a number of things, or words. */
  readonly unit: 'money' | 'ratio' | 'count' | 'text'
  readonly rule: string
  readonly citation: string
  readonly parts: readonly string[]
  readonly inputs: readonly FigureInput[]
  readonly excluded: readonly (FigureInput & { readonly reason: string })[]
}

/** A taxpayer under a policy. This is arithmetic on documents, not lending or legal advice. */
export interface Underwriting {
  readonly policy: Policy
  readonly asOfYear: number | null
  readonly yearIncomplete: boolean
  readonly laterIncompleteYears: readonly number[]
  readonly qualifyingIncome: readonly QualifyingIncomeRow[]
  readonly indicators: readonly Indicator[]
  /** Mortgages that Forms 1098 report, by loan and year. */
  readonly mortgages: readonly Mortgage[]
  /** What is missing, as the list of a loan file. */
  readonly needs: readonly NeedRow[]
  /** What an application states beside what the documents say; empty where nothing is stated. */
  readonly tieOut: readonly TieOut[]
  readonly figures: readonly Figure[]
}

const VALUES: Readonly<Record<TraceUnit, (value: Cents) => Decimal | number>> = {
  money: decimalOfCents,
  ratio: fractionOfMicros,
  count: Number,
  text: Number,
}

/**
 * Qualifying income and indicators of a dossier under a policy, every figure traced down to its boxes.
 * Missing: what the records cannot say is `not_computable` in the flags, with the document that it needs; facts of
 * another taxpayer are not applied. Throws a RangeError for a policy or for facts that are none.
 */
export const qualifyingIncome = (dossier: NormalizedDossier, options: UnderwriteOptions = {}): Underwriting =>
  qualifyingIncomeUnder(dossier, termsUnder(options))

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
  qualifyingIncome: ({ scope }) => objectsOf(tables.qualifyingIncome, scope, QUALIFYING),
  indicators: ({ scope }) => objectsOf(tables.indicators, scope),
  needs: ({ scope }) => objectsOf(needs, scope),
  tieOut: ({ scope }) => objectsOf(tieOut, scope),
  mortgages: ({ scope }) => objectsOf(mortgages, scope, MORTGAGE),
  figures: ({ under }) => figuresOf(under.traces),
})

const MORTGAGE: Readers<Loan> = { flags: ({ flags }) => flags }
const QUALIFYING: Readers<{ readonly row: QualifyingRow }> = { flags: ({ row }) => row.flags }

function figuresOf(traces: readonly CentsTrace[]): Figure[] {
  // Most boxes are behind several figures.
  const known = new Map<CentsTrace['inputs'][number], FigureInput>()
  return traces.map(trace => figureOf(trace, input => getOrCreate(known, input, () => inputOf(input))))
}

function figureOf(
  { figure, value, unit, rule, citation, parts, inputs, excluded }: CentsTrace,
  shown: typeof inputOf = inputOf,
): Figure {
  return {
    figure,
    value: value === null || typeof value === 'string' ? value : VALUES[unit](value),
    unit,
    rule,
    citation,
    parts,
    inputs: inputs.map(each => shown(each)),
    excluded: excluded.map(each => ({ ...inputOf(each), reason: each.reason })),
  }
}

const inputOf = (input: CentsTrace['inputs'][number]): FigureInput => ({
  recordId: input.recordId,
  form: input.form,
  formIndex: input.formIndex,
  entryIndex: input.entryIndex,
  taxYear: input.year,
  field: input.field,
  box: input.box,
  amount: input.cents === null ? null : decimalOfCents(input.cents),
  ...(input.stated === undefined ? {} : { stated: input.stated }),
})

/** A figure that two policies give differently. Missing: null where a policy has no such figure. */
export interface PolicyDifference {
  readonly figure: string
  readonly a: Figure | null
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
  const terms = termsOf({ ...options, policies: [a, b] })
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

/** Runs every cross-box check; what holds is not in the result, and no check changes a figure. See docs/checks.md. */
export const runChecks = (dossier: NormalizedDossier): readonly CheckFinding[] =>
  objectsOf(checks, scopeOf(dossier), FINDING)
