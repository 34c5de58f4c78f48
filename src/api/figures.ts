import type { Issue } from '../core/issue.js'
import { decimalOfCents } from '../core/money.js'
import { liabilities, liabilityYears } from '../export/liabilities-tables.js'
import { objectsOf, type Readers } from '../export/objects.js'
import * as record from '../export/record-tables.js'
import * as sums from '../export/sum-tables.js'
import type { Scope, TableSpec } from '../export/table.js'
import type { Role } from '../model/role.js'
import type { SourceDocument } from '../normalize/source.js'
import type { ResolvedDocument as Resolved } from '../resolve/entry.js'
import type { FactRow } from '../summarize/facts.js'
import type { Liabilities } from '../summarize/liabilities.js'
import type { LineSum } from '../summarize/return-lines.js'
import {
  type DocumentPlace,
  type NormalizedDossier,
  normalizedDocumentsOf,
  placeOfDocument,
  resultFor,
  scopeOf,
} from './dossier.js'
import type { AnyDocument } from './normalized-types.js'
import type {
  EmploymentRow,
  Fact,
  IncomeRow,
  LiabilitySummary,
  ResolvedDocument,
  ReturnLineRow,
  WithholdingRow,
  YearRow,
} from './rows.js'

/** The rows that a dossier has in a table. */
const rowsOf = <Out, Row>(
  table: TableSpec<Row>,
  dossier: NormalizedDossier,
  readers: Readers<Row> = {},
): readonly Out[] => objectsOf(table, scopeOf(dossier), readers)

/** A scope that knows the documents as the library gives them. */
interface DocumentScope extends Scope {
  readonly documents: ReadonlyMap<SourceDocument, AnyDocument>
}

const DOCUMENT: Readers<Resolved, DocumentScope> = {
  document: ({ document }, { documents }) => documents.get(document),
  providerId: ({ document }) => document.record.providerId,
}

/**
 * Decides which documents count: amendments, voids, duplicates across sources, totals and conflicts.
 * None is left out; the result is the same for any order of records, and of forms and
 * entries where nothing is void or amended. See docs/resolution.md.
 */
export function resolveDocuments(dossier: NormalizedDossier): readonly ResolvedDocument[] {
  const documents = normalizedDocumentsOf(dossier)
  return objectsOf(record.documents, { ...scopeOf(dossier), documents }, DOCUMENT)
}

const FACT: Readers<FactRow> = { flags: row => row.flags }

/** Every amount of the dossier as a fact. The counted facts of a role add up to its sum, exactly. */
export const factsOf = (dossier: NormalizedDossier): readonly Fact[] => rowsOf(record.facts, dossier, FACT)

/** Something that a sum needed and that was lost or is not known. Missing: the place, where the entry was no document. */
export interface Gap {
  /** The tax year whose sum lacks it. */
  readonly taxYear: number
  /** The sum that lacks it, as `Fact.role`. */
  readonly role: Role
  /** Where the document stands. Missing: null where the entry was no document. */
  readonly document: DocumentPlace | null
  /** The normalized name of the box. Missing: null where the whole document, or more than one box, is not known. */
  readonly field: string | null
}

/** The gaps that make sums incomplete. */
export const gapsOf = (dossier: NormalizedDossier): readonly Gap[] =>
  resultFor(dossier).ledger.gaps.map(({ year, role, of, field }) => ({
    taxYear: year,
    role,
    document: of === null ? null : placeOfDocument(of),
    field,
  }))

/**
 * Income by year and category, of the documents that count. A category without a counted fact or a gap has no row.
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
  rowsOf(sums.income, dossier)

/** Withheld tax by year and kind; `foreign_tax` is shown beside the others and never totalled with them. */
export const summarizeWithholding = (dossier: NormalizedDossier): readonly WithholdingRow[] =>
  rowsOf(sums.withholding, dossier)

/** One row a tax year that has a document, counted or not. Total income is all but allocated tips. */
export const summarizeYears = (dossier: NormalizedDossier): readonly YearRow[] => rowsOf(sums.years, dossier)

/** The employers of each year: counted W-2s joined with the employment history; what only one of them names is a row. */
export function summarizeEmployment(dossier: NormalizedDossier): readonly EmploymentRow[] {
  const scope = scopeOf(dossier)
  return objectsOf(sums.employment, scope, {}, sums.employersOf(scope))
}

const LIABILITY: Readers<Liabilities> = {
  years: (_, scope) => objectsOf(liabilityYears, scope),
}

/** Liabilities of the taxpayer; none of the figures is assumed to agree with another, and the differences are shown. */
export function summarizeLiabilities(dossier: NormalizedDossier): LiabilitySummary {
  const [row] = rowsOf<LiabilitySummary, Liabilities>(liabilities, dossier, LIABILITY)
  return row as LiabilitySummary
}

const LINE: Readers<LineSum> = {
  parts: ({ parts }) =>
    parts.map(({ of, field, cents }) => ({ ...placeOfDocument(of), field, amount: decimalOfCents(cents) })),
}

/**
 * The lines of Form 1040 that the counted documents imply. Missing: a line of 0 has no row unless it is incomplete.
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
  rowsOf(sums.returnLines, dossier, LINE)

/** Everything that was noted about a dossier on the way from its records to its figures. */
export const issuesOf = (dossier: NormalizedDossier): readonly Issue[] => resultFor(dossier).issues
