import fc from 'fast-check'
import { expect, test } from 'vitest'
import { arbitraryDossier, type Raw } from '../support/arbitraries.js'
import { analyzeEverything } from '../support/everything.js'
import { makeRandomCopies } from '../support/random-copies.js'

type Row = Readonly<Record<string, unknown>>

const DOSSIERS = fc.oneof(
  arbitraryDossier().map((dossier): Raw => ('records' in dossier ? dossier : { records: [dossier] })),
  fc.nat(500).map((seed): Raw => makeRandomCopies(seed) as Raw),
)

/** A record that cannot be used, or only in part. A year of null belongs to no known year. */
const DAMAGED: readonly ((year: string | null) => Raw)[] = [
  year => ({ id: 'added', tax_year: year, forms: 'none' }),
  year => ({ id: 'added', tax_year: year, forms: ['no object'] }),
  year => ({ id: 'added', tax_year: year, forms: [{ year, form_2439: [{ a: 5 }] }] }),
  year => ({ id: 'added', tax_year: year, forms: [{ year, form_w2: ['no object', 5], form_1098: [7] }] }),
  year => ({
    id: 'added',
    tax_year: year,
    forms: [{ year, form_w2: [{ wages_tips_other_compensation: 'see attached' }] }],
  }),
  year => ({
    id: 'added',
    tax_year: year,
    forms: [{ year, form_w2: [{ federal_income_tax_withheld: '5.00', local: '7.00' }] }],
  }),
  year => ({ id: 'added', tax_year: year, forms: [{ year, form_1099_b: [{ proceeds: '900.00' }] }] }),
  year => ({
    id: 'added',
    tax_year: year,
    extra: '12.00',
    forms: [{ year, note: '5.00', form_1098: [{ mortgage_interest_received: 'x' }] }],
  }),
]

const withRecords = (dossier: Raw, records: readonly Raw[]): Raw => ({
  ...dossier,
  records: [
    ...(dossier['records'] as readonly unknown[]),
    ...records.map((record, i) => ({ ...record, id: `added-${i}` })),
  ],
})

const DAMAGED_DOSSIERS = fc
  .tuple(
    DOSSIERS,
    fc.array(
      fc
        .tuple(fc.constantFrom(...DAMAGED), fc.constantFrom('2019', '2022', '2023', '2024', null))
        .map(([make, year]) => make(year)),
      { maxLength: 3 },
    ),
  )
  .map(([dossier, records]) => withRecords(dossier, records))

const formatKey = (row: Row, table: unknown, columns: readonly string[]): string =>
  JSON.stringify([row['taxpayer_id'], table, ...columns.map(column => row[column])])

const KEYS = { income: ['tax_year', 'recipient', 'category'], withholding: ['tax_year', 'kind'] } as const

test('a sum is incomplete if and only if a gap has its key', () => {
  let count = 0
  fc.assert(
    fc.property(DAMAGED_DOSSIERS, dossier => {
      const { rows } = analyzeEverything(dossier)
      for (const [table, columns] of Object.entries(KEYS)) {
        const incomplete = rows(table).filter(({ complete }) => complete === false)
        const explained = rows('gaps').filter(row => row['table_name'] === table)
        const keys = new Set(explained.map(row => formatKey(row, table, columns)))
        expect([...keys].toSorted()).toEqual(incomplete.map(row => formatKey(row, table, columns)).toSorted())
        count += keys.size
      }
      const years = rows('gaps').filter(row => String(row['table_name']) in KEYS)
      const gapYears = new Set(years.map(row => row['tax_year']))
      for (const { tax_year: year, complete } of rows('year_totals'))
        expect([year, complete]).toEqual([year, !gapYears.has(year)])
    }),
    { numRuns: 80 },
  )
  expect(count).toBeGreaterThan(200)
})

test('every unreadable box of a counted document has a gap, and no gap is repeated', () => {
  let count = 0
  fc.assert(
    fc.property(DAMAGED_DOSSIERS, dossier => {
      const { rows, results } = analyzeEverything(dossier)
      const gaps = rows('gaps')
      expect(new Set(gaps.map(row => JSON.stringify(row))).size).toBe(gaps.length)
      const toBox = (row: readonly unknown[]): string => JSON.stringify(row)
      const boxes = new Set(
        gaps.map(row => toBox([row['record_id'], row['form'], row['form_index'], row['entry_index'], row['field']])),
      )
      for (const { document, status } of results.flatMap(({ resolution }) => resolution.documents)) {
        if (status !== 'counted') continue
        for (const field of document.unreadableFields) {
          const { record, compiledForm, formIndex, entryIndex } = document
          expect(boxes).toContain(toBox([record.id, compiledForm.key, formIndex, entryIndex, field]))
          count++
        }
      }
    }),
    { numRuns: 60 },
  )
  expect(count).toBeGreaterThan(30)
})

test('the unread amounts of a year are those of its total', () => {
  let count = 0
  fc.assert(
    fc.property(DAMAGED_DOSSIERS, dossier => {
      const { rows } = analyzeEverything(dossier)
      for (const { tax_year: year, unread_amounts: expected } of rows('year_totals')) {
        const gaps = rows('gaps').filter(row => row['reason'] === 'unread_amount' && row['tax_year'] === year)
        expect(gaps.reduce((sum, row) => sum + (row['inputs'] as number), 0)).toBe(expected)
        count += expected as number
      }
    }),
    { numRuns: 60 },
  )
  expect(count).toBeGreaterThan(10)
})

const listReasons = (records: readonly Raw[], taxpayer: Raw = {}): string[] =>
  analyzeEverything({ taxpayer: { id: 't', ...taxpayer }, records })
    .rows('gaps')
    .map(row =>
      [
        row['tax_year'],
        row['table_name'],
        row['category'] ?? row['kind'],
        row['reason'],
        row['record_id'],
        row['form'],
        row['box'],
        row['inputs'],
      ].join(' '),
    )

test('each reason, with its figure and its location', () => {
  const [rejected, formObject, unknownForm, entries, box, mainBox, basis, unread] = DAMAGED.map((make, i) => ({
    ...make('2023'),
    id: `r-${i}`,
  })) as Raw[]
  const ofWages = (lines: readonly string[]): string[] =>
    lines.filter(line => /\b(wages|null)?\b/.test(line) && line.includes(' wages '))
  expect(ofWages(listReasons([rejected as Raw]))).toEqual(['2023 income wages record_rejected r-0   1'])
  expect(ofWages(listReasons([formObject as Raw]))).toEqual(['2023 income wages form_object_rejected r-1   1'])
  expect(ofWages(listReasons([unknownForm as Raw]))).toEqual(['2023 income wages form_unknown r-2 form_2439  1'])
  // Form W-2G has income of one category, so this list does not change if a form gets a new box.
  const gamblingEntries = { ...entries, forms: [{ year: '2023', form_w2g: ['no object', 5], form_1098: [7] }] }
  expect(listReasons([gamblingEntries])).toEqual([
    '2023 income gambling entry_rejected r-3 form_w2g  2',
    '2023 withholding federal entry_rejected r-3 form_w2g  2',
    '2023   entry_rejected r-3 form_1098  1',
  ])
  expect(listReasons([box as Raw])).toEqual(['2023 income wages unreadable_box r-4 form_w2 1 1'])
  expect(listReasons([mainBox as Raw])).toEqual([
    '2023 income wages main_box_missing r-5 form_w2 1 1',
    '2023 year_totals  unread_amount r-5 form_w2  1',
  ])
  expect(listReasons([basis as Raw])).toEqual(['2023 income capital_gains basis_unknown r-6 form_1099_b  1'])
  expect(listReasons([unread as Raw])).toEqual([
    '2023 year_totals  unread_amount r-7   2',
    '2023   unreadable_box r-7 form_1098 1 1',
  ])
})

test('records without a year, years without a record, records that are not parsed, and liabilities', () => {
  const w2 = (year: string | null, id: string): Raw => ({
    id,
    tax_year: year,
    forms: [{ year, form_w2: [{ wages_tips_other_compensation: '10.00' }] }],
  })
  expect(listReasons([w2('2020', 'a'), w2('2023', 'b'), w2(null, 'c')])).toEqual([
    '2021   year_missing    1',
    '2022   year_missing    1',
    '   year_unknown c form_w2  1',
  ])
  expect(listReasons([{ id: 'r', tax_year: null, forms: 'none' }])).toEqual(['   record_rejected r   1'])
  const unparsed = listReasons([{ id: 'r', tax_year: '2023', forms: [] }], { status: 'AUTHORIZED' })
  expect(unparsed).toContain('2023 income wages record_not_parsed r   1')
  const details = { balance_summary: { balance_due: 'x', tax_years: [{ year: '2021', amount: 'y' }] } }
  expect(listReasons([], { details })).toEqual([
    '2021 liabilities  unreadable_box    1',
    ' liabilities  unreadable_box    1',
  ])
})

test('a year with many rejected records has one gap per sum, which counts them', () => {
  const records = Array.from({ length: 500 }, (_, i) => ({
    id: `r-${i}`,
    tax_year: i % 2 === 0 ? '2023' : null,
    forms: 'none',
  }))
  const gaps = listReasons(records)
  expect(gaps.filter(line => line.startsWith('2023 income wages'))).toEqual([
    // Half of the records have no year.
    '2023 income wages record_rejected r-0   250',
    '2023 income wages record_rejected r-1   250',
  ])
  expect(gaps.length).toBeLessThan(100)
  const unknownForms = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`form_new_${i}`, [{ a: 5 }]]))
  const ofForms = listReasons([{ id: 'r', tax_year: '2023', forms: [{ year: '2023', ...unknownForms }] }])
  expect(ofForms).toContain('2023 income wages form_unknown r form_new_0  300')
  expect(ofForms.length).toBeLessThan(100)
})

test('issues have the year of their record or form object', () => {
  const record = (id: string, year: string, forms: unknown): Raw => ({ id, tax_year: year, forms })
  const unreadable = [{ wages_tips_other_compensation: 'see attached' }]
  const { rows } = analyzeEverything({
    taxpayer: { id: 't', details: { balance_summary: { balance_due: 'x' } } },
    records: [
      record('a', '2021', [
        { year: '2021', form_w2: unreadable },
        { year: '2020', form_w2: unreadable },
      ]),
      record('b', '2022', 'none'),
      record('d', '2023', 'none'),
      record('d', '2022', 'none'),
      ...Array.from({ length: 9 }, (_, i) => record(`c-${i}`, '2024', [{ year: '2024', form_w2: unreadable }])),
    ],
  })
  const years = rows('issues').map(row => `${row['record_id']} ${row['code']} ${row['tax_year']}`)
  expect(years).toEqual(
    expect.arrayContaining([
      'a money_unreadable 2021',
      'a money_unreadable 2020',
      'b record_forms_not_array 2022',
      'd record_forms_not_array 2023',
      'd record_forms_not_array 2022',
      'c-8 money_unreadable 2024',
      'null money_unreadable null',
    ]),
  )
})
