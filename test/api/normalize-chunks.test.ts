import { expect, test } from 'vitest'
import { toNormalizedDossier } from '../../src/api/dossier.js'
import { stringifyDossier } from '../../src/cli/commands/validate.js'
import { Privacy } from '../../src/ingest/privacy.js'
import { sourceOfDossier } from '../support/run.js'

const makeRecord = (id: string, count: number) => ({
  id,
  tax_year: '2023',
  forms: [{ form_w2: Array.from({ length: count }, (_, i) => ({ wages_tips_other_compensation: i })) }],
})

test.each([
  ['few documents', [makeRecord('a', 3), makeRecord('b', 0)]],
  ['many documents', [makeRecord('a', 0), makeRecord('b', 5000), makeRecord('c', 5001)]],
])('the text of a dossier with %s is that of JSON.stringify', (_, records) => {
  const source = sourceOfDossier({ taxpayer: { id: 't', name: 'A' }, records })
  const privacy = new Privacy({})
  const chunks = [...stringifyDossier(source, privacy)]
  const text = JSON.stringify(toNormalizedDossier(source, privacy))
  expect(chunks.join('') === text).toBe(true)
  // No chunk of a large dossier is much longer than the text of one document.
  if (chunks.length > 10_000)
    expect(Math.max(...chunks.map(({ length }) => length))).toBeLessThan(3 * (text.length / 10_001))
})
