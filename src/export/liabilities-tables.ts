import type { Liabilities } from '../summarize/liabilities.js'
import type { Loan } from '../underwrite/mortgages/loans.js'
import { nameOfParty, taxpayerId } from './columns.js'
import { int, maybe, money, type TableSpec, text } from './table.js'
import { loansOf } from './worked.js'

export const liabilities: TableSpec<Liabilities> = {
  name: 'liabilities',
  doc: 'What the taxpayer owes. No figure is assumed to agree with another.',
  key: ['taxpayer_id'],
  summary: 'object',
  row: {
    type: 'LiabilitySummary',
    more: { years: ['readonly LiabilityYear[]', 'Balance due of each year.'] },
  },
  columns: [
    taxpayerId(),
    maybe.money('total', 'Total tax liabilities.'),
    maybe.money('with_lien', 'Liabilities with a lien filed.'),
    maybe.money('without_lien', 'Total less liabilities with a lien.'),
    maybe.ratio('lien_share', 'Share of liabilities with a lien.'),
    maybe.money('balance_due', 'Balance due.'),
    maybe.money('years_total', 'Sum of the balances by year.'),
    maybe.money('years_difference', 'Balance due less the sum of the yearly balances.'),
    maybe.money('total_difference', 'Total less balance due.'),
    maybe.int('oldest_balance_year', 'Oldest year with a balance.'),
    maybe.bool('lien_filed', 'A lien is filed.'),
  ],
  rows: ({ result }) => [result.liabilities],
}

export const liabilityYears: TableSpec<{ readonly year: number; readonly amount: number | bigint }> = {
  name: 'liability_years',
  doc: 'Balance due by tax year.',
  key: ['taxpayer_id', 'tax_year'],
  summary: 'list',
  row: { type: 'LiabilityYear' },
  columns: [taxpayerId(), int('tax_year', 'Tax year.', row => row.year), money('amount', 'Balance due.')],
  rows: ({ result }) => result.liabilities.years,
}

/** Mortgages by loan, ordered by year and number. */
export const mortgages: TableSpec<Loan> = {
  name: 'mortgages',
  doc: 'Mortgages that Forms 1098 report, one row per loan and year. A loan that moved to another lender is one loan.',
  key: ['taxpayer_id', 'tax_year', 'loan'],
  summary: 'list',
  row: {
    type: 'Mortgage',
    more: { flags: ['readonly MortgageFlag[]', 'Doubtful points, sorted.'] },
  },
  columns: [
    taxpayerId(),
    int('tax_year', 'Tax year.', ({ year }) => year),
    int('loan', 'Number of the loan in the year, from 1.', ({ number }) => number),
    text('lenders', 'Lenders in order, separated by semicolons.', ({ lenders }, scope) =>
      lenders.map(lender => nameOfParty(lender, scope) ?? 'not named').join(';'),
    ),
    maybe.text(
      'property',
      'Address of the property; only if identifiers are full.',
      ({ property }, { privacy }) => (privacy.showsPeople ? property : null),
    ),
    maybe.date('origination_date', 'Day of origination.', ({ originated }) => originated),
    maybe.money('principal', 'Outstanding principal that the first lender reports.'),
    money('interest', 'Interest that all lenders received.'),
    money('insurance_premiums', 'Mortgage insurance premiums.', ({ insurance }) => insurance),
    money('points', 'Points paid on purchase.'),
    int('lender_count', 'Number of lenders in the year.', ({ lenders }) => lenders.length),
    text('flags', 'Doubtful points, sorted, separated by semicolons.', ({ flags }) => flags.join(';')),
    text('borrower', 'self, or the last four digits of the recipient.'),
  ],
  rows: loansOf,
}
