import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { csvHeader, csvLine } from '../../src/tables/csv.js'
import { CsvRows } from '../../src/tables/csv-rows.js'
import { formatCsvText } from '../../src/tables/csv-text.js'
import {
  type CellValue,
  type ColumnType,
  readTableCell,
  type TableColumn,
  type TableSpec,
  type TaxpayerContext,
} from '../../src/tables/table.js'

type Row = readonly CellValue[]

const EMPTY_CONTEXT = {} as TaxpayerContext
const TYPES: readonly ColumnType[] = ['text', 'int', 'bool', 'money', 'ratio', 'date']
const COLUMNS = [...TYPES, ...TYPES].map(
  (type, i): TableColumn<Row> => ({
    name: `column_${i}`,
    type,
    nullable: true,
    doc: '',
    readCell: row => row[i] as CellValue,
  }),
)
const makeTable = (rows: readonly Row[]): TableSpec =>
  ({ name: 'made_up', doc: '', columns: COLUMNS, rows: () => rows }) as unknown as TableSpec

/** Makes a writer of a table with the given rows, and a function that returns what it has written. */
function makeWriter(rows: readonly Row[], options: ConstructorParameters<typeof CsvRows>[1]) {
  let text = ''
  const writer = new CsvRows(makeTable(rows), options, bytes => (text += Buffer.from(bytes).toString()))
  return { writer, written: () => text }
}

/** Formats the expected line of a row cell by cell. */
const lineOf = (row: Row): string =>
  csvLine(
    COLUMNS,
    COLUMNS.map(column => readTableCell(column, row, EMPTY_CONTEXT)),
  )

const text = fc.oneof(
  fc.constantFrom('wages', 'a,b', '=1', ' ; =1', '"', ''),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ maxLength: 300 }),
)
const int = fc.oneof(fc.integer(), fc.constantFrom(0, 9, -1, 2 ** 31, -(2 ** 31), 2 ** 52))
const amount = fc.oneof(int, fc.bigInt({ min: -(10n ** 19n), max: 10n ** 19n }))
const cells = fc.tuple(
  ...[text, int, fc.boolean(), amount, amount, fc.constant('2024-02-29')].map(cell =>
    fc.option<CellValue>(cell, { nil: null }),
  ),
)

test('CsvRows writes the same bytes as csvLine, even if blocks end between rows', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(cells, cells), { minLength: 1, maxLength: 12 }),
      fc.array(fc.nat(), { maxLength: 40 }),
      fc.array(fc.boolean(), { maxLength: 4 }),
      fc.constantFrom(1, 1, 1, 80),
      (halves, picks, endsBlock, times) => {
        const pickedRows = picks.map(i => (halves[i % halves.length] as CellValue[][]).flat())
        const rows = Array.from({ length: times }, () => pickedRows).flat()
        const { writer, written } = makeWriter(rows, {})
        // Write the same rows several times, as for several taxpayers.
        for (const isEnd of [...endsBlock, true]) {
          expect(writer.writeRows(EMPTY_CONTEXT)).toBe(rows.length)
          if (isEnd) writer.finish()
        }
        const lines = rows
          .map(lineOf)
          .join('')
          .repeat(endsBlock.length + 1)
        expect(written()).toBe(csvHeader(COLUMNS) + lines)
      },
    ),
    { numRuns: 400 },
  )
})

test('CsvRows writes a text that is longer than a block', () => {
  const nulls = COLUMNS.map(() => null)
  const texts = ['a', 'x'.repeat(300_000), `"${'ä'.repeat(90_000)}`, 'a']
  const rows = texts.map(value => [value, ...nulls.slice(1)])
  const { writer, written } = makeWriter(rows, { hasHeader: false })
  writer.writeRows(EMPTY_CONTEXT)
  writer.finish()
  expect(written()).toBe(rows.map(lineOf).join(''))
})

test('writeRow writes a row of cells as one line', () => {
  const row = ['a', 7, true, -5n, -1_500_000, '2024-01-31', 'b', 3, false, 150, null, '2023-12-31']
  const { writer, written } = makeWriter([], { hasHeader: false })
  writer.writeRow(row)
  writer.writeRow(row)
  writer.finish()
  // Cents have two decimals, and millionths have six.
  expect(written()).toBe('a,7,true,-0.05,-1.500000,2024-01-31,b,3,false,1.50,,2023-12-31\n'.repeat(2))
})

test('text of digits is in quotes, so that a person sees that it is text', () => {
  const row = ['001234567', 7, true, -5n, -1_500_000, '2024-01-31', '1a', 3, false, 150, null, '2023-12-31']
  const { writer, written } = makeWriter([], { hasHeader: false })
  writer.writeRow(row)
  writer.finish()
  expect(written()).toBe('"001234567",7,true,-0.05,-1.500000,2024-01-31,1a,3,false,1.50,,2023-12-31\n')
})

// The characters that may begin a formula: =, +, -, @, tab, CR, LF and the full-width forms of the first four.
const FORMULA_STARTS = [...'=+-@\t\r\n', '\uFF1D', '\uFF0B', '\uFF0D', '\uFF20']

describe('a text cell that a spreadsheet would run', () => {
  test.each(FORMULA_STARTS)(
    'gets an apostrophe before %j, alone or before other text, unless raw text is requested',
    first => {
      const unquote = (cell: string) => (cell.startsWith('"') ? cell.slice(1, -1) : cell)
      for (const text of [first, `${first}SUM(1)`]) {
        expect(unquote(formatCsvText(text))).toBe(`'${text}`)
        expect(unquote(formatCsvText(text, { rawText: true }))).toBe(text)
        expect(formatCsvText(`A${text}`)).not.toContain("'")
      }
    },
  )
})

describe('after a semicolon or a line break, where some spreadsheets begin a cell', () => {
  const cell = (text: string): string =>
    formatCsvText(text)
      .replace(/^"(.*)"$/s, '$1')
      .replaceAll('""', '"')

  // An apostrophe precedes each character that could begin a formula and appears nowhere else.
  test.each([
    ['Acme;=1+1', "Acme;'=1+1"],
    ['Acme; =1+1', "Acme; '=1+1"],
    ['Acme;  "=1+1"', 'Acme;  "\'=1+1"'],
    ['a;b;-1;@x', "a;b;'-1;'@x"],
    [';=1', ";'=1"],
    [';;=1', ";;'=1"],
    ['=1;=2', "'=1;'=2"],
    ['；=1', '；=1'],
    ['a;', 'a;'],
    ['a; ', 'a; '],
    ['a;b=1;c-2', 'a;b=1;c-2'],
    ["a;'=1", "a;'=1"],
    ['a,b;=1', "a,b;'=1"],
    ['2023;2024', '2023;2024'],
    ['a\n=1', "a\n'=1"],
    ['a\r\n=1\r\n\r\nb\r@x', "a\r\n'=1\r\n\r\nb\r'@x"],
    ['a\n "-1"\n', 'a\n "\'-1"\n'],
    ['a\nb', 'a\nb'],
    ['short_history;year_incomplete', 'short_history;year_incomplete'],
  ])('%j', (text, guarded) => {
    expect(cell(text)).toBe(guarded)
    expect(formatCsvText(text, { rawText: true }).includes("'")).toBe(text.includes("'"))
  })

  test.each(FORMULA_STARTS)('%j', first => {
    expect(cell(`A;${first}1`)).toBe(`A;'${first}1`)
  })

  test('escapes a cell of 100,000 semicolons with formula characters', () => {
    const many = 100_000
    expect(formatCsvText(';='.repeat(many)) === ";'=".repeat(many)).toBe(true)
    expect(formatCsvText('; '.repeat(many)) === '; '.repeat(many)).toBe(true)
  })

  test('gets the same apostrophes from CsvRows as from formatCsvText', () => {
    const nulls = COLUMNS.slice(1).map(() => null)
    for (const text of [
      'Acme;=1+1',
      'Acme; "=1"',
      'a;b',
      'a,b;@x',
      '$1;-2',
      'a\n=1',
      'a\r\n=1',
      'é;=1',
      '=1;=2',
      '[";=1"]',
    ])
      for (const rawText of [false, true]) {
        const { written, writer } = makeWriter([], { rawText, hasHeader: false })
        writer.writeRow([text, ...nulls])
        writer.finish()
        expect(written()).toBe(`${formatCsvText(text, { rawText })}${','.repeat(nulls.length)}\n`)
      }
  })
})
