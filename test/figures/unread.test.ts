import { readFileSync } from 'node:fs'
import { tableFromIPC } from '@uwdata/flechette'
import { describe, expect, test } from 'vitest'
import { compareReturn, normalizeDossier, tablesOf } from '../../src/index.js'
import { INCOME_CATEGORIES, WITHHOLDING_KINDS } from '../../src/schema/role.js'
import { toArrow } from '../../src/tables/arrow.js'
import { formatTableRows, type Raw, resultOfDossier } from '../support/run.js'

const w2 = (wages: unknown, otherBoxes: Raw = {}): Raw => ({
  employer: { ein: '98-2979119', name: 'A' },
  wages_tips_other_compensation: wages,
  ...otherBoxes,
})
const record = (year: string, forms: Raw, otherFields: Raw = {}): Raw => ({
  id: `r${year}`,
  provider_id: 'turbotax',
  tax_year: year,
  forms: [{ year, ssn: 'XXX-XX-4471', ...forms }],
  ...otherFields,
})
const dossierOf = (records: readonly unknown[], taxpayer: Raw = {}): Raw => ({
  taxpayer: { id: 't', ...taxpayer },
  records,
})

/** Formats the rows of one year: name, amounts (- for null), and a ? if incomplete. */
function rowsOf(table: string, records: readonly unknown[], year = '2024', taxpayer: Raw = {}): string[] {
  return formatTableRows(resultOfDossier(dossierOf(records, taxpayer)), table).flatMap(row => {
    const { category, kind, line, amount, complete } = row
    if (row['tax_year'] !== year) return []
    const rest = row['taxable_amount'] ?? row['whole_dollars']
    const amounts = [amount, ...(rest === undefined ? [] : [rest])].map(cell => (cell === '' ? '-' : cell))
    return [`${category ?? kind ?? line} ${amounts.join(' ')}${complete === 'true' ? '' : ' ?'}`]
  })
}

/** Formats a year's row from the total to the largest payer's share, with - for null, and whether it is complete. */
const yearOf = (records: readonly unknown[], year = '2024'): string =>
  formatTableRows(resultOfDossier(dossierOf(records)), 'years')
    .filter(row => row['tax_year'] === year)
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
const EXAMPLES = readFileSync(new URL('unread.txt', import.meta.url), 'utf8')
  .split(/^== /m)
  .slice(1)
  .map(example => example.split('\n').filter(line => line !== '' && !line.startsWith('#')) as [string, ...string[]])

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
    const addRecord = (forms: Raw): Raw[] => [refused, record('2024', forms, { id: 'other' })]
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
  const outcome = normalizeDossier(dossierOf([record('2024', { form_w2: [unreadableW2] })]))
  if (outcome.status === 'rejected') throw new Error('the dossier can be used')
  const { value } = outcome
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
    compared.map(({ line, implied, difference, complete }) => [
      line,
      implied?.toFixed(),
      difference?.toFixed(),
      complete,
    ]),
  ).toEqual([
    ['1a', undefined, undefined, false],
    ['25a', undefined, undefined, false],
    ['1a+25a', undefined, undefined, false],
    ['2a', '0', '7', true],
  ])
})
