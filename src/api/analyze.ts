// The folder `api` has the functions and objects of the main entry point. It wraps the records and figures of the inner
// folders in public objects, whose parts are computed when they are first read.

import { acceptValue, type Issue, type Outcome } from '../core/issues/issue.js'
import { checkOptions } from '../core/options.js'
import { type Analysis, computeAnalysis } from './analysis.js'
import { normalizeEach, normalizeOne } from './normalize.js'
import { type AnalyzeOptions, CORE_OPTIONS, parseOptionsOfPolicies } from './options.js'

/**
 * Computes all figures from raw records in one call. The input can be a dossier, a record, an array of records or a
 * taxpayer object. The outcome has the issues of both the input and the figures. It is a rejection if nothing in the
 * input can be used.
 *
 * @throws TypeError or RangeError if an option is invalid, which is a mistake in the program. Invalid data never
 *   throws.
 *
 * @example
 * ```ts
 * import { analyze } from 'taxtally'
 *
 * const record = {
 *   id: 'r-1',
 *   tax_year: '2024',
 *   forms: [{ year: '2024', form_w2: [{ wages_tips_other_compensation: '60,000.00', federal_income_tax_withheld: 6600 }] }],
 * }
 * const { value, issues } = analyze({ taxpayer: { id: 'tp-1' }, records: [record] }, { policy: 'latest-year' })
 * if (value === undefined) throw new Error(issues.map(({ message }) => message).join())
 * console.log(value.income[0]?.category, value.income[0]?.amount?.toFixed(2)) //=> wages 60000.00
 * console.log(value.underwriting.total.qualifyingMonthly.toFixed(2)) //=> 5000.00
 * ```
 */
export function analyze(input: unknown, options: AnalyzeOptions = {}): Outcome<Analysis> {
  checkOptions('analyze', options, CORE_OPTIONS)
  const underwritingInputs = parseOptionsOfPolicies(options)
  return normalizeOne(input, options, (dossier, inputIssues, checkDeadline) => {
    const analysis = computeAnalysis(dossier, underwritingInputs, checkDeadline)
    // The issues of the dossier are in both lists. `PendingIssue` returns the same object each time, so the set
    // removes the repeats.
    const analysisIssues = new Set<Issue>(analysis.issues)
    return acceptValue(analysis, [...inputIssues.filter(issue => !analysisIssues.has(issue)), ...analysis.issues])
  })
}

/**
 * Analyzes an input that contains any number of taxpayers. Returns one analysis per taxpayer, in input order. `issues`
 * contains only the issues of values without a taxpayer and of taxpayers that reached the deadline. Known facts apply
 * only to the taxpayer that they name.
 */
export function analyzeAll(
  input: unknown,
  options: AnalyzeOptions = {},
): { readonly analyses: readonly Analysis[]; readonly issues: readonly Issue[] } {
  checkOptions('analyzeAll', options, CORE_OPTIONS)
  const underwritingInputs = parseOptionsOfPolicies(options)
  const { results: analyses, issues } = normalizeEach(input, options, (dossier, _, checkDeadline) =>
    computeAnalysis(dossier, underwritingInputs, checkDeadline),
  )
  return { analyses, issues }
}
