import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toIssues } from '../../src/core/issues/issue-list.js'
import { toSnakeCase } from '../../src/core/text.js'
import { compileForm } from '../../src/schema/compiled-form.js'
import type { Field } from '../../src/schema/field.js'
import type { FormTable } from '../../src/schema/form.js'
import { FORMS } from '../../src/schema/forms/index.js'
import { ABSENT, arbitraryEntry, makeRecord, type Raw } from '../support/arbitraries.js'
import { analyzeEverything } from '../support/everything.js'

const without = (entry: Raw, keys: readonly string[]): Raw =>
  Object.fromEntries(Object.entries(entry).filter(([key]) => !keys.includes(key)))
const withAll = (entry: Raw, fields: readonly Field[], value: unknown): Raw => ({
  ...entry,
  ...Object.fromEntries(fields.map(field => [field.key, value])),
})

describe.each(FORMS.map(form => [form.key, form as FormTable] as const))('the absent boxes of %s', (key, form) => {
  const some = fc.subarray([...form.fields], { minLength: 1 })

  test('produce the same tables as a missing key, null or a phrase for "not answered"', () => {
    fc.assert(
      fc.property(arbitraryEntry(form), some, ABSENT, (entry, fields, absent) => {
        const keys = fields.map(field => field.key)
        const missing = analyzeEverything(makeRecord(form, [without(entry, keys)]))
        const unanswered = analyzeEverything(makeRecord(form, [withAll(entry, fields, absent)]))
        expect(unanswered.csv()).toEqual(missing.csv())
        // An absent box causes no issue unless it is the form's main box and the form reports other amounts.
        for (const result of [...missing.results, ...unanswered.results])
          expect(toIssues(result.dossier.pendingIssues).filter(({ code }) => code !== 'main_box_missing')).toEqual([])
      }),
      { numRuns: 60 },
    )
  })

  test('are null and not zero', () => {
    const amounts = compileForm(form).moneyPositions.map(position => form.fields[position] as Field)
    const columns = amounts.map(field => toSnakeCase(field.name))
    fc.assert(
      fc.property(arbitraryEntry(form), entry => {
        const rowOf = (raw: Raw): Raw => analyzeEverything(makeRecord(form, [raw])).rows(key)[0] as Raw
        const missing = rowOf(
          without(
            entry,
            amounts.map(field => field.key),
          ),
        )
        const zero = rowOf(withAll(entry, amounts, 0))
        expect(columns.map(name => missing[name])).toEqual(columns.map(() => null))
        expect(columns.map(name => zero[name])).toEqual(columns.map(() => '0.00'))
      }),
      { numRuns: 20 },
    )
  })

  test('add to no figure if the document is empty', () => {
    const empty = analyzeEverything(makeRecord(form, [{}]))
    expect(empty.rows('documents')).toHaveLength(1)
    for (const table of ['facts', 'income', 'withholding', 'return_lines'])
      expect(empty.rows(table).filter(row => row['amount'] !== '0.00')).toEqual([])
    for (const table of ['income', 'withholding', 'return_lines'])
      expect(empty.rows(table).filter(row => row['complete'] === true)).toEqual([])
  })
})
