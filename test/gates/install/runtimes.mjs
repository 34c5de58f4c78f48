// The runtimes that users have: Node from the oldest that package.json admits to the newest, and Deno.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { install } from './project.mjs'

const { engines } = JSON.parse(readFileSync('package.json', 'utf8'))
const OLDEST = engines.node.replace('>=', '~') + '.0'
const NODES = { node20: OLDEST, node22: '22', node24: '24', node26: '26' }
const SYSTEM = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`

/**
 * Installs them in the folder; each is the command that runs a program. Deno may read the project, write to it and
 * listen on this machine, no more.
 */
export function runtimes(folder) {
  // The packages of the binaries themselves: `node` and `deno` fetch theirs in install scripts.
  const nodes = Object.entries(NODES).map(([name, range]) => `${name}@npm:node-${SYSTEM}@${range}`)
  install(folder, [...nodes, 'deno@2'])
  const at = path => join(folder, 'node_modules', path)
  const node = process.platform === 'win32' ? 'bin/node.exe' : 'bin/node'
  const deno =
    process.platform === 'linux' ? `@deno/linux-${process.arch}-glibc/deno` : `@deno/${SYSTEM}/deno`
  return {
    ...Object.fromEntries(Object.keys(NODES).map(name => [name, [at(`${name}/${node}`)]])),
    deno: [
      at(deno),
      ...['run', '--no-prompt', '--no-remote', '--node-modules-dir=manual', '--allow-env', '--allow-sys'],
      ...['--allow-read=.', '--allow-write=.', '--allow-net=localhost,127.0.0.1'],
    ],
  }
}
