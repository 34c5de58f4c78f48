import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { findRequirement } from './requirements.mjs'

/** How to open a page: its size in CSS pixels, the device pixels per CSS pixel, its colors, and if scripts run. */
export interface Screen {
  readonly width?: number
  readonly height?: number
  readonly scale?: number
  readonly scheme?: 'light' | 'dark'
  readonly script?: boolean
}

/**
 * Starts Chromium before the tests of a group and stops it after them.
 *
 * @returns `open`, which closes the previous page and opens an address in a new browser context, and `activity`, which
 * lists the addresses that all pages requested, and their console messages, errors and dialogs.
 */
export function useBrowser() {
  const activity: string[] = []
  let browser: Browser
  let page: Page | undefined

  beforeAll(async () => {
    const executablePath = String(findRequirement('chromium'))
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  })
  afterAll(() => browser?.close())

  async function open(url: string, screen: Screen = {}): Promise<Page> {
    const { width = 1280, height = 800, scale = 1, scheme = 'light', script = true } = screen
    await page?.context().close()
    const context = await browser.newContext({
      viewport: { width, height },
      deviceScaleFactor: scale,
      colorScheme: scheme,
      javaScriptEnabled: script,
      // Keep the page's content security policy in force, because the tests depend on it.
      bypassCSP: false,
    })
    page = await context.newPage()
    page.on('request', request => activity.push(request.url()))
    page.on('console', message => activity.push(`console: ${message.text()}`))
    page.on('pageerror', error => activity.push(`error: ${error.message}`))
    page.on('dialog', dialog => activity.push(`dialog: ${dialog.message()}`))
    await page.goto(url)
    return page
  }
  return { open, activity }
}

/** Opens every collapsed part of a page. */
export const openDetails = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true
  })

/** Returns the width of a page's content in CSS pixels. It equals the screen's if the page does not scroll sideways. */
export const measureWidth = (page: Page): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth)
