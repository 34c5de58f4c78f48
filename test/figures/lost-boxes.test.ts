import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { FormTable } from '../../src/schema/form.js'
import { FORMS } from '../../src/schema/forms/index.js'
import { formatTableRows, type Raw, resultOfDossier } from '../support/run.js'

/** Returns the figures of a form's sample record with one box changed, by name. A missing figure is 0. */
function amountsOf(form: FormTable, key: string, value: unknown): [string, string][] {
  const record = JSON.parse(
    readFileSync(new URL(`../../fixtures/forms/${form.key}.json`, import.meta.url), 'utf8'),
  ) as { forms: Raw[] }
  for (const object of record.forms) {
    for (const entry of (object[form.key] ?? []) as Raw[]) {
      if (value === undefined) delete entry[key]
      else entry[key] = value
    }
  }
  const result = resultOfDossier({ taxpayer: { id: 't' }, records: [record] })
  return ['income', 'withholding', 'return_lines'].flatMap(table =>
    formatTableRows(result, table).flatMap(({ tax_year, category, kind, line, amount = '', whole_dollars = '' }) =>
      Number(amount) === 0 && Number(whole_dollars) === 0
        ? []
        : [[`${table} ${tax_year} ${category ?? kind ?? line}`, `${amount} ${whole_dollars}`] as [string, string]],
    ),
  )
}

describe('an unreadable amount box adds the same as an absent one', () => {
  test.each(FORMS.map(form => [form.key, form as FormTable] as const))('%s', (_, form) => {
    for (const field of form.fields.filter(({ type }) => type === 'money')) {
      // The gain of a covered sale equals the proceeds if the basis is absent, and is unknown if it is unreadable.
      if (form.key === 'form_1099_b' && field.key === 'cost_basis') continue
      expect(amountsOf(form, field.key, 'about 5'), field.key).toEqual(amountsOf(form, field.key, undefined))
    }
  })
})

test('a 1042-S with an unreadable income code adds nothing to winnings, and the line is incomplete', () => {
  const entry = { gross_income: 100, income_code: {}, recipient: { id: 'XXX-XX-1234' } }
  const record = { id: 'r', tax_year: '2023', provider_id: 'irs', forms: [{ year: '2023', form_1042_s: [entry] }] }
  const rows = formatTableRows(resultOfDossier({ taxpayer: { id: 't' }, records: [record] }), 'return_lines')
  expect(rows.filter(({ line }) => line === 'S1-8b')).toEqual([
    {
      taxpayer_id: 't',
      tax_year: '2023',
      line: 'S1-8b',
      amount: '',
      whole_dollars: '',
      complete: 'false',
      printed_line: 'S1-8b',
    },
  ])
})
