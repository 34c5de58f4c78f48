import { type Analysis, type AnalyzeOptions, analysisUnder, workThrough } from '../api/analyze.js'
import { normalizeRawDossier, placeOfRaw } from '../api/normalize.js'
import { orLate, pauseOf } from '../core/deadline.js'
import { accepted, type Outcome, refused } from '../core/outcome.js'
import { RecordAhead } from '../normalize/ahead.js'
import { Privacy } from '../normalize/privacy.js'
import { termsUnder } from '../underwrite/terms.js'
import type { DossierOptions } from './dossiers.js'
import { readDossiers } from './read-files.js'

/**
 * Analyzes files of records, taxpayers and dossiers, one taxpayer at a time: memory does not grow with the input.
 * Issues: as `analyze` gives them; a value that cannot be used is a rejected outcome, which holds its text and
 * comes before the taxpayer that is still being read; a taxpayer that reached the deadline is one with its values.
 * Known facts count for the taxpayer that each names.
 * Throws InputError where a file cannot be read, and RangeError for options that are none.
 */
export async function* analyzeFiles(
  paths: readonly string[],
  options: AnalyzeOptions & DossierOptions = {},
): AsyncGenerator<Outcome<Analysis>> {
  const privacy = new Privacy(options)
  const terms = termsUnder(options)
  for await (const found of readDossiers(paths, options)) {
    if ('issue' in found) yield refused(found.text, [found.issue])
    else {
      const { taxpayer, records, origin } = found.dossier
      const pause = pauseOf(options.deadline)
      yield orLate<Outcome<Analysis>>(
        () => {
          const { dossier } = normalizeRawDossier(found.dossier, options, privacy, pause)
          const analysis = analysisUnder(dossier, terms)
          if (options.deadline !== undefined) workThrough(analysis, pause)
          return accepted(analysis, analysis.issues)
        },
        late =>
          refused({ taxpayer, records: records.map(({ raw }) => RecordAhead.wholeOf(raw)) }, [
            late.issueAt(placeOfRaw(found.dossier), origin),
          ]),
      )
    }
  }
}
