import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CheckableDocument } from '../../src/checks/checkable-document.js'
import { CHECKS } from '../../src/checks/checks.js'
import { checkResult, type Finding } from '../../src/checks/run-checks.js'
import { findCell } from '../../src/ingest/source.js'
import type { ResolvedDocument } from '../../src/resolve/resolved-document.js'
import type { FormTable } from '../../src/schema/form.js'
import { FORMS } from '../../src/schema/forms/index.js'
import { arbitraryBroken, arbitraryEntry, arbitraryReadable, type Raw } from '../support/arbitraries.js'
import { resultOfDossier } from '../support/run.js'
import { dossierOf } from './support.js'

/** Amounts that are below or above the limits, the rates and each other. */
const AMOUNTS = [0, 0, 0, null, 0.5, 1, 50, 62, 1000, 1000, 6200, 14.5, 25_000, 90_000, 300_000]
/** Amounts for an entry that is nearly empty. */
const MOSTLY_ZERO_AMOUNTS = [...new Array<number>(20).fill(0), null, 1000]

/** Generates a list: distribution codes that checks of Form 1099-R depend on, or a list of another form. */
const LISTS = fc.constantFrom<unknown>(
  [{ value: 'Exchange', code: '6' }],
  [{ value: 'Rollover', code: 'G' }],
  [{ value: 'Rollover of a Roth account', code: 'H' }],
  [{ value: 'Loan', code: 'L' }],
  [{ year: 2010, payment: 5000 }],
  [{ year: 2030, payment: 10 }],
  ['A'],
  [],
)

/** Generates entries with few boxes. Most entries have no negative amount. */
function entryOfFew(form: FormTable): fc.Arbitrary<Raw> {
  const entriesWith = (amounts: readonly unknown[], otherValues: readonly unknown[]): fc.Arbitrary<Raw> =>
    fc
      .record({
        clean: arbitraryEntry(form),
        values: fc.record(
          Object.fromEntries(
            form.fields.map(field => [
              field.key,
              field.type === 'money' || field.type === 'count'
                ? fc.constantFrom(...amounts, ...otherValues)
                : fc.oneof(
                    { weight: 2, arbitrary: fc.constant(undefined) },
                    { weight: 2, arbitrary: field.type === 'list' ? LISTS : arbitraryReadable(field) },
                    { weight: 1, arbitrary: fc.constantFrom(null, false, true) },
                    { weight: otherValues.length === 0 ? 0 : 1, arbitrary: arbitraryBroken(field) },
                  ),
            ]),
          ),
        ),
        unreadable: fc.constantFrom('unreadable', undefined),
        fieldIndex: fc.nat(form.fields.length - 1),
      })
      .map(({ clean, values, unreadable, fieldIndex }) => {
        const entry = { ...clean }
        for (const [key, value] of Object.entries(values)) if (value !== undefined) entry[key] = value
        const field = form.fields[fieldIndex]
        if (unreadable !== undefined && field !== undefined) entry[field.key] = unreadable
        return { ...entry, submission_type: 'Original document' }
      })
  return fc.oneof(
    entriesWith(AMOUNTS, []),
    entriesWith(MOSTLY_ZERO_AMOUNTS, []),
    entriesWith(AMOUNTS, [-3, -1000, 'x']),
  )
}

const years = fc.constantFrom(2009, 2010, 2014, 2019, 2020, 2023, 2026, 2030)

/** Runs each check on single documents by itself if its boxes are present, and lists the findings. */
function findingsOneByOne(documents: readonly ResolvedDocument[]): string[] {
  const findings: string[] = []
  const unknown = new Set<string>()
  for (const resolved of documents) {
    if (resolved.status === 'void' || resolved.status === 'canceled') continue
    const { document } = resolved
    for (const { id, run, boxes, severity, forms } of CHECKS) {
      if (run === undefined || (forms !== 'all' && !forms.some(key => key === document.compiledForm.key))) continue
      if (boxes.some(name => findCell(document, name) === null)) continue
      const documentView = new CheckableDocument(resolved)
      const breach = run(documentView)
      if (breach !== null)
        findings.push(`${id} ${breach.severity ?? severity} ${breach.difference} ${document.entryIndex}`)
      if (documentView.hasUnknownLimits) unknown.add(id)
    }
  }
  const ids = [...unknown].sort()
  return [...findings.sort(), ...(ids.length === 0 ? [] : [ids.join(', ')])]
}

/** Formats the library's findings in the same way, without those of checks across documents. */
const findingsTogether = (findings: readonly Finding[]): string[] => [
  ...findings
    .flatMap(({ check, severity, difference, document }) =>
      document === null || check === 'R-10'
        ? []
        : [`${check} ${severity} ${difference} ${document.document.entryIndex}`],
    )
    .sort(),
  ...findings
    .filter(({ check }) => check === 'limits_unknown')
    .map(({ message }) => /: ([^:.]*)\.$/.exec(message)?.[1] ?? ''),
]

describe('every check runs if its boxes are present', () => {
  const fired = new Set<string>()
  for (const form of FORMS) {
    test(`${form.key}: checkResult has the findings of the single checks`, () => {
      fc.assert(
        fc.property(fc.array(entryOfFew(form), { minLength: 1, maxLength: 8 }), years, (entries, year) => {
          const result = resultOfDossier(dossierOf({ [form.key]: entries }, year))
          const findings = checkResult(result)
          for (const { check } of findings) fired.add(check)
          expect(findingsTogether(findings)).toEqual(findingsOneByOne(result.resolution.documents))
        }),
        { numRuns: 80, seed: 23 },
      )
    })
  }

  test('every check on single documents except X-03 has a finding above', () => {
    const single = CHECKS.filter(({ run }) => run !== undefined)
    // X-03 compares the year of a form object with that of its record, and here both are the same.
    expect(single.filter(({ id }) => !fired.has(id)).map(({ id }) => id)).toEqual(['X-03'])
  })
})
