// `npm run gates:install` packs the package, installs it in an empty project and uses it from every runtime.
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { reportSkipped, requireFor } from '../../support/requirements.mjs'
import { compareInBrowser } from './browser.mjs'
import { makeBundles, runBundles } from './bundlers.mjs'
import { addPrograms, hasRegistry, install, pack } from './project.mjs'
import { installOldRuntimes, installRuntimes } from './runtimes.mjs'
import { checkTypes } from './types.mjs'

const manifest = JSON.parse(readFileSync('package.json', 'utf8'))
const folder = mkdtempSync(join(tmpdir(), 'taxtally-install-'))
const failures = []
const started = Date.now()

function reportResult(ok, name, detail = '') {
  const seconds = ((Date.now() - started) / 1000).toFixed(0)
  console.log(`${ok ? 'ok    ' : 'FAILED'} ${seconds.padStart(4)} s  ${name}${detail && `: ${detail}`}`)
  if (!ok) failures.push(name)
}

/**
 * Runs a program in the project. Returns its output, or null if it failed.
 *
 * @param {string} project
 * @param {readonly string[]} command the program and its arguments
 */
function runIn(project, [program, ...args]) {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd: project,
    encoding: 'utf8',
    timeout: 120_000,
  })
  if (status === 0 && stderr === '') return stdout
  console.log(error?.message ?? `${stdout}${stderr}`)
  return null
}

const names = Object.entries(manifest.exports).flatMap(([path, target]) =>
  typeof target === 'string' ? [] : [manifest.name + path.slice(1)],
)
const hash = text => createHash('sha256').update(text).digest('hex').slice(0, 16)

async function checkBrowser(root) {
  const browser = requireFor('the package in a browser', 'chromium')
  if (browser === undefined) return
  const { expected, version, text, mayEval, violations } = await compareInBrowser(root, browser)
  const ok = text === expected && !mayEval && violations === 0
  const detail = `${violations} violations, ${text === expected ? hash(text) : 'other bytes'}`
  reportResult(ok, `Chromium ${version} without unsafe-eval, the bytes of Node`, detail)
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

function checkInstalled(project, tarball) {
  install(project, [tarball])
  addPrograms(project)
  reportResult(runIn(project, [process.execPath, 'use.cjs', ...names]) !== null, 'without the optional peers')
  const context = { run: runIn, report: reportResult }
  makeBundles(project, context)
  runBundles(project, { ...context, hasPeers: false })
  const peers = Object.entries(manifest.peerDependencies).map(([name, range]) => `${name}@${range}`)
  install(project, [...peers, `@types/node@${manifest.devDependencies['@types/node']}`])
  runBundles(project, { ...context, hasPeers: true })
  for (const { name, ok, text, files } of checkTypes(project)) {
    if (!ok) console.log(text)
    reportResult(ok, `types, ${name}`, files.join(' '))
  }
  // Remove the types from the example of docs/service.md so that every runtime can run it.
  const esbuild = join('node_modules', '.bin', 'esbuild')
  execFileSync(esbuild, [
    join(project, 'service.mts'),
    `--outfile=${join(project, 'service.mjs')}`,
    '--log-level=error',
  ])
}

/** Checks that the oldest dependencies in the version ranges give the same bytes as the newest, except in Arrow. */
function checkOldestPackages(project, tarball) {
  const oldest = join(folder, 'oldest')
  mkdirSync(oldest)
  const named = ({ dependencies }) =>
    Object.entries(dependencies).map(([name, range]) => `${name}@${range.replace('^', '')}`)
  install(oldest, [tarball, ...named(manifest)])
  addPrograms(oldest)
  // Releases of apache-arrow may write different bytes, which also change hashes in the manifest. So remove the hashes
  // of Arrow files and of the manifest. Other tests compare the rows.
  const removeArrowHashes = text =>
    text?.replaceAll(/(?<=\.arrow |^manifest.json |^\S+ [0-9a-f]{64} )[0-9a-f]{64}$/gm, '')
  const [text, newest] = [oldest, project].map(projectFolder =>
    removeArrowHashes(runIn(projectFolder, [process.execPath, 'use.mjs'])),
  )
  reportResult(text !== undefined && text === newest, 'the oldest packages that the ranges admit, the same bytes')
}

function checkRuntimes(project) {
  const home = process.env.RUNTIMES_FOLDER ?? join(folder, 'runtimes')
  mkdirSync(home, { recursive: true })
  const bin = join('node_modules', manifest.name, manifest.bin[manifest.name])
  const programs = {
    import: ['use.mjs'],
    require: ['use.cjs', ...names],
    service: ['service.mjs'],
    command: [bin, ...COMMAND],
    forms: [bin, 'forms', 'w2'],
    schema: [bin, 'schema', 'policy'],
  }
  const all = { here: [process.execPath], ...installRuntimes(home) }
  reportResult(true, 'runtimes', Object.keys(all).join(' '))
  for (const [what, args] of Object.entries(programs)) {
    const printed = Object.entries(all).map(([name, command]) => [name, runIn(project, [...command, ...args])])
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
    checkInstalled(project, packed.tarball)
    checkOldestPackages(project, packed.tarball)
    await checkBrowser(project)
    checkRuntimes(project)
    checkOldNodes(project)
  } else {
    reportSkipped('the installed package and its runtimes', 'npm does not reach its registry')
    await checkBrowser('.')
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
console.log(`${failures.length} failed${failures.map(name => `; ${name}`).join('')}.`)
process.exitCode = failures.length === 0 ? 0 : 1
