// `node src/tools/playground/build.mjs [DIR]`: writes the playground as a static page, a style sheet and one script.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { BUNDLE_OPTIONS, bundleEngine } from './bundle-engine.mjs'

const [outputFolder = 'site/playground'] = process.argv.slice(2)
const absolutePath = name => fileURLToPath(new URL(name, import.meta.url))

const bundleText = async options => (await build({ ...BUNDLE_OPTIONS, ...options })).outputFiles[0].text

// The page's static HTML is generated from the library's tables.
const shell = await bundleText({ entryPoints: [absolutePath('shell.ts')], platform: 'node', format: 'esm' })
const { SHELL, STYLE, EXAMPLES } = await import(`data:text/javascript;base64,${Buffer.from(shell).toString('base64')}`)

const engine = await bundleEngine(EXAMPLES.map(([file]) => file))
const page = await bundleText({
  entryPoints: [absolutePath('page/main.ts')],
  platform: 'browser',
  format: 'iife',
  define: { ENGINE: JSON.stringify(engine.code) },
})
const styles = await bundleText({ entryPoints: [absolutePath('playground.css')] })

await mkdir(outputFolder, { recursive: true })
await Promise.all([
  writeFile(join(outputFolder, 'index.html'), SHELL),
  writeFile(join(outputFolder, 'playground.css'), STYLE + styles),
  writeFile(join(outputFolder, 'playground.js'), page),
])
console.log(`The playground is in ${join(outputFolder, 'index.html')}`)
