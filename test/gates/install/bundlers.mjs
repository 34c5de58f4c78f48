// Tests bundled applications. Each bundler bundles every entry point with its dependencies while the optional peer
// dependencies are missing. The bundles must give the same results as Node without a bundler, both before and after the
// peers are installed.
import { mapParallel } from './processes.mjs'
import { ENTRIES, listPrograms, printedExpectedLines, WEB_ENTRIES } from './programs.mjs'

export const BUNDLERS = [
  'esbuild@0.28',
  'rollup@4',
  '@rollup/plugin-commonjs@29',
  '@rollup/plugin-node-resolve@16',
  'vite@8',
  'webpack@5',
]
/**
 * The settings of bundle.mjs, and how the bundled programs load the package if not in both ways.
 *
 * @type {Record<string, { bundler: string, platform: string, format: string, loads?: string[], conditions?: string[],
 *   banner?: string }>}
 */
const BUILDS = {
  'esbuild, module': { bundler: 'esbuild', platform: 'node', format: 'mjs', loads: ['import'] },
  // The dependency fast-csv calls `require`, which ES modules do not have. With `import`, esbuild removes fast-csv if the
  // program does not use it.
  'esbuild, module with require': {
    bundler: 'esbuild',
    platform: 'node',
    format: 'mjs',
    loads: ['require'],
    banner: `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url)`,
  },
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

const listEntries = ({ platform }) => (platform === 'node' ? ENTRIES : WEB_ENTRIES)
const folderOf = name => `bundles/${name.replaceAll(/\W+/g, '-')}`

/** Builds all bundles in the project and reports the result of each bundler. A warning is a failure. */
export const makeBundles = (project, { run, report }) =>
  mapParallel(Object.entries(BUILDS), async ([name, build]) => {
    const programs = listPrograms(listEntries(build), '.', 'mjs', build.loads)
    const args = ['bundle.mjs', JSON.stringify({ ...build, programs, folder: folderOf(name) })]
    report((await run(project, [process.execPath, ...args])) !== null, `bundled: ${name}`)
  })

/**
 * Runs the programs and their bundles in Node, and reports each build, which fails if its results differ. Returns the
 * results of the programs that are not bundled. With the optional peers, only bundles for Node can have other results.
 */
export async function runBundles(project, { run, report, hasPeers }) {
  const runPrograms = (...programs) =>
    run(project, [process.execPath, 'run-programs.mjs', ...listPrograms(...programs)])
  const peers = hasPeers ? 'with the optional peers' : 'without the optional peers'
  const expected = await runPrograms(ENTRIES, '.', 'mjs', ['import'])
  report(expected?.includes('PeerMissing') === !hasPeers, `import ${peers}`)
  report((await runPrograms(ENTRIES, '.', 'mjs', ['require'])) === expected, `require ${peers}`)
  const builds = Object.entries(BUILDS).filter(([, { platform }]) => !hasPeers || platform === 'node')
  await mapParallel(builds, async ([name, build]) => {
    const entries = listEntries(build)
    const text = await runPrograms(entries, folderOf(name), build.format, build.loads)
    report(printedExpectedLines(text, expected, entries, build.loads), `bundles run ${peers}: ${name}`)
  })
  return expected
}
