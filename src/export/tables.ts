import { type Issue, makeIssue } from '../core/issue.js'
import { compareText } from '../core/text.js'
import type { RejectedRecord } from '../normalize/dossier.js'
import type { SourceRecord } from '../normalize/source.js'
import { accountOf } from '../normalize/source.js'
import type { ResolvedDocument } from '../resolve/resolved.js'
import type { Employment } from '../summarize/employment.js'
import type { FactRow } from '../summarize/facts.js'
import type { Liabilities } from '../summarize/liabilities.js'
import { placeOf, type TaxpayerResult } from '../summarize/result.js'
import type { LineSum } from '../summarize/return-lines.js'
import type { IncomeSum, WithholdingSum } from '../summarize/sums.js'
import type { YearSum } from '../summarize/years.js'
import { checks } from './checks-table.js'
import {
  bool,
  type Column,
  int,
  isOutOfRange,
  maybe,
  money,
  type Scope,
  sharedBy,
  type TableSpec,
  text,
} from './table.js'
import { indicators, qualifyingIncome } from './underwriting-tables.js'

const taxpayerId = <Row>(): Column<Row> =>
  text('taxpayer_id', 'Identifier of the taxpayer.', (_, scope) => scope.taxpayerId)

/** The columns that lead every row about a document. */
export const leading = <Row>(of: (row: Row) => ResolvedDocument): Column<Row>[] =>
  sharedBy(of, [
    taxpayerId<Row>(),
    text('record_id', 'Identifier of the record.', row => of(row).document.record.id),
    text('form', 'Key of the form array.', row => of(row).document.plan.key),
    int('form_index', "Position in the record's forms.", row => of(row).document.formIndex),
    int('entry_index', 'Position in the form array.', row => of(row).document.entryIndex),
    maybe.int('tax_year', 'Tax year of the document.', row => of(row).document.year),
  ])

const issuerOf = ({ document }: ResolvedDocument, { privacy, result }: Scope) =>
  privacy.issuer(document.issuer, result.dossier.people)

const taxpayers: TableSpec<Scope> = {
  name: 'taxpayers',
  doc: 'One row a taxpayer.',
  columns: [
    taxpayerId(),
    maybe.text('provider_id', 'Provider of the taxpayer.', scope => taxpayerField(scope, 'providerId')),
    maybe.text('status', 'Where collection stands.', scope => taxpayerField(scope, 'status')),
    maybe.text('created_at', 'When the taxpayer was created, UTC.', scope =>
      taxpayerField(scope, 'createdAt'),
    ),
    int(
      'records',
      'Records, rejected ones too.',
      ({ result: { dossier } }) => dossier.records.length + dossier.rejected.length,
    ),
    int('documents', 'Documents, counted or not.', ({ result }) => result.resolution.documents.length),
    maybe.int('first_year', 'First tax year of any document.', ({ result }) => result.years[0]?.year ?? null),
    maybe.int(
      'last_year',
      'Last tax year of any document.',
      ({ result }) => result.years.at(-1)?.year ?? null,
    ),
  ],
  rows: scope => [scope],
}

const taxpayerField = ({ result }: Scope, name: string): string | null =>
  (result.dossier.taxpayer?.[name] as string | null | undefined) ?? null

type RecordRow = (SourceRecord & { rejected?: undefined }) | { readonly rejected: RejectedRecord }

const records: TableSpec<RecordRow> = {
  name: 'records',
  doc: 'One row a record, rejected ones too.',
  columns: [
    taxpayerId(),
    maybe.text(
      'record_id',
      'Identifier of the record; null where it has none.',
      row => (row.rejected ?? row).id,
    ),
    maybe.int('tax_year', 'Tax year of the record.', row => (row.rejected ?? row).taxYear),
    maybe.text('provider_id', 'Provider of the record.', row => (row.rejected ?? row).providerId),
    maybe.text('date', 'When the record was pulled, UTC.', row => (row.rejected ?? row).date),
    int('documents', 'Documents of the record.', row =>
      row.rejected === undefined ? row.documents.length : 0,
    ),
    bool('rejected', 'The record could not be used.', row => row.rejected !== undefined),
  ],
  rows: ({ result: { dossier } }) => {
    const rows: RecordRow[] = [...dossier.records, ...dossier.rejected.map(rejected => ({ rejected }))]
    const nullLast = (a: string | null, b: string | null): number =>
      a === null || b === null ? Number(a === null) - Number(b === null) : compareText(a, b)
    return rows.sort((x, y) => {
      const [a, b] = [x.rejected ?? x, y.rejected ?? y]
      return (
        nullLast(a.id, b.id) ||
        (a.taxYear ?? 9999) - (b.taxYear ?? 9999) ||
        nullLast(a.providerId, b.providerId) ||
        nullLast(a.date, b.date) ||
        Number(x.rejected !== undefined) - Number(y.rejected !== undefined)
      )
    })
  },
}

const documents: TableSpec<ResolvedDocument> = {
  name: 'documents',
  doc: 'One row an entry of a form array, none left out, with what became of it.',
  columns: [
    ...leading<ResolvedDocument>(row => row),
    text(
      'provider_id',
      'Provider of the record; empty where unknown.',
      row => row.document.record.providerId ?? '',
    ),
    maybe.text('transcript_type', 'Type of the form object.', row => row.document.transcriptType),
    text(
      'submission',
      'What the document says of itself: original, amended, void, duplicate.',
      row => row.document.submission,
    ),
    text(
      'status',
      'What became of it: counted, superseded, canceled, void, duplicate, conflict.',
      row => row.status,
    ),
    maybe.text('decided_by', 'The document that decided: record/form/form_index/entry_index.', row =>
      row.decidedBy === null ? null : placeOf(row.decidedBy),
    ),
    bool('verified', 'An authority source holds it too.', row => row.verified),
    bool(
      'other_recipient',
      'The recipient is not the taxpayer: a spouse on a joint return.',
      row => row.otherRecipient,
    ),
    maybe.text(
      'issuer_id',
      'Identifier of the issuer: nine digits, or XXXXX and the last four.',
      (row, scope) => issuerOf(row, scope).id,
    ),
    maybe.text('issuer_name', 'Name of the issuer.', (row, scope) => issuerOf(row, scope).name),
    maybe.text(
      'recipient_id',
      'Identifier of the recipient, only where identifiers are full.',
      (row, { privacy }) => privacy.recipientOf(row.document, row.recipientId).id,
    ),
    maybe.text(
      'recipient_last4',
      "Last four digits of the recipient's identifier.",
      (row, { privacy }) => privacy.recipientOf(row.document, row.recipientId).last4,
    ),
    maybe.text(
      'recipient_pseudonym',
      "Keyed hash of the recipient's identifier, on request.",
      (row, { privacy }) => privacy.recipientOf(row.document, row.recipientId).pseudonym,
    ),
    maybe.text('account_last4', 'Last four characters of the account number.', row =>
      accountOf(row.document),
    ),
  ],
  rows: ({ result }) => result.resolution.documents,
}

const documentOf = (row: FactRow): ResolvedDocument => row.of

const facts: TableSpec<FactRow> = {
  name: 'facts',
  doc: 'One row an amount that is not zero: what each box adds to which sum, and why where it adds nothing.',
  columns: [
    ...leading<FactRow>(documentOf),
    text('field', 'Normalized name of the field, or of the derived amount.', row => row.field),
    maybe.text('box', 'Box on the official form.', row => row.box),
    text('role', 'What the amount means to a sum.', row => row.role),
    money('amount', 'The amount; negative where it subtracts.', row => row.cents),
    bool('counted', 'The amount enters the sum of its role.', row => row.counted),
    maybe.text('reason', 'Why it is not counted.', row => row.reason),
    maybe.text('basis', 'gross receipts, or an allocated share of earnings.', row => row.basis),
    ...sharedBy(documentOf, [
      bool(
        'other_recipient',
        'The recipient is not the taxpayer: a spouse on a joint return.',
        row => row.of.otherRecipient,
      ),
      maybe.text('issuer_id', 'Identifier of the issuer.', (row, scope) => issuerOf(row.of, scope).id),
      maybe.text('issuer_name', 'Name of the issuer.', (row, scope) => issuerOf(row.of, scope).name),
    ]),
  ],
  rows: ({ result }) => result.ledger.facts,
}

const income: TableSpec<IncomeSum> = {
  name: 'income',
  doc: 'Income by year and category, of the documents that count.',
  columns: [
    taxpayerId(),
    int('tax_year', 'Tax year.', row => row.year),
    text('category', 'Category of income.', row => row.category),
    money('amount', 'Sum of the counted facts.', row => row.amount),
    maybe.money('taxable_amount', 'The taxable part; null where it is not known.', row => row.taxable),
    int('documents', 'Documents with a counted fact in the row.', row => row.documents),
    bool('complete', 'No input to the sum was lost or unknown.', row => row.complete),
  ],
  rows: ({ result }) => result.income,
}

const withholding: TableSpec<WithholdingSum> = {
  name: 'withholding',
  doc: 'Withheld tax by year and kind; foreign tax is shown beside it and never totalled with it.',
  columns: [
    taxpayerId(),
    int('tax_year', 'Tax year.', row => row.year),
    text('kind', 'Kind of tax.', row => row.kind),
    money('amount', 'Sum of the counted facts.', row => row.amount),
    int('documents', 'Documents with a counted fact in the row.', row => row.documents),
    bool('complete', 'No input to the sum was lost or unknown.', row => row.complete),
  ],
  rows: ({ result }) => result.withholding,
}

const years: TableSpec<YearSum> = {
  name: 'years',
  doc: 'One row a tax year that has a document.',
  columns: [
    taxpayerId(),
    int('tax_year', 'Tax year.', row => row.year),
    money('total_income', 'All income but allocated tips.', row => row.totalIncome),
    money('gross_part', 'Part of the total that is gross receipts, before expenses.', row => row.grossPart),
    money(
      'allocated_part',
      'Part of the total that is shares of earnings, not cash.',
      row => row.allocatedPart,
    ),
    money('federal_withheld', 'Federal income tax withheld.', row => row.federalWithheld),
    maybe.ratio(
      'effective_withholding_rate',
      'Federal tax withheld over total income.',
      row => row.effectiveWithholdingRate,
    ),
    maybe.ratio(
      'largest_payer_share',
      "The largest payer's share of total income.",
      row => row.largestPayerShare,
    ),
    int('documents', 'Documents that count.', row => row.documents),
    int('not_counted', 'Documents that do not count.', row => row.notCounted),
    bool('complete', 'Every sum of the year is complete.', row => row.complete),
  ],
  rows: ({ result }) => result.years,
}

const employment: TableSpec<Employment> = {
  name: 'employment',
  doc: 'One row an employer and year, of counted W-2s and of the employment history.',
  columns: [
    taxpayerId(),
    int('tax_year', 'Tax year.', row => row.year),
    maybe.text(
      'employer_id',
      'Identifier of the employer.',
      (row, { privacy, result }) => privacy.issuer(row.employer, result.dossier.people).id,
    ),
    maybe.text(
      'employer_name',
      'Name of the employer.',
      (row, { privacy, result }) => privacy.issuer(row.employer, result.dossier.people).name,
    ),
    maybe.money('wages', 'Box 1 of the counted W-2s.', row => row.wages),
    maybe.ratio('wage_share', "Share of the year's wages.", row => row.wageShare),
    bool('in_documents', 'A counted W-2 names the employer.', row => row.inDocuments),
    bool('in_history', 'The employment history names the employer.', row => row.inHistory),
  ],
  rows: ({ result }) =>
    result.employment.toSorted(
      (a, b) =>
        a.year - b.year ||
        compareNullLast(a.employer.id, b.employer.id) ||
        compareNullLast(a.employer.name, b.employer.name) ||
        Number(a.wages ?? 0) - Number(b.wages ?? 0),
    ),
}

function compareNullLast(a: string | null, b: string | null): number {
  return a === null || b === null ? Number(a === null) - Number(b === null) : compareText(a, b)
}

const liabilities: TableSpec<Scope> = {
  name: 'liabilities',
  doc: 'What the taxpayer owes; none of the figures is assumed to agree with another.',
  columns: [
    taxpayerId(),
    maybe.money('total', 'Total tax liabilities.', ({ result }) => result.liabilities.total),
    maybe.money('with_lien', 'Liabilities with a lien filed.', ({ result }) => result.liabilities.withLien),
    maybe.money(
      'without_lien',
      'Total less those with a lien.',
      ({ result }) => result.liabilities.withoutLien,
    ),
    maybe.ratio('lien_share', 'Share with a lien.', ({ result }) => result.liabilities.lienShare),
    maybe.money('balance_due', 'Balance due.', ({ result }) => result.liabilities.balanceDue),
    maybe.money('years_total', 'Sum of the balances by year.', ({ result }) => result.liabilities.yearsTotal),
    maybe.money(
      'years_difference',
      'Balance due less the sum of years.',
      ({ result }) => result.liabilities.yearsDifference,
    ),
    maybe.money(
      'total_difference',
      'Total less balance due.',
      ({ result }) => result.liabilities.totalDifference,
    ),
    maybe.int(
      'oldest_balance_year',
      'Oldest year with a balance.',
      ({ result }) => result.liabilities.oldestBalanceYear,
    ),
    maybe.bool('lien_filed', 'A lien is filed.', ({ result }) => result.liabilities.lienFiled),
  ],
  rows: scope => [scope],
}

const liabilityYears: TableSpec<{ readonly year: number; readonly amount: number | bigint }> = {
  name: 'liability_years',
  doc: 'Balance due by tax year.',
  columns: [
    taxpayerId(),
    int('tax_year', 'Tax year.', row => row.year),
    money('amount', 'Balance due.', row => row.amount),
  ],
  rows: ({ result }) => result.liabilities.years,
}

const returnLines: TableSpec<LineSum> = {
  name: 'return_lines',
  doc: 'Lines of Form 1040 that the counted documents imply.',
  columns: [
    taxpayerId(),
    int('tax_year', 'Tax year.', row => row.year),
    text('line', 'Line of Form 1040; S1 is Schedule 1.', row => row.line),
    money('amount', 'Exact.', row => row.amount),
    money('whole_dollars', 'Each box rounded half away from zero, then added.', row => row.whole),
    bool('complete', 'No box behind the line was lost or unknown.', row => row.complete),
  ],
  rows: ({ result }) => result.lines,
}

/** An issue with the taxpayer that it belongs to. */
interface IssueRow extends Issue {
  readonly taxpayerId: string | null
}

/** The table of issues; it also takes those that have no taxpayer. */
export const ISSUE_COLUMNS: readonly Column<IssueRow>[] = [
  text('source', 'Name of the file.', row => row.origin?.source ?? ''),
  maybe.int('line', 'Line of NDJSON, from 1.', row => row.origin?.line ?? null),
  maybe.text('taxpayer_id', 'Identifier of the taxpayer.', row => row.taxpayerId),
  maybe.text('record_id', 'Identifier of the record.', row => row.recordId ?? null),
  maybe.text('path', 'RFC 9535 normalized path.', row => row.path),
  text('code', 'Stable code.', row => row.code),
  text('severity', 'error, warning or info.', row => row.severity),
  text('message', 'What is the matter; never a value from the data.', row => row.message),
]

/** Orders issues by where they were met. */
const compareIssues = (a: Issue, b: Issue): number =>
  compareText(a.origin?.source ?? '', b.origin?.source ?? '') ||
  (a.origin?.line ?? Number.POSITIVE_INFINITY) - (b.origin?.line ?? Number.POSITIVE_INFINITY) ||
  compareNullLast(a.recordId ?? null, b.recordId ?? null) ||
  compareText(a.path, b.path) ||
  compareText(a.code, b.code) ||
  compareText(a.severity, b.severity) ||
  compareText(a.message, b.message)

const issues: TableSpec<IssueRow> = {
  name: 'issues',
  doc: 'Everything that was noted about the input.',
  columns: ISSUE_COLUMNS,
  rows: scope =>
    [...scope.result.issues, ...rangeIssues(scope)]
      .sort(compareIssues)
      .map(issue => ({ ...issue, taxpayerId: scope.taxpayerId })),
}

/** Amounts that add up to no more give no figure beyond the safe integers, however they are added. */
const ORDINARY = 1e15

/** True where a figure may be beyond the safe integers: only such a one can be too large for its column. */
function mayHaveLargeFigure({ ledger, liabilities }: TaxpayerResult): boolean {
  if (ledger.magnitude > ORDINARY) return true
  for (const { amount } of liabilities.years) if (typeof amount === 'bigint') return true
  for (const name in liabilities) if (typeof liabilities[name as keyof Liabilities] === 'bigint') return true
  return false
}

/** The tables of sums, whose figures may not fit their columns. */
const SUMS = [
  income,
  withholding,
  years,
  employment,
  liabilities,
  liabilityYears,
  returnLines,
  qualifyingIncome,
  indicators,
] as readonly TableSpec[]

/** Issues of figures that do not fit their column and are null there. */
export function rangeIssues(scope: Scope): Issue[] {
  if (!mayHaveLargeFigure(scope.result)) return []
  return SUMS.flatMap(({ name, columns, rows }) =>
    rows(scope).flatMap(row =>
      columns.flatMap(column =>
        isOutOfRange(column.of(row, scope))
          ? [
              makeIssue('out_of_range', null, {
                more: `Table ${name}, column ${column.name}.`,
                origin: scope.result.dossier.origin,
              }),
            ]
          : [],
      ),
    ),
  )
}

/** The tables, all but the wide one of each form, in the order in which they are written. */
export const TABLES = [
  taxpayers,
  records,
  documents,
  facts,
  income,
  withholding,
  years,
  employment,
  liabilities,
  liabilityYears,
  returnLines,
  qualifyingIncome,
  indicators,
  checks,
  issues,
] as readonly TableSpec[]
