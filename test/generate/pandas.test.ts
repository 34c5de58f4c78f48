import { expect, test } from 'vitest'
import { FORMS } from '../../src/schema/forms/index.js'
import { selectTables } from '../../src/tables/tables.js'
import { buildPandasTypes } from '../../src/tools/generate/generate-files.js'

const { tables } = selectTables(['all'], FORMS)
const types = buildPandasTypes(tables)

test('every column of every table has a type', () => {
  for (const { name, columns } of tables)
    expect(Object.keys(types[name] ?? {}), name).toEqual(columns.map(column => column.name))
})

test('identifiers keep their leading zeros, and amounts stay exact', () => {
  expect(types['documents']).toMatchObject({ issuer_id: 'string', recipient_last4: 'string', tax_year: 'Int64' })
  expect(types['income']).toMatchObject({ amount: 'string', complete: 'boolean' })
  expect(types['years']).toMatchObject({ effective_withholding_rate: 'string' })
})
