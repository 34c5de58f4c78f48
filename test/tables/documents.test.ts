import { describe, expect, test } from 'vitest'
import { FORMS } from '../../src/schema/forms/index.js'
import { getWideTable } from '../../src/tables/definitions/wide-tables.js'
import type { TableSpec } from '../../src/tables/table.js'
import { formatTableRows, type Raw, resultOfDossier } from '../support/run.js'

const wideOf = (form: string): TableSpec =>
  getWideTable(FORMS.find(({ key }) => key === form) as (typeof FORMS)[number]) as TableSpec

const record = (id: string, provider_id: string, form: Raw): Raw => ({
  id,
  tax_year: '2023',
  provider_id,
  date: '2024-09-01T00:00:00Z',
  forms: [{ year: '2023', ssn: 'XXX-XX-1111', ...form }],
})

describe("a spouse's W-2 that software lists under the filer", () => {
  // Software without recipients lists the forms of both spouses under the filer (specification of records, section 4).
  const entry = { employer: { ein: '12-3456789', name: 'ACME' }, wages_tips_other_compensation: 50000 }
  const records = [
    record('authority', 'irs', { form_w2: [{ ...entry, employee: { ssn: 'XXX-XX-2222' } }] }),
    record('software', 'turbotax', { form_w2: [entry] }),
    // Another form object of the filer.
    record('filer', 'irs', { form_1098: [] }),
  ]
  const result = resultOfDossier({ taxpayer: { id: 't' }, records })
  test.each([
    ['documents', 'documents'],
    ['form_w2', wideOf('form_w2')],
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
  const result = resultOfDossier({ taxpayer: { id: 't' }, records: [record('r', 'irs', forms)] })
  const [row] = formatTableRows(result, wideOf('form_ssa_1099'))
  expect(row?.['payments_by_year']).toBe('[{"year":2021,"payment":"6000.50"},{"year":null,"payment":"-0.05"}]')
})
