// Tests bundled applications. Each bundler bundles every entry point with its dependencies while the optional peer
// dependencies are missing. The bundles must give the same results as Node without a bundler, both before and after the
// peers are installed.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { install } from './project.mjs'

const PACKAGES = [
  'esbuild@0.28',
  'rollup@4',
  '@rollup/plugin-commonjs@29',
  '@rollup/plugin-node-resolve@16',
  'vite@8',
  'webpack@5',
]
const BUILDS = {
  'esbuild, module': { bundler: 'esbuild', platform: 'node', format: 'mjs' },
  'esbuild, CommonJS': { bundler: 'esbuild', platform: 'node', format: 'cjs' },
  // A build with custom conditions resolves to the files that are bundled for Node.
  'esbuild, conditions': { bundler: 'esbuild', platform: 'node', format: 'cjs', conditions: ['production'] },
  'esbuild, browser': { bundler: 'esbuild', platform: 'browser', format: 'mjs' },
  webpack: { bundler: 'webpack', platform: 'node', format: 'mjs' },
  'webpack, browser': { bundler: 'webpack', platform: 'browser', format: 'mjs' },
  rollup: { bundler: 'rollup', platform: 'node', format: 'mjs' },
  'rollup, browser': { bundler: 'rollup', platform: 'browser', format: 'mjs' },
  vite: { bundler: 'vite', platform: 'node', format: 'mjs' },
  'vite, browser': { bundler: 'vite', platform: 'browser', format: 'mjs' },
}

/** The entry points that a web page cannot use. */
const NODE_ONLY = ['node', 'sandbox', 'webhook-stores']
/** Every entry point. `consumer/programs` contains a program with the same name that uses it. */
const ENTRIES = Object.entries(JSON.parse(readFileSync('package.json', 'utf8')).exports).flatMap(([path, target]) =>
  typeof target === 'string' ? [] : [path.slice(2) || 'index'],
)

const listEntries = ({ platform }) =>
  platform === 'node' ? ENTRIES : ENTRIES.filter(name => !NODE_ONLY.includes(name))
const folderOf = name => join('bundles', name.replaceAll(/\W+/g, '-'))

/** Builds all bundles in the project and reports the result of each bundler. A warning is a failure. */
export function makeBundles(project, { run, report }) {
  install(project, PACKAGES)
  for (const [name, build] of Object.entries(BUILDS)) {
    const programs = listEntries(build).map(entry => join('programs', `${entry}.mjs`))
    const args = ['bundle.mjs', JSON.stringify({ ...build, programs, folder: folderOf(name) })]
    report(run(project, [process.execPath, ...args]) !== null, `bundled: ${name}`)
  }
}

/** Runs the project's programs and their bundles. Reports each build, which fails if its results differ. */
export function runBundles(project, { run, report, hasPeers }) {
  const runPrograms = (folder, format, entries) =>
    run(project, [process.execPath, 'run-programs.mjs', folder, format, ...entries])
  const expected = runPrograms('programs', 'mjs', ENTRIES)
  const peers = hasPeers ? 'with the optional peers' : 'without the optional peers'
  report(expected?.includes('PeerMissing') === !hasPeers, `programs ${peers}`)
  for (const [name, build] of Object.entries(BUILDS)) {
    const entries = listEntries(build)
    const lines = expected?.split('\n').filter(line => entries.includes(line.split(' ')[0]))
    const result = runPrograms(folderOf(name), build.format, entries)
    report(result !== null && result.trimEnd() === lines?.join('\n'), `bundles run ${peers}: ${name}`)
  }
}
