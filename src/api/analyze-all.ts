import type { Issue } from '../core/issue.js'
import { termsUnder } from '../underwrite/terms.js'
import { type Analysis, analysisUnder, workThrough } from './analysis.js'
import type { AnalyzeOptions } from './analyze.js'
import type { NormalizedDossier } from './dossier.js'
import { normalizeEach } from './normalize.js'
import { checkCore } from './options.js'

/**
 * Analyzes an input of any number of taxpayers, in their order; `issues` are of values that belong to none, and of
 * taxpayers that reached the deadline.
 * Known facts count for the taxpayer that each names.
 */
export function analyzeAll(
  input: unknown,
  options: AnalyzeOptions = {},
): { readonly analyses: readonly Analysis[]; readonly issues: readonly Issue[] } {
  checkCore('analyzeAll', options)
  const terms = termsUnder(options)
  const known = new Map<NormalizedDossier, Analysis>()
  const { dossiers, issues } = normalizeEach(input, options, (dossier, pause) => {
    const analysis = analysisUnder(dossier, terms)
    if (options.deadline !== undefined) workThrough(analysis, pause)
    known.set(dossier, analysis)
  })
  return { analyses: dossiers.map(({ value }) => known.get(value) as Analysis), issues }
}
