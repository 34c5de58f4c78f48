import { expect, test } from 'vitest'
import { analyze } from '../../src/api/analyze.js'
import type { Raw } from '../support/run.js'

test('an issue about conflicting documents names the deciding one, other issues name none', () => {
  const record = (id: string, provider_id: string, wages: number, otherFields: Raw = {}): Raw => ({
    id,
    tax_year: '2023',
    provider_id,
    forms: [
      {
        type: 'WAID',
        year: '2023',
        form_w2: [
          {
            employer: { ein: '12-3456789', name: 'PEAR WORKS', address: '1 MAIN STREET' },
            employee: { ssn: 'XXX-XX-1234', name: 'A PERSON' },
            wages_tips_other_compensation: wages,
            submission_type: 'Original document',
            ...otherFields,
          },
        ],
      },
    ],
  })
  const listDecisions = (...records: Raw[]) =>
    analyze({ taxpayer: { id: 't' }, records }).issues.map(({ code, path, message }) => [
      code,
      path,
      /Decided by (.*)\.$/.exec(message)?.[1] ?? null,
    ])
  const [first, second] = [0, 1].map(i => `$['records'][${i}]['forms'][0]['form_w2'][0]`)
  expect(listDecisions(record('a', 'irs', 100), record('b', 'turbotax', 150))).toEqual([
    ['source_conflict', second, first],
  ])
  expect(listDecisions(record('a', 'turbotax', 150), record('b', 'irs', 100))).toEqual([
    ['source_conflict', first, second],
  ])
  expect(listDecisions(record('a', 'irs', 100, { submission_type: 'Amended document' }))).toEqual([
    ['amended_without_original', first, null],
  ])
})
