// The programs that use the package in an installed project. `consumer/programs` has one for each entry point, with the
// same name. It uses `import`, and this module makes a copy that uses `require`.
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { transformSync } from 'esbuild'

const { exports: targets } = JSON.parse(readFileSync('package.json', 'utf8'))
/** Every entry point. */
export const ENTRIES = Object.entries(targets).flatMap(([path, target]) =>
  typeof target === 'string' ? [] : [path.slice(2) || 'index'],
)
/** The entry points that a web page cannot use. */
const NODE_ONLY = ['node', 'sandbox', 'webhook-stores']
export const WEB_ENTRIES = ENTRIES.filter(name => !NODE_ONLY.includes(name))

/** The folders of the programs, by how they load the package. Their files have the same names. */
const FOLDERS = { import: 'programs', require: 'commonjs' }
const LOAD_METHODS = Object.keys(FOLDERS)

/** Returns the paths of the programs, first of those with `import`, then of those with `require`. */
export const listPrograms = (entries, folder, extension, loads = LOAD_METHODS) =>
  loads.flatMap(load => entries.map(entry => `${folder}/${FOLDERS[load]}/${entry}.${extension}`))

/** Returns true if the programs printed the expected lines. `expected` has the line of each entry point. */
export function printedExpectedLines(text, expected, entries, loads = LOAD_METHODS) {
  const lines = expected?.split('\n').filter(line => entries.includes(line.split(' ')[0]))
  return lines !== undefined && text?.trimEnd() === loads.flatMap(() => lines).join('\n')
}

/** Copies the programs and their input into the project, and the example of docs/service.md as TypeScript. */
export function addPrograms(folder) {
  cpSync('test/gates/install/consumer', folder, { recursive: true })
  const [, example] = /```ts\n([\s\S]*?)```/.exec(readFileSync('docs/service.md', 'utf8'))
  writeFileSync(join(folder, 'service.mts'), example)
  writeFileSync(join(folder, 'input.json'), JSON.stringify(readInput(folder)))
  addCommonJs(folder)
  for (const [name, programs] of Object.entries(FOLDERS)) {
    writeFileSync(join(folder, `lists/${name}-all.mjs`), listModules(programs, ENTRIES))
    writeFileSync(join(folder, `lists/${name}-web.mjs`), listModules(programs, WEB_ENTRIES))
  }
}

function readInput(folder) {
  const path = resolve(folder, 'node_modules/taxtally/fixtures/borrower.ndjson')
  return {
    path,
    borrower: JSON.parse(readFileSync(path, 'utf8')),
    loanFile: readFileSync('fixtures/loan-files/application.xml', 'utf8'),
    table: {
      name: 'made_up',
      doc: '',
      columns: [{ name: 'amount', type: 'money', nullable: true, doc: '' }],
      rows: [[123456], [null]],
    },
  }
}

/** Writes a copy of each program that uses `require`, and an ES module that exports the copy. */
function addCommonJs(folder) {
  const target = join(folder, FOLDERS.require)
  mkdirSync(target)
  for (const name of ENTRIES) {
    const program = readFileSync(join(folder, FOLDERS.import, `${name}.mjs`), 'utf8')
    const footer = 'module.exports = module.exports.default'
    const { code } = transformSync(program, { format: 'cjs', footer, platform: 'node' })
    writeFileSync(join(target, `${name}.cjs`), code)
    writeFileSync(join(target, `${name}.mjs`), `export { default } from './${name}.cjs'\n`)
  }
}

/** Returns a module that exports the name and the program of each entry point. A bundler needs the imports by name. */
function listModules(folder, entries) {
  const imports = entries.map((name, i) => `import program${i} from '../${folder}/${name}.mjs'\n`)
  return `${imports.join('')}export default [${entries.map((name, i) => `['${name}', program${i}]`)}]\n`
}
