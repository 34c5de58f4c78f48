import { expect, test } from 'vitest'
import { formatTableRows, resultOfDossier } from '../support/run.js'

test('the order of tax balances changes no row, even if a year has several', () => {
  const balances = [
    { year: 2021, amount: '300.00' },
    { year: 2020, amount: '200.00' },
    { year: 2021, amount: '100.00' },
    { year: 2021, amount: '300.00' },
    { year: 2019, amount: '0.00' },
  ]
  const rowsOf = (tax_years: unknown[]) =>
    formatTableRows(
      resultOfDossier({ taxpayer: { id: 't', details: { balance_summary: { tax_years } } }, records: [] }),
      'liability_years',
      ['taxpayer_id'],
    )
  const rows = [
    { tax_year: '2019', amount: '0.00' },
    { tax_year: '2020', amount: '200.00' },
    { tax_year: '2021', amount: '100.00' },
    { tax_year: '2021', amount: '300.00' },
    { tax_year: '2021', amount: '300.00' },
  ]
  for (let at = 0; at < balances.length; at++) {
    const turned = [...balances.slice(at), ...balances.slice(0, at)]
    expect(rowsOf(turned)).toEqual(rows)
    expect(rowsOf(turned.toReversed())).toEqual(rows)
  }
})
