// `node src/bundle.mjs` runs after the compiler. Node takes half a millisecond to load a module and the package has hundreds,
// so this joins the compiled modules into few files: those of the library in `dist/bundled`, and those of the command and its
// threads in `dist/command`. The entry files of the command replace the compiled ones. Library and command are joined by
// different rules. A program that imports a small entry point must not load the rest of the library, so each chunk of the
// library contains only modules that every entry point that loads it needs. The command needs most of its modules anyway, so
// few large chunks are best there.
// Bundlers get the compiled modules instead (the condition `module` of `exports`).
import { readFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const root = fileURLToPath(new URL('..', import.meta.url))
const dist = join(root, 'dist')
const { exports } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))

const pathInDist = path => relative(dist, path).replaceAll(sep, '/')

/** Rewrites `new URL(path, import.meta.url)` so that it still finds its file from a chunk in a folder of `dist`. */
const fileUrls = {
  name: 'file urls',
  transform: (code, path) =>
    code.replaceAll(
      /\('([^']*?)(\/?)', import\.meta\.url\b/g,
      (_, target, slash) => `('../${pathInDist(join(dirname(path), target))}${slash}', import.meta.url`,
    ),
}

/** The one file that apache-arrow publishes next to its more than a hundred modules. Only `require` finds it. */
const ARROW_IN_ONE_FILE = `import { createRequire } from 'node:module'
async function load() {
  try {
    return createRequire(import.meta.url)('apache-arrow/Arrow.es2015.min')
  } catch {
    return import('apache-arrow')
  }
}`

/**
 * Makes the command load apache-arrow in a tenth of the time. The library does not do this, because a top-level await keeps
 * an entry point from being loaded by `require`, and from being bundled as CommonJS.
 */
const arrowInOneFile = {
  name: 'arrow in one file',
  transform(code, path) {
    if (path !== join(dist, 'export/arrow-library.js')) return null
    const names = /export (\{[^}]+\}) from 'apache-arrow'/.exec(code)?.[1]
    if (names === undefined) throw new Error('arrow-library.js does not list its imports from apache-arrow.')
    return `${ARROW_IN_ONE_FILE}\nexport const ${names} = await load()`
  },
}

/**
 * The chunks of the command. Each contains the modules that match and everything they import, except modules of an earlier
 * chunk. No entry module may match: a chunk that contains one runs it for everybody who loads the chunk.
 */
const COMMAND_CHUNKS = {
  core: /\/dist\/index\.js$/,
  files: /\/dist\/stream\/convert\.js$/,
  command: /\/dist\/cli\/(?:run|convert)\.js$/,
}

async function bundle({ folder, entries, plugins, chunks }) {
  const bundled = await rolldown({
    input: Object.fromEntries(entries.map(([name, path]) => [name.replace(/\.js$/, ''), path])),
    external: /^[^./]/,
    // With `node`, every chunk would load node:module for a `require` that none of them uses.
    platform: 'neutral',
    plugins,
    checks: { ineffectiveDynamicImport: false },
  })
  const { output } = await bundled.write({
    dir: dist,
    format: 'esm',
    // Docstrings are in the declarations.
    comments: { jsdoc: false },
    entryFileNames: '[name].js',
    // Without a group, a shared chunk would get the name of any one of its modules.
    chunkFileNames: ({ name, isDynamicEntry }) =>
      `${folder}/${isDynamicEntry || name in chunks ? '[name]' : 'shared'}-[hash].js`,
    codeSplitting: {
      groups: Object.entries(chunks).map(([name, test], i, { length }) => ({
        name,
        test,
        priority: length - i,
      })),
    },
  })
  for (const { fileName, code } of output) checkFileUrls(fileName, code)
}

/**
 * Throws if an output file uses `import.meta.url` but is not exactly one folder below `dist`, because the rewritten paths
 * would be wrong.
 */
function checkFileUrls(fileName, code) {
  const rest = code
    // `require` finds a package from every folder of `dist`.
    .replaceAll('createRequire(import.meta.url)', '')
    .replaceAll(/\("\.\.\/[^"]*", import\.meta\.url\b/g, '')
  const isAtWrongDepth = rest !== code && fileName.split('/').length !== 2
  if (isAtWrongDepth || rest.includes('import.meta'))
    throw new Error(`${fileName} uses import.meta in a way that does not work after bundling.`)
}

await bundle({
  folder: 'bundled',
  entries: Object.values(exports).flatMap(({ node, default: compiled }) =>
    node === undefined ? [] : [[pathInDist(join(root, node)), join(root, compiled)]],
  ),
  plugins: [fileUrls],
  chunks: {},
})
await bundle({
  folder: 'command',
  // These replace their compiled modules.
  entries: ['cli/main.js', 'stream/jobs/thread.js'].map(name => [name, join(dist, name)]),
  plugins: [fileUrls, arrowInOneFile],
  chunks: COMMAND_CHUNKS,
})
