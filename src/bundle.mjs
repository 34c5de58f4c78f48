// Run `node src/bundle.mjs` after the compiler. Node takes half a millisecond to load a module, and the package has
// hundreds of them. This script joins the compiled modules into a few files: those of the library in `dist/bundled`,
// and those of the command and its threads in `dist/command`. The bundled entry files of the command replace the
// compiled ones. The two folders follow different rules. A program that imports a small entry point must not load the
// rest of the library, so a chunk of the library contains only modules that are needed by every entry point that loads
// it. The command needs most of its modules anyway, so a few large chunks are best there. Bundlers get the compiled
// modules instead, through the condition `module` in `exports`.
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const root = fileURLToPath(new URL('..', import.meta.url))
const dist = join(root, 'dist')
const { exports } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))

const pathInDist = path => relative(dist, path).replaceAll(sep, '/')

/** Rewrites `new URL(path, import.meta.url)` so that it still works after the module moves to a folder of `dist`. */
const fileUrls = {
  name: 'file urls',
  transform: (code, path) =>
    code.replaceAll(
      /\('([^']*?)(\/?)', import\.meta\.url\b/g,
      (_, target, slash) => `('../${pathInDist(join(dirname(path), target))}${slash}', import.meta.url`,
    ),
}

/** Matches the value of a property that the rules below remove: a string, a constant, a flat list or a flat object. */
const TEXTS = /(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`|[A-Z][A-Z0-9_]*|\[[^[\]]*\]|\{[^{}]*\})/.source

/** The properties of a check that only the pages of `docs` show. Each has lines of its own. */
const CHECK_TEXTS = '^ +(?:exceptions|interpretation|secondSeverity|source):'

/** The properties of a command or an option that the command reads from `schemas/command.json` when it prints help. */
const HELP_TEXTS = '\\b(?:doc|usage|summary|examples|notes):'

/**
 * Removes properties with text from compiled code. `property` is the pattern of their start. Throws if one remains,
 * because its value is something else than `TEXTS` matches.
 */
function removeTexts(code, property) {
  const rest = code.replaceAll(new RegExp(`${property}\\s+${TEXTS},? *\\n?`, 'gm'), '')
  const [remaining] = new RegExp(`${property}.*`, 'm').exec(rest) ?? []
  if (remaining !== undefined) throw new Error(`This text could not be removed from the compiled code: ${remaining}`)
  return rest
}

/** Throws if no text was removed, because then the texts have moved to other files or have other names. */
function requireRemoval(property, isRemoved) {
  if (!isRemoved) throw new Error(`No compiled file has text that matches ${property}.`)
}

/**
 * Removes the texts that only pages contain from the compiled checks. They are 3 % of the library, and every program
 * that bundles it would contain them. The generator needs them, so it is bundled first.
 */
async function removePageTexts() {
  const folder = join(dist, 'checks')
  let isRemoved = false
  for (const name of (await readdir(folder)).filter(file => file.endsWith('.js'))) {
    const path = join(folder, name)
    const code = await readFile(path, 'utf8')
    const rest = removeTexts(code, CHECK_TEXTS)
    isRemoved ||= rest !== code
    await writeFile(path, rest)
  }
  requireRemoval(CHECK_TEXTS, isRemoved)
}

const withoutHelpTexts = {
  name: 'without help texts',
  transform(code, path) {
    if (!['commands.js', 'option-table.js'].some(name => path === join(dist, 'cli/options', name))) return null
    const rest = removeTexts(code, HELP_TEXTS)
    requireRemoval(HELP_TEXTS, rest !== code)
    return rest
  },
}

/** Loads apache-arrow from one file instead of its more than 100 modules. Only `require` finds that file. */
const ARROW_IN_ONE_FILE = `import { createRequire } from 'node:module'
async function load() {
  try {
    return createRequire(import.meta.url)('apache-arrow/Arrow.es2015.min')
  } catch {
    return import('apache-arrow')
  }
}`

/**
 * Makes the command load apache-arrow in a tenth of the time. The library does not use this plugin, because an entry
 * point with a top-level await cannot be loaded by `require` or bundled as CommonJS.
 */
const arrowInOneFile = {
  name: 'arrow in one file',
  transform(code, path) {
    if (path !== join(dist, 'tables/arrow-library.js')) return null
    const names = /export (\{[^}]+\}) from 'apache-arrow'/.exec(code)?.[1]
    if (names === undefined) throw new Error('arrow-library.js does not list its imports from apache-arrow.')
    return `${ARROW_IN_ONE_FILE}\nexport const ${names} = await load()`
  },
}

/**
 * The chunks of the command by name. Each contains the modules that match its pattern and everything they import,
 * except modules of an earlier chunk. A pattern must not match an entry module, because loading its chunk would run it.
 * Every call loads `start`, which parses the arguments. The other chunks are loaded only if the command needs them.
 */
const COMMAND_CHUNKS = {
  start: /\/dist\/cli\/run\.js$/,
  files: /\/dist\/files\/convert\/convert\.js$/,
  command: /\/dist\/cli\/commands\/convert\.js$/,
}

async function bundle({ folder, entries, plugins, chunks }) {
  const bundled = await rolldown({
    input: Object.fromEntries(entries.map(([name, path]) => [name.replace(/\.js$/, ''), path])),
    external: /^[^./]/,
    // With the platform `node`, every chunk would import node:module for a `require` that no chunk uses.
    platform: 'neutral',
    plugins,
    checks: { ineffectiveDynamicImport: false },
    // Leaves out the comments that name the source file of each part.
    experimental: { attachDebugInfo: 'none' },
  })
  const { output } = await bundled.write({
    dir: dist,
    format: 'esm',
    // The declaration files already contain the docstrings.
    comments: { jsdoc: false },
    entryFileNames: '[name].js',
    // Without the prefix `shared`, a shared chunk would be named after an arbitrary module in it.
    chunkFileNames: ({ name, isDynamicEntry }) =>
      `${folder}/${isDynamicEntry || name in (chunks ?? {}) ? '[name]' : 'shared'}-[hash].js`,
    codeSplitting: chunks !== null && {
      groups: Object.entries(chunks).map(([name, test], i, { length }) => ({ name, test, priority: length - i })),
    },
  })
  if (plugins.includes(fileUrls))
    for (const file of output) if (file.type === 'chunk') checkFileUrls(file.fileName, file.code)
}

/**
 * Throws if an output file has a path relative to `import.meta.url` but is not one folder below `dist`, or if it uses
 * `import.meta` in another way.
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

const GENERATOR = 'tools/generate/generate.js'
await bundle({ folder: 'tools/generate', entries: [[GENERATOR, join(dist, GENERATOR)]], plugins: [], chunks: null })
await removePageTexts()
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
  // These files replace the compiled modules of the same name.
  entries: ['cli/main.js', 'files/threads/thread.js'].map(name => [name, join(dist, name)]),
  plugins: [fileUrls, withoutHelpTexts, arrowInOneFile],
  chunks: COMMAND_CHUNKS,
})
