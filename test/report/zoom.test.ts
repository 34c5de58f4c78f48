import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { report } from '../../src/report/index.js'
import { useBrowser } from '../support/browser.js'
import { sharedFolder } from '../support/folder.js'
import { requireFor } from '../support/requirements.mjs'
import { analyzeSingle, SHIPPED } from './shipped.js'

const BROWSER = requireFor('the reports at 400 %', 'chromium')

/** The CSS size of a 1280 x 1024 screen at 400 % zoom. */
const ZOOMED = { width: 320, height: 256, scale: 4 }
const FULL_SCREEN = { width: 1280, height: 1024 }

/** Lists text that is clipped or beyond the page, or that a user cannot reach by scrolling its region. */
const findCutTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    // Compare rectangles of rendered text. Elements' own size properties may exclude overflowing text.
    const { currentCSSZoom: zoom } = document.documentElement as unknown as { currentCSSZoom: number }
    const cut: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const parent = node.parentElement as Element
      if (node.nodeValue?.trim() === '' || !parent.checkVisibility()) continue
      range.selectNodeContents(node)
      const { left: leftEdge, right } = range.getBoundingClientRect()
      const region = parent.closest<HTMLElement>('.wide')
      if (region === null) {
        if (leftEdge < -0.5 || right > innerWidth + 0.5) cut.push(`leaves the page: ${node.nodeValue}`)
      } else {
        const start = region.getBoundingClientRect().left - zoom * region.scrollLeft
        if (right - start > zoom * region.scrollWidth + 0.5) cut.push(`leaves its region: ${node.nodeValue}`)
        if (region.tabIndex !== 0) cut.push(`not by the keyboard: ${node.nodeValue}`)
      }
      for (
        let element: Element | null = parent;
        element !== null && element !== region;
        element = element.parentElement
      )
        if (/hidden|clip/.test(getComputedStyle(element).overflowX) && element.scrollWidth > element.clientWidth)
          cut.push(`cut by ${element.tagName}: ${node.nodeValue}`)
    }
    return cut
  })

/** Returns the number of CSS pixels by which the page can scroll sideways. */
const measureSidewaysScroll = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

describe.skipIf(BROWSER === undefined)('reports at 400 %', () => {
  const { open } = useBrowser()
  const folder = sharedFolder()

  const urls = (policies: readonly ('fannie-2026-08' | 'conservative')[]): string[] =>
    SHIPPED.map(({ raw, underwrite }, i) => {
      const path = join(folder, `${i}-${policies.length}.html`)
      writeFileSync(path, report(analyzeSingle(raw, underwrite), { policy: policies }))
      return pathToFileURL(path).href
    })

  test('cut no text and scroll only tables sideways, with closed and open figures, under one policy and two', async () => {
    // The columns for two policies need the most space.
    for (const url of [...urls(['fannie-2026-08']).slice(-2), ...urls(['fannie-2026-08', 'conservative'])]) {
      const page = await open(url, ZOOMED)
      expect(await page.evaluate(() => [innerWidth, devicePixelRatio])).toEqual([320, 4])
      for (const isOpen of [false, true]) {
        if (isOpen) await page.click('button')
        expect([await measureSidewaysScroll(page), await findCutTexts(page)]).toEqual([0, []])
      }
    }
  }, 300_000)

  test('leave room for figures next to the name of a row, and show the last column when scrolled to the end', async () => {
    for (const url of urls(['fannie-2026-08', 'conservative'])) {
      const page = await open(url, ZOOMED)
      await page.click('#open')
      const bad = await page.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>('.wide')].flatMap(region => {
          const name = region.querySelector('tbody tr > :first-child')?.getBoundingClientRect().width ?? 0
          region.scrollLeft = region.scrollWidth
          const last = region.querySelector('tbody tr > :last-child')?.getBoundingClientRect()
          const { left: leftEdge, right } = region.getBoundingClientRect()
          const isSeen =
            last === undefined ||
            last.width === 0 ||
            (last.right <= right + 0.5 && (last.right - leftEdge > name || region.scrollWidth === region.clientWidth))
          // The rows of a table that does not scroll are cards, which have the name on a line of its own.
          const hasRoom = region.scrollWidth === region.clientWidth || name <= 0.6 * region.clientWidth
          return isSeen && hasRoom ? [] : [[region.textContent?.slice(0, 40), name]]
        }),
      )
      expect(bad).toEqual([])
    }
  })

  test('open every figure with the keyboard only, and show each element that has the focus', async () => {
    // Each key press waits for the browser, so test only the first report, which has many figures, and the
    // last two, which have tables of every kind.
    const [first = '', ...furtherUrls] = urls(['fannie-2026-08'])
    for (const url of [first, ...furtherUrls.slice(-2)]) {
      const page = await open(url, ZOOMED)
      const count = await page.locator('summary').count()
      if (url === first) expect(count).toBeGreaterThan(30)
      const hidden: string[] = []
      let opened = 0
      for (let press = 0; press < 2000 && opened < count; press++) {
        await page.keyboard.press('Tab')
        const focus = await page.evaluate(() => {
          const active = document.activeElement as HTMLElement
          const { top, bottom, left: leftEdge, right } = active.getBoundingClientRect()
          const isSeen = bottom > 0 && top < innerHeight && right > 0 && leftEdge < innerWidth
          const isClosed = active.tagName === 'SUMMARY' && !(active.parentElement as HTMLDetailsElement).open
          return { isSeen, isClosed, text: active.textContent }
        })
        if (!focus.isSeen) hidden.push(String(focus.text))
        if (!focus.isClosed) continue
        await page.keyboard.press('Enter')
        opened++
      }
      expect(opened).toBe(count)
      expect(await page.locator('details:not([open])').count()).toBe(0)
      expect(hidden).toEqual([])
    }
  }, 600_000)

  test('cut no text if a reader enlarges only the text or the whole page', async () => {
    for (const [property, value] of [
      ['fontSize', '200%'],
      ['zoom', '4'],
    ] as const)
      for (const url of urls(['fannie-2026-08'])) {
        const page = await open(url, FULL_SCREEN)
        await page.evaluate(([name, to]) => (document.documentElement.style[name] = to), [property, value] as const)
        await page.click('button')
        expect([value, await measureSidewaysScroll(page), await findCutTexts(page)]).toEqual([value, 0, []])
      }
  }, 300_000)

  test('move the visible part of a pinch-zoomed page to the figure that has the focus', async () => {
    const [url = ''] = urls(['fannie-2026-08'])
    const page = await open(url, FULL_SCREEN)
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setPageScaleFactor', { pageScaleFactor: 4 })
    expect(await page.evaluate(() => visualViewport?.scale)).toBe(4)
    for (const summary of (await page.locator('summary:visible').all()).slice(0, 40)) {
      await summary.focus()
      const isSeen = await summary.evaluate(element => {
        const { top, bottom, left: leftEdge, right } = element.getBoundingClientRect()
        const { offsetTop = 0, offsetLeft = 0, width = 0, height = 0 } = visualViewport ?? {}
        return bottom > offsetTop && top < offsetTop + height && right > offsetLeft && leftEdge < offsetLeft + width
      })
      expect(isSeen).toBe(true)
    }
  })
})
