import { describe, expect, test } from 'vitest'
import { printedRows, type Raw, resultOfDossier } from '../support/run.js'

/** The rows of a line: amount, whole dollars, complete. */
function lineOf(line: string, form: string, ...entries: readonly Raw[]): string[] {
  const forms = [{ year: '2023', [form]: entries }]
  const record = { id: 'r', tax_year: '2023', provider_id: 'irs', forms }
  return printedRows(resultOfDossier({ taxpayer: { id: 't' }, records: [record] }), 'return_lines').flatMap(
    row => (row['line'] === line ? [`${row['amount']} ${row['whole_dollars']} ${row['complete']}`] : []),
  )
}

describe('line 6a: benefits paid less repaid, not below 0', () => {
  const benefits = (paid: number, repaid: number): Raw => ({
    pensions_and_annuities: paid,
    repayments: repaid,
  })

  test('of several statements together: 1,000.40 - 300.60 is 699.80, each net in whole dollars 1,000 - 301', () => {
    expect(lineOf('6a', 'form_ssa_1099', benefits(1000.4, 0), benefits(0, 300.6))).toEqual([
      '699.80 699.00 true',
    ])
  })

  test('more repaid than paid has no line, by a cent or by much', () => {
    expect(lineOf('6a', 'form_ssa_1099', benefits(100, 100.01))).toEqual([])
    expect(lineOf('6a', 'form_ssa_1099', benefits(100, 900))).toEqual([])
  })
})

describe('line S1-8b: winnings, of a 1042-S those of income code 28', () => {
  const paid = (income_code: string, gross: number): Raw => ({ income_code, gross_income: gross })

  test('another code is no winnings', () => {
    const all = [paid('28', 1200.6), paid('06', 500), paid('28', 300)]
    expect(lineOf('S1-8b', 'form_1042_s', ...all)).toEqual(['1500.60 1501.00 true'])
  })

  test('a box 2 that cannot be read leaves them incomplete, where the code says winnings', () => {
    expect(lineOf('S1-8b', 'form_1042_s', { income_code: '28', gross_income: 'some' })).toEqual([
      '0.00 0.00 false',
    ])
    expect(lineOf('S1-8b', 'form_1042_s', { income_code: '06', gross_income: 'some' })).toEqual([])
  })
})

test('line 7 of distributions is in doubt where a sale was lost, which would have taken it from them', () => {
  const line7 = (more: Raw): string[] => {
    const forms = [{ year: '2023', form_1099_div: [{ capital_gains: 50 }], ...more }]
    const record = { id: 'r', tax_year: '2023', provider_id: 'irs', forms }
    return printedRows(resultOfDossier({ taxpayer: { id: 't' }, records: [record] }), 'return_lines').flatMap(
      row => (row['line'] === '7' ? [`${row['amount']} ${row['complete']}`] : []),
    )
  }
  expect(line7({})).toEqual(['50.00 true'])
  expect(line7({ form_1099_b: ['none'] })).toEqual(['50.00 false'])
  expect(line7({ form_1099_b: [{ proceeds: 1 }] })).toEqual([])
})
