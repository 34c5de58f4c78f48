import { type Analysis, type AnalyzeOptions, analysisOf } from '../api/analyze.js'
import { normalizeRawDossier } from '../api/normalize.js'
import { accepted, type Outcome, refused } from '../core/outcome.js'
import { Privacy } from '../normalize/privacy.js'
import { type DossierOptions, readDossiers } from './dossiers.js'

/**
 * Analyzes files of records, taxpayers and dossiers, one taxpayer at a time: memory does not grow with the input.
 * Issues: as `analyze` gives them; a value that cannot be used is a rejected outcome, which holds its text and
 * comes before the taxpayer that is still being read.
 * Throws InputError where a file cannot be read.
 */
export async function* analyzeFiles(
  paths: readonly string[],
  options: AnalyzeOptions & DossierOptions = {},
): AsyncGenerator<Outcome<Analysis>> {
  const privacy = new Privacy(options)
  for await (const found of readDossiers(paths, options)) {
    if ('issue' in found) yield refused(found.text, [found.issue])
    else {
      const { dossier } = normalizeRawDossier(found.dossier, options, privacy)
      const analysis = analysisOf(dossier, options)
      yield accepted(analysis, analysis.issues)
    }
  }
}
