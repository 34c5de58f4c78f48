import { readFileSync } from 'node:fs'
import { zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { analyze } from '../../src/api/analyze.js'
import { fixture } from '../cli/command.js'
import { requireFor } from '../support/requirements.mjs'
import { choose, expectSoon, tryExample, usePlayground } from './use-playground.js'

const BROWSER = requireFor('the playground in a browser', 'chromium')

const CONTENT_TYPES = '[Content_Types].xml'
const ONE_BYTE = new Uint8Array(1)
const archive = (...names: readonly string[]): Buffer =>
  Buffer.from(zipSync(Object.fromEntries(names.map(name => [name, ONE_BYTE])), { level: 0 }))

/** Excel pads the first entry of a workbook, so that the name of its folder `xl` comes later in the file. */
const PADDED_WORKBOOK = zipSync({ [CONTENT_TYPES]: new Uint8Array(2000), 'xl/workbook.xml': ONE_BYTE }, { level: 0 })

const WRONG_FILES: readonly (readonly [name: string, content: string | Buffer, sentence: string])[] = [
  ['table.csv', 'id,year,wages\n1,2024,100\n', 'looks like CSV'],
  ['return.pdf', '%PDF-1.7\n%\u00e2\n', 'looks like a PDF'],
  ['book.xlsx', archive(CONTENT_TYPES, 'xl/workbook.xml'), 'looks like an Excel workbook'],
  ['padded.xlsx', Buffer.from(PADDED_WORKBOOK), 'looks like an Excel or Word file'],
  ['records.zip', archive('a.json'), 'looks like a ZIP archive'],
  ['w2.png', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'looks like a picture'],
  ['w2.jpg', Buffer.from('ffd8ffe000104a464946', 'hex'), 'looks like a picture'],
  ['empty.json', '', 'is empty: it contains no record and no taxpayer.'],
  ['blank.json', ' \n', 'is empty: it contains no record and no taxpayer.'],
  ['login.html', '<!doctype html><title>Sign in</title>', 'looks like a web page'],
  ['loan.xml', '<?xml version="1.0"?><MESSAGE/>', 'looks like XML'],
  ['utf16.txt', Buffer.from('Wages of the year 2024', 'utf16le'), 'looks like text in UTF-16'],
  ['cut.json', '{"id": "r-1", "forms": [{"year": 2024', 'is not JSON. Line 1'],
  ['error.json', '{"error": "secret-canary"}', 'looks like an error response'],
  ['other.json', '{"a": 1}', 'looks like an object without a key of a record, a taxpayer or a dossier'],
]

describe.skipIf(BROWSER === undefined)('files in the playground', () => {
  const { openPlayground } = usePlayground()

  test.each([320, 1280])('shows the figures directly under the place for files, at a width of %i', async width => {
    const page = await openPlayground({ width, height: 800 })
    expect(await page.isVisible('#figures')).toBe(false)
    await tryExample(page, 'borrower.ndjson')
    const { value } = analyze(
      readFileSync(fixture('borrower.ndjson'), 'utf8')
        .trim()
        .split('\n')
        .map(line => JSON.parse(line)),
    )
    if (value === undefined) throw new Error('The example cannot be read.')
    const { total } = value.underwriting
    expect(total.qualifyingMonthly.toNumber()).toBeGreaterThan(0)
    const text = await page.innerText('#figures')
    for (const label of ['Qualifies today', 'Supportable once', 'Matched to IRS transcripts', 'Open conditions'])
      expect(text).toContain(label)
    const format = (dollars: number) => dollars.toLocaleString('en-US', { minimumFractionDigits: 2 })
    for (const key of ['qualifyingMonthly', 'supportableMonthly', 'verifiedMonthly'] as const)
      expect(text).toContain(format(total[key].toNumber()))
    const [drop, figures, examples] = await Promise.all(
      ['#drop', '#figures', '.examples'].map(selector => page.locator(selector).boundingBox()),
    )
    if (!drop || !figures || !examples) throw new Error('A part of the page is not visible.')
    expect(figures.y - drop.y - drop.height).toBeLessThan(130)
    expect(examples.y).toBeGreaterThan(figures.y + figures.height)
    await page.selectOption('#beside', 'conservative')
    await expectSoon(() => page.locator('#figures .card').count()).toBe(2)
    await choose(page, 'wrong.csv', 'a,b\n1,2\n')
    expect(await page.isVisible('#figures')).toBe(false)
  })

  test('says first what a wrong file looks like', async () => {
    const page = await openPlayground()
    for (const [name, content, sentence] of WRONG_FILES) {
      await choose(page, name, content)
      const status = (await page.textContent('#told')) ?? ''
      expect(status.slice(0, name.length + sentence.length + 1)).toBe(`${name} ${sentence}`)
      expect(await page.getAttribute('#told', 'class')).toBe('failed')
      expect(await page.innerText('main')).not.toContain('secret-canary')
    }
  })

  test('names the wrong one of several files, and reads the others', async () => {
    const page = await openPlayground()
    const [first = ''] = readFileSync(fixture('dossiers.ndjson'), 'utf8').split('\n')
    const files = [
      ['a.csv', 'id,year,wages\n1,2,3\n'],
      ['b.json', first],
    ].map(([name = '', text = '']) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) }))
    await page.setInputFiles('#files', files)
    await expectSoon(() => page.textContent('#told')).toMatch(/^a\.csv looks like CSV[^\n]*\n2 files: 1 borrower; /)
    expect(await page.isVisible('#figures')).toBe(true)
  })
})
