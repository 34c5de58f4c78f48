import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { fixture } from '../cli/command.js'
import { readPdfPages } from '../support/pdf-text.js'
import { findRequirement, requireFor } from '../support/requirements.mjs'
import { choose, downloadTable, expectSoon, findReportFrame, tryExample, usePlayground } from './use-playground.js'

const BROWSER = requireFor('the playground in a browser', 'chromium')

/** Texts that occur only in the files or entries of these tests. */
const CANARIES = {
  id: 'tp-zorkmid',
  employer: 'Zyzzyva Works LLC',
  folder: 'zanzi-folder',
  file: 'zanzi-file.ndjson',
  amount: '48123.45',
  shownAmount: '48,123.45',
  debts: '7654.32',
  closedBy: 'Zephyrine Doe',
}

const FILE_TEXT = readFileSync(fixture('borrower.ndjson'), 'utf8')
  .replaceAll('tp-borrower-quenby', CANARIES.id)
  .replaceAll(/Bright Fern [^"]*/g, CANARIES.employer)
  .replaceAll(/"wages_tips_other_compensation": ?[\d.]+/g, `"wages_tips_other_compensation": ${CANARIES.amount}`)

/** Returns the canaries that a text contains. */
const findCanaries = (text: string): string[] => Object.values(CANARIES).filter(canary => text.includes(canary))

/** Returns the canaries that a file contains, as bytes or as UTF-16, at even or odd positions. */
const findCanariesInBytes = (bytes: Buffer): string[] =>
  findCanaries([bytes.toString('latin1'), ...[0, 1].map(from => bytes.toString('utf16le', from))].join('\n'))

/** Enters known facts about the borrower of `FILE_TEXT`, and filters a table. */
async function enterFacts(page: Page): Promise<void> {
  await page.click('#known > summary')
  await page.fill('#obligations', CANARIES.debts)
  await page.fill('#by', CANARIES.closedBy)
  await page.locator('#closable input').first().check()
  await page.fill('#filter', CANARIES.employer)
}

/** Returns everything in the page: its markup, the values of its controls, and the markup of the report. */
const readEverything = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const controls = [...document.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select')]
    const frame = document.querySelector('iframe')?.contentDocument
    return [document, frame]
      .map(inspected => inspected?.documentElement?.outerHTML)
      .concat(controls.map(({ value }) => value))
      .join('\n')
  })

describe.skipIf(BROWSER === undefined)('data in the playground', () => {
  const { openPlayground, folder, getUrl } = usePlayground()

  test('is in no file of the browser profile, and does not come back with the page', async () => {
    const inputFolder = join(folder, CANARIES.folder)
    mkdirSync(inputFolder)
    writeFileSync(join(inputFolder, CANARIES.file), FILE_TEXT)
    const profile = join(folder, 'profile')
    const context = await chromium.launchPersistentContext(profile, {
      executablePath: String(findRequirement('chromium')),
      args: ['--no-sandbox', '--disable-gpu'],
    })
    const listFiles = (): string[] =>
      readdirSync(profile, { recursive: true, withFileTypes: true })
        .filter(entry => entry.isFile())
        .map(entry => join(entry.parentPath, entry.name))
    const findInProfile = (): string[][] =>
      listFiles().flatMap(path => {
        const canaries = findCanariesInBytes(readFileSync(path))
        return canaries.length > 0 ? [[path, ...canaries]] : []
      })

    const page = await context.newPage()
    await page.goto(getUrl())
    await page.setInputFiles('#files', join(inputFolder, CANARIES.file))
    await findReportFrame(page, CANARIES.id)
    await enterFacts(page)
    await expectSoon(() => readEverything(page)).toContain(CANARIES.employer)
    const [tab] = await Promise.all([context.waitForEvent('page'), page.click('#open')])
    await tab.waitForSelector('h1')
    await page.bringToFront()
    // The guideline is no data. Chromium saves it, which shows that it has saved the other controls too.
    await page.selectOption('#policy', 'conservative')
    const readSessions = (): string =>
      listFiles()
        .filter(path => path.includes('Sessions'))
        .map(path => [0, 1].map(from => readFileSync(path).toString('utf16le', from)).join())
        .join()
    await expectSoon(readSessions).toContain('conservative')
    expect(findInProfile()).toEqual([])

    await page.goto(`${getUrl()}playground.css`)
    await page.goBack()
    await page.waitForSelector('#files')
    expect(findCanaries(await readEverything(page))).toEqual([])
    expect(await page.evaluate(() => document.querySelector<HTMLInputElement>('#files')?.files?.length)).toBe(0)
    await context.close()
    expect(findInProfile()).toEqual([])
  }, 200_000)

  test.each<readonly [action: string, forget: (page: Page) => Promise<unknown>]>([
    ['a wrong file is chosen', page => choose(page, 'wrong.csv', 'a,b\n1,2\n')],
    ['another file is chosen', page => choose(page, 'other.json', readFileSync(fixture('loan-files/dossier.json')))],
    ['an example is chosen', page => tryExample(page, 'dossiers.ndjson')],
    ['the work is canceled', page => page.evaluate(() => document.getElementById('cancel')?.click())],
    // The browser can keep a page that it leaves, and show it again.
    ['the page is left', page => page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide')))],
  ])('is removed from the page if %s', async (_, forget) => {
    const page = await openPlayground()
    await choose(page, CANARIES.file, FILE_TEXT)
    await findReportFrame(page, CANARIES.id)
    await enterFacts(page)
    await downloadTable(page, 'years', 'csv')
    // The page never knows the folder, and shows amounts with commas.
    const { folder: _folder, amount, ...texts } = CANARIES
    await expectSoon(async () => findCanaries(await readEverything(page))).toEqual(Object.values(texts))
    const url = await page.getAttribute('#save', 'href')
    await forget(page)
    await expectSoon(async () => findCanaries(await readEverything(page))).toEqual([])
    expect(await page.getAttribute('#save', 'href')).not.toBe(url)
    expect(await page.getByLabel('Closed by').inputValue()).toBe('Underwriter')
  })

  test('of the borrower is removed from the form by Clear', async () => {
    const page = await openPlayground()
    await choose(page, CANARIES.file, FILE_TEXT)
    await enterFacts(page)
    await page.getByRole('button', { name: 'Clear' }).click()
    // The file is still shown.
    const { folder: _folder, amount, debts, closedBy, ...fileTexts } = CANARIES
    await expectSoon(async () => findCanaries(await readEverything(page))).toEqual(Object.values(fileTexts))
  })

  test('is not in a name, a value or an id of a control', async () => {
    const page = await openPlayground()
    await choose(page, CANARIES.file, FILE_TEXT)
    const texts = await page.locator('input, select, option, button').evaluateAll(controls =>
      controls.flatMap(control => {
        const values = [...control.attributes].map(({ value }) => value)
        return 'value' in control ? [...values, String(control.value)] : values
      }),
    )
    expect(texts).toContain('close-0')
    expect(findCanaries(texts.join('\n'))).toEqual([])
    // The title of a condition can contain the name of an employer.
    for (const title of await page.locator('#closable label').allTextContents())
      expect(texts).not.toContain(title.trim())
  })
})

describe.skipIf(BROWSER === undefined)('the report in the playground', () => {
  const { openPlayground, activity } = usePlayground()

  test('violates no security policy in the frame and in a new tab, and names the borrower on every printed page', async () => {
    const page = await openPlayground()
    const messages: string[] = []
    page.context().on('console', message => messages.push(message.text()))
    await choose(page, CANARIES.file, FILE_TEXT)
    const frame = await findReportFrame(page, CANARIES.id)
    const readTitle = () => getComputedStyle(document.documentElement).getPropertyValue('--title')
    expect(await frame.evaluate(readTitle)).toContain(CANARIES.id)
    const [tab] = await Promise.all([page.context().waitForEvent('page'), page.click('#open')])
    await tab.waitForSelector('h1')
    expect(await tab.title()).toBe('Income report')
    const texts = await readPdfPages(await tab.pdf({ preferCSSPageSize: true }))
    expect(texts.length).toBeGreaterThan(1)
    for (const text of texts) expect(text.startsWith(`Income report, ${CANARIES.id}`)).toBe(true)
    // The frame is sandboxed, so that the script of the report does not run in it.
    expect(messages.filter(text => !text.startsWith('Blocked script execution'))).toEqual([])
    expect(activity.filter(text => /^error:|Content Security Policy/.test(text))).toEqual([])
  })
})
