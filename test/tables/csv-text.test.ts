import { describe, expect, test } from 'vitest'
import { CsvRows } from '../../src/tables/csv-rows.js'
import { formatCsvText } from '../../src/tables/csv-text.js'
import { textColumn } from '../../src/tables/table.js'

// The characters that may begin a formula: =, +, -, @, tab, CR, LF and the full-width forms of the first four.
const FORMULA_STARTS = [...'=+-@\t\r\n', '\uFF1D', '\uFF0B', '\uFF0D', '\uFF20']

describe('a text cell that a spreadsheet would run', () => {
  test.each(FORMULA_STARTS.map(first => [`U+${first.charCodeAt(0).toString(16).padStart(4, '0')}`, first]))(
    'gets an apostrophe before %s, alone or before other text, unless raw text is requested',
    (_, first) => {
      const unquote = (cell: string) => (cell.startsWith('"') ? cell.slice(1, -1) : cell)
      for (const text of [first, `${first}SUM(1)`]) {
        expect(unquote(formatCsvText(text))).toBe(`'${text}`)
        expect(unquote(formatCsvText(text, { rawText: true }))).toBe(text)
        expect(formatCsvText(`A${text}`)).not.toContain("'")
      }
    },
  )
})

describe('after a semicolon, where some spreadsheets begin a cell', () => {
  const cell = (text: string): string =>
    formatCsvText(text)
      .replace(/^"(.*)"$/s, '$1')
      .replaceAll('""', '"')

  // An apostrophe precedes each character that could begin a formula and appears nowhere else.
  test.each([
    ['Acme;=1+1', "Acme;'=1+1"],
    ['Acme; =1+1', "Acme; '=1+1"],
    ['Acme;  "=1+1"', 'Acme;  "\'=1+1"'],
    ['a;b;-1;@x', "a;b;'-1;'@x"],
    [';=1', ";'=1"],
    [';;=1', ";;'=1"],
    ['=1;=2', "'=1;'=2"],
    ['；=1', '；=1'],
    ['a;', 'a;'],
    ['a; ', 'a; '],
    ['a;b=1;c-2', 'a;b=1;c-2'],
    ["a;'=1", "a;'=1"],
    ['a,b;=1', "a,b;'=1"],
    ['2023;2024', '2023;2024'],
    ['short_history;year_incomplete', 'short_history;year_incomplete'],
  ])('%j', (text, guarded) => {
    expect(cell(text)).toBe(guarded)
    expect(formatCsvText(text, { rawText: true }).includes("'")).toBe(text.includes("'"))
  })

  test.each(FORMULA_STARTS.map(first => [`U+${first.charCodeAt(0).toString(16).padStart(4, '0')}`, first]))(
    '%s',
    (_, first) => {
      expect(cell(`A;${first}1`)).toBe(`A;'${first}1`)
    },
  )

  test('escapes a cell of 100,000 semicolons with formula characters', () => {
    const many = 100_000
    expect(formatCsvText(';='.repeat(many)) === ";'=".repeat(many)).toBe(true)
    expect(formatCsvText('; '.repeat(many)) === '; '.repeat(many)).toBe(true)
  })

  test('gets the same apostrophes from CsvRows as from formatCsvText', () => {
    for (const text of ['Acme;=1+1', 'Acme; "=1"', 'a;b', 'a,b;@x', '$1;-2', 'é;=1', '=1;=2', '[";=1"]'])
      for (const rawText of [false, true]) {
        const columns = [textColumn('name', '', () => null)]
        let line = ''
        const writer = new CsvRows(
          { name: 'made_up', doc: '', columns, rows: () => [] },
          { rawText, hasHeader: false },
          bytes => (line += Buffer.from(bytes).toString()),
        )
        writer.writeRow([text])
        writer.finish()
        expect(line).toBe(`${formatCsvText(text, { rawText })}\n`)
      }
  })
})
