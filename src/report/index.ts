import { type Analysis, scopeOfAnalysis } from '../api/analyze.js'
import { termsOf, type UnderwriteScope } from '../underwrite/terms.js'
import { reportOfScope } from './scope-report.js'

/** How a report is made. */
export interface ReportOptions {
  /** Policies side by side, in the place of the one of the analysis. */
  readonly policies?: UnderwriteScope['policies']
}

/**
 * The page of one borrower, as the text of one HTML file: what counts, why, what is missing, each figure open to its boxes.
 * It asks nothing of any other file or server, and is readable without its script. Personal fields are in it only where
 * the dossier was normalized with `identifiers: 'full'`. Equal analyses give equal text.
 * Units: US dollars, to the cent. Throws a TypeError for a copy of an analysis, and a RangeError for a policy that is none.
 */
export function report(analysis: Analysis, options: ReportOptions = {}): string {
  const scope = scopeOfAnalysis(analysis)
  if (options.policies === undefined || scope.terms === undefined) return reportOfScope(scope)
  const { policies } = termsOf({ policies: options.policies })
  return reportOfScope({ ...scope, terms: { ...scope.terms, policies } })
}
