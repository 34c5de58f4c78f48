import { computeResult } from '../../src/figures/taxpayer-result.js'
import { Privacy } from '../../src/ingest/privacy.js'
import { CSV_FORMATTERS } from '../../src/tables/csv-text.js'
import { listCellRows } from '../../src/tables/table.js'
import {
  findStatedIdentities,
  parseUnderwritingOptions,
  type UnderwritingComparisonOptions,
} from '../../src/underwriting/facts/options.js'
import type { StatedIncome } from '../../src/underwriting/facts/stated-income.js'
import { findTable, type PrintedRow, type Raw, sourceOfDossier } from '../support/run.js'

/** The options of a comparison, without the application. */
export type StatedOptions = Omit<UnderwritingComparisonOptions, 'statedIncome'>

/** Prints the rows of a table of underwriting. Null is an empty string. */
export function printTable(raw: Raw, table: string, options: UnderwritingComparisonOptions = {}): PrintedRow[] {
  const underwritingInputs = parseUnderwritingOptions(options)
  const taxpayerId = String((raw['taxpayer'] as Raw)['id'])
  const result = computeResult(sourceOfDossier(raw), () => {}, findStatedIdentities(underwritingInputs, taxpayerId))
  const spec = findTable(table)
  return listCellRows(spec, { result, taxpayerId, privacy: new Privacy({}), underwritingInputs }).map(cells =>
    Object.fromEntries(
      spec.columns.map(({ name, type }, i) => {
        const value = cells[i] ?? null
        const text =
          value === null ? '' : type === 'text' ? String(value) : CSV_FORMATTERS[type](value, { rawText: true })
        return [name, text]
      }),
    ),
  )
}

/** Returns the rows of `tie_out`. */
export const compareStated = (raw: Raw, statedIncome: StatedIncome, options: StatedOptions = {}): PrintedRow[] =>
  printTable(raw, 'tie_out', { ...options, statedIncome })

const COLUMNS = ['stated_monthly', 'documented_monthly', 'difference', 'difference_ratio'] as const

/** Prints rows of `tie_out` as lines. */
export const printRows = (rows: readonly PrintedRow[]): string[] =>
  rows.map(row =>
    [row['borrower'], row['item'], row['name'], ...COLUMNS.map(name => row[name] || '-'), row['finding']].join(' | '),
  )
