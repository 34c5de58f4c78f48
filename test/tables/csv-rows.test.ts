import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvHeader, csvLine } from '../../src/tables/csv.js'
import { CsvRows } from '../../src/tables/csv-rows.js'
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
        let written = ''
        const writer = new CsvRows(makeTable(rows), {}, bytes => (written += Buffer.from(bytes).toString()))
        // Write the same rows several times, as for several taxpayers.
        for (const isEnd of [...endsBlock, true]) {
          expect(writer.writeRows(EMPTY_CONTEXT)).toBe(rows.length)
          if (isEnd) writer.finish()
        }
        const lines = rows
          .map(lineOf)
          .join('')
          .repeat(endsBlock.length + 1)
        expect(written).toBe(csvHeader(COLUMNS) + lines)
      },
    ),
    { numRuns: 400 },
  )
})

test('CsvRows writes a text that is longer than a block', () => {
  const nulls = COLUMNS.map(() => null)
  const texts = ['a', 'x'.repeat(300_000), `"${'ä'.repeat(90_000)}`, 'a']
  const rows = texts.map(value => [value, ...nulls.slice(1)])
  let written = ''
  const writer = new CsvRows(makeTable(rows), { hasHeader: false }, bytes => (written += Buffer.from(bytes).toString()))
  writer.writeRows(EMPTY_CONTEXT)
  writer.finish()
  expect(written).toBe(rows.map(lineOf).join(''))
})

test('writeRow writes a row of cells as one line', () => {
  const row = ['a', 7, true, -5n, -1_500_000, '2024-01-31', 'b', 3, false, 150, null, '2023-12-31']
  let written = ''
  const writer = new CsvRows(makeTable([]), { hasHeader: false }, bytes => (written += Buffer.from(bytes).toString()))
  writer.writeRow(row)
  writer.writeRow(row)
  writer.finish()
  // Cents have two decimals, and millionths have six.
  expect(written).toBe('a,7,true,-0.05,-1.500000,2024-01-31,b,3,false,1.50,,2023-12-31\n'.repeat(2))
})
