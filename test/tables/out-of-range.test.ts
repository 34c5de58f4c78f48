import { describe, expect, test } from 'vitest'
import { recordWith, resultOfRecords } from '../support/records.js'
import { formatTableRows } from '../support/run.js'

// In tables, money has 18 digits. A figure that does not fit is null, with an issue `out_of_range`.
const LARGEST_BOX = '89999999999999.99'

/** Sums 111 boxes of `LARGEST_BOX`, which is 9,989,999,999,999,998.89, and a last box. Returns amounts and issues. */
function interestOf(sign: '' | '-', last: string) {
  const amounts = [...Array.from({ length: 111 }, () => LARGEST_BOX), last]
  const form_1099_int = amounts.map(amount => ({
    payer: { fin: '00-1234567', name: 'ACME' },
    interest_income: `${sign}${amount}`,
  }))
  const result = resultOfRecords(recordWith({ form_1099_int }))
  return {
    amounts: formatTableRows(result, 'income').map(row => row['amount']),
    issues: formatTableRows(result, 'issues')
      .filter(({ code }) => code === 'out_of_range')
      .map(({ message }) => message ?? ''),
  }
}

describe('a sum', () => {
  test('of eighteen digits is written', () => {
    for (const sign of ['', '-'] as const) {
      const { amounts, issues } = interestOf(sign, '10000000000001.10')
      expect(amounts).toEqual([`${sign}9999999999999999.99`])
      // The return line rounds each box first, so its sum is 10,000,000,000,000,001.00, which has 19 digits.
      expect(issues).toHaveLength(1)
      expect(issues[0]).toContain('Table return_lines, column whole_dollars.')
    }
  })

  test('that is one cent larger is null and reported with its table and column', () => {
    for (const sign of ['', '-'] as const) {
      const { amounts, issues } = interestOf(sign, '10000000000001.11')
      expect(amounts).toEqual([''])
      for (const location of ['Table income, column amount.', 'Table years, column total_income.'])
        expect(issues.filter(message => message.includes(location))).toHaveLength(1)
    }
  })
})

test('a ratio of small amounts that does not fit is null and reported', () => {
  const record = (tax_year: string, interest_income: string) => {
    const form_1099_int = [{ payer: { fin: '00-1234567' }, interest_income }]
    return recordWith({ form_1099_int }, { id: tax_year, tax_year, date: '2024-09-01T00:00:00Z' })
  }
  // From 1 cent to 10^12 + 1 cents is a change of 10^12, which has 19 digits with six decimals.
  const result = resultOfRecords(record('2022', '0.01'), record('2023', '10000000000.01'))
  const changes = formatTableRows(result, 'income_streams').map(row => [row['category'], row['change']])
  expect(changes).toContainEqual(['interest', ''])
  const issues = formatTableRows(result, 'issues').filter(({ code }) => code === 'out_of_range')
  expect(issues.map(({ message }) => message).join()).toContain('Table income_streams, column change.')
})
