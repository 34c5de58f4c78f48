// Runs the core and a page of Next in a headless browser. The core is bundled as in an application, and a security policy
// forbids eval.
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join, resolve } from 'node:path'
import { build } from 'esbuild'
import { chromium } from 'playwright-core'

const ARGS = ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking']
const POLICY = "default-src 'none'; script-src 'self'; connect-src 'self'"
const FIXTURE = 'fixtures/borrower.ndjson'
const TYPES = { '.html': 'text/html', '.js': 'text/javascript' }

// The code that runs both in the browser and in Node. It normalizes and analyzes a dossier.
const COMPUTE = `
  import { analyze, normalizeDossier } from 'taxtally'
  export const compute = dossier => JSON.stringify([normalizeDossier(dossier), analyze(dossier)])`
const PAGE = `
  import { compute } from 'compute'
  const violations = []
  new ReportingObserver(all => violations.push(...all), { types: ['csp-violation'], buffered: true }).observe()
  const text = compute(JSON.parse(await (await fetch('/fixture')).text()))
  // Violations are reported a little later. Those of the core are counted before the page causes one itself.
  await new Promise(resolve => setTimeout(resolve, 200))
  const before = violations.length
  let mayEval = true
  try { new Function('') } catch { mayEval = false }
  await fetch('/result', { method: 'POST', body: JSON.stringify({ text, mayEval, violations: before }) })`

/** Bundles a script in which `taxtally` is the package that is installed in the folder `root`. */
async function bundle(contents, root, platform) {
  const modules = {
    name: 'modules',
    setup(it) {
      it.onResolve({ filter: /^compute$/ }, ({ path }) => ({ path, namespace: 'own' }))
      it.onLoad({ filter: /.*/, namespace: 'own' }, () => ({ contents: COMPUTE, resolveDir: resolve(root) }))
    },
  }
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: resolve(root) },
    plugins: [modules],
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform,
  })
  return outputFiles[0].text
}

/** Computes the results for the fixture in Node. */
async function computeHere(root) {
  const code = await bundle(`export { compute } from 'compute'`, root, 'node')
  const { compute } = await import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`)
  return compute(JSON.parse(readFileSync(FIXTURE, 'utf8')))
}

/** Starts a server for the files by path. Calls `acceptResult` with the JSON that a page posts. */
async function serve(files, headers, acceptResult) {
  const server = createServer(async (request, response) => {
    const { url, method } = request
    if (method === 'POST') {
      let body = ''
      for await (const chunk of request.setEncoding('utf8')) body += chunk
      acceptResult(JSON.parse(body))
    }
    const type = TYPES[extname(url)] ?? 'text/plain'
    response.writeHead(200, { ...headers, 'content-type': type }).end(files[url] ?? '')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

/** Opens the page `/index.html` of the files, by path, in the browser. Returns the JSON that it posts, and the version. */
async function openPage(browser, files, headers = {}) {
  // The promise of the result replaces this function before the page opens.
  let acceptResult = _ => {}
  const server = await serve(files, headers, result => acceptResult(result))
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  const profile = mkdtempSync(join(tmpdir(), 'taxtally-browser-'))
  const context = await chromium.launchPersistentContext(profile, { executablePath: browser, args: ARGS })
  try {
    const result = await new Promise((done, refuse) => {
      acceptResult = done
      setTimeout(() => refuse(new Error('the page has not answered')), 60_000).unref()
      context.newPage().then(tab => {
        tab.on('pageerror', refuse)
        return tab.goto(`http://127.0.0.1:${port}/index.html`)
      }, refuse)
    })
    return { ...result, version: context.browser()?.version() ?? '' }
  } finally {
    await context.close()
    server.close()
    server.closeAllConnections()
    rmSync(profile, { recursive: true, force: true })
  }
}

/** Computes the results for the fixture in Node and in the given browser. */
export async function compareInBrowser(root, browser) {
  const files = {
    '/fixture': readFileSync(FIXTURE, 'utf8'),
    '/page.js': await bundle(PAGE, root, 'browser'),
    '/index.html': '<!doctype html><script type="module" src="/page.js"></script>',
  }
  const browserResult = await openPage(browser, files, { 'content-security-policy': POLICY })
  return { ...browserResult, textOfNode: await computeHere(root) }
}

/** Opens the site that Next has built in the folder. Returns the results of the programs in its client component. */
export async function runClientComponent(folder, browser) {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
  const paths = names.map(({ parentPath, name }) => join(parentPath, name))
  const files = Object.fromEntries(
    paths.map(path => [path.slice(folder.length).replaceAll('\\', '/'), readFileSync(path)]),
  )
  const { lines } = await openPage(browser, files)
  return lines.join('\n')
}
