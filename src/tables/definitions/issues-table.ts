import { type Issue, makeIssue, type Origin, toInputPath } from '../../core/issues/issue.js'
import type { CountableIssue } from '../../core/issues/issue-list.js'
import { printPath } from '../../core/json-value.js'
import { NO_ITEMS } from '../../core/lists.js'
import { compareNullLast, compareText } from '../../core/text.js'
import type { Liabilities } from '../../figures/liabilities.js'
import type { TaxpayerResult } from '../../figures/taxpayer-result.js'
import type { SourceRecord } from '../../ingest/source.js'
import type { RejectedRecord, SourceDossier } from '../../ingest/source-dossier.js'
import { getFacts } from '../../underwriting/facts/options.js'
import { listUnusedFacts } from '../../underwriting/facts/used-facts.js'
import {
  type CellValue,
  isOutOfRange,
  nullableColumn,
  type TableColumn,
  type TableSpec,
  type TaxpayerContext,
  textColumn,
} from '../table.js'
import { getUnderwritings } from './cached-underwriting.js'
import { conditions, tieOut } from './finding-tables.js'
import { liabilities, liabilityYears, mortgages } from './liabilities-tables.js'
import { employment, income, returnLines, withholding, years, yearTotals } from './sum-tables.js'
import { incomeStreams, indicators, qualifyingIncome, qualifyingTotals } from './underwriting-tables.js'

/** An issue with the taxpayer that it belongs to. */
export interface IssueTableRow extends Issue {
  readonly taxpayerId: string | null
  /** The tax year of the record or form object. Left out if the issue belongs to no taxpayer. */
  readonly taxYear?: number | null
}

/** Converts an issue to a table row. All rows have the same object shape, so V8 reads their properties faster. */
const toIssueRow = (
  { code, severity, path, message, recordId, origin }: Issue,
  taxpayerId: string | null,
  taxYear: number | null,
): IssueTableRow => ({ code, severity, path, message, recordId, origin, taxpayerId, taxYear }) as IssueTableRow

/** The columns of the table of issues. They also work for issues without a taxpayer. */
export const ISSUE_COLUMNS: readonly TableColumn<IssueTableRow>[] = [
  textColumn('source', 'Name of the input file.', row => row.origin?.source ?? ''),
  nullableColumn.int('line', 'Line number in an NDJSON file, from 1.', row => row.origin?.line ?? null),
  nullableColumn.text('taxpayer_id', 'Identifier of the taxpayer.', row => row.taxpayerId),
  nullableColumn.text('record_id', 'Identifier of the record.', row => row.recordId ?? null),
  nullableColumn.text('path', 'Location of the value, as a normalized path of RFC 9535.', row => row.path),
  textColumn('code', 'Issue code, which is never renamed.', row => row.code),
  textColumn('severity', 'error, warning or info.', row => row.severity),
  textColumn('message', 'What happened and what to do. Never contains a value from the data.', row => row.message),
  nullableColumn.int(
    'tax_year',
    'Tax year of the record or form object; null if it is unknown, or if the issue is about the taxpayer.',
    row => row.taxYear ?? null,
  ),
]

/** Returns the cells of an issue. No issue column uses the context. */
export const listIssueCells = (row: IssueTableRow): CellValue[] =>
  ISSUE_COLUMNS.map(column => column.readCell(row, undefined as never))

const compareOrigins = (a: Origin | undefined, b: Origin | undefined): number =>
  compareText(a?.source ?? '', b?.source ?? '') ||
  (a?.line ?? Number.POSITIVE_INFINITY) - (b?.line ?? Number.POSITIVE_INFINITY)

/** Orders issues by their place in the input. */
const compareIssues = (a: Issue, b: Issue): number =>
  (a.origin === b.origin ? 0 : compareOrigins(a.origin, b.origin)) ||
  compareNullLast(a.recordId ?? null, b.recordId ?? null) ||
  compareText(a.path, b.path) ||
  compareText(a.code, b.code) ||
  compareText(a.severity, b.severity) ||
  compareText(a.message, b.message)

type AnyRecord = SourceRecord | RejectedRecord

const FORM_PATTERN = /^\['forms'\]\[(\d+)\]/

const toLocation = (id: string | null, origin: Origin | null | undefined, path: string): string =>
  JSON.stringify([id, origin?.source ?? null, origin?.line ?? null, path])

/**
 * Returns a function that finds the tax year of an issue: that of the form object or else of the record. It returns null
 * for an issue about the taxpayer, and if the year is unknown. Several records may have one id, or none.
 */
function createYearFinder({ records, rejected }: SourceDossier): (issue: Issue) => number | null {
  const recordsByLocation = new Map<string, AnyRecord>()
  let maxPathLength = 0
  for (const record of [...records, ...rejected]) {
    const path = printPath(toInputPath(record.origin, record.path))
    maxPathLength = Math.max(maxPathLength, path.length)
    recordsByLocation.set(toLocation(record.id, record.origin, path), record)
  }
  return ({ recordId = null, origin, path }) => {
    // The path of a record ends after the first character `$` or after a bracket.
    for (let end = 1; end !== 0 && end <= maxPathLength; end = path.indexOf(']', end) + 1) {
      const record = recordsByLocation.get(toLocation(recordId, origin, path.slice(0, end)))
      if (record === undefined) continue
      const formIndex = FORM_PATTERN.exec(path.slice(end))?.[1]
      const form = formIndex !== undefined && 'forms' in record ? record.forms[Number(formIndex)] : undefined
      return form?.year ?? record.taxYear
    }
    return null
  }
}

export const issues: TableSpec<IssueTableRow> = {
  name: 'issues',
  doc: 'Problems in the input and in the figures.',
  columns: ISSUE_COLUMNS,
  rows: context => {
    const findYear = createYearFinder(context.result.dossier)
    return listTaxpayerIssues(context)
      .sort(compareIssues)
      .map(issue => toIssueRow(issue, context.taxpayerId, findYear(issue)))
  },
}

/** If the absolute amounts add up to at most this many cents, no sum and no ratio can be too large for its column. */
const MAX_ORDINARY_CENTS = 1e11

/** Returns true if a figure may be too large for its column. */
function mayHaveLargeFigure({ ledger, liabilities }: TaxpayerResult): boolean {
  if (ledger.magnitude > MAX_ORDINARY_CENTS) return true
  for (const { amount } of liabilities.years) if (isLarge(amount)) return true
  for (const name in liabilities) if (isLarge(liabilities[name as keyof Liabilities])) return true
  return false
}

const isLarge = (value: unknown): boolean => Math.abs(Number(value)) > MAX_ORDINARY_CENTS

/** Returns an issue for each known fact of a taxpayer that no policy uses. */
export function listUnusedFactIssues(context: TaxpayerContext): readonly Issue[] {
  const { underwritingInputs, taxpayerId, privacy } = context
  const facts = underwritingInputs === undefined ? null : getFacts(underwritingInputs, taxpayerId, privacy)
  if (facts === null) return NO_ITEMS
  context.cache ??= {}
  context.cache.unusedFacts ??= listUnusedFacts(facts, getUnderwritings(context))
  return context.cache.unusedFacts
}

/** Returns a taxpayer's issues, including one for each figure that is too large for its column. */
const listTaxpayerIssues = (context: TaxpayerContext): Issue[] => [
  ...context.result.issues,
  ...listUnusedFactIssues(context),
  ...listRangeIssues(context),
]

/** Returns the same issues as `listTaxpayerIssues`, but without building the messages, which counting does not need. */
export const listCountableIssues = (context: TaxpayerContext): readonly CountableIssue[] => [
  ...context.result.pendingIssues,
  ...listUnusedFactIssues(context),
  ...listRangeIssues(context),
]

/** The tables of sums and of figures computed from sums, in output order. Only these can have figures out of range. */
export const FIGURE_TABLES = [
  income,
  withholding,
  years,
  yearTotals,
  employment,
  liabilities,
  liabilityYears,
  returnLines,
  incomeStreams,
  qualifyingIncome,
  qualifyingTotals,
  conditions,
  indicators,
  mortgages,
  tieOut,
] as readonly TableSpec[]

/** Returns an issue for each figure that is too large for its column. The table contains null instead of the figure. */
function listRangeIssues(context: TaxpayerContext): Issue[] {
  if (!mayHaveLargeFigure(context.result)) return []
  const { origin } = context.result.dossier
  const rangeIssues: Issue[] = []
  for (const { name, columns, rows } of FIGURE_TABLES)
    for (const row of rows(context))
      for (const column of columns)
        if (isOutOfRange(column.readCell(row, context)))
          rangeIssues.push(
            makeIssue('out_of_range', null, { explanation: `Table ${name}, column ${column.name}.`, origin }),
          )
  return rangeIssues
}
