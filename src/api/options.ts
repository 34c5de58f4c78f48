import { checkOptions, type OptionKind } from '../core/options.js'
import type { ReadingOptions } from '../normalize/dossier.js'
import type { PrivacyOptions } from '../normalize/privacy.js'
import type { UnderwriteOptions } from '../underwrite/terms.js'

/** How input is normalized: form kinds, strict mode, and how personal identifiers are shown. */
export interface NormalizeOptions extends ReadingOptions, PrivacyOptions {
  /** The taxpayer's id if neither a dossier nor a record names one. The default is the empty text. */
  readonly taxpayerId?: string | undefined
}

/** How an input is normalized and underwritten. */
export interface AnalyzeOptions extends NormalizeOptions, UnderwriteOptions {}

/**
 * The options of the core. Each function accepts all of them, so that one object can go through several functions. A function
 * ignores the options that it does not use.
 */
export const CORE_OPTIONS = {
  policy: null,
  known: null,
  stated: null,
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

/** The options of functions that work with several policies. */
export const MULTI_POLICY_OPTIONS = { ...CORE_OPTIONS, policies: null } as const

/**
 * Validates the options of a function of the core.
 *
 * @throws TypeError if an option is unknown or has the wrong type.
 */
export const validateCoreOptions = (what: string, options: unknown): void => checkOptions(what, options, CORE_OPTIONS)
