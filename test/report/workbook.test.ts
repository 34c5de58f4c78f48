import { afterEach, describe, expect, test, vi } from 'vitest'
import { renderReport } from '../../src/report/scope-report.js'
import { Aviary, makeDossierWith } from '../privacy/plant.js'
import { Sightings } from '../privacy/sightings.js'
import { textOfMarkup } from './page-tables.js'
import { SHIPPED } from './shipped.js'
import { getSingleContext, LABELS, readParts, writeWorkbook } from './workbook-files.js'

const POLICY = ['fannie-2026-08', 'fha-4000.1'] as const

/** Returns the markup of all cells, with the texts of the shared table. */
function readCells(workbook: Uint8Array): { markup: string; texts: string[] } {
  const parts = readParts(workbook)
  const markup = [...parts].flatMap(([name, text]) => (name.startsWith('xl/worksheets/') ? [text] : [])).join('')
  const strings = parts.get('xl/sharedStrings.xml') ?? ''
  return { markup, texts: [...strings.matchAll(/<t[^>]*>([\s\S]*?)<\/t>/g)].map(([, text = '']) => text) }
}

const makeW2 = (name: string, wages = 50_000) => ({
  id: 'r1',
  provider_id: 'irs',
  tax_year: 2024,
  date: '2025-09-01',
  forms: [{ form_w2: [{ wages_tips_other_compensation: wages, employer: { name, ein: '00-1234567' } }] }],
})

describe('the bytes of a workbook', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  test('are the same whenever it is written', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    for (const { raw, underwrite } of SHIPPED) {
      const taxpayer = getSingleContext(raw, undefined, {}, { ...underwrite, policy: POLICY })
      for (const labels of [LABELS, {}]) {
        vi.setSystemTime(new Date('2026-01-02T03:04:06Z'))
        const first = await writeWorkbook(taxpayer, labels)
        vi.setSystemTime(new Date('2031-07-08T09:10:12Z'))
        const second = await writeWorkbook(
          getSingleContext(raw, undefined, {}, { ...underwrite, policy: POLICY }),
          labels,
        )
        expect(Buffer.compare(first, second)).toBe(0)
      }
    }
  })
})

describe('text from the data', () => {
  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '=HYPERLINK("http://localhost")', '\t=1', "=cmd|' /C calc'!A0"])(
    'is text and never a formula: %j',
    async text => {
      const raw = { taxpayer: { id: text }, records: [makeW2(text)] }
      const workbook = await writeWorkbook(getSingleContext(raw), { ...LABELS, loanNumber: text, preparedBy: text })
      const { markup, texts } = readCells(workbook)
      expect(markup).not.toMatch(/<f[ >]|t="str"/)
      // The taxpayer's id is a line of its own, and the employer is a cell of its own in the list of documents.
      const values = texts.map(textOfMarkup)
      expect(values).toContain(text.trim())
      expect(readParts(workbook).get('xl/styles.xml')).toContain('formatCode="@"')
    },
  )

  test.each(['#REF!', '#N/A', '#NAME?', '#DIV/0!', '#VALUE!', '#NULL!', '#NUM!', '#GETTING_DATA', '#SPILL!'])(
    'is text and never the error of a formula: %s',
    async text => {
      const workbook = await writeWorkbook(getSingleContext({ taxpayer: { id: text }, records: [makeW2(text)] }))
      const { markup } = readCells(workbook)
      expect(markup).not.toContain('t="e"')
      expect(markup.split(`<is><r><t>${text}</t></r></is>`).length).toBeGreaterThan(2)
    },
  )

  test.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])('is not mistaken for a key: %s', async text => {
    const { markup, texts } = readCells(
      await writeWorkbook(getSingleContext({ taxpayer: { id: text }, records: [makeW2(text)] })),
    )
    expect(texts).toContain(text)
    for (const [, index] of markup.matchAll(/t="s"[^>]*><v>([^<]*)<\/v>/g)) expect(texts[Number(index)]).toBeDefined()
  })

  test('contains no character that XML does not allow, and no character code', async () => {
    const raw = { taxpayer: { id: 'a\u0001b\uffff\ud800_x0041_' }, records: [makeW2('n')] }
    const parts = readParts(await writeWorkbook(getSingleContext(raw)))
    for (const text of parts.values())
      expect(text).not.toMatch(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u)
    expect(parts.get('xl/sharedStrings.xml')).toMatch(/<t[^>]*>a\ufffdb\ufffd\ufffd_x005F_x0041_<\/t>/)
  })

  test('that is wide is broken into lines, and text that is longer than a cell may be ends with an ellipsis', async () => {
    const name = 'Wide Employer '.repeat(20).trim()
    const raw = { taxpayer: { id: 'x'.repeat(40_000) }, records: [makeW2(name)] }
    const labels = { ...LABELS, preparedBy: 'y'.repeat(40_000) }
    const { markup, texts } = readCells(await writeWorkbook(getSingleContext(raw), labels))
    const widths = [...markup.matchAll(/<col [^>]*width="([0-9.]+)"/g)].map(([, width]) => Number(width))
    expect(Math.max(...widths)).toBeLessThan(45)
    expect(texts).toContain(name)
    for (const [, height] of markup.matchAll(/ht="([0-9.]+)"/g)) expect(Number(height)).toBeLessThan(410)
    expect(Math.max(...[...markup.matchAll(/ht="([0-9.]+)"/g)].map(([, height]) => Number(height)))).toBeGreaterThan(
      100,
    )
    expect(Math.max(...texts.map(text => text.length))).toBe(32_767)
    expect(texts.find(text => text.startsWith('Prepared by yyy'))?.endsWith('y…')).toBe(true)
    // Identifiers from the data are shorter than a cell may be.
    expect(texts.find(text => text.startsWith('xxx'))).toBe(`${'x'.repeat(299)}…`)
  })
})

describe('amounts', () => {
  test('that a spreadsheet cannot represent are text, exact to the cent', async () => {
    const exact = readCells(await writeWorkbook(getSingleContext({ records: [makeW2('n', 9_999_999_999_999.99)] })))
    expect(exact.markup).toContain('<v>9999999999999.99</v>')
    const large = readCells(await writeWorkbook(getSingleContext({ records: [makeW2('n', 10_000_000_000_000.01)] })))
    expect(large.markup).not.toContain('<v>10000000000000.01</v>')
    expect(large.texts).toContain('10,000,000,000,000.01')
  })
})

describe.each(['word', 'number'] as const)('personal data: a %s in every position', kind => {
  test.each(['last4', 'pseudonym', 'full'] as const)(
    'with %s is in a workbook only if it is on the page',
    async identifiers => {
      const aviary = new Aviary(kind)
      const pseudonymKey = identifiers === 'pseudonym' ? { pseudonymKey: new Uint8Array(32) } : {}
      const taxpayer = getSingleContext(makeDossierWith(aviary), undefined, { identifiers, ...pseudonymKey })
      const [onPage, inWorkbook] = [new Sightings(aviary), new Sightings(aviary)]
      onPage.look('', textOfMarkup(renderReport(taxpayer, LABELS)))
      for (const text of readParts(await writeWorkbook(taxpayer)).values()) inWorkbook.look('', text)
      const positions = Object.keys(inWorkbook.list)
      for (const position of positions) expect(onPage.list, position).toHaveProperty([position])
      expect(positions.length).toBeGreaterThan(kind === 'word' ? 1 : -1)
    },
  )
})
