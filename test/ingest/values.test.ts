import { describe, expect, test } from 'vitest'
import { findCell, type SourceDocument } from '../../src/ingest/source.js'
import type { Field } from '../../src/schema/field.js'
import { FORMS } from '../../src/schema/forms/index.js'
import { findWideTable, readSections, recordWith, resultOfRecords } from '../support/records.js'
import { formatTableRows, type Raw } from '../support/run.js'

/** Reads an entry and returns its row of the wide table and the issue codes. */
function read(form: string, entry: Raw, record: Raw = {}): { row: Record<string, string>; codes: string[] } {
  const result = resultOfRecords(recordWith({ [form]: [entry] }, record))
  const [row = {}] = formatTableRows(result, findWideTable(form))
  return { row, codes: result.issues.map(({ code }) => code) }
}

/** Returns a function that prints the value of one box, followed by the issue codes. */
const cell =
  (form: string, key: string, column: string) =>
  (value: unknown): string[] => {
    const { row, codes } = read(form, { [key]: value })
    expect(row).toHaveProperty(column)
    return [row[column] as string, ...codes]
  }

// Each section is `== FORM KEY COLUMN`, then lines with the printed value (`-` if empty), the issue codes, and the raw
// values that give this result. A missing key must give the same result as null.
const BOXES = readSections(new URL('boxes.txt', import.meta.url)).map(([head, ...lines]) => {
  const cases = lines.flatMap(line => {
    const [says = '', values = ''] = line.split(' <- ')
    const read = JSON.parse(values) as unknown[]
    return [...read, ...(read.includes(null) ? [undefined] : [])].map(value => [value, says] as const)
  })
  return [head, cases] as const
})

describe.each(BOXES)('%s', (head, cases) => {
  const [form = '', key = '', column = ''] = head.split(' ')
  test.each(cases)('%j is %s', (value, says) => {
    const [printed, ...codes] = cell(form, key, column)(value)
    expect([printed || '-', ...codes].join(' ')).toBe(says)
  })
})

describe('lists', () => {
  const codes = cell('schedule_k1_1041', 'other_information_codes', 'other_information_codes')
  const ABSENT_ITEMS = [null, undefined, '', ' Not Set ']

  test('of texts contain the trimmed items', () => {
    expect(codes(['A', ' B \n C ', 5])).toEqual(['["A","B C","5"]'])
    expect(codes([...ABSENT_ITEMS, 'A', ...ABSENT_ITEMS])).toEqual(['["A"]'])
    expect(codes([])).toEqual(['[]'])
  })
  test('of texts omit only items that are not text', () => {
    expect(codes(['A', {}, 'B', true])).toEqual(['["A","B"]', 'list_unreadable', 'list_unreadable'])
  })
  test('of objects contain each item with all of its keys', () => {
    const pairs = cell('form_1099_r', 'distribution_codes', 'distribution_codes')
    expect(pairs([{ code: '7', value: 'Normal' }, { code: 'Not Set' }])).toEqual([
      '[{"code":"7","value":"Normal"},{"code":null,"value":null}]',
    ])
    expect(pairs([{ code: '7', page: 'one', part: 2 }])).toEqual([
      '[{"code":"7","value":null}]',
      'field_unknown',
      'field_unknown',
      'amount_unread',
    ])
    for (const item of [null, 'G', 5, []])
      expect(pairs([item, { code: '7' }])).toEqual(['[{"code":"7","value":null}]', 'list_unreadable'])
  })
})

test('false is readable only as a flag or as text', () => {
  for (const form of FORMS) {
    for (const { key, name, type } of form.fields as readonly Field[]) {
      if (name === 'submissionType') continue
      const { dossier } = resultOfRecords(recordWith({ [form.key]: [{ [key]: false }] }))
      const document = dossier.records[0]?.documents[0] as SourceDocument
      const expected = type === 'flag' ? [false] : type === 'text' ? ['false'] : [null, `${type}_unreadable`]
      const codes = dossier.pendingIssues.map(({ code }) => code).filter(code => code !== 'main_box_missing')
      expect([findCell(document, name), ...codes], key).toEqual(expected)
    }
  }
})

test('negative zero is zero, in a box of any kind', () => {
  for (const form of FORMS) {
    for (const { key, name } of form.fields as readonly Field[]) {
      for (const zero of [-0, '-0', '-0.0']) {
        const { dossier } = resultOfRecords(recordWith({ [form.key]: [{ [key]: zero }] }))
        const cell = findCell(dossier.records[0]?.documents[0] as SourceDocument, name)
        if (typeof cell !== 'string') expect(Object.is(Number(cell), -0), key).toBe(false)
      }
    }
  }
})

describe('an issue describes the expected and the received value', () => {
  const describeIssues = (form: string, key: string, value: unknown): string[] =>
    resultOfRecords(recordWith({ [form]: [{ [key]: value }] }))
      .issues.filter(({ code }) => code !== 'main_box_missing')
      .map(({ expected, received }) => `${expected}; ${received}`)
  test.each([
    ['form_w2', 'federal_income_tax_withheld', 'x', 'an amount; text of 1 character'],
    ['form_w2', 'federal_income_tax_withheld', 9e13, 'an amount below 90,000,000,000,000; a whole number'],
    ['form_w2', 'federal_income_tax_withheld', '1', 'a number; text of 1 character'],
    ['form_w2', 'statutory_employee', 'perhaps', 'yes or no; text of 7 characters'],
    ['form_w2', 'employee', 'Ann', 'an object; text of 3 characters'],
    ['schedule_k1_1041', 'other_information_codes', [{}], 'text; an object with 0 keys'],
    ['form_1099_r', 'distribution_codes', [null], 'an object; null'],
  ])('%s %s: %j', (form, key, value, expected) => {
    expect(describeIssues(form, key, value)).toEqual([expected])
  })
  test('and for an identifier, the expected format', () => {
    expect(describeIssues('form_w2', 'employer', { ein: '12-34' })).toEqual([
      'nine digits, or a mask and four digits; text of 5 characters',
    ])
  })
})

describe('years of documents', () => {
  const yearOf = (entry: Raw, record: Raw, form = 'form_w2') => read(form, entry, record).row['tax_year']
  const forms = (year: unknown, entry: Raw = {}, form = 'form_w2') => ({ forms: [{ year, [form]: [entry] }] })
  const yearOfK1 = (tax_period_end: unknown) =>
    yearOf({}, forms(2023, { tax_period_end }, 'schedule_k1_1065'), 'schedule_k1_1065')

  test("are the form object's year, or else the record's year", () => {
    expect(yearOf({}, {})).toBe('2023')
    expect(yearOf({}, forms('2022'))).toBe('2022')
    for (const absent of [null, '', 0, 'Not Set']) expect(yearOf({}, forms(absent))).toBe('2023')
    expect(yearOf({}, { ...forms(null), tax_year: null })).toBe('')
  })

  test('are for a K-1 the year in which its period ends, if it has a period', () => {
    for (const ends of ['202206', '2022-06', '2022-06-30', '06-30-2022', '06/30/2022', '2022-06-30T00:00:00Z'])
      expect(yearOfK1(ends)).toBe('2022')
    for (const ends of ['000000', null, 'Not Set', '202213']) expect(yearOfK1(ends)).toBe('2023')
  })

  test.each([1900, 2100, '1999', ' 2023 '])('%j is a year', year => {
    expect(yearOf({}, forms(year))).toBe(String(year).trim())
  })
  test.each([1899, 2101, '23', 'FY23', 2023.5, true])('%j is not a year', year => {
    expect(yearOf({}, forms(year))).toBe('2023')
    expect(read('form_w2', {}, forms(year)).codes).toContain('year_unreadable')
  })
})

describe('providers', () => {
  test.each([
    ['irs', 'irs'],
    [' IRS ', 'irs'],
    ['irs-tax-pro', 'irs_tax_pro'],
    ['IRS Tax Pro', 'irs_tax_pro'],
    ['irs_tax_pro', 'irs_tax_pro'],
    ['service-sandbox', 'service-sandbox'],
    ['service_sandbox', 'service-sandbox'],
    ['Service Sandbox', 'service-sandbox'],
    ['new-one', 'new_one'],
  ])('%j is %s', (value, expected) => {
    const result = resultOfRecords(recordWith({}, { provider_id: value }))
    expect(formatTableRows(result, 'records')[0]?.['provider_id']).toBe(expected)
    expect(result.issues.map(({ code }) => code)).toEqual(expected === 'new_one' ? ['enum_unknown'] : [])
  })
})

test('reports an amount with cents that a JSON number cannot represent', () => {
  const wages = cell('form_w2', 'wages_tips_other_compensation', 'wages')
  expect(wages(Number('70368744177664.01'))).toEqual(['70368744177664.02', 'money_rounded'])
  expect(wages(70368744177664.25)).toEqual(['70368744177664.25'])
  expect(wages('70368744177664.01')).toEqual(['70368744177664.01', 'money_coerced'])
})
