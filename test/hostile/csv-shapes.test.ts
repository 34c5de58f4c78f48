import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { csvLine, toCsv } from '../../src/tables/csv.js'
import type { TableData } from '../../src/tables/table.js'
import { readBack, readWithDuckDb } from './readers.js'

const folder = dirname(createRequire(import.meta.url).resolve('csv-spectrum'))
const SHAPES = [
  ...['comma_in_quotes', 'empty', 'empty_crlf', 'escaped_quotes', 'json', 'location_coordinates'],
  ...['newlines', 'newlines_crlf', 'quotes_and_newlines', 'simple', 'simple_crlf', 'utf8'],
]

/** Reads the JSON file of a shape as a table of text columns. An empty text becomes null, as in CSV. */
function tableOfShape(name: string): TableData {
  const shape: unknown = JSON.parse(readFileSync(join(folder, 'json', `${name}.json`), 'utf8'))
  const rows = (Array.isArray(shape) ? shape : [shape]) as Record<string, string>[]
  const names = Object.keys(rows[0] ?? {})
  return {
    name,
    doc: '',
    columns: names.map(column => ({ name: column, type: 'text', nullable: true, doc: '' })),
    rows: rows.map(row => names.map(column => (row[column] === '' ? null : (row[column] ?? null)))),
  }
}

describe.each(SHAPES)('%s', name => {
  const table = tableOfShape(name)
  // There are two Arrow readers and two CSV readers.
  test('is read back unchanged by every reader', async () => {
    for (const [reader, rows] of Object.entries(await readBack(table)))
      expect([reader, rows]).toEqual([reader, table.rows])
  })

  test('toCsv writes the same content as the CSV file of the shape', async () => {
    // One shape has different telephone numbers in its JSON file and its CSV file.
    const theirs = readFileSync(join(folder, 'csvs', `${name}.csv`), 'utf8').replace('2095257564', '1234567890')
    expect(await readWithDuckDb(table, theirs)).toEqual(await readWithDuckDb(table, toCsv(table, { rawText: true })))
  })
})

test('RFC 4180: quotes only the cells that need it, and text of digits to show that it is text', () => {
  const columns = [{ name: 'a', type: 'text', nullable: true, doc: '' }] as const
  const cells: [string, string][] = [
    ['plain', 'plain'],
    ['a,b', '"a,b"'],
    ['a"b', '"a""b"'],
    ['"', '""""'],
    ['a\nb', '"a\nb"'],
    ['a\rb', '"a\rb"'],
    ['a b', 'a b'],
    [' a', ' a'],
    ["it's", "it's"],
    ['001234567', '"001234567"'],
    ['7', '"7"'],
    ['7a', '7a'],
    ['1.50', '1.50'],
    ['a;b\tc', 'a;b\tc'],
    ['=1', "'=1"],
    ['=1,"2"', `"'=1,""2"""`],
    ['－1', "'－1"],
    ['a;=1', "a;'=1"],
  ]
  for (const [cell, line] of cells) expect(csvLine(columns, [cell])).toBe(`${line}\n`)
})
