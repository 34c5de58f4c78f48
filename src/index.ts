export { type Analysis, analysisOf } from './api/analysis.js'
export { analyze, analyzeAll } from './api/analyze.js'
export { compareReturn, type FiledLines, type ReturnDifference } from './api/compare-return.js'
export { type DocumentPlace, NormalizedDossier } from './api/dossier.js'
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

export { findLimits, type YearLimits } from './check/limits.js'
export type { Issue, Origin } from './core/issue.js'
export { ISSUES, type IssueCode, type Severity } from './core/issue-table.js'
export { Decimal } from './core/money.js'
export type { Accepted, Outcome } from './core/outcome.js'
export type { ColumnInfo, TableData } from './export/table-data.js'
export { FORMS, type FormKey, type KnownForm } from './forms/index.js'
export type { Field, FieldType } from './model/field.js'
export type { FieldReader } from './model/form.js'
export {
  type FactFlag,
  type FactsRuling,
  type FormTable,
  form,
  submission,
} from './model/form.js'

export {
  type Basis,
  INCOME_CATEGORIES,
  type IncomeCategory,
  type Reason,
  type Role,
  type Sum,
  WITHHOLDING_KINDS,
  type WithholdingKind,
} from './model/role.js'

export type { IdentifierMode, PublicParty, PublicRecipient } from './normalize/privacy.js'
export type { Submission } from './normalize/source.js'
export { gapText } from './report/missing.js'
export type { Status } from './resolve/resolved-document.js'
export { RETURN_LINES, type ReturnLine } from './summarize/return-lines.js'
export type { Trend } from './underwrite/averaging.js'
export { FLAGS, type Flag, flagText } from './underwrite/flag.js'
export { INDICATORS, type IndicatorName } from './underwrite/indicator.js'
export { MORTGAGE_FLAGS, type MortgageFlag } from './underwrite/mortgages/loans.js'
export { NEEDS, type NeedCode } from './underwrite/needs.js'
export {
  DEFAULT_POLICY,
  isPolicyName,
  POLICIES,
  POLICY_NAMES,
  type PolicyName,
} from './underwrite/policies.js'
export type { Citation, KnownFacts, Policy } from './underwrite/settings.js'
export type { StreamName } from './underwrite/subject.js'
export type { UnderwriteScope } from './underwrite/terms.js'
export { TIE_OUT_FINDINGS, type TieOutFinding, type TieOutItem } from './underwrite/tie-out/finding.js'
export type { StatedIncome } from './underwrite/tie-out/stated.js'
export { VERSION } from './version.js'
export type { WireDocument, WireDossier, WireForm, WireRecord, WireTaxpayer } from './wire/wire-types.js'
