// Bundles the playground's worker, which is everything in engine/ and the parts of the library that it uses, as one
// script for browsers. The library is written for Node, so engine/node.ts replaces the Node modules that it imports and
// the global `Buffer`. An import of any other Node module fails the build.
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const absolutePath = name => fileURLToPath(new URL(name, import.meta.url))

const ROOT = absolutePath('../../..')
const NODE_STAND_INS = absolutePath('engine/node.ts')

/** The Node modules that engine/node.ts replaces. */
const REPLACED_MODULES = ['node:buffer', 'node:util/types']

/**
 * The esbuild options that every bundle of the playground shares.
 *
 * @satisfies {import('esbuild').BuildOptions}
 */
export const BUNDLE_OPTIONS = {
  bundle: true,
  minify: true,
  write: false,
  charset: 'utf8',
  legalComments: 'none',
  target: 'es2022',
}

/**
 * Bundles the worker with the examples that the page offers.
 *
 * @param {readonly string[]} examples the files of the examples, as paths in `fixtures`
 */
export async function bundleEngine(examples) {
  const texts = examples.map(async name => [name, await readFile(absolutePath(`../../../fixtures/${name}`), 'utf8')])
  const { outputFiles, metafile } = await build({
    ...BUNDLE_OPTIONS,
    absWorkingDir: ROOT,
    entryPoints: [absolutePath('engine/main.ts')],
    platform: 'browser',
    format: 'iife',
    metafile: true,
    alias: Object.fromEntries(REPLACED_MODULES.map(name => [name, NODE_STAND_INS])),
    inject: [NODE_STAND_INS],
    define: { EXAMPLE_TEXTS: JSON.stringify(Object.fromEntries(await Promise.all(texts))) },
  })
  const [output] = Object.values(metafile.outputs)
  const modules = Object.entries(output.inputs)
    .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
    .map(([path]) => path)
  return { code: outputFiles[0].text, modules }
}
