// Installs the runtimes that users have: Node from the oldest supported version to the newest, Deno and Bun. Run as
// `node test/gates/install/runtimes.mjs FOLDER`, it installs each Node as FOLDER/node_modules/NAME/bin/node. If the
// environment variable RUNTIMES_FOLDER contains that folder, the install gate reuses its runtimes.
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { install } from './project.mjs'

const { engines } = JSON.parse(readFileSync('package.json', 'utf8'))
const OLDEST = engines.node.replace('>=', '~') + '.0'
const NODES = { node20: OLDEST, node22: '22', node24: '24', node26: '26' }
/** Unsupported versions of Node. The command must print a message about the version instead of a stack trace. */
const OLD_NODES = { node18: '18', node20_0: '~20.0.0', node20_18: '~20.18.0' }
const SYSTEM = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
const BUN = `@oven/bun-${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch === 'arm64' ? 'aarch64' : 'x64'}`

/** Installs the runtimes and returns the command line of each, by name. Deno gets only the permissions it needs. */
export function installRuntimes(folder) {
  const nodes = installNodes(folder, NODES, ['deno@2', `${BUN}@1`])
  const modulePath = path => join(folder, 'node_modules', path)
  const deno = process.platform === 'linux' ? `@deno/linux-${process.arch}-glibc/deno` : `@deno/${SYSTEM}/deno`
  return {
    ...nodes,
    deno: [
      modulePath(deno),
      ...['run', '--no-prompt', '--no-remote', '--node-modules-dir=manual', '--allow-env', '--allow-sys'],
      ...['--allow-read=.', '--allow-write=.', '--allow-net=localhost,127.0.0.1'],
    ],
    bun: [modulePath(`${BUN}/bin/${process.platform === 'win32' ? 'bun.exe' : 'bun'}`), '--no-install'],
  }
}

/** Installs unsupported versions of Node and returns the command line of each, by name. */
export const installOldRuntimes = folder => installNodes(folder, OLD_NODES)

/**
 * Installs versions of Node, by name and range, and other packages. Installs the packages that contain the binaries
 * because `node`, `deno` and `bun` download theirs in install scripts, which are disabled.
 */
function installNodes(folder, ranges, others = []) {
  const packages = Object.entries(ranges).map(([name, range]) => `${name}@npm:node-${SYSTEM}@${range}`)
  install(folder, [...packages, ...others])
  const binary = process.platform === 'win32' ? 'bin/node.exe' : 'bin/node'
  const findBinary = name => join(folder, 'node_modules', name, binary)
  return Object.fromEntries(Object.keys(ranges).map(name => [name, [findBinary(name)]]))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , folder] = process.argv
  mkdirSync(folder, { recursive: true })
  installRuntimes(folder)
}
