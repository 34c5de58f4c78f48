import type { Liabilities } from '../../figures/liabilities.js'
import type { Loan } from '../../underwriting/mortgages/loans.js'
import {
  intColumn,
  moneyColumn,
  nullableColumn,
  TAX_YEAR,
  type TableSpec,
  type TaxpayerContext,
  textColumn,
} from '../table.js'
import { listHouseholdLoans } from './cached-underwriting.js'
import { BORROWER_IDS, DOUBTS_TYPE, defineDoubtsColumn, defineTaxpayerId, formatPartyName } from './columns.js'

export const liabilities: TableSpec<Liabilities> = {
  name: 'liabilities',
  doc: 'Tax debts of the taxpayer, as the IRS reports them. The amounts may contradict each other.',
  key: ['taxpayer_id'],
  summary: 'object',
  rowSpec: {
    type: 'LiabilitySummary',
    overrides: { years: ['readonly LiabilityYear[]', 'Balance due of each year.'] },
  },
  columns: [
    defineTaxpayerId(),
    nullableColumn.money('total', 'Total tax liabilities.'),
    nullableColumn.money('with_lien', 'Tax liabilities for which a lien is filed.'),
    nullableColumn.money('without_lien', 'Total tax liabilities less those with a lien.'),
    nullableColumn.ratio('lien_share', 'Liabilities with a lien divided by total tax liabilities.'),
    nullableColumn.money('balance_due', 'Balance due, as reported.'),
    nullableColumn.money('years_total', 'Sum of the balances of all tax years.'),
    nullableColumn.money('years_difference', 'Balance due less the sum of the balances of all tax years.'),
    nullableColumn.money('total_difference', 'Total tax liabilities less balance due.'),
    nullableColumn.int('oldest_balance_year', 'Oldest tax year with a balance.'),
    nullableColumn.bool('lien_filed', 'True if a lien is filed.'),
  ],
  rows: ({ result }) => [result.liabilities],
}

export const liabilityYears: TableSpec<{ readonly year: number; readonly amount: number | bigint }> = {
  name: 'liability_years',
  doc: 'Balance due by tax year.',
  key: ['taxpayer_id', 'tax_year'],
  summary: 'list',
  rowSpec: { type: 'LiabilityYear' },
  columns: [defineTaxpayerId(), TAX_YEAR, moneyColumn('amount', 'Balance due for the tax year.')],
  rows: ({ result }) => result.liabilities.years,
}

/** Returns the names of a loan's lenders in the order of the transfers, separated by semicolons. */
export const formatLenders = ({ lenders }: Loan, context: TaxpayerContext): string =>
  lenders.map(lender => formatPartyName(lender, context) ?? 'not named').join(';')

/** Returns the address of the property, or null if the privacy options hide it. */
export const showProperty = ({ property }: Loan, { privacy }: TaxpayerContext): string | null =>
  privacy.canShowPersonalData ? property : null

/** Mortgages by loan, ordered by year and number. */
export const mortgages: TableSpec<Loan> = {
  name: 'mortgages',
  doc: 'Mortgages that Forms 1098 report, one row per loan and year. A loan that was transferred to another lender is one loan.',
  key: ['taxpayer_id', 'tax_year', 'loan'],
  summary: 'list',
  rowSpec: {
    type: 'Mortgage',
    overrides: {
      flags: ['readonly MortgageFlag[]', 'What is special or uncertain about the loan, sorted.'],
      doubts: DOUBTS_TYPE,
    },
  },
  columns: [
    defineTaxpayerId(),
    TAX_YEAR,
    intColumn('loan', 'Number of the loan within the year, from 1.', ({ number }) => number),
    textColumn('lenders', 'Lenders in the order of the transfers, separated by semicolons.', formatLenders),
    nullableColumn.text('property', 'Address of the property; only if the option identifiers is full.', showProperty),
    nullableColumn.date('origination_date', 'Origination date.', ({ originated }) => originated),
    nullableColumn.money('principal', 'Outstanding principal that the first lender reports.'),
    moneyColumn('interest', 'Interest that all lenders received.'),
    moneyColumn('insurance_premiums', 'Mortgage insurance premiums.', ({ insurance }) => insurance),
    moneyColumn('points', 'Points paid on purchase.'),
    intColumn('lender_count', 'Number of lenders in the year.', ({ lenders }) => lenders.length),
    textColumn('flags', 'What is special or uncertain about the loan, sorted, separated by semicolons.', ({ flags }) =>
      flags.join(';'),
    ),
    textColumn('borrower', `The borrower: ${BORROWER_IDS}.`),
    defineDoubtsColumn(loan => loan.doubts),
  ],
  rows: listHouseholdLoans,
}
