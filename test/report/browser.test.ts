import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { report } from '../../src/report/index.js'
import { renderReport } from '../../src/report/scope-report.js'
import type { UnderwritingComparisonOptions } from '../../src/underwriting/facts/options.js'
import { makeRandomUnderwritingCase } from '../reference/streams/generator.js'
import { AUDITS, findViolations } from '../support/accessibility.js'
import { measureWidth, openDetails, useBrowser } from '../support/browser.js'
import { analyzeEverything } from '../support/everything.js'
import { sharedFolder } from '../support/folder.js'
import { NAUGHTY_MARKUP } from '../support/naughty.js'
import { readPdfPages } from '../support/pdf-text.js'
import { makeRandomDossier } from '../support/random-dossier.js'
import { requireFor } from '../support/requirements.mjs'
import { expectFigures } from './expected.js'
import { readShownTables } from './page-tables.js'
import { analyzeSingle, SHIPPED } from './shipped.js'

const BROWSER = requireFor('the reports in a browser', 'chromium')

const POLICIES = ['fannie-2026-08', 'conservative'] as const

/** An earner with two jobs, with complete IRS transcripts of two years. */
const TWO_JOBS = {
  taxpayer: { id: 'two-jobs' },
  records: [2023, 2024].map(year => ({
    id: `irs-${year}`,
    provider_id: 'irs',
    tax_year: year,
    created_at: `${year + 1}-09-15T12:00:00Z`,
    data: {},
    forms: [
      {
        year: String(year),
        type: 'WAID',
        ssn: 'XXX-XX-1234',
        form_w2: [48_000, 21_500].map((wages, i) => ({
          wages_tips_other_compensation: wages + (year - 2023) * 1200,
          medicare_wages_tips: wages + (year - 2023) * 1200,
          federal_income_tax_withheld: wages / 10,
          employer: { ein: `XX-XXX123${i}`, name: ['HALC', 'BRIG'][i] },
          employee: { ssn: 'XXX-XX-1234' },
        })),
      },
    ],
  })),
}

const printToPages = async (page: Page): Promise<string[]> =>
  readPdfPages(await page.pdf({ preferCSSPageSize: true, format: 'Letter' }))

/** Lays a page out for Letter paper without the margins of the style sheet, converted from mm to CSS pixels (96 per inch). */
async function setPaper(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize({ width: Math.floor(((215.9 - 24) / 25.4) * 96), height: 1000 })
}

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

  test('show every figure of the tables, for 60 random borrowers', async () => {
    const page = await open('about:blank')
    let compared = 0
    for (let seed = 1; seed <= 30; seed++) {
      const { raw, knownFacts } = makeRandomUnderwritingCase(seed)
      for (const [input, underwrite] of [
        [raw, { knownFacts, policy: seed % 3 === 0 ? POLICIES : [POLICIES[0]] }],
        [makeRandomDossier(seed), {}],
      ] as const) {
        const everything = analyzeEverything(input, undefined, {}, underwrite as UnderwritingComparisonOptions)
        for (const taxpayer of everything.taxpayerContexts) {
          await page.goto(writePage('random', renderReport(taxpayer)))
          expectFigures(await readShownTables(page), everything)
          compared++
        }
      }
    }
    expect(compared).toBe(60)
  }, 600_000)

  test('have no accessibility error that axe-core finds, in light and dark, narrow and wide, with every figure open', async () => {
    // All reports have the same sections. Only the last four have mortgages, tax liabilities or known facts.
    for (const url of urls().slice(-4))
      for (const { scheme, width, rules } of AUDITS) {
        const page = await open(url, { width, scheme })
        await openDetails(page)
        expect(await findViolations(page, rules)).toEqual([])
      }
  }, 600_000)

  test('are short for an earner with two jobs, on a screen, a phone and paper', async () => {
    const url = writePage('two-jobs', report(analyzeSingle(TWO_JOBS)))
    for (const [width, height] of [
      [1280, 5000],
      [390, 9000],
    ] as const) {
      const page = await open(url, { width })
      expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(height)
    }
    const page = await open(url)
    expect((await printToPages(page)).length).toBeLessThan(5)
  })

  test('name the borrower and the loan at the top of every printed page, and print any text as it is', async () => {
    for (const loanNumber of ['77-1', `"'\\a );}</style><b>&amp;`]) {
      const page = await open(writePage('loan', report(analyzeSingle(TWO_JOBS), { loanNumber })))
      const texts = await printToPages(page)
      expect(texts.length).toBeGreaterThan(1)
      for (const text of texts) expect(text).toMatch(/^Income report, two-jobs, loan /)
      for (const text of texts) expect(text.slice(0, 100)).toContain(`loan ${loanNumber}`)
    }
  })

  test('show each row as a card on a phone, with the headings of its columns', async () => {
    const page = await open(writePage('cards', report(analyzeSingle(TWO_JOBS))), { width: 390 })
    const [card] = await page.locator('#worksheet tbody tr').all()
    const labels = await card?.locator('td:visible').evaluateAll(cells => cells.map(cell => cell.dataset['label']))
    expect(labels?.slice(0, 4)).toEqual(['2024', '2023', 'Change', 'Trend'])
    for (const region of await page.locator('#worksheet .wide').all())
      expect(await region.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  })

  test('print all sections with closed figures, or only the conditions, with a place to sign', async () => {
    const page = await open(writePage('print', report(analyzeSingle(TWO_JOBS), { loanNumber: '12-34' })))
    await page.emulateMedia({ media: 'print' })
    const isShown = (selector: string): Promise<boolean> => page.locator(selector).first().isVisible()
    expect(await isShown('#documents tbody')).toBe(true)
    expect(await isShown('.how')).toBe(false)
    expect(await isShown('.sign')).toBe(true)
    expect(await page.locator('header').textContent()).toContain('Loan number 12-34')
    await page.evaluate(() => document.body.classList.add('requests'))
    expect(await isShown('#conditions tbody')).toBe(true)
    expect(await isShown('#documents tbody')).toBe(false)
    expect(await isShown('#worksheet')).toBe(false)
  })

  test('print no year, date or amount in two lines', async () => {
    for (const url of urls()) {
      const page = await open(url)
      await setPaper(page)
      expect(
        await page.evaluate(() => {
          const broken: string[] = []
          const walker = document.createTreeWalker(document.querySelector('main') as Element, NodeFilter.SHOW_TEXT)
          for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
            for (const { index, 0: text } of (node.textContent ?? '').matchAll(/^\s*\d{4}\s*$|-?\$?[\d,]+\.\d\d/g)) {
              const range = document.createRange()
              range.setStart(node, index)
              range.setEnd(node, index + text.length)
              if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) broken.push(text)
            }
          return broken
        }),
      ).toEqual([])
    }
  })

  test('fit a screen of 320 px, where only tables scroll sideways, with open and closed figures', async () => {
    for (const url of urls()) {
      const page = await open(url, { width: 320 })
      expect(await measureWidth(page)).toBe(320)
      await page.click('#open')
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
      expect(await page.locator('#open').isVisible()).toBe(script)
      expect(await page.locator('#requests').isVisible()).toBe(script)
    }
  })

  test('print on at most six pages, with every figure of the first screen on page one and no row split', async () => {
    for (const url of urls()) {
      const page = await open(url)
      expect((await printToPages(page)).length, url).toBeLessThanOrEqual(6)
      await setPaper(page)
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
    // A page lists at most 200 employers.
    for (let start = 0; start < NAUGHTY_MARKUP.length; start += 200) {
      const texts = NAUGHTY_MARKUP.slice(start, start + 200)
      const entries = texts.map((text, i) => ({
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
      expect(names.size).toBeGreaterThan(texts.length / 2)
      const rows = (await readShownTables(page)).find(({ caption }) => caption === 'Employers and wages')?.rows
      for (const name of names)
        expect(
          rows?.some(row => row.name === name?.trim()),
          name ?? '',
        ).toBe(true)
      expect(await page.locator('main img, main script, main iframe, main b b').count()).toBe(0)
    }
  })

  test('make no requests other than for the page itself, and write nothing to the console', () => {
    expect(activity.length).toBeGreaterThan(20)
    expect(activity.filter(url => !url.startsWith(pathToFileURL(folder).href))).toEqual([])
  })
})
