// Checks whether two programs compute the same figures. Reads their CSV tables and compares the rows.
import { join } from 'node:path'
import { parseFile } from 'fast-csv'

// The columns that must agree. Programs may differ in the boxes of derived facts and in the order of rows.
const compared = {
  income: ['taxpayer_id', 'tax_year', 'category', 'amount', 'taxable_amount', 'documents', 'complete'],
  withholding: ['taxpayer_id', 'tax_year', 'kind', 'amount', 'documents', 'complete'],
  facts: [
    ...['taxpayer_id', 'record_id', 'form', 'form_index', 'entry_index', 'tax_year', 'field', 'role'],
    ...['amount', 'counted'],
  ],
}

const readRows = (dir, table) =>
  new Promise((resolve, reject) => {
    const rows = []
    parseFile(join(dir, `${table}.csv`), { headers: true })
      .on('error', reject)
      .on('data', row => rows.push(compared[table].map(column => row[column]).join(',')))
      .on('end', () => resolve(rows.sort()))
  })

/** Describes the first difference between the same table in two folders. Returns null if the rows are the same. */
export const findDifference = async (table, dir, referenceDir) => {
  const [rows, reference] = await Promise.all([readRows(dir, table), readRows(referenceDir, table)])
  if (reference.length === 0) return `${table}: the reference has no rows`
  const firstDifference = reference.findIndex((row, index) => row !== rows[index])
  if (firstDifference < 0 && rows.length === reference.length) return null
  const index = firstDifference < 0 ? reference.length : firstDifference
  return [
    `${table}: ${rows.length} rows, the reference has ${reference.length}; the first that differs:`,
    `  got      ${rows[index] ?? '(no row)'}`,
    `  expected ${reference[index] ?? '(no row)'}`,
  ].join('\n')
}
