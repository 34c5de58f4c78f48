// Serves a folder, opens one of its pages in a browser and prints the text of the first <pre> once it has any.
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { chromium } from 'playwright-core'

const [, , folder, name, executablePath] = process.argv
const types = { '.html': 'text/html', '.js': 'text/javascript' }
const server = createServer(({ url = '/' }, response) => {
  const path = join(folder, decodeURIComponent(new URL(url, 'http://localhost').pathname))
  if (!existsSync(path)) {
    response.writeHead(404).end()
    return
  }
  response.setHeader('content-type', types[extname(path)] ?? 'text/plain; charset=utf-8')
  response.end(readFileSync(path))
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
const profile = mkdtempSync(join(tmpdir(), 'taxtally-browser-'))
const args = ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking']
const context = await chromium.launchPersistentContext(profile, { executablePath, args })
try {
  const page = await context.newPage()
  const failed = new Promise((_, reject) => page.on('pageerror', reject))
  await page.goto(`http://localhost:${port}/${name}`)
  const printedText = page.waitForFunction(() => globalThis.document.querySelector('pre')?.textContent || null)
  const text = await (await Promise.race([printedText, failed])).jsonValue()
  console.log(text.trimEnd())
} finally {
  await context.close()
  server.close()
  rmSync(profile, { recursive: true, force: true })
}
