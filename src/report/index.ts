// The folder `report` writes the page of a borrower as HTML: figures, worksheets, open conditions, and the box behind
// every amount. It also writes the worksheet as a workbook.

import type { Analysis } from '../api/analysis.js'
import { getAnalysisContext } from '../api/analysis-source.js'
import { checkOptions, type OptionKind } from '../core/options.js'
import { parseUnderwritingOptions, type UnderwritingComparisonOptions } from '../underwriting/facts/options.js'
import type { ReportLabels } from './heading.js'
import { renderReport } from './scope-report.js'

export { gapText } from './incomplete-data.js'

/** Options of `report`. */
export interface ReportOptions extends ReportLabels {
  /** A policy, or several policies to compare. The default is the policy of the analysis. */
  readonly policy?: UnderwritingComparisonOptions['policy']
}

const OPTIONS = { policy: null, date: 'text', loanNumber: 'text', preparedBy: 'text' } as const satisfies Record<
  keyof ReportOptions,
  OptionKind
>

/**
 * Returns a report about one borrower as the text of an HTML file: what counts and why, which conditions are open, and the boxes
 * that each figure is computed from. Amounts are in US dollars, to the cent. The page loads no other file and is
 * readable without its script. It contains personal fields only if the option `identifiers` of normalization was
 * `full`. Equal analyses produce equal text.
 *
 * @throws TypeError if `analysis` is a copy, and RangeError if a policy is unknown or invalid.
 *
 * @example
 * ```ts
 * import { writeFileSync } from 'node:fs'
 * import { analyze } from 'taxtally'
 * import { report } from 'taxtally/report'
 *
 * const record = {
 *   id: 'r-1',
 *   tax_year: '2024',
 *   forms: [{ year: '2024', form_w2: [{ wages_tips_other_compensation: '60,000.00', federal_income_tax_withheld: 6600 }] }],
 * }
 * const { value } = analyze(record)
 * if (value === undefined) throw new Error('nothing to use')
 * const page = report(value, { policy: ['fannie-2026-08', 'latest-year'] })
 * writeFileSync('borrower.html', page)
 * console.log(page.slice(0, 15)) //=> <!doctype html>
 * ```
 */
export function report(analysis: Analysis, options: ReportOptions = {}): string {
  checkOptions('report', options, OPTIONS)
  const taxpayer = getAnalysisContext(analysis)
  if (options.policy === undefined || taxpayer.underwritingInputs === undefined) return renderReport(taxpayer, options)
  const { policies } = parseUnderwritingOptions({ policy: options.policy })
  return renderReport({ ...taxpayer, underwritingInputs: { ...taxpayer.underwritingInputs, policies } }, options)
}
