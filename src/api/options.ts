import { checkOptions, type OptionKind } from '../core/options.js'
import type { ReadingOptions } from '../normalize/dossier.js'
import type { PrivacyOptions } from '../normalize/privacy.js'
import type { UnderwriteOptions } from '../underwrite/terms.js'

/** How input is normalized: form kinds, strict mode, and how identifiers of people are put out. */
export interface NormalizeOptions extends ReadingOptions, PrivacyOptions {
  /** The taxpayer's id where neither a dossier nor a record names one; the empty text unless given. */
  readonly taxpayerId?: string | undefined
}

/** How an input is normalized, and how it is underwritten. */
export interface AnalyzeOptions extends NormalizeOptions, UnderwriteOptions {}

/**
 * The options of the core. Each function takes all of them, so that one object can go through several; those that do not
 * concern it change nothing there.
 */
export const OPTIONS = {
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

/** Those of functions that work under several policies. */
export const SCOPE_OPTIONS = { ...OPTIONS, policies: null } as const

/** Looks at the options of a function of the core. Throws TypeError for a name that is none, and for a wrong kind. */
export const checkCore = (what: string, given: unknown): void => checkOptions(what, given, OPTIONS)
