import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toArrow } from '../../src/export/arrow.js'
import { CSV_CELL, csvTextCell } from '../../src/export/csv-text.js'
import {
  type CellValue,
  type Column,
  type ColumnType,
  isOutOfRange,
  type Scope,
  sharedBy,
  type TableSpec,
} from '../../src/export/table.js'
import { ArrowRows } from '../../src/export/tape/arrow-rows.js'
import { CsvLines } from '../../src/export/tape/csv-lines.js'
import { RowTapes } from '../../src/export/tape/row-tapes.js'

/** A row: what it shares with others, one of few that last, and cells of its own. */
interface Row {
  readonly group: readonly CellValue[]
  readonly lasting: readonly CellValue[]
  readonly own: readonly CellValue[]
}

const TYPES: readonly ColumnType[] = ['text', 'int', 'bool', 'money', 'ratio', 'text']
const columns = (part: keyof Row): Column<Row>[] =>
  TYPES.map((type, i) => ({
    name: `${part}_${i}`,
    type,
    nullable: true,
    doc: '',
    of: row => row[part][i] as CellValue,
  }))

// Shared columns first, in the middle and at the end of a row; of `group` at two places.
const COLUMNS: readonly Column<Row>[] = [
  ...sharedBy<Row>(row => row.group, columns('group')).slice(0, 3),
  ...columns('own'),
  ...sharedBy<Row>(row => row.lasting, columns('lasting'), { lasting: true }),
]

const word = fc.constantFrom('wages', 'a,b', '=1', 'dividends', '')
const text = fc.oneof(word, fc.string({ unit: 'binary', maxLength: 40 }), fc.string({ maxLength: 300 }))
const int = fc.oneof(
  fc.integer(),
  fc.constantFrom(0, 9, -1, 2 ** 25, -(2 ** 25), -(2 ** 25) - 1, 2 ** 31, -(2 ** 31), 2 ** 52),
)
const large = fc.oneof(int, fc.bigInt({ min: -(10n ** 19n), max: 10n ** 19n }))
const orNull = (cell: fc.Arbitrary<CellValue>) => fc.option(cell, { nil: null })
const cells = fc.tuple(...[text, int, fc.boolean(), large, large, word].map(orNull))

const tableOf = (all: readonly Row[]): TableSpec<Row> => ({
  name: 'made_up',
  doc: '',
  columns: COLUMNS,
  rows: () => all,
})

/** As a line is written cell by cell. */
const lineOf = (row: Row): string =>
  COLUMNS.map(column => {
    const value = column.of(row, {} as Scope)
    return value === null || isOutOfRange(value) ? '' : CSV_CELL[column.type](value, {})
  }).join()

const groups = fc.array(cells, { minLength: 1, maxLength: 4 })
const lots = fc.record({
  groups,
  lasting: groups,
  own: fc.array(cells, { minLength: 1, maxLength: 12 }),
  picks: fc.array(fc.tuple(fc.nat(), fc.nat(), fc.nat()), { maxLength: 40 }),
  ends: fc.array(fc.nat({ max: 40 }), { maxLength: 4 }),
  takesOver: fc.nat({ max: 5 }),
  times: fc.constantFrom<number>(1, 1, 1, 80),
})
type Lot = typeof lots extends fc.Arbitrary<infer T> ? T : never

/** Rows that share what they are made of, some of them so many times that they fill tapes. */
function rowsOf({ groups, lasting, own, picks, times }: Lot): readonly Row[] {
  const at = <T>(list: readonly T[], i: number): T => list[i % list.length] as T
  const rows = picks.map(([g, l, o]) => ({ group: at(groups, g), lasting: at(lasting, l), own: at(own, o) }))
  return Array.from({ length: times }, () => rows).flat()
}

test('tapes give the lines of their cells, also to a reader that takes over from another one between them', () => {
  fc.assert(
    fc.property(lots, ({ groups, lasting, own, picks, ends, takesOver, times }) => {
      const at = <T>(list: readonly T[], i: number): T => list[i % list.length] as T
      const rows = picks.map(([g, l, o]) => ({
        group: at(groups, g),
        lasting: at(lasting, l),
        own: at(own, o),
      }))
      const all = Array.from({ length: times }, () => rows).flat()
      let text = ''
      const add = (bytes: Uint8Array): void => {
        text += Buffer.from(bytes).toString()
      }
      let lines = new CsvLines(add)
      let tapes = 0
      const writer = new RowTapes(tableOf(all) as TableSpec, {}, tape => {
        if (tapes++ === takesOver) {
          const next = new CsvLines(add)
          next.read(lines.kept())
          lines = next
        }
        lines.read(tape)
      })
      let written = 0
      // The same rows as those of several taxpayers, with what was written handed on now and then.
      for (const end of [...ends, 0]) {
        written += writer.rows({} as Scope)
        if (end % 2 === 0) writer.end()
      }
      writer.end()
      const header = COLUMNS.map(({ name }) => name).join()
      const expected = Array.from({ length: ends.length + 1 }, () => all).flat()
      expect(written).toBe(expected.length)
      expect(text).toBe([header, ...expected.map(lineOf)].map(line => `${line}\n`).join(''))
    }),
    { numRuns: 400 },
  )
})

test('more texts than a column keeps, and one that is longer than a tape', () => {
  const texts = [
    ...Array.from({ length: 1200 }, (_, i) => `n ${i % 700}`),
    'x'.repeat(300_000),
    `"${'ä'.repeat(90_000)}`,
    'n 1',
  ]
  const none = TYPES.map(() => null)
  const all = texts.map(own => ({ group: none, lasting: none, own: [own, ...none.slice(1)] }))
  let text = ''
  const lines = new CsvLines(bytes => (text += Buffer.from(bytes).toString()))
  const writer = new RowTapes(tableOf(all) as TableSpec, { withoutHeader: true }, tape => lines.read(tape))
  writer.rows({} as Scope)
  writer.end()
  const around = [','.repeat(3), ','.repeat(11)]
  expect(text).toBe(texts.map(own => `${around[0]}${csvTextCell(own)}${around[1]}\n`).join(''))
})

test('cells of one row', () => {
  const of = ['a', 7, true, -5n, 1_500_000, null]
  const row = [...of.slice(0, 3), ...of, ...of]
  let text = ''
  const lines = new CsvLines(bytes => (text += Buffer.from(bytes).toString()))
  const writer = new RowTapes(tableOf([]) as TableSpec, { withoutHeader: true }, tape => lines.read(tape))
  writer.row(row)
  writer.row(row)
  writer.end()
  expect(text).toBe('a,7,true,a,7,true,-0.05,1.500000,,a,7,true,-0.05,1.500000,\n'.repeat(2))
})

// Of what fits the types of Arrow: an int has 32 bits.
const int32 = fc.integer()
const cellsOfArrow = fc.tuple(...[text, int32, fc.boolean(), large, large, word].map(orNull))
const groupsOfArrow = fc.array(cellsOfArrow, { minLength: 1, maxLength: 4 })

test('tapes give the same Arrow bytes as rows one by one, in batches of the same rows', () => {
  const arrow = lots.chain(lot =>
    fc
      .record({
        groups: groupsOfArrow,
        lasting: groupsOfArrow,
        own: fc.array(cellsOfArrow, { minLength: 1, maxLength: 12 }),
      })
      .map(more => ({ ...lot, ...more, times: lot.times * 3 })),
  )
  fc.assert(
    fc.property(arrow, fc.constantFrom('file', 'stream'), (lot, form) => {
      const all = rowsOf(lot)
      const table = tableOf(all)
      const chunks: Uint8Array[] = []
      const rows = new ArrowRows(table, form, bytes => chunks.push(bytes.slice()))
      const writer = new RowTapes(table as TableSpec, null, tape => rows.read(tape))
      for (const end of [...lot.ends, 0]) {
        writer.rows({} as Scope)
        if (end % 2 === 0) writer.end()
      }
      writer.end()
      rows.end()
      const cellsOf = (row: Row) => COLUMNS.map(column => column.of(row, {} as Scope))
      const repeated = Array.from({ length: lot.ends.length + 1 }, () => all).flat()
      const columns = COLUMNS.map(({ name, type, nullable, doc }) => ({ name, type, nullable, doc }))
      const whole = toArrow({ ...table, columns, rows: repeated.map(cellsOf) } as never, form)
      expect(Buffer.concat(chunks).equals(whole)).toBe(true)
    }),
    { numRuns: 150 },
  )
})

test('an Arrow batch ends with the row that makes its text too much, of tapes too', () => {
  const none = TYPES.map(() => null)
  const all = Array.from({ length: 70 }, (_, i) => ({
    group: none,
    lasting: none,
    own: [`${i} `.padEnd(1_000_000, 'x'), i, ...none.slice(2)],
  }))
  const chunks: Uint8Array[] = []
  const rows = new ArrowRows(tableOf(all), 'stream', bytes => chunks.push(bytes.slice()))
  const writer = new RowTapes(tableOf(all) as TableSpec, null, tape => rows.read(tape))
  writer.rows({} as Scope)
  writer.end()
  rows.end()
  const cells = all.map(row => COLUMNS.map(column => column.of(row, {} as Scope)))
  const columns = COLUMNS.map(({ name, type, nullable, doc }) => ({ name, type, nullable, doc }))
  const whole = toArrow({ ...tableOf(all), columns, rows: cells } as never, 'stream')
  expect(Buffer.concat(chunks).equals(whole)).toBe(true)
})
