import { describe, expect, test } from 'vitest'
import { csvTextCell } from '../../src/export/csv-text.js'

// What comes out, CSV: "=, +, -, @, tab, CR, LF or their full-width forms".
const RUN = [...'=+-@\t\r\n', '\uFF1D', '\uFF0B', '\uFF0D', '\uFF20']

describe('a text cell that a spreadsheet would run', () => {
  test.each(RUN.map(first => [`U+${first.charCodeAt(0).toString(16).padStart(4, '0')}`, first]))(
    'gets an apostrophe before %s, alone or before other text, unless raw text is asked for',
    (_, first) => {
      const plain = (cell: string) => (cell.startsWith('"') ? cell.slice(1, -1) : cell)
      for (const text of [first, `${first}SUM(1)`]) {
        expect(plain(csvTextCell(text))).toBe(`'${text}`)
        expect(plain(csvTextCell(text, { rawText: true }))).toBe(text)
        expect(csvTextCell(`A${text}`)).not.toContain("'")
      }
    },
  )
})
