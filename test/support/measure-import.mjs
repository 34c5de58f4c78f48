// Measures what importing a module loads: files, bytes, packages and builtin modules of Node.
import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

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

/**
 * Lists everything that importing a module in a new Node process loads. `allBytes` includes packages. The module can be a
 * command, which runs with `commandArgs`.
 */
export function measureImport(entry, commandArgs = []) {
  const options = ['--no-warnings', '--import', dataUrl(REGISTER), '--input-type=module', '--eval']
  const args = [...options, `import '${entry}'`, '--', entry, ...commandArgs]
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  const urls = [...new Set(stdout.trim().split('\n'))]
  const files = urls.filter(url => url.startsWith('file:')).map(url => fileURLToPath(url))
  const findPackage = path => /.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(path)?.[1]
  const packageFiles = files.filter(path => findPackage(path) === undefined)
  const measureBytes = paths => paths.reduce((sum, path) => sum + statSync(path).size, 0)
  return {
    files: packageFiles.length,
    bytes: measureBytes(packageFiles),
    allBytes: measureBytes(files),
    builtins: urls.filter(url => url.startsWith('node:')).sort(),
    packages: [...new Set(files.map(findPackage).filter(Boolean))].sort(),
  }
}
