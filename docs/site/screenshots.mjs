// `npm run screenshots` writes the images of the pages to docs/images, from the built site and the example borrower.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { decode, encode, toRGBA8 } from '@cantoo/pdf-lib/upng'
import { chromium } from 'playwright-core'
import { serveFolder } from './serve.mjs'
import { terminalPage } from './terminal.mjs'

const OUT = 'docs/images'
const SITE = 'site'
const BROWSER = process.env.CHROMIUM ?? '/usr/bin/chromium'
const MAX_IMAGE_BYTES = 150_000
const SCREEN = { width: 1280, height: 800 }

/** Prepares the page for each image. Returns an element to capture only that, or null to skip the image. */
const PICTURES = {
  report: (page, url) => page.goto(`${url}/report.html`),
  playground: async (page, url) => {
    if (!existsSync(`${SITE}/playground/index.html`)) return null
    await page.goto(`${url}/playground/index.html`)
    await page.click('[data-example="borrower.ndjson"]')
    await page.waitForSelector('#found:not([hidden])')
    await page.setViewportSize({ ...SCREEN, height: 1180 })
    // The frame with the report fires no event after it has been drawn.
    await page.waitForTimeout(1000)
  },
  explain: async page => {
    await page.setContent(terminalPage(['explain', 'fixtures/borrower.ndjson', '--figure', 'wages']))
    return page.locator('figure')
  },
}

/** Reduces a PNG to at most 256 colors, which takes about a third of the bytes. */
function reduceColors(png) {
  const image = decode(png)
  return Buffer.from(encode(toRGBA8(image), image.width, image.height, 256))
}

mkdirSync(OUT, { recursive: true })
const { url, close } = await serveFolder(SITE)
const browser = await chromium.launch({
  executablePath: BROWSER,
  args: ['--no-sandbox', '--disable-gpu', '--disable-lcd-text'],
})
try {
  for (const [name, show] of Object.entries(PICTURES)) {
    const page = await browser.newPage({ viewport: SCREEN, colorScheme: 'light' })
    const shown = await show(page, url)
    const path = `${OUT}/${name}.png`
    if (shown === null) {
      process.stderr.write(`SKIPPED: ${path}, because there is no ${SITE}/${name}.\n`)
      continue
    }
    // `goto` returns a response, which cannot be captured. In that case, and without a result, captures the whole page.
    const taken = await (typeof shown?.screenshot === 'function' ? shown : page).screenshot()
    const picture = reduceColors(taken)
    if (picture.length > MAX_IMAGE_BYTES)
      throw new Error(`${path} has ${picture.length} bytes, more than ${MAX_IMAGE_BYTES}`)
    writeFileSync(path, picture)
    process.stdout.write(`${path}: ${picture.length} bytes, from ${taken.length}\n`)
    await page.close()
  }
} finally {
  await browser.close()
  await close()
}
