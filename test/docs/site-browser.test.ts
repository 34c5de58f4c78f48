import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { serveFolder } from '../../docs/site/serve.mjs'
import { analyzeSingle } from '../report/shipped.js'
import { AUDITS, findViolations } from '../support/accessibility.js'
import { measureWidth, type Screen, useBrowser } from '../support/browser.js'
import { sharedFolder } from '../support/folder.js'
import { requireFor } from '../support/requirements.mjs'

const BROWSER = requireFor('the site in a browser', 'chromium')

/** One page of each kind: the start page, prose, a diagram, tables, a form and declarations. */
const KINDS = [
  '',
  'docs/',
  'docs/concepts.html',
  'docs/tables.html',
  'docs/forms/form_w2.html',
  'docs/api/taxtally.html',
]

/** axe-core takes a minute for the two largest pages, so it examines smaller ones of their kinds. */
const AUDITED = KINDS.map(
  path =>
    ({ 'docs/tables.html': 'docs/issues.html', 'docs/api/taxtally.html': 'docs/api/taxtally-node.html' })[path] ?? path,
)

describe.skipIf(BROWSER === undefined)('the site in a browser', () => {
  const browser = useBrowser()
  const folder = sharedFolder()
  let server: Awaited<ReturnType<typeof serveFolder>>

  beforeAll(async () => {
    execFileSync('npx', ['vitepress', 'build', 'docs/site', '--outDir', folder], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    server = await serveFolder(folder)
  }, 600_000)
  afterAll(() => server?.close())

  const open = (path: string, screen: Screen = {}) => browser.open(`${server.url}/${path}`, screen)

  /** Opens the search, enters a query and returns the addresses of the results in order. */
  async function search(page: Page, query: string): Promise<string[]> {
    if (!(await page.locator('#localsearch-input').isVisible())) await page.click('.DocSearch-Button')
    await page.fill('#localsearch-input', query)
    // The list is redrawn some time after the last key press.
    await page.waitForTimeout(500)
    const results = page.locator('#localsearch-list')
    await results.locator('.result').first().waitFor()
    const links = await results.locator('a.result').all()
    return Promise.all(links.map(async link => ((await link.getAttribute('href')) ?? '').replace(/^\//, '')))
  }

  test('has no accessibility fault that axe-core finds, light and dark, narrow and wide, with search results', async () => {
    const violations: unknown[] = []
    for (const path of AUDITED)
      for (const { scheme, width, rules } of AUDITS) {
        const page = await open(path, { width, scheme })
        for (const violation of await findViolations(page, rules)) violations.push([path, width, scheme, violation])
        if (path === '') {
          expect((await search(page, 'income')).length).toBeGreaterThan(5)
          // VitePress marks the box around its search as a button, which axe-core reports.
          for (const violation of await findViolations(page, rules))
            if (!violation.includes('class="VPLocalSearchBox"')) violations.push(['search', width, scheme, violation])
        }
      }
    expect(violations).toEqual([])
  }, 600_000)

  test('the start page shows the record, the call, the figures and the links on one screen', async () => {
    const page = await open('')
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(800)
    for (const name of ['.panel pre', '.figures', '.entries a'])
      for (const locator of await page.locator(name).all()) {
        const { x = -1, y = -1, width = 0, height = 0 } = (await locator.boundingBox()) ?? {}
        expect([x >= 0, y >= 0, x + width <= 1280, y + height <= 800, height > 0]).toEqual(Array(5).fill(true))
      }
    // No code or table is cut off at this width.
    const cut = await page.evaluate(
      () =>
        [...document.querySelectorAll('pre, .table')].filter(element => element.scrollWidth > element.clientWidth)
          .length,
    )
    expect(cut).toBe(0)
  })

  test('the start page has the figures that the library computes, and marks a box and the figure from it', async () => {
    const raw = JSON.parse(readFileSync('fixtures/borrower.ndjson', 'utf8'))
    const { income, underwriting } = analyzeSingle(raw)
    const wanted = [
      ...income.map(({ amount }) => amount),
      ...underwriting.qualifyingIncome.map(row => row.qualifyingMonthly),
      underwriting.total.qualifyingMonthly,
    ]
    const page = await open('')
    const cells = (await page.locator('.figures td').allTextContents()).filter(text => text !== '')
    const displayedAmounts = cells.map(text => text.replaceAll(/[,*]/g, '')).sort()
    expect(displayedAmounts).toEqual(wanted.map(amount => amount?.toFixed(2)).sort())
    expect(await page.locator('mark').allTextContents()).toEqual([
      '"wages_tips_other_compensation": 78940.35,',
      '78,940.35',
    ])
  })

  test('fits a screen of 320 px, where only tables and code scroll sideways', async () => {
    for (const path of KINDS) {
      const page = await open(path, { width: 320 })
      expect(await measureWidth(page), path).toBe(320)
      await search(page, 'qualifying income')
      expect(await measureWidth(page), path).toBe(320)
    }
  })

  test('finds a term, a column, an issue code, a check, a word of prose and an exported name', async () => {
    const page = await open('docs/forms/form_w2.html')
    expect((await search(page, 'qualifying income'))[0]).toBe('docs/tables.html#qualifying_income')
    expect(await search(page, 'qualifying income')).toContain('docs/underwriting/#qualifying-income')
    expect((await search(page, 'qualifying_monthly'))[0]).toBe('docs/tables.html#qualifying_income.qualifying_monthly')
    expect((await search(page, 'taxpayer_not_contiguous'))[0]).toBe('docs/issues.html#taxpayer_not_contiguous')
    expect((await search(page, 'glossary'))[0]).toMatch(/^docs\/glossary\.html/)
    expect((await search(page, 'receipt_history'))[0]).toMatch(/^docs\/for-underwriters\.html/)
    expect((await search(page, 'W2-03'))[0]).toBe('docs/checks.html#w2-03')
    expect((await search(page, 'wages_tips_other'))[0]).toMatch(/^docs\/forms\/form_w2\.html#/)
    expect((await search(page, 'privicy'))[0]).toMatch(/^docs\/privacy\.html/)
    expect((await search(page, 'NormalizedDossier'))[0]).toBe('docs/api/taxtally.html#NormalizedDossier')
    await page.fill('#localsearch-input', 'xyzzyplugh')
    await expect.poll(() => page.locator('#localsearch-list .result').count()).toBe(0)
  })

  test('works by keyboard: skips to the content, searches, and opens a result at its row', async () => {
    const page = await open('docs/report.html')
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.textContent?.trim())).toBe('Skip to content')
    await page.keyboard.press('Control+k')
    await page.waitForSelector('#localsearch-input')
    await page.keyboard.type('effective_withholding_rate')
    await page.waitForSelector('a.result.selected')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/tables.html#years.effective_withholding_rate')
    await expect
      .poll(() =>
        page.evaluate(() => {
          const row = document.getElementById(decodeURIComponent(location.hash.slice(1)))
          const top = row?.getBoundingClientRect().top ?? -1
          return top > 0 && top < innerHeight
        }),
      )
      .toBe(true)
  })

  test('can be read without scripts', async () => {
    const page = await open('docs/tables.html', { script: false })
    expect(await page.locator('#qualifying_income').isVisible()).toBe(true)
    await page.click('.VPSidebar >> text=Checks between boxes')
    expect(await page.textContent('h1')).toContain('Checks between boxes')
  })

  test('prints pages without navigation and cuts nothing', async () => {
    for (const path of ['docs/checks.html', 'docs/conformance.html', 'docs/underwriting/policies.html', ...KINDS]) {
      const page = await open(path, { width: 720 })
      await page.emulateMedia({ media: 'print' })
      for (const frame of ['.VPNav', '.VPSidebar', '.VPLocalNav'])
        expect(await page.locator(frame).filter({ visible: true }).count(), frame).toBe(0)
      expect(await measureWidth(page), path).toBe(720)
    }
  })

  test('requests nothing from other hosts and prints nothing to the console', () => {
    expect(browser.activity.length).toBeGreaterThan(50)
    expect(browser.activity.filter(url => !url.startsWith(`${server.url}/`))).toEqual([])
  })
})
