import { describe, expect, test } from 'vitest'
import type { TableSpec } from '../../src/tables/table.js'
import { TABLES } from '../../src/tables/tables.js'
import expectedColumns from '../golden/columns.json' with { type: 'json' }
import { findWideTable, recordWith, resultOfRecords } from '../support/records.js'
import { formatTableRows, type Raw } from '../support/run.js'

// Add new columns only at the ends of the lists, because readers may refer to a column by its position.
test('every table has the columns of test/golden/columns.json in the same order', () => {
  const columns = TABLES.map(({ name, columns }) => [name, columns.map(column => column.name)])
  expect(Object.fromEntries(columns)).toEqual(expectedColumns)
})

const record = (id: string, provider_id: string, form: Raw): Raw =>
  recordWith({ ssn: 'XXX-XX-1111', ...form }, { id, provider_id, date: '2024-09-01T00:00:00Z' })

describe("a spouse's W-2 that software lists under the filer", () => {
  // Software without recipients lists the forms of both spouses under the filer (specification of records, section 4).
  const entry = { employer: { ein: '00-1234567', name: 'ACME' }, wages_tips_other_compensation: 50000 }
  const records = [
    record('authority', 'irs', { form_w2: [{ ...entry, employee: { ssn: 'XXX-XX-2222' } }] }),
    record('software', 'turbotax', { form_w2: [entry] }),
    // Another form object of the filer.
    record('filer', 'irs', { form_1098: [] }),
  ]
  const result = resultOfRecords(...records)
  test.each([
    ['documents', 'documents'],
    ['form_w2', findWideTable('form_w2')],
  ] as const)('has the recipient of the IRS copy in table %s', (_, table) => {
    const rows = formatTableRows(result, table as string | TableSpec)
    expect(rows.map(row => `${row['record_id']} ${row['status']} ${row['recipient_last4']}`)).toEqual([
      'authority counted 2222',
      'software duplicate 2222',
    ])
  })
})

// In the table contract, money has two decimals and lists are compact JSON text.
test('a list in a wide table has its amounts in dollars', () => {
  const forms = { form_ssa_1099: [{ payments: [{ year: '2021', payment: 6000.5 }, { payment: -0.05 }] }] }
  const result = resultOfRecords(record('r', 'irs', forms))
  const [row] = formatTableRows(result, findWideTable('form_ssa_1099'))
  expect(row?.['payments_by_year']).toBe('[{"year":2021,"payment":"6000.50"},{"year":null,"payment":"-0.05"}]')
})
