import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CsvLines } from '../../src/export/csv-lines.js'
import { CSV_CELL, csvTextCell } from '../../src/export/csv-text.js'
import { CsvWriter } from '../../src/export/csv-writer.js'
import {
  type CellValue,
  type Column,
  type ColumnType,
  isOutOfRange,
  type Scope,
  sharedBy,
  type TableSpec,
} from '../../src/export/table.js'

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

test('tapes give the lines of their cells, also to a reader that takes over from another one between them', () => {
  const groups = fc.array(cells, { minLength: 1, maxLength: 4 })
  const lots = fc.record({
    groups,
    lasting: groups,
    own: fc.array(cells, { minLength: 1, maxLength: 12 }),
    picks: fc.array(fc.tuple(fc.nat(), fc.nat(), fc.nat()), { maxLength: 40 }),
    ends: fc.array(fc.nat({ max: 40 }), { maxLength: 4 }),
    takesOver: fc.nat({ max: 5 }),
    times: fc.constantFrom(1, 1, 1, 80),
  })
  fc.assert(
    fc.property(lots, ({ groups, lasting, own, picks, ends, takesOver, times }) => {
      const at = <T>(list: readonly T[], i: number): T => list[i % list.length] as T
      const rows = picks.map(([g, l, o]) => ({
        group: at(groups, g),
        lasting: at(lasting, l),
        own: at(own, o),
      }))
      const all = Array.from({ length: times }, () => rows).flat()
      let lines = new CsvLines()
      let text = ''
      let tapes = 0
      const writer = new CsvWriter(tableOf(all) as TableSpec, {}, tape => {
        if (tapes++ === takesOver) {
          const next = new CsvLines()
          expect(next.read(lines.kept())).toHaveLength(0)
          lines = next
        }
        text += Buffer.from(lines.read(tape)).toString()
      })
      let written = 0
      // The same rows as those of several taxpayers, with what was written handed on now and then.
      for (const end of [...ends, rows.length]) {
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
  const lines = new CsvLines()
  const writer = new CsvWriter(tableOf(all) as TableSpec, { withoutHeader: true }, tape => {
    text += Buffer.from(lines.read(tape)).toString()
  })
  writer.rows({} as Scope)
  writer.end()
  const around = [','.repeat(3), ','.repeat(11)]
  expect(text).toBe(texts.map(own => `${around[0]}${csvTextCell(own)}${around[1]}\n`).join(''))
})

test('cells of one row', () => {
  const of = ['a', 7, true, -5n, 1_500_000, null]
  const row = [...of.slice(0, 3), ...of, ...of]
  let text = ''
  const lines = new CsvLines()
  const writer = new CsvWriter(tableOf([]) as TableSpec, { withoutHeader: true }, tape => {
    text += Buffer.from(lines.read(tape)).toString()
  })
  writer.row(row)
  writer.row(row)
  writer.end()
  expect(text).toBe('a,7,true,a,7,true,-0.05,1.500000,,a,7,true,-0.05,1.500000,\n'.repeat(2))
})
