import type { OptionKind } from '../core/options.js'
import type { PrivacyOptions } from '../ingest/privacy.js'
import type { ReadingOptions } from '../ingest/read-dossier.js'
import {
  parseUnderwritingOptions,
  type UnderwritingInputs,
  type UnderwritingOptions,
} from '../underwriting/facts/options.js'
import { DEFAULT_PRESET } from '../underwriting/policies/presets.js'

/** Options for normalizing input: known form kinds, strict mode, limits, and how identifiers of people are shown. */
export interface NormalizeOptions extends ReadingOptions, PrivacyOptions {
  /** The taxpayer's id to use if the input names none. It is empty by default. */
  readonly taxpayerId?: string | undefined
}

/** Options for normalizing an input and underwriting its taxpayers. */
export interface AnalyzeOptions extends NormalizeOptions, UnderwritingOptions {}

/**
 * The options of the main entry point. Every function accepts all of them and ignores those that it does not use, so
 * that a program can pass one options object to several functions.
 */
export const CORE_OPTIONS = {
  policy: null,
  knownFacts: null,
  statedIncome: null,
  asOfYear: null,
  taxpayerId: 'text',
  strict: 'flag',
  forms: 'list',
  identifiers: null,
  pseudonymKey: null,
  maxValueEntries: null,
  maxTaxpayerDocuments: null,
  maxValueIssues: null,
  deadline: null,
} as const satisfies Readonly<Record<keyof AnalyzeOptions, OptionKind>>

/**
 * Parses options with a single policy.
 *
 * @throws RangeError that names each key that cannot be used, without its value.
 */
export const parseOptionsOfPolicy = ({
  policy = DEFAULT_PRESET,
  ...options
}: UnderwritingOptions): UnderwritingInputs => parseUnderwritingOptions({ ...options, policy: [policy] })
