import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { TABLES } from '../../src/tables/tables.js'

// Add new columns only at the ends of the lists, because readers may refer to a column by its position.
test('every table has the columns of test/golden/columns.json in the same order', () => {
  const expectedColumns = JSON.parse(readFileSync('test/golden/columns.json', 'utf8')) as Record<string, string[]>
  const columns = TABLES.map(({ name, columns }) => [name, columns.map(column => column.name)])
  expect(Object.fromEntries(columns)).toEqual(expectedColumns)
})
