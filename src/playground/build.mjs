// `node src/playground/build.mjs [DIR]`: the playground as a static page, with a style and one bundle beside it.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const [out = 'site/playground'] = process.argv.slice(2)
const here = name => fileURLToPath(new URL(name, import.meta.url))

const shared = {
  bundle: true,
  minify: true,
  write: false,
  charset: 'utf8',
  legalComments: 'none',
  target: 'es2022',
}
const textOf = async options => (await build({ ...shared, ...options })).outputFiles[0].text

// The page as it stands comes from the tables of the library too.
const shell = await textOf({ entryPoints: [here('shell.ts')], platform: 'node', format: 'esm' })
const { SHELL, STYLE, EXAMPLES } = await import(
  `data:text/javascript;base64,${Buffer.from(shell).toString('base64')}`
)

const texts = EXAMPLES.map(async ([file]) => [file, await readFile(here(`../../fixtures/${file}`), 'utf8')])
const node = here('engine/node.ts')
const engine = await textOf({
  entryPoints: [here('engine/main.ts')],
  platform: 'browser',
  format: 'iife',
  // Any other module of Node has no stand-in: the build fails.
  alias: { 'node:buffer': node, 'node:util/types': node, 'node:v8': node },
  inject: [node],
  define: { EXAMPLE_TEXTS: JSON.stringify(Object.fromEntries(await Promise.all(texts))) },
})
const page = await textOf({
  entryPoints: [here('page/main.ts')],
  platform: 'browser',
  format: 'iife',
  define: { ENGINE: JSON.stringify(engine) },
})
const own = await textOf({ entryPoints: [here('playground.css')] })

await mkdir(out, { recursive: true })
await Promise.all([
  writeFile(join(out, 'index.html'), SHELL),
  writeFile(join(out, 'playground.css'), STYLE + own),
  writeFile(join(out, 'playground.js'), page),
])
console.log(`The playground is in ${join(out, 'index.html')}`)
