import fc from 'fast-check'
import { expect, it } from 'vitest'
import { csvStream } from '../../src/files/csv-stream.js'
import { toCsv } from '../../src/tables/csv.js'
import type { CellValue, ColumnInfo } from '../../src/tables/table.js'

const columns: ColumnInfo[] = (['text', 'int', 'bool', 'money', 'ratio', 'date'] as const).map(type => ({
  name: type,
  type,
  nullable: true,
  doc: '',
}))

// fast-csv deletes NUL, so the tests replace it.
const text = fc.string({ unit: 'grapheme', maxLength: 12 }).map(content => content.replaceAll('\0', '#'))
const textCell = fc.oneof(
  text,
  fc.constantFrom(
    '=1+1',
    '-2',
    '@x',
    'a;=1',
    'a; "-1',
    'a,b',
    'a"b',
    'a\nb',
    '\r',
    '\tx',
    '＝x',
    '',
    '0042',
    'a|b',
    ' ',
    'é',
    '😀',
  ),
)
const row: fc.Arbitrary<CellValue[]> = fc.tuple(
  fc.option(textCell),
  fc.option(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 })),
  fc.option(fc.boolean()),
  fc.option(fc.maxSafeInteger()),
  fc.option(fc.maxSafeInteger()),
  fc.option(fc.constantFrom('2024-02-29', '1999-12-31')),
)

async function writeWithFastCsv(rows: readonly CellValue[][], rawText = false): Promise<string> {
  const stream = csvStream(columns, { rawText })
  for (const cells of rows) stream.write(cells)
  stream.end()
  let out = ''
  for await (const chunk of stream) out += String(chunk)
  return out
}

it('writes the same bytes with toCsv as with csvStream and fast-csv', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 8 }), async rows => {
      expect(toCsv({ name: 't', doc: '', columns, rows })).toBe(await writeWithFastCsv(rows))
    }),
    { numRuns: 300 },
  )
})

it('escapes text cells that look like formulas and never escapes typed cells', async () => {
  const rows: CellValue[][] = [['=1+1', -1, null, -100, -1, null]]
  expect(toCsv({ name: 't', doc: '', columns, rows }).split('\n')[1]).toBe("'=1+1,-1,,-1.00,-0.000001,")
  expect(toCsv({ name: 't', doc: '', columns, rows }, { rawText: true }).split('\n')[1]).toBe(
    '=1+1,-1,,-1.00,-0.000001,',
  )
  expect((await writeWithFastCsv(rows)).split('\n')[1]).toBe("'=1+1,-1,,-1.00,-0.000001,")
})

it('writes the header of an empty table', async () => {
  expect(toCsv({ name: 't', doc: '', columns, rows: [] })).toBe('text,int,bool,money,ratio,date\n')
  expect(await writeWithFastCsv([])).toBe('text,int,bool,money,ratio,date\n')
})
