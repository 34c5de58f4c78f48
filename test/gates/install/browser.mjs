// Runs the core in a headless browser. The core is bundled as in an application, and a security policy forbids eval.
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { build } from 'esbuild'
import { chromium } from 'playwright-core'

const ARGS = ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking']
const POLICY = "default-src 'none'; script-src 'self'; connect-src 'self'"
const FIXTURE = 'fixtures/borrower.ndjson'

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
async function serve(files, answer) {
  const server = createServer(async (request, response) => {
    const { url, method } = request
    if (method === 'POST') {
      let body = ''
      for await (const chunk of request.setEncoding('utf8')) body += chunk
      answer(JSON.parse(body))
    }
    const [type, text] = files[url] ?? ['text/plain', '']
    response.writeHead(200, { 'content-type': type, 'content-security-policy': POLICY }).end(text)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

/** Computes the results for the fixture in Node and in the given browser. */
export async function compareInBrowser(root, browser) {
  const files = {
    '/fixture': ['text/plain', readFileSync(FIXTURE, 'utf8')],
    '/page.js': ['text/javascript', await bundle(PAGE, root, 'browser')],
    '/page': ['text/html', '<!doctype html><script type="module" src="/page.js"></script>'],
  }
  let acceptResult = _ => {}
  const server = await serve(files, result => acceptResult(result))
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  const profile = mkdtempSync(join(tmpdir(), 'taxtally-browser-'))
  const context = await chromium.launchPersistentContext(profile, { executablePath: browser, args: ARGS })
  const open = () =>
    new Promise((done, refuse) => {
      acceptResult = done
      setTimeout(() => refuse(new Error('the page has not answered')), 60_000).unref()
      context.newPage().then(tab => {
        tab.on('pageerror', refuse)
        return tab.goto(`http://127.0.0.1:${port}/page`)
      }, refuse)
    })
  try {
    const browserResult = await open()
    return { ...browserResult, expected: await computeHere(root), version: context.browser()?.version() ?? '' }
  } finally {
    await context.close()
    server.close()
    server.closeAllConnections()
    rmSync(profile, { recursive: true, force: true })
  }
}
