import type { Issue } from '../core/issue.js'
import { type Cents, Decimal, decimalOfCents } from '../core/money.js'
import type { Submission } from '../normalize/source.js'
import type { ResolvedDocument as Resolved, Status } from '../resolve/resolved.js'
import type { FactFlag } from '../spec/form.js'
import type { Basis, IncomeCategory, Reason, Role, WithholdingKind } from '../spec/role.js'
import { type FactRow, isCounted } from '../summarize/facts.js'
import { placeOf } from '../summarize/result.js'
import { printedLine, type ReturnLine } from '../summarize/return-lines.js'
import { type NormalizedDossier, normalizedDocumentsOf, resultFor } from './dossier.js'
import type { AnyDocument } from './normalized.js'

/** Millionths as a fraction; null stays null. */
export const fraction = (micros: Cents | null): Decimal | null =>
  micros === null ? null : new Decimal(micros.toString()).div(1_000_000)

/** Cents as dollars; null stays null. */
export const dollars = (cents: Cents | null): Decimal | null =>
  cents === null ? null : decimalOfCents(cents)

/** Where a document stands: the record, the form array and the two indexes. */
export interface DocumentPlace {
  readonly recordId: string
  /** A `FormKey`, or the key of one of the caller's own `forms`. */
  readonly form: string
  readonly formIndex: number
  readonly entryIndex: number
}

/** Where a resolved document stands. */
export const placeOfDocument = ({ document }: Resolved): DocumentPlace => ({
  recordId: document.record.id,
  form: document.plan.key,
  formIndex: document.formIndex,
  entryIndex: document.entryIndex,
})

/**
 * A document with what became of it; `document.form` says which boxes it has. `decidedBy` names the document that decided: record/form/form_index/entry_index;
 * null where none did.
 */
export interface ResolvedDocument extends DocumentPlace {
  readonly document: AnyDocument
  readonly taxYear: number | null
  readonly providerId: string | null
  readonly submission: Submission
  readonly status: Status
  readonly decidedBy: string | null
  /** A source that is the authority itself (the IRS) holds this document too, or is where it came from. */
  readonly verified: boolean
  /** The recipient's last four digits differ from the taxpayer's: a spouse on a joint return. */
  readonly otherRecipient: boolean
}

/**
 * Decides which documents count: amendments, voids, duplicates across sources, totals and conflicts.
 * None is left out; the result is the same for any order of records, and of forms and
 * entries where nothing is void or amended. See docs/resolution.md.
 */
export function resolveDocuments(dossier: NormalizedDossier): readonly ResolvedDocument[] {
  const { documents: resolved } = resultFor(dossier).resolution
  const documents = normalizedDocumentsOf(dossier)
  return resolved.map(of => ({
    ...placeOfDocument(of),
    document: documents.get(placeOf(of.document)) as AnyDocument,
    taxYear: of.document.year,
    providerId: of.document.record.providerId,
    submission: of.document.submission,
    status: of.status,
    decidedBy: of.decidedBy === null ? null : placeOf(of.decidedBy),
    verified: of.verified,
    otherRecipient: of.otherRecipient,
  }))
}

/**
 * An amount that is not zero, and what it adds to which sum. Units: US dollars, negative where it subtracts.
 * Missing: `box` for derived amounts, `reason` where it counts, `basis` where there is nothing to say.
 */
export interface Fact extends DocumentPlace {
  readonly taxYear: number | null
  readonly field: string
  readonly box: string | null
  readonly role: Role
  readonly amount: Decimal
  readonly counted: boolean
  readonly reason: Reason | null
  readonly basis: Basis | null
  readonly flags: readonly FactFlag[]
  /** The recipient's last four digits differ from the taxpayer's: a spouse on a joint return. */
  readonly otherRecipient: boolean
}

const factOf = (row: FactRow): Fact => ({
  ...placeOfDocument(row.of),
  taxYear: row.of.document.year,
  field: row.meaning.field,
  box: row.meaning.box,
  role: row.meaning.role,
  amount: decimalOfCents(row.cents),
  counted: isCounted(row),
  reason: row.meaning.reason,
  basis: row.meaning.basis,
  flags: row.flags,
  otherRecipient: row.of.otherRecipient,
})

/** Every amount of the dossier as a fact. The counted facts of a role add up to its sum, exactly. */
export const factsOf = (dossier: NormalizedDossier): readonly Fact[] =>
  resultFor(dossier).ledger.facts.map(factOf)

/** Something that a sum needed and that was lost or is not known. Missing: the place, where the entry was no document. */
export interface Gap {
  readonly taxYear: number
  readonly role: Role
  readonly document: DocumentPlace | null
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
 * Income of a year and category. Units: US dollars. Missing: `amount` is null, not 0, where nothing of it could be read;
 * `taxableAmount` there too, and where the taxable part is not known.
 */
export interface IncomeRow {
  readonly taxYear: number
  readonly category: IncomeCategory
  readonly amount: Decimal | null
  readonly taxableAmount: Decimal | null
  readonly documents: number
  readonly complete: boolean
}

/** Income by year and category, of the documents that count. A category without a counted fact or a gap has no row. */
export const summarizeIncome = (dossier: NormalizedDossier): readonly IncomeRow[] =>
  resultFor(dossier).income.map(({ year, category, amount, taxable, documents, complete }) => ({
    taxYear: year,
    category,
    amount: dollars(amount),
    taxableAmount: dollars(taxable),
    documents,
    complete,
  }))

/** Withheld tax of a year and kind. Units: US dollars. Missing: `amount` is null where nothing of it could be read. */
export interface WithholdingRow {
  readonly taxYear: number
  readonly kind: WithholdingKind
  readonly amount: Decimal | null
  readonly documents: number
  readonly complete: boolean
}

/** Withheld tax by year and kind; `foreign_tax` is shown beside the others and never totalled with them. */
export const summarizeWithholding = (dossier: NormalizedDossier): readonly WithholdingRow[] =>
  resultFor(dossier).withholding.map(({ year, kind, amount, documents, complete }) => ({
    taxYear: year,
    kind,
    amount: dollars(amount),
    documents,
    complete,
  }))

/**
 * A year's totals. Units: US dollars; fractions of 1. Missing: a sum is null, not 0, where nothing of it could be read; the
 * fractions where total income is 0 or below, or they need such a sum.
 */
export interface YearRow {
  readonly taxYear: number
  readonly totalIncome: Decimal | null
  readonly grossPart: Decimal | null
  readonly allocatedPart: Decimal | null
  readonly federalWithheld: Decimal | null
  readonly effectiveWithholdingRate: Decimal | null
  readonly largestPayerShare: Decimal | null
  readonly documents: number
  readonly notCounted: number
  readonly complete: boolean
  /** Amounts of counted documents behind keys that the library does not know; they are in no sum. */
  readonly unreadAmounts: number
}

/** One row a tax year that has a document, counted or not. Total income is all but allocated tips. */
export const summarizeYears = (dossier: NormalizedDossier): readonly YearRow[] =>
  resultFor(dossier).years.map(year => ({
    taxYear: year.year,
    totalIncome: dollars(year.totalIncome),
    grossPart: dollars(year.grossPart),
    allocatedPart: dollars(year.allocatedPart),
    federalWithheld: dollars(year.federalWithheld),
    effectiveWithholdingRate: fraction(year.effectiveWithholdingRate),
    largestPayerShare: fraction(year.largestPayerShare),
    documents: year.documents,
    notCounted: year.notCounted,
    complete: year.complete,
    unreadAmounts: year.unreadAmounts,
  }))

/**
 * A line of Form 1040 that documents imply, and what is behind it. Units: US dollars. Missing: both amounts are null, not
 * 0, where nothing of the line could be read.
 */
export interface ReturnLineRow {
  readonly taxYear: number
  readonly line: ReturnLine
  /** The line's name on the year's form: `7a` for `7` from 2025 on. */
  readonly printedLine: string
  readonly amount: Decimal | null
  /** Each box rounded half away from zero to whole dollars, then added. */
  readonly wholeDollars: Decimal | null
  readonly complete: boolean
  readonly parts: readonly (DocumentPlace & { readonly field: string; readonly amount: Decimal })[]
}

/** The lines of Form 1040 that the counted documents imply. Missing: a line of 0 has no row unless it is incomplete. */
export const returnLines = (dossier: NormalizedDossier): readonly ReturnLineRow[] =>
  resultFor(dossier).lines.map(({ year, line, amount, whole, complete, parts }) => ({
    taxYear: year,
    line,
    printedLine: printedLine(line, year),
    amount: dollars(amount),
    wholeDollars: dollars(whole),
    complete,
    parts: parts.map(({ of, field, cents }) => ({
      ...placeOfDocument(of),
      field,
      amount: decimalOfCents(cents),
    })),
  }))

/** Everything that was noted about a dossier on the way from its records to its figures. */
export const issuesOf = (dossier: NormalizedDossier): readonly Issue[] => resultFor(dossier).issues
