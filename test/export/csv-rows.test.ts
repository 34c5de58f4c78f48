import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvHeader, csvLine } from '../../src/export/csv.js'
import { CsvRows } from '../../src/export/csv-rows.js'
import {
  type CellValue,
  type ColumnType,
  readTableCell,
  type TableColumn,
  type TableSpec,
  type TaxpayerContext,
  withSharedCells,
} from '../../src/export/table.js'

/** A row, split into the cells that it may share with other rows and the cells of only this row. */
interface Row {
  readonly shared: readonly CellValue[]
  readonly single: readonly CellValue[]
}

const EMPTY_CONTEXT = {} as TaxpayerContext
const TYPES: readonly ColumnType[] = ['text', 'int', 'bool', 'money', 'ratio', 'date']
const makeColumns = (part: keyof Row): TableColumn<Row>[] =>
  TYPES.map((type, i) => ({
    name: `${part}_${i}`,
    type,
    nullable: true,
    doc: '',
    readCell: row => row[part][i] as CellValue,
  }))

const shared = withSharedCells<Row>(row => row.shared, makeColumns('shared'))
/** The columns of a row, with shared columns at its beginning, in its middle and at its end. */
const COLUMNS = [
  ...shared.slice(0, 2),
  ...makeColumns('single').slice(0, 3),
  ...shared.slice(2, 4),
  ...makeColumns('single').slice(3),
  ...shared.slice(4),
]
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

test('CsvRows writes the same bytes as csvLine, even if rows share cells and blocks end between rows', () => {
  fc.assert(
    fc.property(
      fc.array(cells, { minLength: 1, maxLength: 4 }),
      fc.array(cells, { minLength: 1, maxLength: 12 }),
      fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 40 }),
      fc.array(fc.boolean(), { maxLength: 4 }),
      fc.constantFrom(1, 1, 1, 80),
      (sharedCells, singleCells, picks, endsBlock, times) => {
        const pickedRows = picks.map(([i, j]) => ({
          shared: sharedCells[i % sharedCells.length] as CellValue[],
          single: singleCells[j % singleCells.length] as CellValue[],
        }))
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
  const nulls = TYPES.map(() => null)
  const texts = ['a', 'x'.repeat(300_000), `"${'ä'.repeat(90_000)}`, 'a']
  const rows = texts.map(value => ({ shared: nulls, single: [value, ...nulls.slice(1)] }))
  let written = ''
  const writer = new CsvRows(makeTable(rows), { hasHeader: false }, bytes => (written += Buffer.from(bytes).toString()))
  writer.writeRows(EMPTY_CONTEXT)
  writer.finish()
  expect(written).toBe(rows.map(lineOf).join(''))
})

test('writeRow writes a row of cells as one line', () => {
  const row = ['a', 7, 'b', 3, true, false, -5n, 150, -1_500_000, '2024-01-31', null, '2023-12-31']
  let written = ''
  const writer = new CsvRows(makeTable([]), { hasHeader: false }, bytes => (written += Buffer.from(bytes).toString()))
  writer.writeRow(row)
  writer.writeRow(row)
  writer.finish()
  // Cents have two decimals, and millionths have six.
  expect(written).toBe('a,7,b,3,true,false,-0.05,1.50,-1.500000,2024-01-31,,2023-12-31\n'.repeat(2))
})
