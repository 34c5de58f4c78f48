import { type Analysis, computeAnalysis } from '../api/analysis.js'
import { findTaxpayerPath, normalizeRawDossier } from '../api/normalize.js'
import { type AnalyzeOptions, parseOptionsOfPolicies } from '../api/options.js'
import { acceptValue, makeIssue, type Outcome, rejectInput } from '../core/issues/issue.js'
import { runWithDeadline, startDeadline } from '../core/limits.js'
import { checkOptions } from '../core/options.js'
import { Privacy } from '../ingest/privacy.js'
import { InputWatch } from './read/describe-input.js'
import { type DossierOptions, FILE_OPTIONS } from './read/dossier-options.js'
import { deferStreamErrors, type InputSource, readDossiers, resolveInputs, toSourceName } from './read/read-files.js'

/**
 * Analyzes files of records, taxpayers and dossiers. Keeps only one taxpayer in memory.
 *
 * Reports the same issues as `analyze`. A value that cannot be used yields a rejected outcome with the text of the
 * value, before the outcome of the taxpayer that is still being read. A taxpayer that exceeds the deadline yields a
 * rejected outcome with its values. A file that is empty or has only an empty array yields a rejected outcome
 * (`input_empty`) after all others. Known facts apply to the taxpayers that they name.
 *
 * @param sources The paths of files, `file:` URLs, bytes, and streams of Node or of the web.
 * @throws InputError if an input cannot be read, TypeError for invalid inputs and unknown options, RangeError for invalid
 *   option values, and the reason of `signal` if it is aborted.
 *
 * @example
 * ```ts
 * import { writeFileSync } from 'node:fs'
 * import { analyzeFiles } from 'taxtally/node'
 * const record = {
 *   id: 'r-1',
 *   tax_year: '2024',
 *   forms: [{ year: '2024', form_w2: [{ wages_tips_other_compensation: '60,000.00', federal_income_tax_withheld: 6600 }] }],
 * }
 * writeFileSync('records.ndjson', `${JSON.stringify({ ...record, taxpayer_id: 'tp-1' })}\nno JSON\n`)
 * for await (const { status, value, issues } of analyzeFiles(['records.ndjson'])) {
 *   if (value === undefined) console.log(status, issues[0]?.code, issues[0]?.origin?.line) //=> rejected json_malformed 2
 *   else console.log(value.taxpayerId, value.underwriting.total.qualifyingMonthly.toFixed(2)) //=> tp-1 5000.00
 * }
 * ```
 */
export function analyzeFiles(
  sources: readonly InputSource[],
  options: AnalyzeOptions & DossierOptions = {},
): AsyncGenerator<Outcome<Analysis>> {
  // The generator starts with its first `next()`. A stream may fail before that.
  deferStreamErrors(sources)
  return iterateAnalyses(sources, options)
}

async function* iterateAnalyses(
  sources: readonly InputSource[],
  options: AnalyzeOptions & DossierOptions,
): AsyncGenerator<Outcome<Analysis>> {
  checkOptions('analyzeFiles', options, FILE_OPTIONS)
  const privacy = new Privacy(options)
  const { paths, contents } = resolveInputs('analyzeFiles', sources)
  const underwritingInputs = parseOptionsOfPolicies(options)
  const watch = new InputWatch()
  for await (const inputResult of readDossiers(paths, { ...options, contents, watch })) {
    options.signal?.throwIfAborted()
    if ('issue' in inputResult) yield rejectInput(inputResult.text, [inputResult.issue])
    else {
      const { taxpayer, records, origin } = inputResult.dossier
      const checkDeadline = startDeadline(options.deadline)
      yield runWithDeadline<Outcome<Analysis>>(
        checkDeadline,
        () => {
          const { dossier } = normalizeRawDossier(inputResult.dossier, options, privacy, checkDeadline)
          const analysis = computeAnalysis(dossier, underwritingInputs, checkDeadline)
          return acceptValue(analysis, analysis.issues)
        },
        deadlineError =>
          rejectInput({ taxpayer, records: records.map(({ raw }) => raw) }, [
            deadlineError.toIssue(findTaxpayerPath(inputResult.dossier), origin),
          ]),
      )
    }
  }
  for (const path of watch.listEmpty(paths))
    yield rejectInput(null, [makeIssue('input_empty', null, { origin: { source: toSourceName(path), line: null } })])
}
