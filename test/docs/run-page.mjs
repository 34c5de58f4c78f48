// Serves a folder, opens one of its pages in a browser and prints the text of the first <pre> once it has any.
import { chromium } from 'playwright-core'
import { serveFolder } from '../../docs/site/serve.mjs'

const [, , folder, name, executablePath] = process.argv
const { url, close } = await serveFolder(folder)
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
try {
  const page = await browser.newPage()
  const failed = new Promise((_, reject) => page.on('pageerror', reject))
  await page.goto(`${url}/${name}`)
  const printedText = page.waitForFunction(() => globalThis.document.querySelector('pre')?.textContent || null)
  const text = await (await Promise.race([printedText, failed])).jsonValue()
  console.log(text.trimEnd())
} finally {
  await browser.close()
  await close()
}
