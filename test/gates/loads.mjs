// `node test/gates/loads.mjs` imports each entry point of the built package in a new Node process. It measures what the
// import loads: bytes of our code, packages and builtin modules, including indirect ones. The limits are in loads.json.
import { spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const readJson = path => JSON.parse(readFileSync(path, 'utf8'))
const { name, exports } = readJson('package.json')
const limits = readJson('test/gates/loads.json')

const dataUrl = code => `data:text/javascript,${encodeURIComponent(code)}`
/** A loader module that prints the URL of every imported module. */
const HOOKS = `
  import { writeSync } from 'node:fs'
  export async function resolve(specifier, context, next) {
    const resolved = await next(specifier, context)
    writeSync(1, resolved.url + '\\n')
    return resolved
  }`
/** A script that registers the loader and prints every builtin module that CommonJS code requires. */
const REGISTER = `
  import { writeSync } from 'node:fs'
  import Module, { isBuiltin, register } from 'node:module'
  register(${JSON.stringify(dataUrl(HOOKS))})
  const load = Module._load
  Module._load = (request, ...rest) => {
    if (isBuiltin(request)) writeSync(1, 'node:' + request.replace(/^node:/, '') + '\\n')
    return load(request, ...rest)
  }`

/** Lists everything that importing the entry point loads. */
function measureImport(entry) {
  const args = ['--no-warnings', '--import', dataUrl(REGISTER), '--input-type=module', '--eval']
  const { status, stdout, stderr } = spawnSync(process.execPath, [...args, `import '${entry}'`], { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  const urls = [...new Set(stdout.trim().split('\n'))]
  const files = urls.filter(url => url.startsWith('file:')).map(url => fileURLToPath(url))
  const findPackage = path => /.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(path)?.[1]
  const packageFiles = files.filter(path => findPackage(path) === undefined)
  return {
    files: packageFiles.length,
    bytes: packageFiles.reduce((sum, path) => sum + statSync(path).size, 0),
    builtins: urls.filter(url => url.startsWith('node:')).sort(),
    packages: [...new Set(files.map(findPackage).filter(Boolean))].sort(),
  }
}

const failures = []
const entries = Object.entries(exports).flatMap(([path, target]) =>
  typeof target === 'string' ? [] : [name + path.slice(1)],
)
for (const entry of entries) {
  const { files, bytes, builtins, packages } = measureImport(entry)
  const { bytes: ceiling = 0, builtins: expected = [] } = limits[entry] ?? {}
  console.log(`${entry}: ${bytes} bytes in ${files} files, at most ${ceiling}`)
  console.log(`  builtins: ${builtins.join(' ') || 'none'}`)
  console.log(`  packages: ${packages.join(' ') || 'none'}`)
  if (bytes > ceiling) failures.push(`${entry} loads more than ${ceiling} bytes.`)
  if (builtins.join() !== expected.join())
    failures.push(`${entry} loads other builtin modules than these: ${expected.join(' ') || 'none'}.`)
}
for (const entry of Object.keys(limits))
  if (!entries.includes(entry)) failures.push(`${entry} is in test/gates/loads.json, but is no entry point.`)
for (const failure of failures) console.error(failure)
process.exitCode = failures.length === 0 ? 0 : 1
