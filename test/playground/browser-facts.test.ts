import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { fixture, taxtally } from '../cli/command.js'
import { findViolations } from '../support/accessibility.js'
import { measureWidth } from '../support/browser.js'
import { requireFor } from '../support/requirements.mjs'
import {
  choose,
  downloadBy,
  downloadTable,
  expectSoon,
  tryExample,
  usePlayground,
  waitUntilDone,
} from './use-playground.js'

const BROWSER = requireFor('the playground in a browser', 'chromium')

const TODAY = new Date().toISOString().slice(0, 10)

/** Returns the amount that qualifies today, as the page shows it first. */
const readQualifying = (page: Page): Promise<string | null> => page.textContent('#cards .big dd')

const chooseBorrower = async (page: Page, id: string): Promise<void> => {
  await page.click(`#borrower-rows bdi:text-is("${id}")`)
  await expectSoon(() => page.textContent('#figures-name')).toBe(`Borrower ${id}`)
  await waitUntilDone(page)
}

describe.skipIf(BROWSER === undefined)('known facts in the playground', () => {
  const { openPlayground, folder } = usePlayground()

  test('changes every figure while the facts are typed, to the figures of the command', async () => {
    const page = await openPlayground()
    await tryExample(page, 'borrower.ndjson')
    const before = await readQualifying(page)
    await page.click('#known > summary')
    expect(await page.textContent('#employer :checked')).toBe('Bright Fern Dental Group LLC')
    await page.fill('#pay', '5000.01')
    await page.selectOption('#payPeriod', 'month')
    await expectSoon(() => readQualifying(page)).not.toBe(before)
    await page.fill('#obligations', '1234.56')
    await page.fill('#applicationDate', '2025-10-01')
    await page.fill('#people', '3')
    await page.selectOption('#region', 'west')
    await page.fill('#by', 'J. Doe')
    const withoutClosing = await readQualifying(page)
    await page.getByLabel('Receipt history: ').check()
    await expectSoon(() => readQualifying(page)).not.toBe(withoutClosing)
    await waitUntilDone(page)
    expect(await page.evaluate(() => document.activeElement?.id)).toMatch(/^close-/)

    const facts = {
      taxpayer_id: 'tp-borrower-quenby',
      application_date: '2025-10-01',
      obligations_monthly: 1234.56,
      household: { size: 3, region: 'west' },
      borrowers: [
        { id: 'self', jobs: [{ employer: 'Bright Fern Dental Group LLC', pay: { amount: 5000.01, per: 'month' } }] },
      ],
      conditions_met: [{ condition: 'receipt_history', stream: 'retirement:SABL', by: 'J. Doe', on: TODAY }],
    }
    const out = join(folder, 'facts')
    mkdirSync(out)
    writeFileSync(join(out, 'facts.ndjson'), JSON.stringify(facts))
    const options = ['--known-facts', join(out, 'facts.ndjson')]
    expect(taxtally(['convert', fixture('borrower.ndjson'), '--out', join(out, 'tables'), ...options]).code).toBe(0)
    for (const name of ['qualifying_totals', 'income_streams', 'conditions', 'indicators'])
      expect((await downloadTable(page, name, 'csv')).toString(), name).toBe(
        readFileSync(join(out, 'tables', `${name}.csv`), 'utf8'),
      )
    expect(taxtally(['report', fixture('borrower.ndjson'), '--out', join(out, 'pages'), ...options]).code).toBe(0)
    expect((await downloadBy(page, '#save', 'borrower-0001.html')).toString()).toBe(
      readFileSync(join(out, 'pages/borrower-0001.html'), 'utf8'),
    )
  }, 100_000)

  test('keeps the facts of each borrower apart, clears them, and forgets them with the file', async () => {
    const page = await openPlayground()
    await tryExample(page, 'dossiers.ndjson')
    await page.click('#known > summary')
    const before = await readQualifying(page)
    await page.getByLabel('Receipt history: ').check()
    await expectSoon(() => readQualifying(page)).not.toBe(before)
    const after = await readQualifying(page)
    await expectSoon(() => page.textContent('#borrower-rows tr:first-child')).toContain(after?.replace('$', ''))

    await chooseBorrower(page, 'tp-joint-fairlie')
    expect(await page.locator('#closable :checked').count()).toBe(0)
    await chooseBorrower(page, 'tp-borrower-quenby')
    expect(await page.locator('#closable :checked').count()).toBe(1)
    expect(await readQualifying(page)).toBe(after)
    await page.selectOption('#policy', 'conservative')
    await waitUntilDone(page)
    expect(await page.locator('#closable :checked').count()).toBe(1)
    await page.selectOption('#policy', 'fannie-2026-08')
    await waitUntilDone(page)
    await page.getByRole('button', { name: 'Clear' }).click()
    await expectSoon(() => readQualifying(page)).toBe(before)

    await page.getByLabel('Receipt history: ').check()
    await expectSoon(() => readQualifying(page)).toBe(after)
    await choose(page, 'again.ndjson', readFileSync(fixture('dossiers.ndjson')))
    expect(await readQualifying(page)).toBe(before)
    expect(await page.locator('#closable :checked').count()).toBe(0)
  }, 100_000)

  test('says which entry cannot be used, and keeps the figures', async () => {
    const page = await openPlayground()
    await tryExample(page, 'borrower.ndjson')
    const before = await readQualifying(page)
    await page.click('#known > summary')
    await page.fill('#people', '0')
    await expectSoon(() => page.textContent('#facts-note')).toMatch(/^People in the household: /)
    expect(await readQualifying(page)).toBe(before)
    await page.fill('#people', '2')
    await expectSoon(() => page.textContent('#facts-note')).toBe('')
  })

  test.each([
    [320, 'dark'],
    [390, 'light'],
    [1280, 'light'],
  ] as const)('fits a screen of %i pixels without accessibility errors, %s', async (width, scheme) => {
    const page = await openPlayground({ width, scheme })
    await tryExample(page, 'borrower.ndjson')
    await page.click('#known > summary')
    await page.fill('#pay', '-1')
    await expectSoon(() => page.textContent('#facts-note')).toMatch(/^Pay: /)
    expect(await measureWidth(page)).toBe(width)
    expect(await findViolations(page)).toEqual([])
  })
})
