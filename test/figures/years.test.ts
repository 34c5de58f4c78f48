import { describe, expect, test } from 'vitest'
import { listIssueLines, recordWith, resultOfRecords } from '../support/records.js'
import { formatTableRows, type Raw, resultOfDossier } from '../support/run.js'

const w2 = (wages: unknown, otherBoxes: Raw = {}): Raw => ({
  employer: { ein: '00-1234567', name: 'PEAR WORKS' },
  employee: { ssn: 'XXX-XX-1234' },
  wages_tips_other_compensation: wages,
  ...otherBoxes,
})

const record = (id: string, year: string, form_w2: unknown): Raw =>
  recordWith({ type: 'WAID', year, ssn: 'XXX-XX-1234', form_w2 }, { id, tax_year: year })

/** Formats each year: total income, the numbers of counted and other documents, and whether it is complete. */
const yearsOf = (...records: unknown[]): string[] =>
  formatTableRows(resultOfRecords(...records), 'years').map(row =>
    ['tax_year', 'total_income', 'documents', 'not_counted', 'complete'].map(name => row[name]).join(' '),
  )

const VOID = { submission_type: 'Void document' }

describe('years (expected values computed by hand)', () => {
  test('documents that do not count are counted separately, even if no document of a year counts', () => {
    expect(yearsOf(record('a', '2023', [w2(100), w2(200), w2(200, VOID)]), record('b', '2022', [w2(5, VOID)]))).toEqual(
      ['2022 0.00 0 1 true', '2023 100.00 1 2 true'],
    )
  })

  test('an unreadable box makes its year incomplete only if its document counts', () => {
    expect(yearsOf(record('a', '2023', [w2(100), w2('about 5')]))).toEqual(['2023 100.00 2 0 false'])
    expect(yearsOf(record('a', '2023', [w2(100), w2('about 5', VOID)]))).toEqual(['2023 100.00 1 1 true'])
  })
})

describe('repaid Social Security does not reduce other income', () => {
  const benefits = (paid: number, repaid: number): Raw => ({
    payer: { name: 'SOCIAL SECURITY ADMINISTRATION' },
    pensions_and_annuities: paid,
    repayments: repaid,
  })
  const sumsOf = (wages: number, ...statements: Raw[]) => {
    const form = { form_w2: [w2(wages, { federal_income_tax_withheld: 3000 })], form_ssa_1099: statements }
    const result = resultOfRecords(recordWith({ ssn: 'XXX-XX-1234', ...form }))
    return [
      formatTableRows(result, 'income').map(({ category, amount }) => `${category} ${amount}`),
      formatTableRows(result, 'years').map(row =>
        ['total_income', 'gross_part', 'effective_withholding_rate', 'largest_payer_share', 'doubts']
          .map(name => row[name])
          .join(' ')
          .trim(),
      ),
    ]
  }

  test('a negative net counts as 0 in the total and in rates', () => {
    // 4,000 - 9,000 = -5,000. The total is 30,000 + 0, and the rate is 3,000 / 30,000.
    expect(sumsOf(30_000, benefits(4000, 9000))).toEqual([
      ['social_security -5000.00', 'wages 30000.00'],
      ['30000.00 0.00 0.100000 1.000000 net_negative'],
    ])
  })

  test('a positive net of several statements is added', () => {
    // 4,000 - 9,000 + 7,000 = 2,000. The total is 32,000. 3,000 / 32,000 = 0.09375, and 30,000 / 32,000 = 0.9375.
    expect(sumsOf(30_000, benefits(4000, 9000), benefits(7000, 0))).toEqual([
      ['social_security 2000.00', 'wages 30000.00'],
      ['32000.00 0.00 0.093750 0.937500'],
    ])
  })
})

describe('a rejected record may have contained any data of its year', () => {
  const validRecords = [record('a', '2022', [w2(100)]), record('b', '2023', [w2(200)])]
  const refused = (otherFields: Raw) => ({ ...record('c', '2023', []), forms: 'none', ...otherFields })

  test('only its year is incomplete, in every table', () => {
    const result = resultOfRecords(...validRecords, refused({}))
    for (const table of ['years', 'income', 'return_lines']) {
      const complete = formatTableRows(result, table).map(row => `${row['tax_year']} ${row['complete']}`)
      expect([...new Set(complete)], table).toEqual(['2022 true', '2023 false'])
    }
  })

  test('each income stream has the condition rejected_record if it needs the year', () => {
    const listConditions = (...records: Raw[]): string[] =>
      formatTableRows(resultOfRecords(...records), 'income_streams').map(row => String(row['conditions']))
    for (const conditions of listConditions(...validRecords)) expect(conditions).not.toContain('rejected_record')
    for (const otherFields of [{}, { tax_year: '2022' }, { tax_year: null }])
      for (const conditions of listConditions(...validRecords, refused(otherFields)))
        expect(conditions).toContain('rejected_record')
    for (const conditions of listConditions(...validRecords, refused({ tax_year: '2021' })))
      expect(conditions).not.toContain('rejected_record')
  })

  test('a record without a year makes every year incomplete', () => {
    expect(yearsOf(...validRecords, refused({ tax_year: null }))).toEqual([
      '2022 100.00 1 0 false',
      '2023 200.00 1 0 false',
    ])
  })

  test('a form object that is rejected or has an unreadable year also makes its year incomplete', () => {
    const [first, second] = validRecords as [Raw, Raw]
    const [form] = second['forms'] as [Raw]
    for (const forms of [['garbage', form], [null, form], [{ ...form, year: 'twenty' }]]) {
      expect(yearsOf(first, { ...second, forms })).toEqual(['2022 100.00 1 0 true', '2023 200.00 1 0 false'])
    }
    expect(yearsOf(first, { ...second, forms: [{ ...form, year: '' }] })).toEqual([
      '2022 100.00 1 0 true',
      '2023 200.00 1 0 true',
    ])
  })

  test('a record that is repeated under its id contained nothing else', () => {
    expect(yearsOf(...validRecords, validRecords[1])).toEqual(['2022 100.00 1 0 true', '2023 200.00 1 0 true'])
  })
})

test('a record without a form makes its year incomplete only until parsing is finished', () => {
  const yearsOf = (status: string | undefined): string[] => {
    const records = [
      record('a', '2022', [w2(60_000)]),
      { id: 'b', tax_year: '2022', provider_id: 'turbotax', forms: [] },
    ]
    const result = resultOfDossier({ taxpayer: { id: 't', status }, records })
    const years = formatTableRows(result, 'years').map(row => `${row['tax_year']} ${row['complete']}`)
    return [...years, ...listIssueLines(result.issues)]
  }
  expect(yearsOf('AUTHORIZED')).toEqual(['2022 false', 'record_not_parsed $'])
  for (const status of ['COMPLETED', 'REJECTED', undefined]) expect(yearsOf(status)).toEqual(['2022 true'])
})

describe('a box of one recipient does not change the figures of another', () => {
  const w2OfSpouse = (wages: unknown): Raw => w2(wages, { employee: { ssn: 'XXX-XX-6666' } })
  const rowsOf = (table: string, columns: readonly string[], ...entries: Raw[]): string[] =>
    formatTableRows(resultOfRecords(record('a', '2023', entries)), table).map(row =>
      columns.map(name => row[name] || '-').join(' '),
    )

  test('wages of 0 on one W-2 do not make the unreadable wages of another recipient 0', () => {
    const entries = [w2(0), w2OfSpouse('about 5')]
    expect(rowsOf('income', ['recipient', 'amount', 'complete'], ...entries)).toEqual(['6666 - false'])
    expect(rowsOf('years', ['recipient', 'total_income', 'complete'], ...entries)).toEqual([
      'self 0.00 true',
      '6666 - false',
    ])
    expect(rowsOf('year_totals', ['total_income', 'complete'], ...entries)).toEqual(['0.00 false'])
  })

  test('unreadable receipts of one recipient do not make those of another unknown', () => {
    const receipts = { non_employee_compensation: 'about 5', recipient: { id: 'XXX-XX-1234' } }
    const forms = { form_w2: [w2OfSpouse(7)], form_1099_nec: [receipts] }
    const result = resultOfRecords(recordWith({ ssn: 'XXX-XX-1234', year: '2023', ...forms }))
    expect(formatTableRows(result, 'years').map(row => `${row['recipient']} ${row['gross_part'] || '-'}`)).toEqual([
      'self -',
      '6666 0.00',
    ])
    expect(formatTableRows(result, 'year_totals').map(row => row['gross_part'])).toEqual([''])
  })
})
