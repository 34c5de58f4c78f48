import { expect, test } from 'vitest'
import { printedRows, resultOfDossier } from '../support/run.js'

test('a box of one cent, paid or taken back, is in its line', () => {
  for (const amount of ['0.01', '-0.01']) {
    const entry = { ordinary_dividend: amount, interest_income: amount, recipient: { id: 'XXX-XX-1234' } }
    const forms = [{ year: '2023', form_1099_int: [entry], form_1099_div: [entry] }]
    const record = { id: 'r', tax_year: '2023', provider_id: 'irs', forms }
    const rows = printedRows(resultOfDossier({ taxpayer: { id: 't' }, records: [record] }), 'return_lines')
    expect(rows.filter(({ line }) => line === '2b' || line === '3b').map(row => row['amount'])).toEqual([
      amount,
      amount,
    ])
  }
})
