import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toIssues } from '../../src/core/issues/issue-list.js'
import { ISSUES, type IssueCode } from '../../src/core/issues/issue-table.js'
import type { SourceDocument } from '../../src/ingest/source.js'
import type { Field } from '../../src/schema/field.js'
import type { FormTable } from '../../src/schema/form.js'
import { FORMS } from '../../src/schema/forms/index.js'
import { explainUnreadable } from '../../src/schema/wire/expectations.js'
import { arbitraryBroken, arbitraryEntry, makeRecord, type Raw } from '../support/arbitraries.js'
import { type AnalysisOutput, analyzeEverything, formatIssueLine } from '../support/everything.js'

const documentsOf = (everything: AnalysisOutput): readonly SourceDocument[] =>
  everything.results.flatMap(result => result.dossier.records.flatMap(record => record.documents))
const notesOf = (everything: AnalysisOutput): readonly string[] =>
  everything.results.flatMap(result => toIssues(result.dossier.pendingIssues).map(formatIssueLine))

/** Returns the contents of a document except one field. */
const contentsWithout = (
  name: string,
  { compiledForm, cells, issuer, recipient, submission }: SourceDocument,
): unknown => ({
  cells: Object.fromEntries(
    compiledForm.fields.flatMap((field, i) => (field.name === name ? [] : [[field.name, cells[i]]])),
  ),
  issuer,
  recipient,
  submission,
})

/** True if a value with this issue is kept as unreadable. A checkbox changes no sum, so its issue is only a warning. */
const hidesBox = (code: IssueCode): boolean => ISSUES[code][0] === 'error' || code === 'flag_unreadable'

/** Generates two entries of a form, one of its fields, and an unreadable value. */
const cases = (form: FormTable) =>
  fc
    .tuple(arbitraryEntry(form), arbitraryEntry(form), fc.constantFrom(...form.fields))
    .chain(([entry, secondEntry, field]) =>
      fc.record({
        entry: fc.constant(entry),
        secondEntry: fc.constant(secondEntry),
        field: fc.constant(field),
        value: arbitraryBroken(field),
      }),
    )

describe.each(FORMS.map(form => [form.key, form as FormTable] as const))('breaking one box of %s', (key, form) => {
  test('reports exactly one issue at its path and changes nothing else', () => {
    fc.assert(
      fc.property(cases(form), ({ entry, secondEntry, field, value }) => {
        const before = analyzeEverything(makeRecord(form, [entry, secondEntry]))
        const after = analyzeEverything(makeRecord(form, [{ ...entry, [field.key]: value }, secondEntry]))
        expect(notesOf(before)).toEqual([])
        const [code] = explainUnreadable(field.type, value)
        expect(notesOf(after)).toEqual([`${code} $['forms'][0]['${key}'][0]['${field.key}']`])
        const [first, second] = documentsOf(before) as [SourceDocument, SourceDocument]
        const [firstAfter, secondAfter] = documentsOf(after) as [SourceDocument, SourceDocument]
        expect(contentsWithout('', secondAfter)).toEqual(contentsWithout('', second))
        expect(contentsWithout(field.name, firstAfter)).toEqual(contentsWithout(field.name, first))
        expect(firstAfter.cells[form.fields.indexOf(field)]).toBeNull()
        expect(firstAfter.unreadableFields).toEqual(hidesBox(code) ? [field.name] : [])
      }),
      { numRuns: 120 },
    )
  })

  test('marks every figure that it changes as incomplete', () => {
    const error = (field: Field): boolean => !['flag', 'identifier', 'account'].includes(field.type)
    fc.assert(
      fc.property(cases(form), ({ entry, secondEntry, field, value }) => {
        fc.pre(error(field))
        // Removes the period of a K-1, so both entries get the form object's year.
        const withoutPeriod = (raw: Raw): Raw => omit(raw, periodKey(form))
        fc.pre(field.key !== periodKey(form))
        const [first, second] = [withoutPeriod(entry), withoutPeriod(secondEntry)]
        const before = analyzeEverything(makeRecord(form, [first, second]))
        const after = analyzeEverything(makeRecord(form, [{ ...first, [field.key]: value }, second]))
        for (const [table, keyColumn] of FIGURES) expectHonest(before.rows(table), after.rows(table), keyColumn)
      }),
      { numRuns: 400 },
    )
  })
})

const FIGURES = [
  ['income', 'category'],
  ['withholding', 'kind'],
  ['return_lines', 'line'],
] as const

const periodKey = (form: FormTable): string => form.fields.find(field => field.name === form.yearOf)?.key ?? ''

const omit = (raw: Raw, key: string): Raw =>
  Object.fromEntries(Object.entries(raw).filter(([candidateKey]) => candidateKey !== key))

/** Expects every changed figure to be marked as incomplete. */
function expectHonest(before: readonly Raw[], after: readonly Raw[], keyColumn: string): void {
  const byWord = (rows: readonly Raw[]): Map<string, Raw> =>
    new Map(rows.map(row => [`${row['tax_year']} ${row[keyColumn]}`, row]))
  const [was, is] = [byWord(before), byWord(after)]
  for (const name of new Set([...was.keys(), ...is.keys()])) {
    const [old, now] = [was.get(name), is.get(name)]
    if ((old?.['amount'] ?? '0.00') === (now?.['amount'] ?? '0.00')) continue
    expect({ name, complete: now?.['complete'] }).toEqual({ name, complete: false })
  }
}
