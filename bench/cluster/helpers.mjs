// Loads the test helpers that start servers. They are TypeScript, so they are bundled first.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { dataDir } from '../data.mjs'

/** Bundles and imports a module of test/support. */
export const loadHelper = async name => {
  const outfile = join(dataDir, `${name}.mjs`)
  const entry = join(import.meta.dirname, `../../test/support/${name}.ts`)
  await build({ entryPoints: [entry], outfile, bundle: true, platform: 'node', format: 'esm', logLevel: 'error' })
  return import(pathToFileURL(outfile).href)
}
