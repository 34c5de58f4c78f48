// `node test/gates/loads.mjs` imports each entry point of the built package in a new Node process, and runs
// `taxtally --version`. It measures what that loads: bytes of our code, packages and builtin modules, including indirect
// ones. The limits are in loads.json.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { measureImport } from '../support/measure-import.mjs'

const readJson = path => JSON.parse(readFileSync(path, 'utf8'))
const { name, exports, bin } = readJson('package.json')
const limits = readJson('test/gates/loads.json')

const failures = []
const entries = Object.entries(exports).flatMap(([path, target]) =>
  typeof target === 'string' ? [] : [name + path.slice(1)],
)
const COMMAND = `${name} --version`
for (const entry of [...entries, COMMAND]) {
  const { files, bytes, builtins, packages } =
    entry === COMMAND ? measureImport(pathToFileURL(resolve(bin[name])), ['--version']) : measureImport(entry)
  const { bytes: ceiling = 0, builtins: expected = [] } = limits[entry] ?? {}
  console.log(`${entry}: ${bytes} bytes in ${files} files, at most ${ceiling}`)
  console.log(`  builtins: ${builtins.join(' ') || 'none'}`)
  console.log(`  packages: ${packages.join(' ') || 'none'}`)
  if (bytes > ceiling) failures.push(`${entry} loads more than ${ceiling} bytes.`)
  if (builtins.join() !== expected.join())
    failures.push(`${entry} loads other builtin modules than these: ${expected.join(' ') || 'none'}.`)
}
for (const entry of Object.keys(limits))
  if (entry !== COMMAND && !entries.includes(entry))
    failures.push(`${entry} is in test/gates/loads.json, but is no entry point.`)
for (const failure of failures) console.error(failure)
process.exitCode = failures.length === 0 ? 0 : 1
