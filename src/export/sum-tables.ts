import type { Cents } from '../core/money.js'
import type { PublicParty } from '../normalize/privacy.js'
import type { ResolvedDocument } from '../resolve/resolved.js'
import type { Employment } from '../summarize/employment.js'
import { type FactRow, isCounted } from '../summarize/facts.js'
import type { Liabilities } from '../summarize/liabilities.js'
import type { Meaning } from '../summarize/meaning.js'
import { type LineSum, printedLine } from '../summarize/return-lines.js'
import type { IncomeSum, WithholdingSum } from '../summarize/sums.js'
import type { YearSum } from '../summarize/years.js'
import { compareNullLast, DOCUMENT_PLACE, ENTRY, issuerOf, leading, taxpayerId } from './columns.js'
import { bool, int, maybe, money, type Scope, sharedBy, type TableSpec, text } from './table.js'

const documentOf = (row: FactRow): ResolvedDocument => row.of
const LASTING = { lasting: true }
const meaningOf = (row: FactRow): Meaning => row.meaning

/** The table `facts`. */
export const facts: TableSpec<FactRow> = {
  name: 'facts',
  doc: 'One row an amount that is not zero: what each box adds to which sum, and why where it adds nothing.',
  key: [...ENTRY, 'field'],
  row: {
    type: 'Fact',
    extends: DOCUMENT_PLACE,
    without: ['issuerId', 'issuerName'],
    order: ['taxYear', 'field', 'box', 'role', 'amount', 'counted', 'reason', 'basis', 'flags'],
    more: { flags: ['readonly FactFlag[]', 'What the form says of the document.'] },
  },
  columns: [
    ...leading<FactRow>(documentOf),
    ...sharedBy(
      meaningOf,
      [
        text('field', 'Normalized name of the field, or of the derived amount.', row => row.meaning.field),
        maybe.text('box', 'Box on the official form.', row => row.meaning.box),
        text('role', 'What the amount means to a sum.', row => row.meaning.role, 'Role'),
      ],
      LASTING,
    ),
    money('amount', 'The amount; negative where it subtracts.', row => row.cents),
    ...sharedBy(
      meaningOf,
      [
        bool('counted', 'The amount enters the sum of its role.', isCounted),
        maybe.text('reason', 'Why it is not counted.', row => row.meaning.reason, 'Reason'),
        maybe.text(
          'basis',
          'gross receipts, or an allocated share of earnings.',
          row => row.meaning.basis,
          'Basis',
        ),
      ],
      LASTING,
    ),
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

/** An amount of which nothing could be read is no 0. */
const SUM = 'Sum of the counted facts; null where nothing of it could be read.'

/** The table `income`. */
export const income: TableSpec<IncomeSum> = {
  name: 'income',
  doc: 'Income by year and category, of the documents that count.',
  key: ['taxpayer_id', 'tax_year', 'category'],
  summary: 'list',
  row: {
    type: 'IncomeRow',
  },
  columns: [
    taxpayerId(),
    int('tax_year', 'Tax year.', row => row.year),
    text('category', 'Category of income.', row => row.category, 'IncomeCategory'),
    maybe.money('amount', SUM, row => row.amount),
    maybe.money('taxable_amount', 'The taxable part; null where it is not known.', row => row.taxable),
    int('documents', 'Documents with a counted fact in the row.', row => row.documents),
    bool('complete', 'No input to the sum was lost or unknown.', row => row.complete),
  ],
  rows: ({ result }) => result.income,
}

/** The table `withholding`. */
export const withholding: TableSpec<WithholdingSum> = {
  name: 'withholding',
  doc: 'Withheld tax by year and kind; foreign tax is shown beside it and never totalled with it.',
  key: ['taxpayer_id', 'tax_year', 'kind'],
  summary: 'list',
  row: {
    type: 'WithholdingRow',
  },
  columns: [
    taxpayerId(),
    int('tax_year', 'Tax year.', row => row.year),
    text('kind', 'Kind of tax.', row => row.kind, 'WithholdingKind'),
    maybe.money('amount', SUM, row => row.amount),
    int('documents', 'Documents with a counted fact in the row.', row => row.documents),
    bool('complete', 'No input to the sum was lost or unknown.', row => row.complete),
  ],
  rows: ({ result }) => result.withholding,
}

/** The table `years`. */
export const years: TableSpec<YearSum> = {
  name: 'years',
  doc: 'One row a tax year that has a document.',
  key: ['taxpayer_id', 'tax_year'],
  summary: 'list',
  row: {
    type: 'YearRow',
  },
  columns: [
    taxpayerId(),
    int('tax_year', 'Tax year.', row => row.year),
    maybe.money(
      'total_income',
      'All income but allocated tips; null where nothing of it could be read.',
      row => row.totalIncome,
    ),
    maybe.money(
      'gross_part',
      'Part of the total that is gross receipts, before expenses; null as the total.',
      row => row.grossPart,
    ),
    maybe.money(
      'allocated_part',
      'Part of the total that is shares of earnings, not cash; null as the total.',
      row => row.allocatedPart,
    ),
    maybe.money(
      'federal_withheld',
      'Federal income tax withheld; null as the total.',
      row => row.federalWithheld,
    ),
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
    int(
      'unread_amounts',
      'Amounts of counted documents behind keys that the library does not know; they are in no sum.',
      row => row.unreadAmounts,
    ),
  ],
  rows: ({ result }) => result.years,
}

/** An employer of a year, and the employer as it is put out. */
interface Shown {
  readonly row: Employment
  readonly employer: PublicParty
}

/** The employers of each year as they were worked out: those of documents stand first. */
export const employersOf = ({ privacy, result }: Scope): Shown[] =>
  result.employment.map(row => ({ row, employer: privacy.issuer(row.employer, result.dossier.people) }))

const compareAmounts = (a: Cents | null, b: Cents | null): number =>
  a === null || b === null ? Number(a === null) - Number(b === null) : a < b ? -1 : Number(a > b)

/** Orders rows by what they print: an identifier that is hidden orders nothing. */
const compareShown = (a: Shown, b: Shown): number =>
  a.row.year - b.row.year ||
  compareNullLast(a.employer.id, b.employer.id) ||
  compareNullLast(a.employer.name, b.employer.name) ||
  compareAmounts(a.row.wages, b.row.wages) ||
  compareAmounts(a.row.wageShare, b.row.wageShare) ||
  Number(a.row.inDocuments) - Number(b.row.inDocuments) ||
  Number(a.row.inHistory) - Number(b.row.inHistory)

/** The table `employment`. */
export const employment: TableSpec<Shown> = {
  name: 'employment',
  doc: 'One row an employer and year, of counted W-2s and of the employment history.',
  summary: 'list',
  row: {
    type: 'EmploymentRow',
  },
  columns: [
    taxpayerId(),
    int('tax_year', 'Tax year.', ({ row }) => row.year),
    maybe.text('employer_id', 'Identifier of the employer.', ({ employer }) => employer.id),
    maybe.text('employer_name', 'Name of the employer.', ({ employer }) => employer.name),
    maybe.money('wages', 'Box 1 of the counted W-2s; null where one was lost.', ({ row }) => row.wages),
    maybe.ratio(
      'wage_share',
      "Share of the year's wages; null where some were, or may have been, lost.",
      ({ row }) => row.wageShare,
    ),
    bool('in_documents', 'A counted W-2 names the employer.', ({ row }) => row.inDocuments),
    bool('in_history', 'The employment history names the employer.', ({ row }) => row.inHistory),
  ],
  rows: scope => employersOf(scope).sort(compareShown),
}

/** The table `liabilities`. */
export const liabilities: TableSpec<Liabilities> = {
  name: 'liabilities',
  doc: 'What the taxpayer owes; none of the figures is assumed to agree with another.',
  key: ['taxpayer_id'],
  summary: 'object',
  row: {
    type: 'LiabilitySummary',
    more: { years: ['readonly LiabilityYear[]', 'The balance due of each year.'] },
  },
  columns: [
    taxpayerId(),
    maybe.money('total', 'Total tax liabilities.', row => row.total),
    maybe.money('with_lien', 'Liabilities with a lien filed.', row => row.withLien),
    maybe.money('without_lien', 'Total less those with a lien.', row => row.withoutLien),
    maybe.ratio('lien_share', 'Share with a lien.', row => row.lienShare),
    maybe.money('balance_due', 'Balance due.', row => row.balanceDue),
    maybe.money('years_total', 'Sum of the balances by year.', row => row.yearsTotal),
    maybe.money('years_difference', 'Balance due less the sum of years.', row => row.yearsDifference),
    maybe.money('total_difference', 'Total less balance due.', row => row.totalDifference),
    maybe.int('oldest_balance_year', 'Oldest year with a balance.', row => row.oldestBalanceYear),
    maybe.bool('lien_filed', 'A lien is filed.', row => row.lienFiled),
  ],
  rows: ({ result }) => [result.liabilities],
}

/** The table `liability_years`. */
export const liabilityYears: TableSpec<{ readonly year: number; readonly amount: number | bigint }> = {
  name: 'liability_years',
  doc: 'Balance due by tax year.',
  key: ['taxpayer_id', 'tax_year'],
  summary: 'list',
  row: { type: 'LiabilityYear' },
  columns: [
    taxpayerId(),
    int('tax_year', 'Tax year.', row => row.year),
    money('amount', 'Balance due.', row => row.amount),
  ],
  rows: ({ result }) => result.liabilities.years,
}

/** The table `return_lines`. */
export const returnLines: TableSpec<LineSum> = {
  name: 'return_lines',
  doc: 'Lines of Form 1040 that the counted documents imply.',
  key: ['taxpayer_id', 'tax_year', 'line'],
  summary: 'list',
  row: {
    type: 'ReturnLineRow',
    order: ['taxYear', 'line', 'printedLine'],
    more: {
      parts: [
        'readonly (DocumentPlace & { readonly field: string; readonly amount: Decimal })[]',
        'The boxes behind it.',
      ],
    },
  },
  columns: [
    taxpayerId(),
    int('tax_year', 'Tax year.', row => row.year),
    text('line', 'Line of Form 1040; S1 is Schedule 1.', row => row.line, 'ReturnLine'),
    maybe.money('amount', 'Exact; null where nothing of the line could be read.', row => row.amount),
    maybe.money(
      'whole_dollars',
      'Each box rounded half away from zero, then added; null as the amount.',
      row => row.whole,
    ),
    bool('complete', 'No box behind the line was lost or unknown.', row => row.complete),
    text('printed_line', "Name of the line on the year's form: 7a for 7 from 2025 on.", row =>
      printedLine(row.line, row.year),
    ),
  ],
  rows: ({ result }) => result.lines,
}
