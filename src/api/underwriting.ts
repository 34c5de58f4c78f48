import { runChecks as findingsOf } from '../check/run-checks.js'
import type { Severity } from '../core/issue.js'
import { type Cents, type Decimal, decimalOfCents } from '../core/money.js'
import { comparePolicies as compare } from '../underwrite/compare-policies.js'
import type { Flag } from '../underwrite/flag.js'
import type { IndicatorName } from '../underwrite/indicator-names.js'
import type { PolicyName } from '../underwrite/policies.js'
import type { Policy } from '../underwrite/policy.js'
import type { StreamName } from '../underwrite/subject.js'
import {
  knownOf,
  type Terms,
  termsOf,
  termsUnder,
  type UnderwriteOptions,
  underwriteUnder,
} from '../underwrite/terms.js'
import type { Trace as CentsTrace, TraceUnit } from '../underwrite/trace.js'
import type { Trend } from '../underwrite/trend.js'
import type { Underwriting as Under } from '../underwrite/underwrite.js'
import { type NormalizedDossier, resultFor } from './dossier.js'
import { type DocumentPlace, dollars, fraction, placeOfDocument } from './figures.js'

export type { UnderwriteOptions } from '../underwrite/terms.js'

/**
 * Income of a category that a lender may count. Units: US dollars a year, then a month; `change` a fraction.
 * Missing: an amount is null where its year has none, or none that could be read; `trend` where neither year has one and
 * in the row `total`.
 */
export interface QualifyingIncomeRow {
  readonly category: StreamName | 'total'
  readonly latestAmount: Decimal | null
  readonly priorAmount: Decimal | null
  readonly change: Decimal | null
  readonly trend: Trend | null
  /** The months that the amount stands on; 0 where nothing of it counts, and in the row `total`. */
  readonly months: 0 | 12 | 24
  readonly monthlyAmount: Decimal
  readonly grossUp: Decimal
  readonly qualifyingMonthly: Decimal
  readonly supportableIfStabilized: Decimal | null
  readonly flags: readonly Flag[]
  readonly citations: string
}

/** An indicator; only the value that it has is not null. Units: `amount` US dollars, `ratio` a fraction. */
export interface Indicator {
  readonly indicator: IndicatorName
  readonly ratio: Decimal | null
  readonly amount: Decimal | null
  readonly count: number | null
  readonly label: string | null
  readonly years: string | null
  readonly note: string | null
}

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
  readonly figures: readonly Figure[]
}

const VALUES: Readonly<Record<TraceUnit, (value: Cents) => Decimal | number>> = {
  money: decimalOfCents,
  ratio: micros => fraction(micros) as Decimal,
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
  const [under] = underwriteUnder(resultFor(dossier), dossier.taxpayerId, terms) as [Under]
  return {
    policy: under.policy,
    asOfYear: under.asOfYear,
    yearIncomplete: under.yearIncomplete,
    laterIncompleteYears: under.laterIncompleteYears,
    qualifyingIncome: under.qualifyingIncome.map(({ unread: _, ...row }) => ({
      ...row,
      latestAmount: dollars(row.latestAmount),
      priorAmount: dollars(row.priorAmount),
      change: fraction(row.change),
      monthlyAmount: decimalOfCents(row.monthlyAmount),
      grossUp: decimalOfCents(row.grossUp),
      qualifyingMonthly: decimalOfCents(row.qualifyingMonthly),
      supportableIfStabilized: dollars(row.supportableIfStabilized),
    })),
    indicators: under.indicators.map(row => ({
      ...row,
      ratio: fraction(row.ratio),
      amount: dollars(row.amount),
    })),
    figures: under.traces.map(figureOf),
  }
}

function figureOf({ figure, value, unit, rule, citation, parts, inputs, excluded }: CentsTrace): Figure {
  return {
    figure,
    value: value === null || typeof value === 'string' ? value : VALUES[unit](value),
    unit,
    rule,
    citation,
    parts,
    inputs: inputs.map(inputOf),
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
  amount: dollars(input.cents),
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

/**
 * A check between boxes that does not hold. Units: US dollars. Missing: the place where several documents are meant,
 * the difference where no amounts are compared.
 */
export interface CheckFinding {
  readonly check: string
  readonly severity: Severity
  /** A `FormKey`, or the key of one of the caller's own `forms`. */
  readonly form: string
  readonly document: DocumentPlace | null
  readonly taxYear: number | null
  readonly difference: Decimal | null
  readonly message: string
}

/** Runs every cross-box check; what holds is not in the result, and no check changes a figure. See docs/checks.md. */
export const runChecks = (dossier: NormalizedDossier): readonly CheckFinding[] =>
  findingsOf(resultFor(dossier)).map(({ check, severity, form, document, year, difference, message }) => ({
    check,
    severity,
    form,
    document: document === null ? null : placeOfDocument(document),
    taxYear: year,
    difference: dollars(difference),
    message,
  }))
