// `npm run screenshots`: the pictures of the README, of the built site and the shipped borrower, into docs/images.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { decode, encode, toRGBA8 } from '@cantoo/pdf-lib/upng'
import { chromium } from 'playwright-core'
import { serveFolder } from './serve.mjs'
import { terminalPage } from './terminal.mjs'

const OUT = 'docs/images'
const SITE = 'site'
const BROWSER = process.env.CHROMIUM ?? '/usr/bin/chromium'
const LARGEST = 150_000
const SCREEN = { width: 1280, height: 800 }

/** Pictures by their names: each opens what it shows, and gives what of it is taken. */
const PICTURES = {
  report: (page, url) => page.goto(`${url}/report.html`),
  playground: async (page, url) => {
    if (!existsSync(`${SITE}/playground/index.html`)) return null
    await page.goto(`${url}/playground/index.html`)
    await page.click('[data-example="borrower.ndjson"]')
    await page.waitForSelector('#found:not([hidden])')
    await page.setViewportSize({ ...SCREEN, height: 1180 })
    // What the report draws in its frame has no event of its own.
    await page.waitForTimeout(1000)
  },
  explain: async page => {
    await page.setContent(terminalPage(['explain', 'fixtures/borrower.ndjson', '--figure', 'wages']))
    return page.locator('figure')
  },
}

/** A screenshot as a PNG with at most 256 colors, which takes about a third of the bytes. */
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
    // A page gives the answer that it came with; a part of one is taken alone.
    const taken = await (typeof shown?.screenshot === 'function' ? shown : page).screenshot()
    const picture = reduceColors(taken)
    if (picture.length > LARGEST) throw new Error(`${path} has ${picture.length} bytes, more than ${LARGEST}`)
    writeFileSync(path, picture)
    process.stdout.write(`${path}: ${picture.length} bytes, from ${taken.length}\n`)
    await page.close()
  }
} finally {
  await browser.close()
  await close()
}
