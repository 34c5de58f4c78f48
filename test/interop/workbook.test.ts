/** Reads workbooks of reports with openpyxl, and compares every cell with the page. */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Decimal } from 'decimal.js'
import { describe, expect, test } from 'vitest'
import { renderReport } from '../../src/report/scope-report.js'
import type { TaxpayerContext } from '../../src/tables/table.js'
import { makeRandomUnderwritingCase } from '../reference/streams/generator.js'
import { type PageTable, readTables, textOfMarkup } from '../report/page-tables.js'
import { SHIPPED } from '../report/shipped.js'
import { getSingleContext, LABELS, writeWorkbook } from '../report/workbook-files.js'
import { sharedFolder } from '../support/folder.js'
import { makeRandomCopies } from '../support/random-copies.js'
import { requireFor } from '../support/requirements.mjs'

const python = requireFor('workbooks as openpyxl reads them', 'openpyxl')

/** Prints the cells of the sheets of each workbook: the value, openpyxl's type of it, and the number format. */
const SCRIPT = `import json, openpyxl, sys
def read(path):
    book = openpyxl.load_workbook(path)
    return {s.title: [[[c.value, c.data_type, c.number_format] for c in row] for row in s.iter_rows()] for s in book}
print(json.dumps([read(path) for path in sys.argv[1:]]))`

type SheetCell = readonly [value: string | number | null, type: string, format: string]
type Workbook = Readonly<Record<string, readonly (readonly SheetCell[])[]>>

const folder = sharedFolder()

async function readWorkbooks(taxpayers: readonly TaxpayerContext[]): Promise<Workbook[]> {
  const paths: string[] = []
  for (const [i, taxpayer] of taxpayers.entries()) {
    const path = join(folder, `${i}.xlsx`)
    writeFileSync(path, await writeWorkbook(taxpayer))
    paths.push(path)
  }
  const output = execFileSync(String(python), ['-c', SCRIPT, ...paths], { encoding: 'utf8', maxBuffer: 1 << 28 })
  return JSON.parse(output) as Workbook[]
}

/** Returns a cell's text as a spreadsheet shows it. Shares no code with the page. */
function formatCell([value, type, format]: SheetCell): string {
  if (value === null) return ''
  if (type !== 'n') return String(value)
  const [, digits = '', doubtMark = ''] = /^([^"]*)(?:"(.)")?$/.exec(format) ?? []
  if (digits === 'General') return String(value)
  const number = new Decimal(value)
  if (digits === '0.0%')
    return `${number
      .times(100)
      .toFixed(1, Decimal.ROUND_HALF_UP)
      .replace(/^-(0\.0)$/, '$1')}%${doubtMark}`
  expect(digits).toBe('#,##0.00')
  expect(number.decimalPlaces()).toBeLessThan(3)
  return `${number.toFixed(2).replace(/\B(?=(\d{3})+\.)/g, ',')}${doubtMark}`
}

const MONEY_TEXT = /^-?[\d,]+\.\d\d\??$/

/** Expects the rows under a caption to equal those of the page's table, and figures to be numbers. */
function expectTable(rows: readonly (readonly SheetCell[])[], { caption, head, rows: pageRows }: PageTable): void {
  const start = rows.findIndex(([first]) => first?.[0] === caption)
  expect(start, caption).toBeGreaterThan(-1)
  const titles = (rows[start + 1] ?? []).map(formatCell)
  // A sheet has the sources of a column in the next column. On the page, they are in the same cell.
  const sourceColumn = head.includes('Source') ? -1 : titles.indexOf('Source')
  const join = (texts: readonly string[]): string[] =>
    texts
      .map((text, i) => (i + 1 === sourceColumn ? `${text} ${texts[sourceColumn]}` : text))
      .filter((_, i) => i !== sourceColumn)
      .slice(0, head.length)
  expect(titles.filter((_, i) => i !== sourceColumn).slice(0, head.length)).toEqual(head)
  const read = rows.slice(start + 2, start + 2 + pageRows.length).map(cells => {
    for (const cell of cells) expect(MONEY_TEXT.test(formatCell(cell)) ? cell[1] : 'n', caption).toBe('n')
    return join(cells.map(formatCell)).map(text => text.replaceAll('\n', '').trim())
  })
  expect(read, caption).toEqual(pageRows.map(({ name, cells }) => [name, ...cells]))
}

const SHEET_BY_CAPTION: readonly (readonly [caption: RegExp, sheet: string])[] = [
  [/^Qualifying income, /, 'Worksheet'],
  [/^Open conditions/, 'Conditions'],
  [/Form 1084/, 'Form 1084'],
  [/^Documents, and why/, 'Documents'],
  [/^When each record/, 'Summary'],
]

/** Expects a workbook to have what the page has. Returns the number of tables. */
function compareWithPage(workbook: Workbook, taxpayer: TaxpayerContext): number {
  const page = renderReport(taxpayer, LABELS)
  let count = 0
  for (const table of readTables(page)) {
    const [, sheet] = SHEET_BY_CAPTION.find(([caption]) => caption.test(table.caption)) ?? []
    if (sheet === undefined) continue
    count++
    expectTable(workbook[sheet] ?? [], table)
  }
  const summary = (workbook['Summary'] ?? []).map(row => row.map(formatCell))
  const totals = [...page.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/g)].map(([, label = '', text = '']) => [
    textOfMarkup(label),
    textOfMarkup(text).replace('$', ''),
  ])
  expect(totals.length).toBeGreaterThan(4)
  const labels = new Set(totals.map(([label]) => label))
  expect(summary.filter(([label = '']) => labels.has(label)).map(([label, text]) => [label, text])).toEqual(totals)
  const lines = new Set(Object.values(workbook).flatMap(rows => rows.map(([first]) => String(first?.[0] ?? ''))))
  for (const [, note = ''] of page.matchAll(/<p class="note">(\d+ records.*?)<\/p>/g))
    expect(lines).toContain(textOfMarkup(note))
  for (const rows of Object.values(workbook))
    for (const cells of rows) for (const [, type] of cells) expect(type).not.toBe('f')
  return count
}

const POLICIES = [['fannie-2026-08'], ['fannie-2026-08', 'fha-4000.1', 'conservative']] as const

describe.skipIf(python === undefined)('every figure of a workbook equals that of the page', () => {
  test('for the shipped borrowers, under one policy and two', async () => {
    const taxpayers = SHIPPED.flatMap(({ raw, underwrite }) =>
      POLICIES.map(policy => getSingleContext(raw, undefined, {}, { ...underwrite, policy })),
    )
    const workbooks = await readWorkbooks(taxpayers)
    const counts = workbooks.map((workbook, i) => compareWithPage(workbook, taxpayers[i] as TaxpayerContext))
    expect(Math.min(...counts)).toBeGreaterThan(2)
    expect(workbooks.filter(workbook => 'Form 1084' in workbook).length).toBeGreaterThan(1)
    expect(Object.keys(workbooks[0] ?? {})).toEqual(['Summary', 'Conditions', 'Worksheet', 'Documents', 'Citations'])
  })

  test('for random borrowers, some with unreadable, doubtful or rejected data', async () => {
    const taxpayers = Array.from({ length: 60 }, (_, seed) => {
      if (seed % 3 === 0) return getSingleContext(makeRandomCopies(seed))
      const { raw, knownFacts } = makeRandomUnderwritingCase(seed)
      return getSingleContext(raw, undefined, {}, { knownFacts } as Parameters<typeof getSingleContext>[3])
    })
    const workbooks = await readWorkbooks(taxpayers)
    for (const [i, workbook] of workbooks.entries()) compareWithPage(workbook, taxpayers[i] as TaxpayerContext)
    // Some figures are doubtful, so their numbers have a mark.
    expect(JSON.stringify(workbooks)).toContain('#,##0.00\\"?\\"')
  })
})

test.skipIf(python === undefined)('text that looks like a formula is text to openpyxl', async () => {
  const texts = ['=1+1', '+1', '-1', '@SUM(A1)', '=HYPERLINK("http://localhost")']
  const records = texts.map((name, i) => ({
    id: `=r${i}`,
    provider_id: 'irs',
    tax_year: 2024,
    forms: [{ form_w2: [{ wages_tips_other_compensation: 50_000 + i, employer: { name, ein: `00-123456${i}` } }] }],
  }))
  const taxpayer = getSingleContext({ taxpayer: { id: '=tp' }, records })
  const [workbook = {}] = await readWorkbooks([taxpayer])
  const cells = Object.values(workbook).flat(2)
  for (const text of [...texts, '=tp', '=r0']) {
    const matches = cells.filter(([value]) => value === text)
    expect(matches.length, text).toBeGreaterThan(0)
    for (const [, type, format] of matches) expect([type, format], text).toEqual(['s', '@'])
  }
})
