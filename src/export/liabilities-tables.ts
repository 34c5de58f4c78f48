import type { Liabilities } from '../summarize/liabilities.js'
import { taxpayerId } from './columns.js'
import { int, maybe, money, type TableSpec } from './table.js'

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
