import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Frame, Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { serveFolder } from '../../docs/site/serve.mjs'
import { openDetails, type Screen, useBrowser } from '../support/browser.js'
import { sharedFolder } from '../support/folder.js'

/** Polls until the expectation holds. Allows a minute because the machine may be busy. */
export const expectSoon = (what: () => unknown): ReturnType<typeof expect.poll> =>
  expect.poll(what, { timeout: 60_000 })

/** Waits until the page has finished its work and says what it read. */
export async function waitUntilDone(page: Page): Promise<void> {
  await page.waitForSelector('#work', { state: 'hidden' })
  await page.waitForFunction(() => document.getElementById('told')?.textContent?.includes(':') === true)
}

/** Chooses a file with this content and waits until it is read. */
export async function choose(page: Page, name: string, content: string | Buffer): Promise<void> {
  const buffer = Buffer.from(content)
  await page.setInputFiles('#files', { name, mimeType: 'application/octet-stream', buffer })
  await page.waitForSelector('#found:not([hidden])', { timeout: 100_000 })
  await waitUntilDone(page)
}

export async function tryExample(page: Page, name: string): Promise<void> {
  await page.click(`[data-example="${name}"]`)
  await page.waitForSelector('#found:not([hidden])')
  await waitUntilDone(page)
}

/** Waits until the report shows the borrower with this id. Returns the report's frame. */
export async function findReportFrame(page: Page, id: string): Promise<Frame> {
  for (let tries = 0; tries < 200; tries++) {
    const frame = page.frames()[1]
    const heading = await frame?.evaluate(() => document.querySelector('h1')?.textContent).catch(() => null)
    if (frame !== undefined && heading === id) return frame
    await page.waitForTimeout(50)
  }
  throw new Error('The report did not come.')
}

/** Clicks a button and returns the file that it saves. */
export async function downloadBy(page: Page, selector: string, fileName: string): Promise<Buffer> {
  await openDetails(page)
  const [saved] = await Promise.all([page.waitForEvent('download'), page.click(selector)])
  expect(saved.suggestedFilename()).toBe(fileName)
  // Chromium drops every eleventh download if downloads follow each other faster than a user can click.
  await page.waitForTimeout(150)
  return readFileSync(await saved.path())
}

export const downloadTable = (page: Page, table: string, format: string): Promise<Buffer> =>
  downloadBy(page, `[data-table="${table}"][data-format="${format}"]`, `${table}.${format}`)

/** Builds and serves the playground for a group of tests. `open` opens it in the browser. */
export function usePlayground() {
  const { open, activity } = useBrowser()
  const folder = sharedFolder()
  let server: Awaited<ReturnType<typeof serveFolder>>

  beforeAll(async () => {
    execFileSync(process.execPath, ['src/tools/playground/build.mjs', join(folder, 'site/playground')])
    server = await serveFolder(join(folder, 'site'))
  })
  afterAll(() => server?.close())

  const getUrl = (): string => `${server.url}/playground/`
  return { folder, activity, getUrl, open, openPlayground: (screen: Screen = {}) => open(getUrl(), screen) }
}
