// `node src/bundle.mjs`, behind the compiler: what runs in Node in few files, the library, the command and their threads. Node takes half
// a millisecond for each module that it loads, and there are hundreds. Who bundles gets a file for each module, as compiled.
import { readFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const root = fileURLToPath(new URL('..', import.meta.url))
const dist = join(root, 'dist')
const { exports } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))

const placeOf = path => relative(dist, path).replaceAll(sep, '/')

/** What stands beside a module is found from a folder of `dist` still. */
const inItsPlace = {
  name: 'in its place',
  transform: (code, path) =>
    code.replaceAll(
      /new URL\('([^']*?)(\/?)', import\.meta\.url\)/g,
      (_, to, slash) => `new URL('../${placeOf(join(dirname(path), to))}${slash}', import.meta.url)`,
    ),
}

/** The one file that apache-arrow publishes beside its more than a hundred modules, which only `require` finds; else those. */
const ONE_FILE = `import { createRequire } from 'node:module'
async function load() {
  try {
    return createRequire(import.meta.url)('apache-arrow/Arrow.es2015.min')
  } catch {
    return import('apache-arrow')
  }
}`

/** For what loads Arrow when it is asked for. Not for `taxtally/arrow`: `require` would not take it, since it waits. */
const arrowInOneFile = {
  name: 'arrow in one file',
  transform(code, path) {
    if (path !== join(dist, 'export/arrow-library.js')) return null
    const names = /export (\{[^}]+\}) from 'apache-arrow'/.exec(code)?.[1]
    if (names === undefined) throw new Error('arrow-library.js does not list what it takes of apache-arrow.')
    return `${ONE_FILE}\nexport const ${names} = await load()`
  },
}

const library = Object.values(exports).flatMap(({ node, default: compiled }) =>
  node === undefined ? [] : [[placeOf(join(root, node)), join(root, compiled)]],
)
const inPlace = ['cli/main.js', 'stream/jobs/thread.js', 'stream/behind/thread.js']
const entries = [...library, ...inPlace.map(name => [name, join(dist, name)])]

/** What is loaded together, each with all that it imports and none before it has. No entry: whoever needs another part would run it. */
const GROUPS = {
  // What the thread that writes files starts with, and what it lays out columns with.
  writing: /\/dist\/stream\/(?:behind\/ring|formats\/tape-readers)\.js$/,
  columns: /\/dist\/export\/arrow-columns\.js$/,
  core: /\/dist\/index\.js$/,
  files: /\/dist\/stream\/convert\.js$/,
  command: /\/dist\/cli\/(?:run|convert)\.js$/,
}

async function bundle(chosen, plugins) {
  const bundled = await rolldown({
    input: Object.fromEntries(chosen.map(([name, from]) => [name.replace(/\.js$/, ''), from])),
    external: /^[^./]/,
    platform: 'node',
    plugins,
    checks: { ineffectiveDynamicImport: false },
  })
  const { output } = await bundled.write({
    dir: dist,
    format: 'esm',
    // What is told of exports stands in the declarations.
    comments: { jsdoc: false },
    entryFileNames: '[name].js',
    chunkFileNames: 'bundled/[name]-[hash].js',
    codeSplitting: {
      // A module is of the first group that has it.
      groups: Object.entries(GROUPS).map(([name, test], i, { length }) => ({
        name,
        test,
        priority: length - i,
      })),
    },
  })
  return output
}

const isArrow = ([name]) => name === 'bundled/arrow.js'
const output = [
  ...(await bundle(entries.filter(isArrow), [inItsPlace])),
  ...(await bundle(
    entries.filter(entry => !isArrow(entry)),
    [inItsPlace, arrowInOneFile],
  )),
]

for (const { fileName, code } of output) {
  const rest = code
    // A package is found from every folder of `dist`.
    .replaceAll('createRequire(import.meta.url)', '')
    .replaceAll(/new URL\("\.\.\/[^"]*", import\.meta\.url\)/g, '')
  const isDeeper = rest !== code && fileName.split('/').length !== 2
  if (isDeeper || rest.includes('import.meta'))
    throw new Error(`${fileName} would look for something beside it in another place than its module.`)
}
