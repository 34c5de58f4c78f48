import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { serveFolder } from '../../docs/site/serve.mjs'
import { analysisOf } from '../report/shipped.js'
import { AUDITS, findViolations } from '../support/accessibility.js'
import { requireFor } from '../support/requirements.mjs'

const BROWSER = requireFor('the site in a browser', 'chromium')

/** One page of each kind: the start, prose, tables, a form, declarations, a list of files. */
const KINDS = [
  '',
  'docs/',
  'docs/tables.html',
  'docs/forms/form_w2.html',
  'docs/api/taxtally.html',
  'docs/schemas/',
]

describe.skipIf(BROWSER === undefined)('the site in a browser', () => {
  let browser: Browser
  let folder: string
  let site: Awaited<ReturnType<typeof serveFolder>>
  const asked: string[] = []

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'taxtally-site-'))
    execFileSync(process.execPath, ['docs/site/build.mjs', folder], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    site = await serveFolder(folder)
    browser = await chromium.launch({
      executablePath: String(BROWSER),
      args: ['--no-sandbox', '--disable-gpu'],
    })
  })
  afterAll(async () => {
    await browser?.close()
    await site?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  async function open(
    path: string,
    { width = 1280, height = 800, scheme = 'light' as 'light' | 'dark', script = true } = {},
  ): Promise<Page> {
    const context = await browser.newContext({
      viewport: { width, height },
      colorScheme: scheme,
      javaScriptEnabled: script,
    })
    const page = await context.newPage()
    page.on('request', request => asked.push(request.url()))
    page.on('console', message => asked.push(`console: ${message.text()}`))
    page.on('pageerror', error => asked.push(`error: ${error.message}`))
    await page.goto(`${site.url}/${path}`)
    return page
  }

  /** Where the results of a search lead, in their order. */
  async function search(page: Page, query: string): Promise<string[]> {
    await page.fill('#site-search', query)
    await page.waitForFunction(() => document.querySelector('#site-found')?.textContent !== '')
    const links = await page.locator('form ol a').all()
    return Promise.all(
      links.map(async link => ((await link.getAttribute('href')) ?? '').replace(/^(?:\.\.?\/)+/, '')),
    )
  }

  test('has no accessibility fault that axe-core finds, light and dark, narrow and wide, with results of a search', async () => {
    for (const path of KINDS)
      for (const { scheme, width, rules } of AUDITS) {
        const page = await open(path, { width, scheme })
        expect([path, await findViolations(page, rules)]).toEqual([path, []])
        if (path === '') {
          expect((await search(page, 'income')).length).toBe(12)
          expect(await findViolations(page, rules)).toEqual([])
        }
        await page.context().close()
      }
  }, 600_000)

  test('shows the record, the call, the figures and the ways on in one screen', async () => {
    const page = await open('')
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(800)
    for (const name of ['.panel pre', '.figures', '.ways a'])
      for (const each of await page.locator(name).all()) {
        const { x = -1, y = -1, width = 0, height = 0 } = (await each.boundingBox()) ?? {}
        expect([x >= 0, y >= 0, x + width <= 1280, y + height <= 800, height > 0]).toEqual(
          Array(5).fill(true),
        )
      }
    // Nothing of the code or the tables is cut at this width.
    const cut = await page.evaluate(
      () =>
        [...document.querySelectorAll('pre, .wide')].filter(each => each.scrollWidth > each.clientWidth)
          .length,
    )
    expect(cut).toBe(0)
    await page.context().close()
  })

  test('the start page has the figures of the library, and the box that leads to one', async () => {
    const raw = JSON.parse(readFileSync('fixtures/borrower.ndjson', 'utf8'))
    const { income, underwriting } = analysisOf(raw)
    const wanted = [
      ...income.map(({ amount }) => amount),
      ...underwriting.qualifyingIncome.map(row => row.qualifyingMonthly),
    ]
    const page = await open('')
    const cells = (await page.locator('.figures td').allTextContents()).filter(text => text !== '')
    const shown = cells.map(text => text.replaceAll(/[,*]/g, '')).sort()
    expect(shown).toEqual(wanted.map(amount => amount?.toFixed(2)).sort())
    expect(await page.locator('mark').allTextContents()).toEqual([
      '"wages_tips_other_compensation": 78940.35,',
      '78,940.35',
    ])
    await page.context().close()
  })

  test('fits a screen of 320 px, where tables and code alone move sideways', async () => {
    for (const path of KINDS) {
      const page = await open(path, { width: 320 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(320)
      await search(page, 'qualifying income')
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(320)
      await page.context().close()
    }
  })

  test('finds a notion, a column, an issue code, a check, a word of prose and an exported name', async () => {
    const page = await open('docs/forms/form_w2.html')
    expect((await search(page, 'qualifying income'))[0]).toBe('docs/tables.html#qualifying_income')
    expect(await search(page, 'qualifying income')).toContain('docs/underwriting.html#whose-income')
    expect((await search(page, 'qualifying_monthly'))[0]).toBe(
      'docs/tables.html#qualifying_income.qualifying_monthly',
    )
    expect((await search(page, 'taxpayer_not_contiguous'))[0]).toBe(
      'docs/issues.html#taxpayer_not_contiguous',
    )
    expect((await search(page, 'W2-03'))[0]).toBe('docs/checks.html#w2-03')
    expect((await search(page, 'wages_tips_other'))[0]).toMatch(/^docs\/forms\/form_w2\.html#/)
    expect((await search(page, 'privicy'))[0]).toMatch(/^docs\/privacy\.html/)
    expect((await search(page, 'NormalizedDossier'))[0]).toBe('docs/api/taxtally.html#NormalizedDossier')
    expect(await search(page, 'xyzzyplugh')).toEqual([])
    expect(await page.textContent('#site-found')).toBe('Nothing found')
    await page.context().close()
  })

  test('by the keyboard alone: to the content, to the search, through its results, to the place', async () => {
    const page = await open('docs/report.html')
    const at = () =>
      page.evaluate(() => document.activeElement?.id || document.activeElement?.textContent?.trim())
    await page.keyboard.press('Tab')
    expect(await at()).toBe('To the content')
    await page.keyboard.press('Enter')
    expect(await at()).toBe('site-content')
    await page.reload()
    for (let press = 0; press < 20 && (await at()) !== 'site-search'; press++)
      await page.keyboard.press('Tab')
    await page.keyboard.type('supportable_if_stabilized')
    await page.waitForSelector('form ol a')
    await page.keyboard.press('ArrowDown')
    expect(await at()).toContain('supportable_if_stabilized')
    await page.keyboard.press('ArrowUp')
    expect(await at()).toBe('site-search')
    await page.keyboard.press('Escape')
    expect(await page.locator('form ol a').count()).toBe(0)
    await page.keyboard.type('supportable_if_stabilized')
    await page.waitForSelector('form ol a')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/tables.html#qualifying_income.supportable_if_stabilized')
    expect(await page.locator('tr:target').isVisible()).toBe(true)
    await page.context().close()
  })

  test('reads without its script, and without a server', async () => {
    const bare = await open('docs/tables.html', { script: false })
    expect(await bare.locator('form').isVisible()).toBe(false)
    expect(await bare.locator('#qualifying_income').isVisible()).toBe(true)
    await bare.click('text=Checks between boxes')
    expect(await bare.textContent('h1')).toBe('Checks between boxes')
    await bare.context().close()
    const context = await browser.newContext()
    const page = await context.newPage()
    await page.goto(`file://${folder}/docs/tables.html`)
    expect((await search(page, 'W2-03'))[0]).toBe('docs/checks.html#w2-03')
    expect(await page.evaluate(() => getComputedStyle(document.body).margin)).toBe('0px')
    await context.close()
  })

  test('prints pages without their frame, and nothing cut', async () => {
    for (const path of ['docs/checks.html', 'docs/conformance.html', 'docs/underwriting.html', ...KINDS]) {
      const page = await open(path, { width: 720 })
      await page.emulateMedia({ media: 'print' })
      expect(await page.locator('header').isVisible()).toBe(false)
      expect(await page.locator('nav').isVisible()).toBe(false)
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(720)
      await page.context().close()
    }
  })

  test('asks nothing of anyone else, and says nothing to the console', () => {
    expect(asked.length).toBeGreaterThan(50)
    expect(asked.filter(url => !url.startsWith(`${site.url}/`))).toEqual([])
  })
})
