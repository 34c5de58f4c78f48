import type { Issue } from '../core/issues/issue.js'
import { decimalFromCents } from '../core/money.js'
import type { FactRow } from '../figures/facts.js'
import type { Liabilities } from '../figures/liabilities.js'
import type { LineSum } from '../figures/return-lines.js'
import type { SourceDocument } from '../ingest/source.js'
import type { ResolvedDocument as Resolved, YearDoubt } from '../resolve/resolved-document.js'
import { gaps } from '../tables/definitions/gaps-table.js'
import { liabilities, liabilityYears } from '../tables/definitions/liabilities-tables.js'
import * as record from '../tables/definitions/record-tables.js'
import * as sums from '../tables/definitions/sum-tables.js'
import { listObjects, type PropertyReaders } from '../tables/objects.js'
import type { TableSpec, TaxpayerContext } from '../tables/table.js'
import { getDossierInternals, getResult, type NormalizedDossier, toTaxpayerContext } from './dossier.js'
import { toDocumentPlace } from './figure.js'
import type { AnyDocument } from './normalized-types.js'
import type {
  DocumentWithStatus,
  EmploymentRow,
  Fact,
  Gap,
  IncomeRow,
  LiabilitySummary,
  ReturnLineRow,
  WithholdingRow,
  YearRow,
  YearTotalRow,
} from './rows.js'

/** Returns a dossier's rows of a table as objects. */
const listTableRows = <Out, Row>(
  table: TableSpec<Row>,
  dossier: NormalizedDossier,
  readers: PropertyReaders<Row> = {},
): readonly Out[] => listObjects(table, toTaxpayerContext(dossier), readers)

/** Maps each internal document of a dossier to its public document. */
const mapPublicDocuments = (dossier: NormalizedDossier): ReadonlyMap<SourceDocument, AnyDocument> =>
  new Map(
    getDossierInternals(dossier).source.records.flatMap(({ documents }, i) =>
      documents.map((document, j) => [document, dossier.records[i]?.documents[j] as AnyDocument] as const),
    ),
  )

/** A table context with the public documents of the dossier. */
interface DocumentContext extends TaxpayerContext {
  readonly documents: ReadonlyMap<SourceDocument, AnyDocument>
}

const toPlaceOrNull = (document: SourceDocument | null) => (document === null ? null : toDocumentPlace({ document }))

const DOCUMENT_READERS: PropertyReaders<Resolved, DocumentContext> = {
  document: ({ asRead }, { documents }) => documents.get(asRead),
  doubts: ({ doubts }) => doubts,
  providerId: ({ document }) => document.record.providerId,
  decidedBy: ({ decidedBy }) => toPlaceOrNull(decidedBy),
  countedInstead: ({ countedInstead }) => toPlaceOrNull(countedInstead),
}

/**
 * Decides which documents count, and returns every document with its status. Resolves amendments, voids, duplicates
 * across sources, totals and conflicts. The order of the records never changes the result. The order of forms and
 * entries changes it only if a document is void or amended. See docs/resolution.md.
 */
export function resolveDocuments(dossier: NormalizedDossier): readonly DocumentWithStatus[] {
  const documents = mapPublicDocuments(dossier)
  return listObjects(record.documents, { ...toTaxpayerContext(dossier), documents }, DOCUMENT_READERS)
}

const FACT_READERS: PropertyReaders<FactRow> = { flags: row => row.flags, doubts: row => row.resolvedDocument.doubts }

/** Reads the doubts of a row as a list. */
const DOUBT_READERS: PropertyReaders<{ readonly doubts: readonly YearDoubt[] }> = { doubts: row => row.doubts }

/** Returns every nonzero amount as a fact. The counted facts of a role add up exactly to the sum of that role. */
export const factsOf = (dossier: NormalizedDossier): readonly Fact[] =>
  listTableRows(record.facts, dossier, FACT_READERS)

/** Returns why figures are incomplete: a gap for each figure and reason, and for each input that no figure could use. */
export const gapsOf = (dossier: NormalizedDossier): readonly Gap[] => listTableRows(gaps, dossier)

/**
 * Sums the income of the counted documents by year and category. A category without a counted fact or a gap has no row.
 *
 * @example
 * ```ts
 * import { normalizeDossier, summarizeIncome } from 'taxtally'
 *
 * const record = {
 *   id: 'r-1',
 *   tax_year: '2024',
 *   forms: [{ year: '2024', form_w2: [{ wages_tips_other_compensation: '60,000.00', federal_income_tax_withheld: 6600 }] }],
 * }
 * const { value: dossier } = normalizeDossier(record)
 * if (dossier === undefined) throw new Error('nothing to use')
 * for (const { taxYear, category, amount, complete } of summarizeIncome(dossier))
 *   console.log(taxYear, category, amount?.toFixed(2) ?? 'could not be read', complete) //=> 2024 wages 60000.00 true
 * ```
 */
export const summarizeIncome = (dossier: NormalizedDossier): readonly IncomeRow[] =>
  listTableRows(sums.income, dossier, DOUBT_READERS)

/** Sums withheld tax by year and kind. `foreign_tax` has its own rows and is not part of any other kind. */
export const summarizeWithholding = (dossier: NormalizedDossier): readonly WithholdingRow[] =>
  listTableRows(sums.withholding, dossier, DOUBT_READERS)

/**
 * Returns the totals of each recipient and year that has a document or unusable input. Total income excludes only
 * allocated tips.
 */
export const summarizeYears = (dossier: NormalizedDossier): readonly YearRow[] =>
  listTableRows(sums.years, dossier, DOUBT_READERS)

/** Returns the same as `summarizeYears`, for all recipients together: one row for each year. */
export const summarizeYearTotals = (dossier: NormalizedDossier): readonly YearTotalRow[] =>
  listTableRows(sums.yearTotals, dossier, DOUBT_READERS)

/** Lists, for each year, the employers that a counted W-2 or the employment history names. */
export function summarizeEmployment(dossier: NormalizedDossier): readonly EmploymentRow[] {
  const context = toTaxpayerContext(dossier)
  return listObjects(sums.employment, context, { doubts: row => row.doubts }, sums.listVisibleEmployers(context))
}

const LIABILITY_READERS: PropertyReaders<Liabilities> = { years: (_, context) => listObjects(liabilityYears, context) }

/** Returns the taxpayer's liabilities. Figures from different sources are separate, and their differences are shown. */
export function summarizeLiabilities(dossier: NormalizedDossier): LiabilitySummary {
  const [row] = listTableRows<LiabilitySummary, Liabilities>(liabilities, dossier, LIABILITY_READERS)
  return row as LiabilitySummary
}

const LINE_READERS: PropertyReaders<LineSum> = {
  ...DOUBT_READERS,
  parts: ({ parts }) =>
    parts.map(({ resolvedDocument, field, cents }) => ({
      ...toDocumentPlace(resolvedDocument),
      field,
      amount: decimalFromCents(cents),
    })),
}

/**
 * Returns the lines of Form 1040 that the counted documents imply. A line of 0 has a row only if it is incomplete.
 *
 * @example
 * ```ts
 * import { normalizeDossier, returnLines } from 'taxtally'
 *
 * const record = {
 *   id: 'r-1',
 *   tax_year: '2024',
 *   forms: [{ year: '2024', form_w2: [{ wages_tips_other_compensation: '60,000.00', federal_income_tax_withheld: 6600 }] }],
 * }
 * const { value: dossier } = normalizeDossier(record)
 * if (dossier === undefined) throw new Error('nothing to use')
 * for (const { line, amount } of returnLines(dossier)) console.log(line, amount?.toFixed(2)) //=> 1a 60000.00
 * //=> 25a 6600.00
 * ```
 */
export const returnLines = (dossier: NormalizedDossier): readonly ReturnLineRow[] =>
  listTableRows(sums.returnLines, dossier, LINE_READERS)

/** Returns all issues of a dossier: those found in its records and those found while computing its figures. */
export const issuesOf = (dossier: NormalizedDossier): readonly Issue[] => getResult(dossier).issues
