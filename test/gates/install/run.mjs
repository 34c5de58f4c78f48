// `npm run gates:install` packs the package, installs it in an empty project and uses it from every runtime.
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { transformSync } from 'esbuild'
import { reportSkipped, requireFor } from '../../support/requirements.mjs'
import { compareInBrowser, runClientComponent } from './browser.mjs'
import { BUNDLERS, makeBundles, runBundles } from './bundlers.mjs'
import { checkFrameworks, FRAMEWORKS } from './frameworks.mjs'
import { mapParallel, runIn } from './processes.mjs'
import { addPrograms, ENTRIES, listPrograms, printedExpectedLines, WEB_ENTRIES } from './programs.mjs'
import { hasRegistry, install, pack } from './project.mjs'
import { installOldRuntimes, installRuntimes } from './runtimes.mjs'
import { COMPILERS, checkTypes } from './types.mjs'

const manifest = JSON.parse(readFileSync('package.json', 'utf8'))
const folder = mkdtempSync(join(tmpdir(), 'taxtally-install-'))
const failures = []
const started = Date.now()

function reportResult(ok, name, detail = '') {
  const seconds = ((Date.now() - started) / 1000).toFixed(0)
  console.log(`${ok ? 'ok    ' : 'FAILED'} ${seconds.padStart(4)} s  ${name}${detail && `: ${detail}`}`)
  if (!ok) failures.push(name)
}

const names = ENTRIES.map(name => (name === 'index' ? manifest.name : `${manifest.name}/${name}`))
const hash = text => createHash('sha256').update(text).digest('hex').slice(0, 16)

/** Runs the core in a browser. Unless `expected` is null, also runs the client component of the site that Next built. */
async function checkBrowser(root, expected) {
  const browser = requireFor('the package in a browser', 'chromium')
  if (browser === undefined) return
  const { textOfNode, version, text, mayEval, violations } = await compareInBrowser(root, browser)
  const ok = text === textOfNode && !mayEval && violations === 0
  const detail = `${violations} violations, ${text === textOfNode ? hash(text) : 'other bytes'}`
  reportResult(ok, `Chromium ${version} without unsafe-eval, the bytes of Node`, detail)
  if (expected === null) return
  const results = await runClientComponent(join(root, 'next', 'out'), browser).catch(String)
  reportResult(printedExpectedLines(results, expected, WEB_ENTRIES), 'Next, a client component in Chromium')
}

function checkPackage({ files, size, unpackedSize }) {
  const expectedPaths =
    /^(?:dist|docs\/(?:examples|underwriting)|schemas|fixtures)\/|^docs\/[\w-]+\.md$|^(?:README|CHANGELOG|SECURITY)\.md$|^(?:LICENSE|package\.json)$/
  // The script that writes the schemas, `dist/tools/generate`, is only for the repository and must not be packed. The
  // generated pages are not packed either, because they are on the site.
  const isGenerated = path => /^docs\/[\w-]+\.md$/.test(path) && readFileSync(path, 'utf8').includes('<!-- Made by ')
  const unexpected = files.filter(
    path => !expectedPaths.test(path) || path.startsWith('dist/tools/generate/') || isGenerated(path),
  )
  reportResult(
    unexpected.length === 0,
    'npm pack',
    `${files.length} files, ${size} bytes, ${unpackedSize} unpacked ${unexpected}`,
  )
}

/** Returns the results of the programs in Node, without the optional peers. */
async function checkInstalled(project, tarball) {
  install(project, [tarball, ...BUNDLERS, ...FRAMEWORKS, ...COMPILERS])
  addPrograms(project)
  reportResult((await runIn(project, [process.execPath, 'use.cjs', ...names])) !== null, 'without the optional peers')
  const context = { run: runIn, report: reportResult }
  await makeBundles(project, context)
  const expected = await runBundles(project, { ...context, hasPeers: false })
  await checkFrameworks(project, { ...context, expected })
  const peers = Object.entries(manifest.peerDependencies).map(([name, range]) => `${name}@${range}`)
  install(project, [...peers, `@types/node@${manifest.devDependencies['@types/node']}`])
  await runBundles(project, { ...context, hasPeers: true })
  await checkTypes(project, context)
  // Remove the types from the example of docs/service.md so that every runtime can run it.
  const example = readFileSync(join(project, 'service.mts'), 'utf8')
  writeFileSync(join(project, 'service.mjs'), transformSync(example, { loader: 'ts' }).code)
  return expected
}

/** Checks that the oldest dependencies in the version ranges give the same bytes as the newest, except in Arrow. */
async function checkOldestPackages(project, tarball) {
  const oldest = join(folder, 'oldest')
  mkdirSync(oldest)
  const named = ({ dependencies }) =>
    Object.entries(dependencies).map(([name, range]) => `${name}@${range.replace('^', '')}`)
  install(oldest, [tarball, ...named(manifest)])
  cpSync('test/gates/install/consumer/use.mjs', join(oldest, 'use.mjs'))
  // Releases of apache-arrow may write different bytes, which also change hashes in the manifest. So remove the hashes
  // of Arrow files and of the manifest. Other tests compare the rows.
  const removeArrowHashes = text =>
    text?.replaceAll(/(?<=\.arrow |^manifest.json |^\S+ [0-9a-f]{64} )[0-9a-f]{64}$/gm, '')
  const [text, newest] = await mapParallel([oldest, project], async projectFolder =>
    removeArrowHashes(await runIn(projectFolder, [process.execPath, 'use.mjs'])),
  )
  reportResult(text !== undefined && text === newest, 'the oldest packages that the ranges admit, the same bytes')
}

async function checkRuntimes(project) {
  const home = process.env.RUNTIMES_FOLDER ?? join(folder, 'runtimes')
  mkdirSync(home, { recursive: true })
  const bin = join('node_modules', manifest.name, manifest.bin[manifest.name])
  const programs = {
    import: ['use.mjs'],
    require: ['use.cjs', ...names],
    'every entry point': ['run-programs.mjs', ...listPrograms(ENTRIES, '.', 'mjs')],
    service: ['service.mjs'],
    command: [bin, ...COMMAND],
    forms: [bin, 'forms', 'w2'],
    schema: [bin, 'schema', 'policy'],
  }
  const all = { here: [process.execPath], ...installRuntimes(home) }
  reportResult(true, 'runtimes', Object.keys(all).join(' '))
  for (const [what, args] of Object.entries(programs)) {
    const printed = await mapParallel(Object.entries(all), async ([name, command]) => [
      name,
      await runIn(project, [...command, ...args]),
    ])
    const [[, expectedText]] = printed
    const wrong = printed.filter(([, text]) => text === null || text !== expectedText).map(([name]) => name)
    reportResult(
      wrong.length === 0 && expectedText !== '',
      `${what}, the same bytes everywhere`,
      wrong.join(' ') || hash(expectedText),
    )
  }
}

/** Checks that an unsupported Node prints the message about its version and exits with 2, without a stack trace. */
function checkOldNodes(project) {
  const home = join(folder, 'old-runtimes')
  mkdirSync(home)
  const bin = join('node_modules', manifest.name, manifest.bin[manifest.name])
  for (const [name, [program]] of Object.entries(installOldRuntimes(home))) {
    const { status, stdout, stderr } = spawnSync(program, [bin, ...COMMAND], {
      cwd: project,
      encoding: 'utf8',
      timeout: 120_000,
    })
    const version = execFileSync(program, ['-p', 'process.versions.node'], { encoding: 'utf8' }).trim()
    const isVersionMessage =
      /^taxtally needs Node [0-9.]+ or newer; this is Node .*\n$/.test(stderr) &&
      stderr.includes(`this is Node ${version}. `)
    if (!isVersionMessage) console.log(stderr)
    reportResult(status === 2 && stdout === '' && isVersionMessage, `the version message from ${name}`, version)
  }
}
const COMMAND = ['summarize', '--quiet', join('node_modules', manifest.name, 'fixtures', 'borrower.ndjson')]

try {
  const packed = pack(folder)
  checkPackage(packed)
  if (hasRegistry()) {
    const project = join(folder, 'project')
    mkdirSync(project)
    const expected = await checkInstalled(project, packed.tarball)
    await checkOldestPackages(project, packed.tarball)
    await checkBrowser(project, expected)
    await checkRuntimes(project)
    checkOldNodes(project)
  } else {
    reportSkipped('the installed package and its runtimes', 'npm does not reach its registry')
    await checkBrowser('.', null)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
console.log(`${failures.length} failed${failures.map(name => `; ${name}`).join('')}.`)
process.exitCode = failures.length === 0 ? 0 : 1
