import type { Liabilities } from '../summarize/liabilities.js'
import type { Loan } from '../underwrite/mortgages/loans.js'
import { listHouseholdLoans } from './cached-underwriting.js'
import { defineTaxpayerId, formatPartyName } from './columns.js'
import { intColumn, moneyColumn, nullableColumn, type TableSpec, textColumn } from './table.js'

export const liabilities: TableSpec<Liabilities> = {
  name: 'liabilities',
  doc: 'Tax debts of the taxpayer. The figures may disagree with each other.',
  key: ['taxpayer_id'],
  summary: 'object',
  rowSpec: {
    type: 'LiabilitySummary',
    overrides: { years: ['readonly LiabilityYear[]', 'Balance due of each year.'] },
  },
  columns: [
    defineTaxpayerId(),
    nullableColumn.money('total', 'Total tax liabilities.'),
    nullableColumn.money('with_lien', 'Liabilities with a lien filed.'),
    nullableColumn.money('without_lien', 'Total less liabilities with a lien.'),
    nullableColumn.ratio('lien_share', 'Share of liabilities with a lien.'),
    nullableColumn.money('balance_due', 'Balance due.'),
    nullableColumn.money('years_total', 'Sum of the balances by year.'),
    nullableColumn.money('years_difference', 'Balance due less the sum of the yearly balances.'),
    nullableColumn.money('total_difference', 'Total less balance due.'),
    nullableColumn.int('oldest_balance_year', 'Oldest year with a balance.'),
    nullableColumn.bool('lien_filed', 'A lien is filed.'),
  ],
  rows: ({ result }) => [result.liabilities],
}

export const liabilityYears: TableSpec<{ readonly year: number; readonly amount: number | bigint }> = {
  name: 'liability_years',
  doc: 'Balance due by tax year.',
  key: ['taxpayer_id', 'tax_year'],
  summary: 'list',
  rowSpec: { type: 'LiabilityYear' },
  columns: [
    defineTaxpayerId(),
    intColumn('tax_year', 'Tax year.', row => row.year),
    moneyColumn('amount', 'Balance due.'),
  ],
  rows: ({ result }) => result.liabilities.years,
}

/** Mortgages by loan, ordered by year and number. */
export const mortgages: TableSpec<Loan> = {
  name: 'mortgages',
  doc: 'Mortgages that Forms 1098 report, one row per loan and year. A loan that moved to another lender is one loan.',
  key: ['taxpayer_id', 'tax_year', 'loan'],
  summary: 'list',
  rowSpec: {
    type: 'Mortgage',
    overrides: { flags: ['readonly MortgageFlag[]', 'Doubtful points, sorted.'] },
  },
  columns: [
    defineTaxpayerId(),
    intColumn('tax_year', 'Tax year.', ({ year }) => year),
    intColumn('loan', 'Number of the loan in the year, from 1.', ({ number }) => number),
    textColumn('lenders', 'Lenders in order, separated by semicolons.', ({ lenders }, context) =>
      lenders.map(lender => formatPartyName(lender, context) ?? 'not named').join(';'),
    ),
    nullableColumn.text(
      'property',
      'Address of the property; only if identifiers are full.',
      ({ property }, { privacy }) => (privacy.canShowPersonalData ? property : null),
    ),
    nullableColumn.date('origination_date', 'Day of origination.', ({ originated }) => originated),
    nullableColumn.money('principal', 'Outstanding principal that the first lender reports.'),
    moneyColumn('interest', 'Interest that all lenders received.'),
    moneyColumn('insurance_premiums', 'Mortgage insurance premiums.', ({ insurance }) => insurance),
    moneyColumn('points', 'Points paid on purchase.'),
    intColumn('lender_count', 'Number of lenders in the year.', ({ lenders }) => lenders.length),
    textColumn('flags', 'Doubts about the loan, sorted, separated by semicolons.', ({ flags }) => flags.join(';')),
    textColumn('borrower', 'self, or the last four digits of the recipient.'),
  ],
  rows: listHouseholdLoans,
}
