import { describe, expect, test } from 'vitest'
import { recordWith, resultOfRecords } from '../support/records.js'
import { formatTableRows, type Raw } from '../support/run.js'

/** Returns the rows of a return line of a record's form arrays: amount, whole dollars, complete. */
const rowsOfLine = (line: string, forms: Raw): string[] =>
  formatTableRows(resultOfRecords(recordWith(forms)), 'return_lines').flatMap(row =>
    row['line'] === line ? [`${row['amount']} ${row['whole_dollars']} ${row['complete']}`] : [],
  )

const lineOf = (line: string, form: string, ...entries: readonly Raw[]) => rowsOfLine(line, { [form]: entries })

describe('line 6a: benefits paid less repaid, not below 0', () => {
  const benefits = (paid: number, repaid: number): Raw => ({ pensions_and_annuities: paid, repayments: repaid })

  test('adds several statements: 1,000.40 - 300.60 is 699.80, and 1,000 - 301 in whole dollars', () => {
    expect(lineOf('6a', 'form_ssa_1099', benefits(1000.4, 0), benefits(0, 300.6))).toEqual(['699.80 699.00 true'])
  })

  test('has no line if more was repaid than paid', () => {
    expect(lineOf('6a', 'form_ssa_1099', benefits(100, 100.01))).toEqual([])
    expect(lineOf('6a', 'form_ssa_1099', benefits(100, 900))).toEqual([])
  })
})

describe('line S1-8b: winnings, including income code 28 of Form 1042-S', () => {
  const paid = (income_code: string, gross: number): Raw => ({ income_code, gross_income: gross })

  test('excludes other income codes', () => {
    const all = [paid('28', 1200.6), paid('06', 500), paid('28', 300)]
    expect(lineOf('S1-8b', 'form_1042_s', ...all)).toEqual(['1500.60 1501.00 true'])
  })

  test('is incomplete if box 2 is unreadable and the code means winnings', () => {
    expect(lineOf('S1-8b', 'form_1042_s', { income_code: '28', gross_income: 'some' })).toEqual(['  false'])
    expect(lineOf('S1-8b', 'form_1042_s', { income_code: '06', gross_income: 'some' })).toEqual([])
  })
})

test.each(['0.01', '-0.01'])('a box of one cent, positive or negative, is in its line: %s', amount => {
  const entry = { ordinary_dividend: amount, interest_income: amount }
  expect(lineOf('2b', 'form_1099_int', entry)).toEqual([`${amount} 0.00 true`])
  expect(lineOf('3b', 'form_1099_div', entry)).toEqual([`${amount} 0.00 true`])
})

test('line 7 of distributions is incomplete if a sale is unreadable, because the sale would move it', () => {
  const line7 = (otherForms: Raw) => rowsOfLine('7', { form_1099_div: [{ capital_gains: 50 }], ...otherForms })
  expect(line7({})).toEqual(['50.00 50.00 true'])
  expect(line7({ form_1099_b: ['none'] })).toEqual(['50.00 50.00 false'])
  expect(line7({ form_1099_b: [{ proceeds: 1 }] })).toEqual([])
})

describe('distributions, by the instructions for Form 1040, lines 4a to 5b', () => {
  const linesOf = (code: string, otherBoxes: Raw = {}): string => {
    const entry = { gross_distribution: 12000, distribution_codes: [{ code }], ...otherBoxes }
    const lines = ['4a', '4b', '5a', '5b'].map(line => lineOf(line, 'form_1099_r', entry)[0]?.split(' '))
    return lines.map(parts => (parts === undefined ? '-' : `${parts[1]}${parts[2] === 'true' ? '' : '?'}`)).join(' ')
  }
  const undetermined = { tax_amount_undetermined_code: true }
  const ira = { sep_indicator: true }

  test.each([
    // A line whose taxable amount is unknown is null and incomplete, shown as ?.
    // Payers do not check the IRA box for a Roth IRA. Codes J, Q and T identify it.
    ['a qualified Roth IRA distribution: 0 on 4b', 'Q', {}, '12000.00 - - -'],
    ['a qualified Roth IRA distribution, marked as not determined', 'Q', undetermined, '12000.00 - - -'],
    ['an early Roth IRA distribution: Form 8606 decides the tax', 'J', undetermined, '12000.00 ? - -'],
    ['an early Roth IRA distribution, not marked', 'J', {}, '12000.00 ? - -'],
    ['a Roth IRA distribution with code T and box 2a', 'T', { taxable_amount: 3000 }, '12000.00 3000.00 - -'],
    ['an IRA distribution whose taxable amount is not determined', '7', { ...ira, ...undetermined }, '12000.00 ? - -'],
    ['a recharacterization in the same year: on 4a, not taxable', 'N', { taxable_amount: 0 }, '12000.00 - - -'],
    ['a recharacterization in the next year: on no line', 'R', { taxable_amount: 0 }, '- - - -'],
    ['excess deferrals that a plan returned: on line 1h', '8', { taxable_amount: 12000 }, '- - - -'],
    ['excess additions that a plan returned', 'E', { taxable_amount: 12000 }, '- - - -'],
    ['excess contributions that an IRA returned', '8', { ...ira, taxable_amount: 12000 }, '- 12000.00 - -'],
    ['a pension', '7', { taxable_amount: 9000 }, '- - 12000.00 9000.00'],
    ['a direct rollover', 'G', { taxable_amount: 0 }, '- - 12000.00 -'],
    // Until the minimum retirement age, a disability pension counts as wages on line 1h. No box shows the age.
    ['a disability pension', '3', { taxable_amount: 9000 }, '- - 12000.00? 9000.00?'],
    ['a fully taxable disability pension: only on 5b', '3', { taxable_amount: 12000 }, '- - 0.00? 12000.00?'],
    ['a disability pension that is not taxable', '3', { taxable_amount: 0 }, '- - 12000.00? 0.00?'],
    ['a disability pension with codes 3 and D', '3D', { taxable_amount: 9000 }, '- - 12000.00? 9000.00?'],
    ['a disability distribution from an IRA', '3', { ...ira, taxable_amount: 9000 }, '12000.00 9000.00 - -'],
    ['a disability pension of 0', '3', { gross_distribution: 0, taxable_amount: 0 }, '- - - -'],
    ['a Roth SIMPLE IRA in its first two years', 'JS', { taxable_amount: 0 }, '12000.00 ? - -'],
    ['a disability pension whose taxable amount is not determined', '3', undetermined, '- - 12000.00? ?'],
  ])('%s', (_, code, otherBoxes, expected) => {
    expect(linesOf(code, otherBoxes)).toBe(expected)
  })
})

test('an unknown taxable amount makes its line null unless the line has another amount', () => {
  const unknown = { sep_indicator: true, gross_distribution: 12000, tax_amount_undetermined_code: true }
  const linesWith = (secondEntry: Raw) =>
    formatTableRows(
      resultOfRecords(recordWith({ form_1099_r: [unknown, { sep_indicator: true, ...secondEntry }] })),
      'return_lines',
    ).map(({ line, amount, complete }) => `${line} ${amount} ${complete}`)
  // A fully taxable distribution stands on 4b alone.
  expect(linesWith({ gross_distribution: 500, taxable_amount: 500 })).toEqual(['4a 12000.00 true', '4b 500.00 false'])
  // 12,000 + 500 = 12,500. A reported 0 does not make the line 0.
  expect(linesWith({ gross_distribution: 500, taxable_amount: 0 })).toEqual(['4a 12500.00 true', '4b  false'])
})

test('line 7 is printed as 7a from 2025 on but keeps its name in the table', () => {
  const forms = [2023, 2024, 2025, 2026].map(year => ({
    year: String(year),
    form_1099_div: [{ capital_gains: 50 }],
    form_1099_g: [{ unemployment_compensation: 7 }],
  }))
  const rows = formatTableRows(resultOfRecords({ id: 'r', provider_id: 'irs', forms }), 'return_lines')
  expect(rows.map(row => `${row['tax_year']} ${row['line']} ${row['printed_line']}`)).toEqual([
    ...['2023 7 7', '2023 S1-7 S1-7', '2024 7 7', '2024 S1-7 S1-7', '2025 7 7a', '2025 S1-7 S1-7'],
    ...['2026 7 7a', '2026 S1-7 S1-7'],
  ])
})
