import type { Issue } from '../core/issue.js'
import { decimalFromCents } from '../core/money.js'
import { liabilities, liabilityYears } from '../export/liabilities-tables.js'
import { listObjects, type PropertyReaders } from '../export/objects.js'
import * as record from '../export/record-tables.js'
import * as sums from '../export/sum-tables.js'
import type { TableSpec, TaxpayerContext } from '../export/table.js'
import type { Role } from '../model/role.js'
import type { SourceDocument } from '../normalize/source.js'
import type { ResolvedDocument as Resolved } from '../resolve/entry.js'
import type { FactRow } from '../summarize/facts.js'
import type { Liabilities } from '../summarize/liabilities.js'
import type { LineSum } from '../summarize/return-lines.js'
import {
  type DocumentPlace,
  getResult,
  mapPublicDocuments,
  type NormalizedDossier,
  toDocumentPlace,
  toTaxpayerContext,
} from './dossier.js'
import type { AnyDocument } from './normalized-types.js'
import type {
  DocumentWithStatus,
  EmploymentRow,
  Fact,
  IncomeRow,
  LiabilitySummary,
  ReturnLineRow,
  WithholdingRow,
  YearRow,
} from './rows.js'

/** Returns the rows of a dossier in a table. */
const listTableRows = <Out, Row>(
  table: TableSpec<Row>,
  dossier: NormalizedDossier,
  readers: PropertyReaders<Row> = {},
): readonly Out[] => listObjects(table, toTaxpayerContext(dossier), readers)

/** A context that also has the public documents. */
interface DocumentContext extends TaxpayerContext {
  readonly documents: ReadonlyMap<SourceDocument, AnyDocument>
}

const DOCUMENT_READERS: PropertyReaders<Resolved, DocumentContext> = {
  document: ({ document }, { documents }) => documents.get(document),
  providerId: ({ document }) => document.record.providerId,
}

/**
 * Decides which documents count. It handles amendments, voids, duplicates across sources, totals and conflicts. Every document
 * is in the result. The order of records never changes the result. The order of forms and entries does not change it either,
 * unless a document is void or amended. See docs/resolution.md.
 */
export function resolveDocuments(dossier: NormalizedDossier): readonly DocumentWithStatus[] {
  const documents = mapPublicDocuments(dossier)
  return listObjects(record.documents, { ...toTaxpayerContext(dossier), documents }, DOCUMENT_READERS)
}

const FACT_READERS: PropertyReaders<FactRow> = { flags: row => row.flags }

/** Returns every amount of the dossier as a fact. The counted facts of a role add up to its sum exactly. */
export const factsOf = (dossier: NormalizedDossier): readonly Fact[] =>
  listTableRows(record.facts, dossier, FACT_READERS)

/**
 * A missing part of a sum: something that the sum needs is unreadable or unknown. The place is null if the entry did not become
 * a document.
 */
export interface Gap {
  /** The tax year whose sum is incomplete. */
  readonly taxYear: number
  /** The incomplete sum, as in `Fact.role`. */
  readonly role: Role
  /** The place of the document. Null if the entry did not become a document. */
  readonly document: DocumentPlace | null
  /** The normalized name of the box. Null if the whole document, or more than one box, is unknown. */
  readonly field: string | null
}

/** Returns the gaps that make sums incomplete. */
export const gapsOf = (dossier: NormalizedDossier): readonly Gap[] =>
  getResult(dossier).ledger.gaps.map(({ year, role, resolvedDocument, field }) => ({
    taxYear: year,
    role,
    document: resolvedDocument === null ? null : toDocumentPlace(resolvedDocument),
    field,
  }))

/**
 * Sums the income of the documents that count by year and category. A category without a counted fact or a gap has no row.
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
export const summarizeIncome = (dossier: NormalizedDossier): readonly IncomeRow[] => listTableRows(sums.income, dossier)

/** Sums withheld tax by year and kind. `foreign_tax` is never added to the other kinds. */
export const summarizeWithholding = (dossier: NormalizedDossier): readonly WithholdingRow[] =>
  listTableRows(sums.withholding, dossier)

/** Returns one row per tax year that has a document, counted or not. Total income excludes allocated tips only. */
export const summarizeYears = (dossier: NormalizedDossier): readonly YearRow[] => listTableRows(sums.years, dossier)

/**
 * Lists the employers of each year. It joins counted W-2s with the employment history. An employer that appears in only one of
 * the two has a row too.
 */
export function summarizeEmployment(dossier: NormalizedDossier): readonly EmploymentRow[] {
  const context = toTaxpayerContext(dossier)
  return listObjects(sums.employment, context, {}, sums.listVisibleEmployers(context))
}

const LIABILITY_READERS: PropertyReaders<Liabilities> = {
  years: (_, context) => listObjects(liabilityYears, context),
}

/** Returns the liabilities of the taxpayer. No figure is assumed to agree with another, and the differences are shown. */
export function summarizeLiabilities(dossier: NormalizedDossier): LiabilitySummary {
  const [row] = listTableRows<LiabilitySummary, Liabilities>(liabilities, dossier, LIABILITY_READERS)
  return row as LiabilitySummary
}

const LINE_READERS: PropertyReaders<LineSum> = {
  parts: ({ parts }) =>
    parts.map(({ resolvedDocument, field, cents }) => ({
      ...toDocumentPlace(resolvedDocument),
      field,
      amount: decimalFromCents(cents),
    })),
}

/**
 * Returns the lines of Form 1040 that the counted documents imply. A line of 0 has no row unless it is incomplete.
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

/** Returns all issues of a dossier, from its records to its figures. */
export const issuesOf = (dossier: NormalizedDossier): readonly Issue[] => getResult(dossier).issues
