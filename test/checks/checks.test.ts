import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { CHECKS } from '../../src/checks/checks.js'
import { FORMS } from '../../src/schema/forms/index.js'
import { readSections } from '../support/records.js'
import type { Raw } from '../support/run.js'
import { entryOf, findingsAbout, formatFinding } from './support.js'

// Each section is `== CHECK FORM`, then one line per document: whether it passes (`holds`) or fails (`breaks`), why,
// its fields by normalized name, its tax year if that is not 2024, and after `->` the severity and the difference in
// dollars or `-`. Comments contain the computation.
const WORKED = readSections(new URL('worked.txt', import.meta.url)).map(([head, ...lines]) => {
  const [id = '', form = ''] = head.split(' ')
  const documents = lines.map(line => {
    const [, kind, why, fields, year, says] =
      /^(holds|breaks): (.+?) (\{.*\})(?: in (\d{4}))?(?: -> (.+))?$/.exec(line) ?? []
    expect([line, kind === 'breaks']).toEqual([line, says !== undefined])
    return { why: `${kind}: ${why}`, fields: JSON.parse(fields as string) as Raw, year: Number(year ?? 2024), says }
  })
  return { id, form, documents }
})

describe('every check, on documents computed by hand', () => {
  describe.each(WORKED)('$id of $form', ({ id, form, documents }) => {
    test.each(documents)('$why', ({ fields, year, says }) => {
      const findings = findingsAbout(form, entryOf(form, fields), year)
      const ours = findings.filter(({ check, document }) => check === id && document !== null)
      expect(ours.map(formatFinding)).toEqual(says === undefined ? [] : [says])
    })
  })

  test('every check on single documents, except for all forms, has passing and failing documents', () => {
    const alone = CHECKS.filter(({ run, forms }) => run !== undefined && forms !== 'all').map(({ id }) => id)
    expect([...new Set(WORKED.map(({ id }) => id))].sort(), 'test/checks/worked.txt').toEqual(alone.sort())
    for (const { id, documents } of WORKED)
      expect(new Set(documents.map(({ says }) => says === undefined)).size, id).toBe(2)
  })

  test('a check reports only its own severities', () => {
    for (const { id, documents } of WORKED) {
      const check = CHECKS.find(candidate => candidate.id === id)
      for (const { says } of documents)
        if (says !== undefined)
          expect([check?.severity, check?.secondSeverity?.severity], id).toContain(says.split(' ')[0])
    }
  })
})

test('the periods of every Schedule K-1 are checked', () => {
  for (const form of ['schedule_k1_1065', 'schedule_k1_1120s', 'schedule_k1_1041']) {
    const entry = entryOf(form, { taxPeriodBeginning: '202212', taxPeriodEnd: '202412' })
    expect(
      findingsAbout(form, entry).some(({ check }) => check === 'K-02'),
      form,
    ).toBe(true)
  }
})

// The first line of the file names its columns: id, forms, check, tolerance, severity, other.
const facts = readFileSync(new URL('checks.txt', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .filter(line => !line.startsWith('#'))
  .slice(1)
  .map(line => line.split('|').map(cell => cell.trim()) as [string, string, string, string, string, string])

/** The library's text for each tolerance symbol in checks.txt. */
const TOLERANCES: Readonly<Record<string, RegExp>> = {
  T1: /^1\.00$/,
  Tw: /^2\.00$/,
  '2': /^2\.00$/,
  '-': /^none$/,
  '3 x T1': /^3\.00$/,
  'T1 x n': /^1\.00 per row$/,
  '1%': /^1% of .+$/,
  'max(5, 1%)': /^the larger of 5\.00 and 1% of .+$/,
  'max(2, 1%)': /^the larger of 2\.00 and 1% of .+$/,
  '1e-9': /^0\.000000001$/,
}

describe('the table of checks', () => {
  test('has exactly the checks of checks.txt, in any order', () => {
    expect(CHECKS.map(({ id }) => id).sort(), 'test/checks/checks.txt').toEqual(facts.map(([id]) => id).sort())
    expect(new Set(CHECKS.map(({ id }) => id)).size).toBe(CHECKS.length)
  })

  test.each(facts)('%s: forms, tolerance and severities', (id, forms, _, tolerance, severity, firingSeverity) => {
    const check = CHECKS.find(candidate => candidate.id === id)
    expect(check?.forms === 'all' ? ['all'] : check?.forms).toEqual(forms.split(' '))
    expect(check?.severity).toBe(/^(?:error|warning|info)/.exec(severity)?.[0])
    expect(check?.secondSeverity?.severity ?? '').toBe(firingSeverity)
    expect(check?.tolerance.text).toMatch(TOLERANCES[tolerance] as RegExp)
  })

  test('names only boxes of its forms, and no box twice', () => {
    for (const { id, forms, boxes, optional = [] } of CHECKS) {
      const names = new Set(
        FORMS.filter(({ key }) => forms === 'all' || forms.includes(key)).flatMap(({ fields }) =>
          fields.map(({ name }) => name as string),
        ),
      )
      for (const name of [...boxes, ...optional]) expect([...names], `${id} ${name}`).toContain(name)
      expect(new Set([...boxes, ...optional]).size, id).toBe(boxes.length + optional.length)
    }
  })

  test('has a rule, exceptions, a source and a function for every check', () => {
    for (const { id, doc, interpretation, exceptions, source, run, runAcross } of CHECKS) {
      for (const sentence of [doc, interpretation ?? doc, exceptions])
        expect(sentence, id).toMatch(/^[A-Z0-9`][\s\S]*\.$/)
      expect(source.length, id).toBeGreaterThan(10)
      expect(run !== undefined || runAcross !== undefined, id).toBe(true)
    }
  })
})
