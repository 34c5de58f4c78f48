import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { PDFDocument } from '@cantoo/pdf-lib'
import { describe, expect, test } from 'vitest'
import { report } from '../../src/report/index.js'
import { AUDITS, findViolations } from '../support/accessibility.js'
import { measureWidth, openDetails, useBrowser } from '../support/browser.js'
import { analyzeEverything } from '../support/everything.js'
import { sharedFolder } from '../support/folder.js'
import { NAUGHTY_MARKUP } from '../support/naughty.js'
import { requireFor } from '../support/requirements.mjs'
import { expectFigures } from './expected.js'
import { readShownTables } from './page-tables.js'
import { analyzeSingle, SHIPPED } from './shipped.js'

const BROWSER = requireFor('the reports in a browser', 'chromium')

const POLICIES = ['fannie-2026-08', 'conservative'] as const

describe.skipIf(BROWSER === undefined)('reports in a browser', () => {
  const { open, activity } = useBrowser()
  const folder = sharedFolder()

  const writePage = (name: string, text: string): string => {
    const path = join(folder, `${name}.html`)
    writeFileSync(path, text)
    return pathToFileURL(path).href
  }

  const urls = (): string[] =>
    SHIPPED.map(({ raw, underwrite }, i) => writePage(`one-${i}`, report(analyzeSingle(raw, underwrite))))

  test('show every figure of the tables, under one policy and two', async () => {
    for (const [i, { raw, underwrite }] of SHIPPED.entries()) {
      for (const policies of [[POLICIES[0]], POLICIES]) {
        const page = await open(writePage(`figures-${i}`, report(analyzeSingle(raw, underwrite), { policy: policies })))
        expectFigures(
          await readShownTables(page),
          analyzeEverything(raw, undefined, {}, { ...underwrite, policy: policies }),
        )
      }
    }
  }, 300_000)

  test('have no accessibility error that axe-core finds, in light and dark, narrow and wide, with every figure open', async () => {
    // All reports have the same sections. Only the last four have mortgages, tax liabilities or known facts.
    for (const url of urls().slice(-4))
      for (const { scheme, width, rules } of AUDITS) {
        const page = await open(url, { width, scheme })
        await openDetails(page)
        expect(await findViolations(page, rules)).toEqual([])
      }
  }, 600_000)

  test('fit a screen of 320 px, where only tables scroll sideways, with open and closed figures', async () => {
    for (const url of urls()) {
      const page = await open(url, { width: 320 })
      expect(await measureWidth(page)).toBe(320)
      await page.click('button')
      expect(await page.locator('details:not([open])').count()).toBe(0)
      expect(await measureWidth(page)).toBe(320)
    }
  })

  test('open a figure from its table cell, with and without JavaScript', async () => {
    const [url = ''] = urls()
    for (const script of [true, false]) {
      const page = await open(url, { script })
      const tree = page.locator('[id="p1.wages.latest_amount"]')
      expect(await tree.isVisible()).toBe(false)
      await page.locator('a[href="#p1.wages.latest_amount"]').first().focus()
      await page.keyboard.press('Enter')
      await tree.waitFor({ state: 'visible' })
      expect(await tree.textContent()).toContain('84,140.35')
      expect(await page.locator('button').isVisible()).toBe(script)
    }
  })

  test('print on at most six pages, with every figure of the first screen on page one and no row split', async () => {
    for (const url of urls()) {
      const page = await open(url)
      const bytes = await page.pdf({ preferCSSPageSize: true, format: 'Letter' })
      const pages = (await PDFDocument.load(bytes)).getPageCount()
      expect(pages).toBeLessThanOrEqual(6)
      await page.emulateMedia({ media: 'print' })
      // The width of Letter paper minus the style sheet's margins, converted from mm to CSS pixels (96 per inch).
      await page.setViewportSize({ width: Math.floor(((215.9 - 24) / 25.4) * 96), height: 1000 })
      const low = await page.evaluate(() => document.querySelector('.two')?.getBoundingClientRect().bottom ?? 1e9)
      expect(low).toBeLessThan(((279.4 - 30) / 25.4) * 96)
      expect(
        await page.evaluate(() => getComputedStyle(document.querySelector('tbody tr') as Element).breakInside),
      ).toBe('avoid')
      expect(
        await page.evaluate(
          () =>
            [...document.querySelectorAll('.wide')].filter(region => region.scrollWidth > region.clientWidth).length,
        ),
      ).toBe(0)
    }
  }, 300_000)

  test('show hostile text as plain text', async () => {
    const entries = NAUGHTY_MARKUP.map((text, i) => ({
      wages_tips_other_compensation: 1000 + i,
      employer: { name: `E${i} ${text}`, address: text, ein: `00-${1_000_000 + i}` },
      employee: { name: `P ${text}`, address: `S ${text}`, ssn: '900-12-3456' },
    }))
    const forms = entries.map(entry => ({ form_w2: [entry] }))
    const records = [{ id: 'r"><b>', provider_id: 'irs', tax_year: 2024, data: {}, forms }]
    const taxpayer = { id: `tp ${NAUGHTY_MARKUP.join(' ')}` }
    const analysis = analyzeSingle({ taxpayer, records }, { identifiers: 'full' })
    const page = await open(writePage('hostile', report(analysis)))
    const names = new Set(analysis.employment.map(({ employerName }) => employerName))
    expect(names.size).toBeGreaterThan(100)
    const rows = (await readShownTables(page)).find(({ caption }) => caption === 'Employers and wages')?.rows
    for (const name of names)
      expect(
        rows?.some(row => row.name === name?.trim()),
        name ?? '',
      ).toBe(true)
    expect(await page.locator('main img, main script, main iframe, main b b').count()).toBe(0)
  })

  test('make no requests other than for the page itself, and write nothing to the console', () => {
    expect(activity.length).toBeGreaterThan(20)
    expect(activity.filter(url => !url.startsWith(pathToFileURL(folder).href))).toEqual([])
  })
})
