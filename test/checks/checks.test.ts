import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { CHECKS } from '../../src/checks/checks.js'
import type { Raw } from '../support/run.js'
import { entryOf, findingsAbout, formatFinding } from './support.js'

// Each section is `== CHECK FORM`, then one line per document: whether it passes (`holds`) or fails (`breaks`), why,
// its fields by normalized name, its tax year if that is not 2024, and after `->` the severity and the difference in
// dollars or `-`. Comments contain the computation.
const WORKED = readFileSync(new URL('worked.txt', import.meta.url), 'utf8')
  .split(/^== /m)
  .slice(1)
  .map(section => {
    const [head = '', ...lines] = section.split('\n').filter(line => line !== '' && !line.startsWith('#'))
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
