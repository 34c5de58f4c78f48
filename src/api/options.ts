import { centsFromDollars, Decimal, decimalFromCents } from '../core/money.js'
import type { OptionKind } from '../core/options.js'
import type { PrivacyOptions } from '../ingest/privacy.js'
import type { ReadingOptions } from '../ingest/read-dossier.js'
import {
  parseUnderwritingOptions,
  type UnderwritingComparisonOptions,
  type UnderwritingInputs,
} from '../underwriting/facts/options.js'

/** Options for normalizing input: known form kinds, strict mode, limits, and how identifiers of people are shown. */
export interface NormalizeOptions extends ReadingOptions, PrivacyOptions {
  /** The taxpayer's id to use if the input names none. It is empty by default. */
  readonly taxpayerId?: string | undefined
}

/** Options for normalizing an input and underwriting its taxpayers. */
export interface AnalyzeOptions extends NormalizeOptions, UnderwritingComparisonOptions {}

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
 * Parses options with one or several policies.
 *
 * @throws RangeError that names each key that cannot be used, without its value, or if there is no policy.
 */
export function parseOptionsOfPolicies(options: UnderwritingComparisonOptions): UnderwritingInputs {
  const underwritingInputs = parseUnderwritingOptions(options)
  if (underwritingInputs.policies.length === 0) throw new RangeError('The list of policies is empty.')
  return underwritingInputs
}

/** Parses options with a single policy. Throws the same errors, and RangeError if there are several policies. */
export function parseOptionsOfPolicy(options: UnderwritingComparisonOptions): UnderwritingInputs {
  const underwritingInputs = parseOptionsOfPolicies(options)
  if (underwritingInputs.policies.length > 1)
    throw new RangeError('qualifyingIncome takes one policy. To compare several, use analyze.')
  return underwritingInputs
}

/** Matches plain decimal text of any length. JSON has the decimals of a `Summary` in this form. */
const PLAIN_DECIMAL = /^-?[0-9]+(?:\.[0-9]+)?$/

/**
 * Returns an amount that the caller passed, exactly. Text that is not plain digits is parsed like amounts in records.
 *
 * @param amountName The name of the amount in the error message, which never contains the value.
 * @throws RangeError if the amount is NaN, infinite or unreadable text.
 */
export function readGivenAmount(givenAmount: number | string | Decimal, amountName: string): Decimal {
  if (typeof givenAmount === 'string' && !PLAIN_DECIMAL.test(givenAmount)) {
    const cents = centsFromDollars(givenAmount)
    if (cents !== null) return decimalFromCents(cents)
  } else if (typeof givenAmount === 'number' || typeof givenAmount === 'string' || Decimal.isDecimal(givenAmount)) {
    const amount = new Decimal(givenAmount)
    if (amount.isFinite()) return amount
  }
  throw new RangeError(`${amountName} cannot be read.`)
}
