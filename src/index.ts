export { type Analysis, analysisOf } from './api/analysis.js'
export { analyze, analyzeAll } from './api/analyze.js'
export { compareReturn, type FiledLines, type ReturnDifference } from './api/compare-return.js'
export { NormalizedDossier } from './api/dossier.js'
export { explain, explainText, type FigureTree } from './api/explain.js'
export { field } from './api/field.js'
export type { Figure, FigureInput } from './api/figure.js'
export * from './api/figures.js'
export {
  normalizeDossier,
  normalizeDossiers,
  normalizeRecord,
  normalizeTaxpayer,
} from './api/normalize.js'
export type * from './api/normalized-types.js'
export type { AnalyzeOptions, NormalizeOptions } from './api/options.js'
export { type ReadOptions, readDossier, readRecord, readTaxpayer } from './api/read.js'
export type * from './api/rows.js'
export { EMPTY_SUMMARY, mergeSummaries, type Summary, summaryOf } from './api/summary.js'
export { tablesOf } from './api/tables-of.js'
export {
  comparePolicies,
  type PolicyDifference,
  qualifyingIncome,
  runChecks,
  type UnderwriteOptions,
  type Underwriting,
} from './api/underwriting.js'

export { findLimits, type YearLimits } from './checks/limits.js'
export type { Accepted, Issue, Origin, Outcome } from './core/issues/issue.js'
export { ISSUES, type IssueCode, type Severity } from './core/issues/issue-table.js'
export { Decimal } from './core/money.js'
export { RETURN_LINES, type ReturnLine } from './figures/return-lines.js'
export type { IdentifierMode, PublicParty, PublicRecipient } from './ingest/privacy.js'
export type { Submission } from './ingest/source.js'
export { gapText } from './report/missing.js'
export { DOUBTS, type Doubt, type Status, type YearDoubt } from './resolve/resolved-document.js'
export type { Field, FieldType } from './schema/field.js'
export type { FieldReader } from './schema/form.js'
export {
  type FactFlag,
  type FactsRuling,
  type FormTable,
  form,
  submission,
} from './schema/form.js'
export { FORMS, type FormKey, type KnownForm } from './schema/forms/index.js'
export {
  type Basis,
  INCOME_CATEGORIES,
  type IncomeCategory,
  type Reason,
  type Role,
  type Sum,
  WITHHOLDING_KINDS,
  type WithholdingKind,
} from './schema/role.js'
export type { WireDocument, WireDossier, WireForm, WireRecord, WireTaxpayer } from './schema/wire/wire-types.js'
export type { ColumnInfo, TableData } from './tables/table.js'
export { NEEDS, type NeedCode } from './underwriting/conditions/needs.js'
export { FLAGS, type Flag, flagText } from './underwriting/flag.js'
export { INDICATORS, type IndicatorName } from './underwriting/indicators/indicator.js'
export { MORTGAGE_FLAGS, type MortgageFlag } from './underwriting/mortgages/loans.js'
export {
  DEFAULT_POLICY,
  isPolicyName,
  POLICIES,
  POLICY_NAMES,
  type PolicyName,
} from './underwriting/policies/policies.js'
export type { StreamName } from './underwriting/policies/setting.js'
export type { Citation, KnownFacts, Policy } from './underwriting/policies/settings.js'
export type { UnderwriteScope } from './underwriting/policies/terms.js'
export type { Trend } from './underwriting/streams/averaging.js'
export { TIE_OUT_FINDINGS, type TieOutFinding, type TieOutItem } from './underwriting/tie-out/finding.js'
export type { StatedIncome } from './underwriting/tie-out/stated.js'
export { VERSION } from './version.js'
