import { orLate, pauseOf } from '../core/deadline.js'
import type { Issue } from '../core/issue.js'
import { accepted, type Outcome, refused } from '../core/outcome.js'
import { termsUnder, type UnderwriteOptions } from '../underwrite/terms.js'
import { type Analysis, analysisUnder, workThrough } from './analysis.js'
import { type NormalizeOptions, normalizeWithin } from './normalize.js'
import { checkCore } from './options.js'

/** How an input is normalized, and how it is underwritten. */
export interface AnalyzeOptions extends NormalizeOptions, UnderwriteOptions {}

/**
 * From raw records to figures in one call. Shape: a dossier, a record, an array of records or a taxpayer.
 * Issues: in the outcome, those of the input and those met on the way; rejected where there is nothing to use.
 * Throws a RangeError for options that are none: a mistake of the program, not of the data.
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
  checkCore('analyze', options)
  const terms = termsUnder(options)
  const pause = pauseOf(options.deadline)
  return orLate<Outcome<Analysis>>(
    () => {
      const outcome = normalizeWithin(input, options, pause)
      if (outcome.status === 'rejected') return outcome
      const analysis = analysisUnder(outcome.value, terms)
      if (options.deadline !== undefined) workThrough(analysis, pause)
      const own = new Set<Issue>(analysis.issues)
      const issues = [...outcome.issues.filter(issue => !own.has(issue)), ...analysis.issues]
      return accepted(analysis, issues)
    },
    late => refused(input, [late.issueAt(null, null)]),
  )
}
