import { expect, test } from 'vitest'
import { recordWith, resultOfRecords } from '../support/records.js'
import { formatTableRows } from '../support/run.js'

test.each([
  ['INTERNAL REVENUE SERVICE', ['payer_is_irs']],
  ['Internal Revenue Service', ['payer_is_irs']],
  ['I.R.S.', ['payer_is_irs']],
  // The Treasury also pays interest on savings bonds, which recurs.
  ['US TREASURY', []],
  ['IRS FEDERAL CREDIT UNION', []],
  ['FIRST BANK', []],
])('interest from %s counts, with the flags %j', (name, flags) => {
  const result = resultOfRecords(recordWith({ form_1099_int: [{ payer: { name }, interest_income: 40 }] }))
  expect(formatTableRows(result, 'income').map(({ category, amount }) => `${category} ${amount}`)).toEqual([
    'interest 40.00',
  ])
  expect(result.ledger.facts.map(fact => fact.flags)).toEqual([flags])
})
