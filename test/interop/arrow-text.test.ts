import { tableFromIPC } from '@uwdata/flechette'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toArrow } from '../../src/tables/arrow.js'

// The writer copies a repeated text within its buffer. It once confused characters with bytes when the buffer grew.
test('flechette reads back a column of repeated texts in any script and of any length', () => {
  const maybeText = fc.oneof(
    fc.constant(null),
    fc.constantFrom('é'.repeat(40), '日本'.repeat(70), 'plain', '', '𝔘'.repeat(30), `${'a'.repeat(99)}ü`),
    fc.string({ unit: 'grapheme', maxLength: 60 }),
  )
  const runs = fc.array(fc.tuple(maybeText, fc.integer({ min: 1, max: 300 })), { minLength: 1, maxLength: 30 })
  fc.assert(
    fc.property(runs, textRuns => {
      const cells = textRuns.flatMap(([text, times]) => Array<string | null>(times).fill(text))
      const table = {
        name: 't',
        doc: '',
        columns: [{ name: 'word', type: 'text', nullable: true, doc: '' }] as const,
        rows: cells.map(cell => [cell]),
      }
      for (const format of ['file', 'stream'] as const) {
        const read = tableFromIPC(toArrow(table, format)).getChild('word')
        expect(Array.from(read)).toEqual(cells)
      }
    }),
    { numRuns: 60, seed: 7 },
  )
})
