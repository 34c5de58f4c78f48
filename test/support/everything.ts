import type { Issue } from '../../src/core/issues/issue.js'
import { type Cents, formatCents, formatMicros } from '../../src/core/money.js'
import { computeResult, type TaxpayerResult } from '../../src/figures/taxpayer-result.js'
import { DossierBuilder } from '../../src/ingest/group/dossier-builder.js'
import { Privacy, type PrivacyOptions } from '../../src/ingest/privacy.js'
import { readSourceDossier } from '../../src/ingest/read-dossier.js'
import type { FormTable } from '../../src/schema/form.js'
import { FORMS } from '../../src/schema/forms/index.js'
import { toCsv } from '../../src/tables/csv.js'
import {
  type CellValue,
  type ColumnType,
  createTable,
  listCellRows,
  type TableSpec,
  type TaxpayerContext,
} from '../../src/tables/table.js'
import { selectTables } from '../../src/tables/tables.js'
import { parseUnderwritingOptions, type UnderwritingComparisonOptions } from '../../src/underwriting/facts/options.js'

/** Everything that the library computes from a value: results by taxpayer, issues, and every table. */
export interface AnalysisOutput {
  readonly taxpayerContexts: readonly TaxpayerContext[]
  readonly results: readonly TaxpayerResult[]
  readonly issues: readonly Issue[]
  /** Returns every table as CSV, by name, including the wide tables. */
  csv(): Readonly<Record<string, string>>
  /** Returns a table's rows as JSON objects, with money and ratios as decimal text. */
  rows(table: string): readonly Record<string, unknown>[]
}

const JSON_CELL: Partial<Record<ColumnType, (cell: number | bigint) => string>> = {
  money: formatCents,
  ratio: formatMicros,
}

/** Reads a value as if it were parsed from a file, and computes everything. */
export function analyzeEverything(
  value: unknown,
  forms: readonly FormTable[] = FORMS,
  privacy: PrivacyOptions = {},
  underwrite: UnderwritingComparisonOptions = {},
): AnalysisOutput {
  const results: TaxpayerResult[] = []
  const issues: Issue[] = []
  const grouper = new DossierBuilder(null, assembled => {
    if ('dossier' in assembled) {
      const result = computeResult(readSourceDossier(assembled.dossier, { forms }))
      results.push(result)
      issues.push(...result.issues)
    } else issues.push(assembled.issue)
  })
  grouper.add({
    value,
    origin: { source: 'file.json', line: null },
    path: null,
    fileOwner: { id: 'file', path: 'file.json' },
    isFromSingleValue: true,
  })
  grouper.finish()
  const context = { privacy: new Privacy(privacy), underwritingInputs: parseUnderwritingOptions(underwrite) }
  const scopes = results.map(result => ({ ...context, result, taxpayerId: result.dossier.taxpayerId }))
  const { tables } = selectTables(['all'], forms)
  return {
    taxpayerContexts: scopes,
    results,
    issues,
    csv: () => Object.fromEntries(tables.map(table => [table.name, toCsv(createTable(table, scopes))])),
    rows: name => {
      const table = tables.find(candidate => candidate.name === name)
      if (table === undefined) throw new Error(`there is no table ${name}`)
      return scopes.flatMap(taxpayerContext => listJsonRows(table, taxpayerContext))
    },
  }
}

/** Returns one taxpayer's rows of a table as JSON objects. */
const listJsonRows = (table: TableSpec, tableScope: TaxpayerContext): Record<string, unknown>[] =>
  listCellRows(table, tableScope).map(cells =>
    Object.fromEntries(
      table.columns.map(({ name, type }, i) => {
        const value = cells[i] as CellValue
        return [name, value === null ? null : (JSON_CELL[type]?.(value as Cents) ?? value)]
      }),
    ),
  )

/** Formats an issue as a short line with its code and path. */
export const formatIssueLine = ({ code, path }: Issue): string => `${code} ${path}`

/** Formats issues as sorted short lines. */
export const formatIssueLines = (issues: readonly Issue[]): readonly string[] => issues.map(formatIssueLine).sort()
