/** Tests of figures for each folder, quickest first: a mutant that lives costs all of them. */
const WORKED = [
  'test/fixtures.test.ts',
  'test/cases.test.ts',
  'test/api/normalized.test.ts',
  'test/api/summary.test.ts',
]

export const SUITES = {
  core: [
    'test/core/identifier.test.ts',
    'test/core/path.test.ts',
    'test/core/text.test.ts',
    'test/core/json-slice.test.ts',
    'test/core/date.test.ts',
    'test/normalize/group.test.ts',
    'test/normalize/values.test.ts',
    'test/core/json.test.ts',
    'test/core/money.test.ts',
    ...WORKED,
    'test/underwrite/worked.test.ts',
    'test/resolve/rules.test.ts',
    'test/mutation/figures.ts',
  ],
  normalize: [
    'test/normalize/privacy.test.ts',
    'test/normalize/strict.test.ts',
    'test/normalize/dossier.test.ts',
    'test/normalize/values.test.ts',
    'test/normalize/group.test.ts',
    'test/core/json.test.ts',
    'test/check/run-checks.test.ts',
    ...WORKED,
    'test/resolve/rules.test.ts',
    'test/laws/absence.test.ts',
    'test/laws/keys.test.ts',
    'test/laws/locality.test.ts',
    'test/laws/privacy.test.ts',
    'test/mutation/figures.ts',
  ],
  resolve: [
    'test/resolve/rules.test.ts',
    ...WORKED,
    'test/resolve/parties.test.ts',
    'test/mutation/figures.ts',
    'test/resolve/differential.test.ts',
  ],
  summarize: [
    ...WORKED,
    'test/api/compare-return.test.ts',
    'test/laws/order.test.ts',
    'test/summarize/liabilities.test.ts',
    'test/summarize/one-cent.test.ts',
    'test/summarize/return-lines.test.ts',
    'test/summarize/years.test.ts',
    'test/summarize/employment.test.ts',
    'test/summarize/largest-payer.test.ts',
    'test/summarize/decided-by.test.ts',
    'test/summarize/lost-boxes.test.ts',
    'test/underwrite/worked.test.ts',
    'test/laws/sums.test.ts',
    'test/mutation/figures.ts',
  ],
  underwrite: [
    'test/underwrite/worked.test.ts',
    'test/underwrite/indicators.test.ts',
    'test/underwrite/explain.test.ts',
    'test/underwrite/policy.test.ts',
    'test/underwrite/known-facts.test.ts',
    'test/underwrite/as-of-year-known.test.ts',
    'test/underwrite/docs-table.test.ts',
    'test/underwrite/docs.test.ts',
    'test/api/summary.test.ts',
    'test/underwrite/exact.test.ts',
    'test/underwrite/laws.test.ts',
  ],
}

/** Tests of time and of the package, which say nothing of a figure. */
export const ELSEWHERE = ['bundles for a browser', 'ten times the documents']

/** Tests that would cost a surviving mutant seconds, and that others stand in for. */
export const SLOW = [
  '2,000 random dossiers of copies',
  '800,000 random amounts',
  'never throws on odd documents',
  'a void document changes nothing',
]
