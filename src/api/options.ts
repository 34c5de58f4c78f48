import { checkOptions, type OptionKind } from '../core/options.js'
import type { UnderwriteOptions } from '../underwrite/terms.js'
import type { NormalizeOptions } from './normalize-options.js'

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
} as const satisfies Readonly<Record<keyof NormalizeOptions | keyof UnderwriteOptions, OptionKind>>

/** Those of functions that work under several policies. */
export const SCOPE_OPTIONS = { ...OPTIONS, policies: null } as const

/** Looks at the options of a function of the core. Throws TypeError for a name that is none, and for a wrong kind. */
export const checkCore = (what: string, given: unknown): void => checkOptions(what, given, OPTIONS)
