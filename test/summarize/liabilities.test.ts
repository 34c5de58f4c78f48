import { expect, test } from 'vitest'
import { printedRows, resultOfDossier } from '../support/run.js'

/** The balances by year as they stand in their table, from a list in any order. */
function balancesOf(...given: readonly (readonly [year: string, amount: number])[]): string[] {
  const tax_years = given.map(([year, amount]) => ({ year, amount }))
  const taxpayer = { id: 't', details: { balance_summary: { balance_due: 0, tax_years } } }
  return printedRows(resultOfDossier({ taxpayer }), 'liability_years').map(
    row => `${row['tax_year']} ${row['amount']}`,
  )
}

test('balances stand by year, those of one year by amount, in whatever order they are given', () => {
  const balances = [
    ['2021', 500],
    ['2020', 700],
    ['2021', 100],
    ['2021', 300],
  ] as const
  const expected = ['2020 700.00', '2021 100.00', '2021 300.00', '2021 500.00']
  expect(balancesOf(...balances)).toEqual(expected)
  expect(balancesOf(...balances.toReversed())).toEqual(expected)
})
