import { readFileSync } from 'node:fs'
import { tableFromIPC } from '@uwdata/flechette'
import { describe, expect, test } from 'vitest'
import { compareReturn, normalizeDossier, tablesOf } from '../../src/index.js'
import type { FormTable } from '../../src/schema/form.js'
import { FORMS } from '../../src/schema/forms/index.js'
import { INCOME_CATEGORIES, WITHHOLDING_KINDS } from '../../src/schema/role.js'
import { toArrow } from '../../src/tables/arrow.js'
import { readSections, recordWith, resultOfRecords } from '../support/records.js'
import { expectAccepted, formatTableRows, type Raw } from '../support/run.js'

const w2 = (wages: unknown, otherBoxes: Raw = {}): Raw => ({
  employer: { ein: '98-2979119', name: 'A' },
  wages_tips_other_compensation: wages,
  ...otherBoxes,
})
const record = (year: string, forms: Raw, id = year): Raw =>
  recordWith({ year, ssn: 'XXX-XX-4471', ...forms }, { id, provider_id: 'turbotax', tax_year: year })

/** Formats the rows of 2024: name, amounts (- for null), and a ? if incomplete. */
function rowsOf(table: string, records: readonly unknown[]): string[] {
  return formatTableRows(resultOfRecords(...records), table).flatMap(row => {
    const { category, kind, line, amount, complete } = row
    if (row['tax_year'] !== '2024') return []
    const rest = row['taxable_amount'] ?? row['whole_dollars']
    const amounts = [amount, ...(rest === undefined ? [] : [rest])].map(cell => (cell === '' ? '-' : cell))
    return [`${category ?? kind ?? line} ${amounts.join(' ')}${complete === 'true' ? '' : ' ?'}`]
  })
}

/** Formats the row of 2024 from the total to the largest payer's share, with - for null, and whether it is complete. */
const yearOf = (records: readonly unknown[]): string =>
  formatTableRows(resultOfRecords(...records), 'years')
    .filter(row => row['tax_year'] === '2024')
    .map(row =>
      [
        ...['total_income', 'gross_part', 'allocated_part', 'federal_withheld'],
        ...['effective_withholding_rate', 'largest_payer_share', 'complete'],
      ]
        .map(name => row[name] || '-')
        .join(' '),
    )
    .join('; ')

// Each example has a title, the forms and the expected rows. The file's comments give the reasons.
const EXAMPLES = readSections(new URL('unread.txt', import.meta.url))

const only = (forms: Raw): Raw[] => [record('2024', forms)]

describe('a sum without any readable amount is null, not 0.00', () => {
  test.each(EXAMPLES)('%s', (_, forms = '', ...says) => {
    const records = only(JSON.parse(forms) as Raw)
    const listed = (table: string) => rowsOf(table, records).join('; ')
    expect([`income: ${listed('income')}`, `lines: ${listed('return_lines')}`, `year: ${yearOf(records)}`]).toEqual(
      says,
    )
  })

  test('withheld tax, by kind', () => {
    const taxes = { social_security_tax_withheld: '5x', medicare_tax_withheld: 7 }
    expect(rowsOf('withholding', only({ form_w2: [w2(100, taxes)] }))).toEqual(['medicare 7.00', 'social_security - ?'])
  })

  test('a rejected record may have contained any amount of its year', () => {
    const refused = { ...record('2024', {}), forms: 'none' }
    // Even without a document, the year has rows whose amounts are unknown.
    const alone = [record('2023', { form_w2: [w2(52000)] }), refused]
    expect(yearOf(alone)).toBe('- - - - - - false')
    expect(rowsOf('income', alone)).toEqual(INCOME_CATEGORIES.toSorted().map(name => `${name} - - ?`))
    expect(rowsOf('withholding', alone)).toEqual(WITHHOLDING_KINDS.toSorted().map(name => `${name} - ?`))
    expect(rowsOf('return_lines', alone)).toEqual([])
    const addRecord = (forms: Raw): Raw[] => [refused, record('2024', forms, 'other')]
    // Interest paid on a loan is not income, so no income of the year was read.
    expect(yearOf(addRecord({ form_1098: [{ mortgage_interest_received: 5 }] }))).toBe('- - - - - - false')
    expect(yearOf(addRecord({ form_w2: [w2(0, { federal_income_tax_withheld: 0 })] }))).toBe('0.00 - - 0.00 - - false')
    expect(yearOf(addRecord({ form_w2: [w2(100)] }))).toBe('100.00 - - - - 1.000000 false')
    expect(rowsOf('income', addRecord({ form_w2: [w2(100)] })).filter(row => !row.includes(' - '))).toEqual([
      'wages 100.00 100.00 ?',
    ])
  })
})

test('Arrow and the library have the same nulls, and columns and types are nullable', () => {
  const unreadableW2 = w2('5x', { federal_income_tax_withheld: 'x' })
  const records = [record('2024', { form_w2: [unreadableW2] })]
  const { value } = expectAccepted(normalizeDossier({ taxpayer: { id: 't' }, records }))
  for (const [name, columns] of [
    ['income', ['amount', 'taxable_amount']],
    ['withholding', ['amount']],
    ['years', ['total_income', 'gross_part', 'allocated_part', 'federal_withheld']],
    ['return_lines', ['amount', 'whole_dollars']],
  ] as const) {
    const [table] = tablesOf([value], [name])
    if (table === undefined) throw new Error('no table')
    const read = tableFromIPC(toArrow(table, 'file'))
    for (const column of columns) {
      expect(table.columns.find(candidate => candidate.name === column)?.nullable, `${name}.${column}`).toBe(true)
      expect([...(read.getChild(column) ?? [])], `${name}.${column}`).toEqual(table.rows.map(() => null))
    }
  }
  const lines = { '1a': 500, '25a': 5, '1a+25a': 505, '2a': 7 }
  const compared = compareReturn(value, lines, 2024)
  expect(
    compared.map(({ line, implied, difference, complete }) => `${line} ${implied} ${difference} ${complete}`),
  ).toEqual(['1a null null false', '25a null null false', '1a+25a null null false', '2a 0 7 true'])
})

/** Returns the figures of a form's sample record with one box changed, by name. A missing figure is 0. */
function amountsOf(form: FormTable, key: string, value: unknown): [string, string][] {
  const record = JSON.parse(
    readFileSync(new URL(`../../fixtures/forms/${form.key}.json`, import.meta.url), 'utf8'),
  ) as { forms: Raw[] }
  for (const object of record.forms) {
    for (const entry of (object[form.key] ?? []) as Raw[]) {
      if (value === undefined) delete entry[key]
      else entry[key] = value
    }
  }
  const result = resultOfRecords(record)
  return ['income', 'withholding', 'return_lines'].flatMap(table =>
    formatTableRows(result, table).flatMap(({ tax_year, category, kind, line, amount = '', whole_dollars = '' }) =>
      Number(amount) === 0 && Number(whole_dollars) === 0
        ? []
        : [[`${table} ${tax_year} ${category ?? kind ?? line}`, `${amount} ${whole_dollars}`] as [string, string]],
    ),
  )
}

describe('an unreadable amount box adds the same as an absent one', () => {
  test.each(FORMS.map(form => [form.key, form as FormTable] as const))('%s', (_, form) => {
    for (const field of form.fields.filter(({ type }) => type === 'money')) {
      // The gain of a covered sale equals the proceeds if the basis is absent, and is unknown if it is unreadable.
      if (form.key === 'form_1099_b' && field.key === 'cost_basis') continue
      // With box 11, absent proceeds are 0, so that the basis is a loss. Unreadable proceeds leave the gain unknown.
      if (form.key === 'form_1099_b' && field.key === 'proceeds') continue
      expect(amountsOf(form, field.key, 'about 5'), field.key).toEqual(amountsOf(form, field.key, undefined))
    }
  })
})

test('a 1042-S with an unreadable income code adds nothing to winnings, and the line is incomplete', () => {
  const entry = { gross_income: 100, income_code: {}, recipient: { id: 'XXX-XX-1234' } }
  const rows = formatTableRows(resultOfRecords(recordWith({ form_1042_s: [entry] })), 'return_lines')
  expect(rows.filter(({ line }) => line === 'S1-8b')).toMatchObject([
    { amount: '', whole_dollars: '', complete: 'false' },
  ])
})
