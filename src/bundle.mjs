// `node src/bundle.mjs`, behind the compiler: what runs in Node in few files, the library, the command and their threads. Node takes half
// a millisecond for each module that it loads, and there are hundreds. Who bundles for elsewhere gets a file for each module, as compiled.
import { readFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('..', import.meta.url))
const dist = join(root, 'dist')
const { exports } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))

const placeOf = path => relative(dist, path).replaceAll(sep, '/')

/** What stands beside a module is found from a folder of `dist` still. */
const inItsPlace = {
  name: 'in its place',
  setup: ({ onLoad }) =>
    onLoad({ filter: /\.js$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8')
      const contents = text.replaceAll(
        /new URL\('([^']*?)(\/?)', import\.meta\.url\)/g,
        (_, to, slash) => `new URL('../${placeOf(join(dirname(path), to))}${slash}', import.meta.url)`,
      )
      return { contents }
    }),
}

const library = Object.values(exports).flatMap(({ node, default: compiled }) =>
  node === undefined ? [] : [[placeOf(join(root, node)), join(root, compiled)]],
)
const inPlace = ['cli/main.js', 'stream/jobs/thread.js', 'stream/behind/thread.js']
const entries = [...library, ...inPlace.map(name => [name, join(dist, name)])]

await build({
  entryPoints: Object.fromEntries(entries.map(([name, from]) => [name.replace(/\.js$/, ''), from])),
  outdir: dist,
  allowOverwrite: true,
  chunkNames: 'bundled/[name]-[hash]',
  bundle: true,
  splitting: true,
  packages: 'external',
  format: 'esm',
  platform: 'node',
  target: 'es2022',
  charset: 'utf8',
  logLevel: 'warning',
  plugins: [inItsPlace],
})
