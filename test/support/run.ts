import type { Accepted, Outcome } from '../../src/core/issues/issue.js'
import { computeResult, formatDocumentPlace, type TaxpayerResult } from '../../src/figures/taxpayer-result.js'
import { Privacy, type PrivacyOptions } from '../../src/ingest/privacy.js'
import { type ReadingOptions, readSourceDossier } from '../../src/ingest/read-dossier.js'
import type { SourceDossier } from '../../src/ingest/source-dossier.js'
import { CSV_FORMATTERS } from '../../src/tables/csv-text.js'
import { type CellValue, listCellRows, type TableColumn, type TableSpec } from '../../src/tables/table.js'
import { TABLES } from '../../src/tables/tables.js'

export type Raw = Record<string, unknown>

/** A table row as the CSV file prints it, without the apostrophe that escapes formulas. Null is an empty string. */
export type PrintedRow = Record<string, string>

/** Reads a raw dossier with `taxpayer` and `records`. */
export function sourceOfDossier(raw: Raw, options: ReadingOptions = {}): SourceDossier {
  const taxpayer = raw['taxpayer'] as Raw | undefined
  const records = (raw['records'] ?? []) as readonly unknown[]
  return readSourceDossier(
    {
      taxpayerId: String(taxpayer?.['id'] ?? 'nobody'),
      taxpayer,
      taxpayerPath: null,
      unusedTaxpayers: [],
      hasSharedFileName: false,
      origin: null,
      records: records.map(record => ({ raw: record, path: null, origin: null })),
    },
    options,
  )
}

/** Computes the library's result for a raw dossier. */
export const resultOfDossier = (raw: Raw, options: ReadingOptions = {}): TaxpayerResult =>
  computeResult(sourceOfDossier(raw, options))

/** Returns an accepted outcome. Throws if it was rejected. */
export function expectAccepted<T>(outcome: Outcome<T>): Accepted<T> {
  if (outcome.status === 'rejected') throw new Error(outcome.issues.map(({ code }) => code).join())
  return outcome
}

export function findTable(name: string): TableSpec {
  const table = TABLES.find(candidate => candidate.name === name)
  if (table === undefined) throw new Error(`there is no table ${name}`)
  return table
}

const formatCell = (column: TableColumn<unknown>, value: CellValue): string =>
  value === null ? '' : column.type === 'text' ? String(value) : CSV_FORMATTERS[column.type](value, { rawText: true })

/** Returns a result's rows of a table. A row maps column names to printed text. `omittedColumns` lists columns to omit. */
export function formatTableRows(
  result: TaxpayerResult,
  table: string | TableSpec,
  omittedColumns: readonly string[] = [],
  privacy: PrivacyOptions = {},
): PrintedRow[] {
  const spec = typeof table === 'string' ? findTable(table) : table
  const context = { result, taxpayerId: result.dossier.taxpayerId, privacy: new Privacy(privacy) }
  return listCellRows(spec, context).map(cells =>
    Object.fromEntries(
      spec.columns.flatMap((column, i) =>
        omittedColumns.includes(column.name) ? [] : [[column.name, formatCell(column, cells[i] as CellValue)]],
      ),
    ),
  )
}

/** Returns the rows of seven tables of figures by table name. Tests compare them to check that no figure changes. */
export function computeFigures(raw: Raw): Record<string, PrintedRow[]> {
  const result = resultOfDossier(raw)
  return {
    income: formatTableRows(result, 'income'),
    withholding: formatTableRows(result, 'withholding'),
    years: formatTableRows(result, 'years', ['not_counted']),
    year_totals: formatTableRows(result, 'year_totals', ['not_counted']),
    // An employer's name is not a figure, and documents may spell it differently.
    employment: formatTableRows(result, 'employment', ['employer_name']),
    liabilities: formatTableRows(result, 'liabilities'),
    return_lines: formatTableRows(result, 'return_lines'),
  }
}

/** Returns the decisions of resolution about each document, by the document's location. */
export const getDecisionsByLocation = (
  result: TaxpayerResult,
): Record<string, { status: string; decidedBy: string | null; verified: boolean; otherRecipient: boolean }> =>
  Object.fromEntries(
    result.resolution.documents.map(({ document, status, decidedBy, isVerified, isOtherRecipient }) => [
      formatDocumentPlace(document),
      {
        status,
        decidedBy: decidedBy === null ? null : formatDocumentPlace(decidedBy),
        verified: isVerified,
        otherRecipient: isOtherRecipient,
      },
    ]),
  )
