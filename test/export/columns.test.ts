import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { TABLES } from '../../src/export/tables.js'

// The file grows at the ends of its lists, and in no other way: readers may know a column by its place.
test('columns stay where they are', () => {
  const expectedColumns = JSON.parse(readFileSync('test/golden/columns.json', 'utf8')) as Record<
    string,
    string[]
  >
  const columns = TABLES.map(({ name, columns }) => [name, columns.map(column => column.name)])
  expect(Object.fromEntries(columns)).toEqual(expectedColumns)
})
