// `node test/gates/sizes.mjs`: the own code of each entry point, minified and gzipped, against its ceiling in sizes.json.
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'

const json = path => JSON.parse(readFileSync(path, 'utf8'))
const manifest = json('package.json')
const ceilings = json('test/gates/sizes.json')

/** Bytes of what an import of the file loads, dependencies not counted, code that is loaded on demand counted. */
async function sizeOf(file) {
  const { outputFiles } = await build({
    entryPoints: [file],
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    minify: true,
    write: false,
    logLevel: 'error',
  })
  const [{ contents }] = outputFiles
  return { minified: contents.length, gzipped: gzipSync(contents, { level: 9 }).length }
}

const entries = Object.entries(manifest.exports)
  .filter(([, target]) => typeof target === 'object')
  .map(([path, target]) => [manifest.name + path.slice(1), target.default])
entries.push([`${manifest.name} (command)`, manifest.bin[manifest.name]])

const rows = []
for (const [name, file] of entries) {
  const size = await sizeOf(file)
  const ceiling = ceilings[name]
  rows.push({ entry: name, ...size, ceiling, ok: size.gzipped <= ceiling })
}
console.table(rows)

const unknown = Object.keys(ceilings).filter(name => !rows.some(({ entry }) => entry === name))
const failed = rows.filter(({ ok }) => !ok).map(({ entry }) => entry)
if (failed.length > 0)
  console.error(`Over the ceiling, or without one, in test/gates/sizes.json: ${failed.join(', ')}`)
if (unknown.length > 0) console.error(`No entry point, but in test/gates/sizes.json: ${unknown.join(', ')}`)
process.exitCode = failed.length + unknown.length > 0 ? 1 : 0
