import { readFileSync } from 'node:fs'
import type { Analysis } from '../../src/api/analysis.js'
import { analyzeAll } from '../../src/api/analyze.js'
import type { AnalyzeOptions } from '../../src/api/options.js'
import { fixture } from '../cli/command.js'

const lines = (name: string): unknown[] =>
  readFileSync(fixture(name), 'utf8')
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line) as unknown)

/** A borrower from the fixtures that ship with the package: the dossier, known facts and stated income. */
export interface Shipped {
  readonly raw: unknown
  readonly underwrite: Pick<AnalyzeOptions, 'knownFacts' | 'statedIncome'>
}

/** The shipped borrowers that the tests of reports use. */
export const SHIPPED: readonly Shipped[] = [
  ...lines('dossiers.ndjson').map(raw => ({ raw, underwrite: {} })),
  { raw: JSON.parse(readFileSync(fixture('liabilities-dossier.json'), 'utf8')), underwrite: {} },
  {
    raw: JSON.parse(readFileSync(fixture('loan-files/dossier.json'), 'utf8')),
    underwrite: {
      knownFacts: lines('loan-files/known-facts.ndjson') as NonNullable<AnalyzeOptions['knownFacts']>,
      statedIncome: lines('loan-files/stated.ndjson') as NonNullable<AnalyzeOptions['statedIncome']>,
    },
  },
]

/** Returns the first analysis of an input that has only one taxpayer. */
export function analyzeSingle(raw: unknown, options: AnalyzeOptions = {}): Analysis {
  const { analyses } = analyzeAll(raw, options)
  return analyses[0] as Analysis
}
