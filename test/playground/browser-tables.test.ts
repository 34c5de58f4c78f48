import { readFileSync } from 'node:fs'
import { unzipSync } from 'fflate'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { fixture } from '../cli/command.js'
import { findViolations } from '../support/accessibility.js'
import { measureWidth } from '../support/browser.js'
import { NAUGHTY_MARKUP } from '../support/naughty.js'
import { requireFor } from '../support/requirements.mjs'
import { choose, downloadBy, downloadTable, expectSoon, tryExample, usePlayground } from './use-playground.js'

const BROWSER = requireFor('the playground in a browser', 'chromium')

const eightBorrowers = readFileSync(fixture('dossiers.ndjson'), 'utf8')

const readColumn = (page: Page, index: number): Promise<string[]> =>
  page.locator(`#rows tr td:nth-child(${index + 1})`).allInnerTexts()

const countRows = (page: Page): Promise<number> => page.locator('#rows tr').count()

describe.skipIf(BROWSER === undefined)('tables in the playground', () => {
  const { openPlayground } = usePlayground()

  test('sorts and filters the rows of a table before the download buttons, with the keyboard', async () => {
    const page = await openPlayground()
    await tryExample(page, 'dossiers.ndjson')
    await page.getByLabel('Table', { exact: true }).selectOption('years')
    await expectSoon(() => page.locator('#row-head button').allInnerTexts()).toContain('total_income')
    const columns = await page.locator('#row-head button').allInnerTexts()
    const [year, amount] = [columns.indexOf('tax_year'), columns.indexOf('total_income')]
    expect(Math.min(year, amount)).toBeGreaterThanOrEqual(0)
    const head = page.locator('#row-head th').nth(amount)
    await head.locator('button').focus()
    for (const [order, direction] of [
      ['ascending', 1],
      ['descending', -1],
    ] as const) {
      await page.keyboard.press('Enter')
      await expectSoon(() => head.getAttribute('aria-sort')).toBe(order)
      const amounts = (await readColumn(page, amount)).filter(text => text !== '').map(Number)
      expect(amounts.length).toBeGreaterThan(8)
      expect(amounts).toEqual(amounts.toSorted((a, b) => direction * (a - b)))
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('total_income')
    }
    const all = await page.locator('#rows tr').count()
    await page.getByLabel('Rows that contain').fill('2023')
    await expectSoon(() => page.locator('#rows tr').count()).toBeLessThan(all)
    expect(new Set(await readColumn(page, year))).toEqual(new Set(['2023']))
    expect(await page.textContent('#row-note')).toMatch(
      new RegExp(`^${await countRows(page)} of ${all} rows match\\.$`),
    )
    const [rowBox, zipButton] = await Promise.all(['#row-box', '#zip'].map(id => page.locator(id).boundingBox()))
    expect(rowBox?.y).toBeLessThan(zipButton?.y ?? 0)
  })

  test('shows at most 200 rows, and says how many more there are', async () => {
    const page = await openPlayground()
    await choose(page, 'eight.ndjson', eightBorrowers)
    await page.selectOption('#shown-table', 'facts')
    await expectSoon(() => countRows(page)).toBe(200)
    const lines = (await downloadTable(page, 'facts', 'csv')).toString().trim().split('\n').length - 1
    expect(await page.textContent('#row-note')).toBe(`${lines} rows; the first 200 are shown.`)
  })

  test('shows hostile names in a table as text', async () => {
    const page = await openPlayground()
    const [name = ''] = NAUGHTY_MARKUP
    const dossier = { taxpayer: { id: name }, records: [{ id: 'r', provider_id: 'irs', tax_year: 2024, forms: [] }] }
    await choose(page, 'hostile.json', JSON.stringify(dossier))
    await page.selectOption('#shown-table', 'taxpayers')
    await expectSoon(() => countRows(page)).toBe(1)
    expect(await page.textContent('#rows')).toContain(name)
    expect(await page.locator('#rows bdi *').count()).toBe(0)
  })

  test('packs every download into one zip file', async () => {
    const page = await openPlayground()
    await tryExample(page, 'dossiers.ndjson')
    const files = unzipSync(await downloadBy(page, '#zip', 'taxtally.zip'))
    const offered = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('[data-table]')].map(
        ({ dataset }) => `${dataset['table']}.${dataset['format']}`,
      ),
    )
    expect(Object.keys(files).toSorted()).toEqual([...offered, 'borrower-0001.html'].toSorted())
    for (const [table, format] of [
      ['years', 'csv'],
      ['issues', 'csv'],
      ['issues', 'parquet'],
      ['facts', 'parquet'],
    ] as const)
      expect(Buffer.from(files[`${table}.${format}`] ?? []).equals(await downloadTable(page, table, format))).toBe(true)
    expect(await downloadBy(page, '#save', 'borrower-0001.html')).toEqual(
      Buffer.from(files['borrower-0001.html'] ?? []),
    )
  })

  test.each([
    [320, 'light'],
    [390, 'dark'],
    [1280, 'dark'],
  ] as const)('fits a screen of %i pixels without accessibility errors, %s', async (width, scheme) => {
    const page = await openPlayground({ width, scheme })
    await tryExample(page, 'dossiers.ndjson')
    await page.locator('#row-head button').first().click()
    await expectSoon(() => page.locator('#row-head th').first().getAttribute('aria-sort')).toBe('ascending')
    expect(await measureWidth(page)).toBe(width)
    expect(await findViolations(page)).toEqual([])
  })
})
