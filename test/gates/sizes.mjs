// `node test/gates/sizes.mjs` bundles, minifies and compresses each entry point and compares its size with the ceilings
// in sizes.json. `own` is the size of our code only. `download` includes all dependencies. Code that is loaded on
// demand counts, but optional peer dependencies do not because they are never bundled.
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'

const readJson = path => JSON.parse(readFileSync(path, 'utf8'))
const { name: packageName, exports, bin } = readJson('package.json')
const ceilings = readJson('test/gates/sizes.json')

const COMMAND = `${packageName} (command)`
/** The entry points that a web page cannot use. */
const NODE_ONLY = ['node', 'sandbox', 'webhook-stores'].map(name => `${packageName}/${name}`).concat(COMMAND)

async function measure(file, platform, packages) {
  const { outputFiles } = await build({
    entryPoints: [file],
    bundle: true,
    packages,
    format: 'esm',
    platform,
    minify: true,
    write: false,
    logLevel: 'error',
  })
  return gzipSync(outputFiles[0].contents, { level: 9 }).length
}

const entries = Object.entries(exports)
  .filter(([, target]) => typeof target === 'object')
  .map(([path, target]) => [packageName + path.slice(1), target.default])
entries.push([COMMAND, bin[packageName]])

const rows = []
for (const [entry, file] of entries) {
  const platform = NODE_ONLY.includes(entry) ? 'node' : 'browser'
  const ownBytes = await measure(file, platform, 'external')
  const download = await measure(file, platform, 'bundle')
  const ceiling = ceilings[entry] ?? { own: 0, download: 0 }
  const ok = ownBytes <= ceiling.own && download <= ceiling.download
  rows.push({ entry, own: ownBytes, 'own, at most': ceiling.own, download, 'at most': ceiling.download, ok })
}
console.table(rows)

const unknown = Object.keys(ceilings).filter(entry => !rows.some(row => row.entry === entry))
const failed = rows.filter(({ ok }) => !ok).map(({ entry }) => entry)
if (failed.length > 0) console.error(`Over a ceiling in test/gates/sizes.json, or without one: ${failed.join(', ')}`)
if (unknown.length > 0) console.error(`In test/gates/sizes.json, but no entry point: ${unknown.join(', ')}`)
process.exitCode = failed.length + unknown.length > 0 ? 1 : 0
