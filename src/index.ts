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
  type Underwriting,
  type UnderwritingOptions,
} from './api/underwriting.js'

export { findLimits, type YearLimits } from './checks/limits.js'
export type { Accepted, Issue, Origin, Outcome } from './core/issues/issue.js'
export { ISSUES, type IssueCode, type Severity } from './core/issues/issue-table.js'
export { Decimal } from './core/money.js'
export { RETURN_LINES, type ReturnLine } from './figures/return-lines.js'
export type { IdentifierMode } from './ingest/identifier-mode.js'
export type { PublicParty, PublicRecipient } from './ingest/privacy.js'
export type { Submission } from './ingest/source.js'
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
export { CONDITIONS } from './underwriting/conditions/condition-table.js'
export type { KnownFacts } from './underwriting/facts/known-facts.js'
export type { PolicyOption, UnderwritingComparisonOptions } from './underwriting/facts/options.js'
export type { StatedIncome } from './underwriting/facts/stated-income.js'
export { describeFlag, FLAGS, type StreamFlag } from './underwriting/flags.js'
export { INDICATORS, type IndicatorName } from './underwriting/indicators/indicator.js'
export { MORTGAGE_FLAGS, type MortgageFlag } from './underwriting/mortgages/loans.js'
export type { CustomPolicy } from './underwriting/policies/parse-policy.js'
export type {
  Citation,
  CitationSubject,
  ConditionCode,
  ConditionSeverity,
  SettingName,
  SeveritySetting,
  StreamCategory,
  UnderwritingPolicy,
} from './underwriting/policies/policy.js'
export { STREAM_CATEGORIES } from './underwriting/policies/policy.js'
export {
  DEFAULT_PRESET,
  isPresetName,
  PRESET_IDS,
  PRESET_NAMES,
  PRESETS,
  type PresetId,
  type PresetName,
} from './underwriting/policies/presets.js'
export type { Method, Trend } from './underwriting/streams/formulas.js'
export { TIE_OUT_FINDINGS, type TieOutFinding, type TieOutItem } from './underwriting/tie-out/finding.js'
export { VERSION } from './version.js'
