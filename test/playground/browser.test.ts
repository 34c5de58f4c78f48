import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { DuckDBInstance } from '@duckdb/node-api'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { fixture, taxtally } from '../cli/command.js'
import { expectFigures } from '../report/expected.js'
import { readShownTables } from '../report/page-tables.js'
import { SHIPPED } from '../report/shipped.js'
import { AUDITS, findViolations } from '../support/accessibility.js'
import { measureWidth, openDetails } from '../support/browser.js'
import { analyzeEverything } from '../support/everything.js'
import { NAUGHTY_MARKUP } from '../support/naughty.js'
import { requireFor } from '../support/requirements.mjs'
import {
  choose,
  downloadTable,
  expectSoon,
  findReportFrame,
  tryExample,
  usePlayground,
  waitUntilDone,
} from './use-playground.js'

const BROWSER = requireFor('the playground in a browser', 'chromium')

const POLICIES = ['fannie-2026-08', 'conservative'] as const

const eightBorrowers = readFileSync(fixture('dossiers.ndjson'), 'utf8')

describe.skipIf(BROWSER === undefined)('the playground in a browser', () => {
  const { open, activity, folder, getUrl } = usePlayground()
  let url = ''
  beforeAll(() => {
    url = getUrl()
  })

  test('shows each shipped borrower in a report with the figures of the tables, under one policy and two', async () => {
    const page = await open(url)
    const dossiers = SHIPPED.map(({ raw }) => raw as { taxpayer: { id: string } })
    await choose(page, 'shipped.ndjson', dossiers.map(dossier => `${JSON.stringify(dossier)}\n`).join(''))
    for (const policies of [[POLICIES[0]], POLICIES]) {
      await page.selectOption('#beside', policies[1] ?? '')
      await waitUntilDone(page)
      for (const raw of dossiers) {
        const { id } = raw.taxpayer
        await page.click(`#borrower-rows bdi:text-is("${id}")`)
        await waitUntilDone(page)
        const frame = await findReportFrame(page, id)
        await expectSoon(() => frame.locator('.card').count()).toBe(policies.length)
        expectFigures(await readShownTables(frame), analyzeEverything(raw, undefined, {}, { policy: policies }))
      }
    }
  }, 300_000)

  test('saves the same CSV bytes as convert, and Parquet files with the same rows', async () => {
    const page = await open(url)
    const tableFolder = join(folder, 'tables')
    mkdirSync(tableFolder)
    const input = join(tableFolder, 'dossiers.ndjson')
    writeFileSync(input, eightBorrowers + readFileSync(fixture('quirks/ndjson-truncated-line.ndjson'), 'utf8'))
    const options = ['--tables', 'all', '--policy', POLICIES[0], '--policy', POLICIES[1]]
    expect(taxtally(['convert', input, '--out', join(tableFolder, 'out'), ...options]).code).toBe(4)
    await page.selectOption('#beside', POLICIES[1])
    await choose(page, 'dossiers.ndjson', readFileSync(input))
    const names = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('[data-format="csv"]')].map(button => button.dataset['table'] ?? ''),
    )
    expect(names.length).toBeGreaterThan(30)
    for (const name of names)
      expect((await downloadTable(page, name, 'csv')).toString(), name).toBe(
        readFileSync(join(tableFolder, 'out', `${name}.csv`), 'utf8'),
      )
    const database = await (await DuckDBInstance.create()).connect()
    for (const name of ['years', 'qualifying_income', 'facts', 'documents']) {
      const file = join(tableFolder, `${name}.parquet`)
      writeFileSync(file, await downloadTable(page, name, 'parquet'))
      await database.run(`copy (from '${file}') to '${file}.csv' (header)`)
      // Unlike taxtally, DuckDB does not quote a text of digits.
      const duckDbText = readFileSync(`${file}.csv`, 'utf8')
      const text = readFileSync(join(tableFolder, 'out', `${name}.csv`), 'utf8')
      expect(duckDbText, name).toBe(text.replaceAll(/(?<=,)"(\d+)"(?=[,\n])/g, '$1'))
    }
    database.closeSync()
  }, 300_000)

  test('saves a report with the same bytes as taxtally report', async () => {
    const out = join(folder, 'reports')
    expect(taxtally(['report', fixture('borrower.ndjson'), '--out', out]).code).toBe(0)
    const page = await open(url)
    await tryExample(page, 'borrower.ndjson')
    const [saved] = await Promise.all([page.waitForEvent('download'), page.click('#save')])
    expect(saved.suggestedFilename()).toBe('borrower-0001.html')
    expect(readFileSync(await saved.path(), 'utf8')).toBe(readFileSync(join(out, 'borrower-0001.html'), 'utf8'))
  })

  test('reads everything that convert reads: an array, UTF-16, gzip, several files', async () => {
    const [first = '', second = ''] = eightBorrowers.split('\n')
    const array = `[${first},\n${second}]`
    const page = await open(url)
    const spellings = { array, utf16: Buffer.from(`\ufeff${array}`, 'utf16le'), gzip: gzipSync(array) }
    for (const [name, content] of Object.entries(spellings)) {
      await choose(page, `${name}.json`, content)
      expect(await page.textContent('#told')).toMatch(new RegExp(`^${name}.json: 2 borrowers; `))
      expect(await page.locator('#borrower-rows tr').count()).toBe(2)
    }
    const files = [first, second].map((text, i) => ({
      name: `${i}.json`,
      mimeType: 'application/json',
      buffer: Buffer.from(text),
    }))
    await page.setInputFiles('#files', files)
    await expectSoon(() => page.textContent('#told')).toMatch(/^2 files: 2 borrowers; /)
  })

  test('accepts a file that is dropped anywhere on the page', async () => {
    const page = await open(url)
    await page.evaluate(text => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File([text], 'dropped.ndjson'))
      document.body.dispatchEvent(new DragEvent('dragover', { dataTransfer, bubbles: true, cancelable: true }))
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
    }, eightBorrowers)
    await expectSoon(() => page.textContent('#told')).toMatch(/^dropped.ndjson: 8 borrowers; /)
  })

  test('describes errors in files with location and advice, without values from the file', async () => {
    const page = await open(url)
    await choose(page, 'broken.ndjson', '{"id": "secret-canary", "forms": [}\n')
    const [sentence, advice] = ['The file is not valid JSON.', 'Look at the line and column in the message']
    expect(await page.textContent('#issue-list summary')).toContain(`Error ${sentence}`)
    await page.click('#issue-list summary')
    const issueText = await page.innerText('#issue-list')
    expect(issueText).toContain(advice)
    expect(issueText).toContain('Line 1, column 35: a closing bracket where a value or a name belongs.')
    expect(await page.innerText('main')).not.toContain('secret-canary')
    expect(await page.textContent('#told')).toContain('1 record or value could not be used.')
    await tryExample(page, 'quirks/broken-box.json')
    expect(await page.innerText('#issue-list')).toContain('1 time')
    const cut = gzipSync(eightBorrowers).subarray(0, 4000)
    await page.setInputFiles('#files', { name: 'cut.gz', mimeType: 'application/gzip', buffer: cut })
    await expectSoon(() => page.textContent('#told')).toContain('cut.gz is a gzip that ends early')
  })

  test('shows hostile identifiers, names and file names as plain text', async () => {
    const makeDossier = (text: string, i: number) => {
      const entry = { wages_tips_other_compensation: 10, employer: { name: text, ein: '00-1234567' } }
      const forms = [{ form_w2: [entry], [text]: 1 }]
      const record = { id: `r-${i}`, provider_id: 'irs', tax_year: 2024, data: {}, forms }
      return { taxpayer: { id: `${i} ${text}` }, records: [record] }
    }
    const page = await open(url)
    const name = '"><img src=x onerror=alert(1)>.ndjson'
    await choose(page, name, NAUGHTY_MARKUP.map((text, i) => `${JSON.stringify(makeDossier(text, i))}\n`).join(''))
    expect(await page.textContent('#told')).toContain(`${name}: ${NAUGHTY_MARKUP.length} borrowers`)
    expect(await page.locator('#issue-list details').count()).toBeGreaterThan(0)
    const seen: string[] = []
    for (;;) {
      seen.push(...(await page.locator('#borrower-rows bdi').allTextContents()))
      if (await page.isDisabled('#later')) break
      const before = await page.textContent('#range')
      await page.click('#later')
      await expectSoon(() => page.textContent('#range')).not.toBe(before)
    }
    expect(seen.length).toBe(NAUGHTY_MARKUP.length)
    for (const text of ['"><img src=x onerror=alert(1)>', '</title></style><script>alert(1)</script>'])
      expect(seen.some(name => name.endsWith(text))).toBe(true)
    expect(await page.locator('main img, main script, main bdi *').count()).toBe(0)
    await page.fill('#search', 'onerror=alert(1)>')
    await expectSoon(() => page.locator('#borrower-rows tr').count()).toBeLessThan(25)
  })

  /** Reads a large file, cancels, reads it again and uses the page. Returns the longest task of the page in ms. */
  async function measureLongestTask(page: Page, path: string, borrowers: number): Promise<number> {
    await page.evaluate(() => {
      const long: number[] = []
      Object.assign(globalThis, { long })
      new PerformanceObserver(list => {
        for (const { duration } of list.getEntries()) long.push(duration)
      }).observe({ type: 'longtask', buffered: true })
    })
    await page.setInputFiles('#files', path)
    await page.waitForSelector('#work:not([hidden])')
    await expectSoon(() => page.getAttribute('#share', 'value')).not.toBeNull()
    expect(await page.textContent('#doing')).toMatch(/^Reading, [\d,]+ borrowers? so far$/)
    await page.click('#cancel')
    expect(await page.textContent('#told')).toBe('Cancelled.')
    expect(await page.isHidden('#work')).toBe(true)
    // Select the same file again.
    await page.setInputFiles('#files', [])
    await page.setInputFiles('#files', path)
    await page.waitForSelector('#found:not([hidden])', { timeout: 110_000 })
    await waitUntilDone(page)
    expect(await page.textContent('#told')).toContain(`${borrowers.toLocaleString('en-US')} borrowers`)
    expect(await page.locator('#borrower-rows tr').count()).toBe(25)
    await page.click('#later')
    await page.fill('#search', '-17')
    await page.locator('#borrower-rows button').last().click()
    await waitUntilDone(page)
    expect((await downloadTable(page, 'qualifying_income', 'csv')).length).toBeGreaterThan(1e6)
    return Math.max(0, ...(await page.evaluate(() => (globalThis as unknown as { long: number[] }).long)))
  }

  test('stays responsive while it reads 20 MB, shows progress, and can be canceled', async () => {
    const path = join(folder, 'large.ndjson')
    const copies = Math.ceil(20e6 / eightBorrowers.length)
    const text = Array.from({ length: copies }, (_, i) =>
      eightBorrowers.replaceAll(/("taxpayer(?:_id)?":\s*(?:\{\s*"id":\s*)?")([^"]+)"/g, `$1$2-${i}"`),
    ).join('')
    writeFileSync(path, text)
    expect(text.length).toBeGreaterThan(20e6)
    // On a busy machine any task may take long, so try up to three times.
    let [page, longest] = [null as unknown as Page, Number.POSITIVE_INFINITY]
    for (let tries = 0; tries < 3 && longest >= 200; tries++) {
      page = await open(url)
      longest = await measureLongestTask(page, path, copies * 8)
    }
    expect(longest).toBeLessThan(200)
    // Check that the observer detects a task that takes too long.
    const readLongTasks = () => page.evaluate(() => (globalThis as unknown as { long: number[] }).long)
    await page.evaluate(() => {
      setTimeout(() => {
        const from = performance.now()
        while (performance.now() < from + 300);
      })
    })
    await expectSoon(async () => Math.max(0, ...(await readLongTasks()))).toBeGreaterThan(250)
  }, 300_000)

  test('has no accessibility error that axe-core finds, in light and dark, narrow and wide, and does not scroll sideways', async () => {
    for (const { scheme, width, rules } of AUDITS) {
      const page = await open(url, { width, scheme })
      const checkPage = async (): Promise<void> => {
        await openDetails(page)
        expect(await measureWidth(page)).toBe(width)
        expect(await findViolations(page, rules)).toEqual([])
      }
      await checkPage()
      for (const example of ['dossiers.ndjson', 'quirks/ndjson-truncated-line.ndjson']) {
        await tryExample(page, example)
        await checkPage()
      }
    }
  }, 300_000)

  test('can be used with the keyboard only', async () => {
    const page = await open(url)
    const readFocusedText = () => page.evaluate(() => document.activeElement?.textContent?.trim() ?? '')
    const pressTabUntil = async (isThere: () => Promise<boolean>): Promise<void> => {
      for (let press = 0; press < 200; press++) {
        await page.keyboard.press('Tab')
        if (await isThere()) return
      }
      throw new Error('The keyboard does not come there.')
    }
    const isAt = (text: string) => async () => (await readFocusedText()) === text
    const chooser = page.waitForEvent('filechooser')
    await pressTabUntil(() => page.evaluate(() => document.activeElement?.id === 'files'))
    await page.keyboard.press('Enter')
    await (await chooser).setFiles(fixture('dossiers.ndjson'))
    await page.waitForSelector('#found:not([hidden])')
    await waitUntilDone(page)
    expect(await readFocusedText()).toContain('8 borrowers')
    const id = (await page.locator('#borrower-rows bdi').nth(2).textContent()) ?? ''
    await pressTabUntil(isAt(id))
    await page.keyboard.press('Enter')
    await findReportFrame(page, id)
    await expectSoon(readFocusedText).toBe('Report')
    await page.focus('#policy')
    await page.keyboard.press('ArrowDown')
    await waitUntilDone(page)
    await pressTabUntil(isAt('Download them as CSV or Parquet'))
    await page.keyboard.press('Enter')
    await pressTabUntil(isAt('CSV'))
    const [saved] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
    expect(saved.suggestedFilename()).toBe('taxpayers.csv')
  })

  test('opens the details of a figure when it is clicked in the embedded report', async () => {
    const page = await open(url)
    await tryExample(page, 'borrower.ndjson')
    const frame = await findReportFrame(page, 'tp-borrower-quenby')
    const tree = frame.locator('[id="p1.wages.latest_amount"]')
    expect(await tree.isVisible()).toBe(false)
    await frame.locator('a[href="#p1.wages.latest_amount"]').first().click()
    await tree.waitFor({ state: 'visible' })
  })

  test('also works without a server, if the page is opened as a file', async () => {
    const page = await open(pathToFileURL(join(folder, 'site/playground/index.html')).href, { height: 900 })
    await tryExample(page, 'dossiers.ndjson')
    expect(await page.textContent('#told')).toContain('8 borrowers')
    await expectSoon(() => page.evaluate(() => document.getElementById('frame')?.offsetHeight)).toBe(765)
  })

  test('offers to open or save a report that is too long for the page', async () => {
    // The page lists the largest 200 of these jobs, with a tree for each of their figures.
    const w2s = Array.from({ length: 400 }, (_, i) => ({
      employer: { name: `Works ${i} of the Northern Counties`, ein: `10-${1_000_000 + i}` },
      wages_tips_other_compensation: 1000 + i,
      medicare_wages_tips: 1100 + i,
    }))
    const records = [2023, 2024].map(year => ({
      ...{ id: `long-${year}`, taxpayer_id: 'tp-long', provider_id: 'irs', tax_year: `${year}` },
      forms: [{ year: `${year}`, form_w2: w2s }],
    }))
    const page = await open(url)
    await choose(page, 'long.json', JSON.stringify({ taxpayer: { id: 'tp-long' }, records }))
    expect([await page.isVisible('#long'), await page.isVisible('#frame')]).toEqual([true, false])
    const [saved] = await Promise.all([page.waitForEvent('download'), page.click('#save')])
    expect(readFileSync(await saved.path()).length).toBeGreaterThan(1 << 20)
    await tryExample(page, 'borrower.ndjson')
    expect([await page.isVisible('#long'), await page.isVisible('#frame')]).toEqual([false, true])
  })

  test('blocks requests from the page and from its worker', async () => {
    const page = await open(url)
    await tryExample(page, 'borrower.ndjson')
    const attempt = (target: string) =>
      fetch(target).then(
        () => 'answered',
        () => 'refused',
      )
    expect(await page.evaluate(attempt, url)).toBe('refused')
    expect(await page.workers()[0]?.evaluate(attempt, url)).toBe('refused')
    activity.splice(
      0,
      activity.length,
      ...activity.filter(text => !/directive:? ["']connect-src|Refused to connect/.test(text)),
    )
  })

  test('requests only three static files in all of these tests, and causes no errors', () => {
    // The report in the frame contains a script that the browser must block.
    const loaded = activity.filter(text => !/^(?:blob|file):|Blocked script execution/.test(text))
    expect(new Set(loaded)).toEqual(new Set([url, `${url}playground.css`, `${url}playground.js`]))
  })
})
