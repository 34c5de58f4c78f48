import { tableFromIPC } from '@uwdata/flechette'
import { describe, expect, test } from 'vitest'
import { toArrow } from '../../src/export/arrow.js'
import { compareReturn, normalizeDossier, tablesOf } from '../../src/index.js'
import { printedRows, type Raw, resultOfDossier } from '../support/run.js'

const payer = { fin: '11-1111111', name: 'PAYER' }
const w2 = (wages: unknown, more: Raw = {}): Raw => ({
  employer: { ein: '98-2979119', name: 'A' },
  wages_tips_other_compensation: wages,
  ...more,
})
const record = (year: string, forms: Raw, more: Raw = {}): Raw => ({
  id: `r${year}`,
  provider_id: 'turbotax',
  tax_year: year,
  forms: [{ year, ssn: 'XXX-XX-4471', ...forms }],
  ...more,
})
const dossierOf = (records: readonly unknown[], taxpayer: Raw = {}): Raw => ({
  taxpayer: { id: 't', ...taxpayer },
  records,
})

/** The rows of one year: what they are of, amounts with a null as -, and whether they are whole. */
function rowsOf(table: string, records: readonly unknown[], year = '2024', taxpayer: Raw = {}): string[] {
  return printedRows(resultOfDossier(dossierOf(records, taxpayer)), table).flatMap(row => {
    const { category, kind, line, amount, complete } = row
    if (row['tax_year'] !== year) return []
    const rest = row['taxable_amount'] ?? row['whole_dollars']
    const amounts = [amount, ...(rest === undefined ? [] : [rest])].map(each => (each === '' ? '-' : each))
    return [`${category ?? kind ?? line} ${amounts.join(' ')}${complete === 'true' ? '' : ' ?'}`]
  })
}

/** A year's total, gross part, allocated part, federal tax, rate and share; null as -. */
const yearOf = (records: readonly unknown[], year = '2024'): string =>
  printedRows(resultOfDossier(dossierOf(records)), 'years')
    .filter(row => row['tax_year'] === year)
    .map(row =>
      [
        'total_income',
        'gross_part',
        'allocated_part',
        'federal_withheld',
        'effective_withholding_rate',
        'largest_payer_share',
        'complete',
      ]
        .map(name => row[name] || '-')
        .join(' '),
    )
    .join('; ')

const only = (forms: Raw): Raw[] => [record('2024', forms)]

describe('a sum of which nothing could be read is null, not 0.00', () => {
  test.each<[name: string, forms: Raw, income: string[], lines: string[], year: string]>([
    [
      'wages',
      { form_w2: [w2('5x')] },
      ['wages - - ?'],
      ['1a - - ?'],
      // Nothing is said of tax withheld, and nothing of that was lost.
      '- - - 0.00 - - false',
    ],
    [
      'one W-2 of two: the other stands',
      { form_w2: [w2(54000), w2('5x', { employer: { ein: '98-1111111' } })] },
      ['wages 54000.00 54000.00 ?'],
      ['1a 54000.00 54000.00 ?'],
      '54000.00 0.00 0.00 0.00 0.000000 1.000000 false',
    ],
    [
      'one W-2 of two, where the other says 0',
      { form_w2: [w2(0), w2('5x', { employer: { ein: '98-1111111' } })] },
      ['wages 0.00 0.00 ?'],
      ['1a 0.00 0.00 ?'],
      '0.00 0.00 0.00 0.00 - - false',
    ],
    [
      // Software prints 0 in every box that is empty: that says nothing of the box that was lost.
      'dividends beside boxes of 0 of the same form',
      { form_1099_div: [{ payer, ordinary_dividend: '5x', capital_gains: 0, exempt_interest_dividends: 0 }] },
      ['dividends - - ?'],
      ['3b - - ?'],
      '- - - 0.00 - - false',
    ],
    [
      'tax withheld',
      { form_w2: [w2(50000, { federal_income_tax_withheld: '5x' })] },
      ['wages 50000.00 50000.00'],
      ['1a 50000.00 50000.00', '25a - - ?'],
      // Of tax that could not be read no rate is known.
      '50000.00 0.00 0.00 - - 1.000000 false',
    ],
    [
      'a distribution: its taxable part was read, and stands on its own line',
      { form_1099_r: [{ payer, gross_distribution: '5x', taxable_amount: 6000 }] },
      ['retirement - - ?'],
      ['5a - - ?', '5b 6000.00 6000.00'],
      '- - - 0.00 - - false',
    ],
    [
      'the taxable part of a distribution',
      { form_1099_r: [{ payer, gross_distribution: 6000, taxable_amount: '5x' }] },
      ['retirement 6000.00 -'],
      ['5a 6000.00 6000.00 ?', '5b - - ?'],
      '6000.00 0.00 0.00 0.00 0.000000 1.000000 true',
    ],
    [
      'a taxable part that is marked not determined is unknown, and nothing was lost',
      { form_1099_r: [{ payer, gross_distribution: 6000, tax_amount_undetermined_code: true }] },
      ['retirement 6000.00 -'],
      ['5a 6000.00 6000.00', '5b 0.00 0.00 ?'],
      '6000.00 0.00 0.00 0.00 0.000000 1.000000 true',
    ],
    [
      'benefits',
      { form_ssa_1099: [{ payer, pensions_and_annuities: '5x', repayments: 0 }] },
      ['social_security - - ?'],
      ['6a - - ?'],
      '- - - 0.00 - - false',
    ],
    [
      'benefits of which only what was repaid was read: the part; no line is below 0, and it is not 0 either',
      { form_ssa_1099: [{ payer, pensions_and_annuities: '5x', repayments: 500 }] },
      ['social_security -500.00 - ?'],
      ['6a - - ?'],
      '-500.00 0.00 0.00 0.00 - - false',
    ],
    [
      'a K-1: what else it says stands',
      {
        schedule_k1_1065: [{ partnership: { ein: '98-3333333' }, ordinary_income_k1: '5x', interest: 40 }],
      },
      ['interest 40.00 40.00', 'partnership - - ?'],
      ['2b 40.00 40.00'],
      '40.00 0.00 40.00 0.00 0.000000 1.000000 false',
    ],
    [
      'receipts: a part of the total that was lost is no 0',
      { form_w2: [w2(100)], form_1099_nec: [{ payer, non_employee_compensation: '5x' }] },
      ['self_employment - - ?', 'wages 100.00 100.00'],
      ['1a 100.00 100.00'],
      '100.00 - 0.00 0.00 0.000000 1.000000 false',
    ],
    [
      'an entry: whatever its kind can feed, and nothing else',
      { form_1099_int: ['x'], form_1099_nec: [{ payer, non_employee_compensation: 7 }] },
      ['interest - - ?', 'self_employment 7.00 7.00', 'tax_exempt_interest - - ?'],
      ['25b - - ?', '2a - - ?', '2b - - ?'],
      '7.00 7.00 0.00 - - 1.000000 false',
    ],
    [
      'an array',
      { form_1099_g: { unemployment_compensation: 5 }, form_w2: [w2(0)] },
      ['government_payments - - ?', 'unemployment - - ?'],
      ['25b - - ?', 'S1-7 - - ?'],
      // The W-2 says that its wages are 0.
      '0.00 0.00 0.00 - - - false',
    ],
    [
      'a gain whose proceeds were lost',
      { form_1099_b: [{ payer, proceeds: '5x', cost_basis: 3 }] },
      ['capital_gains - - ?'],
      [],
      '- - - 0.00 - - false',
    ],
    [
      'a gain whose basis nobody gave: nothing was lost',
      { form_1099_b: [{ payer, proceeds: 5 }] },
      ['capital_gains 0.00 0.00 ?'],
      [],
      '0.00 0.00 0.00 0.00 - - false',
    ],
    [
      'tips that no total holds',
      { form_w2: [w2(100, { allocated_tips: '5x' })] },
      ['allocated_tips - - ?', 'wages 100.00 100.00'],
      ['1a 100.00 100.00'],
      '100.00 0.00 0.00 0.00 0.000000 1.000000 false',
    ],
    [
      // Its amounts were read, and only whether they count is in doubt.
      'of a document of an unknown standing nothing is null',
      { form_w2: [w2(100, { submission_type: {} })] },
      ['allocated_tips 0.00 0.00 ?', 'wages 100.00 100.00 ?'],
      ['1a 100.00 100.00 ?'],
      '100.00 0.00 0.00 0.00 0.000000 1.000000 false',
    ],
    [
      'a void document loses nothing',
      { form_w2: [w2('5x', { submission_type: 'Void' })] },
      [],
      [],
      '0.00 0.00 0.00 0.00 - - true',
    ],
  ])('%s', (_, forms, income, lines, year) => {
    expect(rowsOf('income', only(forms))).toEqual(income)
    expect(rowsOf('return_lines', only(forms))).toEqual(lines)
    expect(yearOf(only(forms))).toBe(year)
  })

  test('withheld tax, by kind', () => {
    const taxes = { social_security_tax_withheld: '5x', medicare_tax_withheld: 7 }
    expect(rowsOf('withholding', only({ form_w2: [w2(100, taxes)] }))).toEqual([
      'medicare 7.00',
      'social_security - ?',
    ])
  })

  test('a record that was refused may have held anything of its year', () => {
    const refused = { ...record('2024', {}), forms: 'none' }
    // With nothing else of the year there is no row of it at all.
    for (const table of ['years', 'income', 'withholding', 'return_lines'])
      expect(rowsOf(table, [record('2023', { form_w2: [w2(52000)] }), refused]), table).toEqual([])
    const more = (forms: Raw): Raw[] => [refused, record('2024', forms, { id: 'other' })]
    // A loan's interest is no income: of that of the year nothing was read.
    expect(yearOf(more({ form_1098: [{ mortgage_interest_received: 5 }] }))).toBe('- - - - - - false')
    expect(yearOf(more({ form_w2: [w2(0, { federal_income_tax_withheld: 0 })] }))).toBe(
      '0.00 - - 0.00 - - false',
    )
    expect(yearOf(more({ form_w2: [w2(100)] }))).toBe('100.00 - - - - 1.000000 false')
    expect(rowsOf('income', more({ form_w2: [w2(100)] }))).toEqual(['wages 100.00 100.00 ?'])
  })
})

test('Arrow and the library hold the same nulls, and columns and types say so', () => {
  const lost = w2('5x', { federal_income_tax_withheld: 'x' })
  const outcome = normalizeDossier(dossierOf([record('2024', { form_w2: [lost] })]))
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
      expect(table.columns.find(each => each.name === column)?.nullable, `${name}.${column}`).toBe(true)
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
