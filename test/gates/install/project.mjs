// An empty project with the packed package in it, outside the repository.
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const NPM = process.platform === 'win32' ? 'npm.cmd' : 'npm'
const QUIET_OPTIONS = ['--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline', '--loglevel=error']

/** Tells whether npm reaches its registry. Tries three times, because continuous integration fails without it. */
export function hasRegistry() {
  const retries = ['--fetch-retries=2', '--fetch-retry-mintimeout=1000', '--fetch-timeout=15000']
  const args = ['view', 'zod', 'version', ...retries]
  return spawnSync(NPM, args, { stdio: 'ignore', timeout: 60_000 }).status === 0
}

/** Packs the repository into the folder, as `npm publish` would. The tarball's path and its files. */
export function pack(folder) {
  const text = execFileSync(NPM, ['pack', '--json', '--pack-destination', folder], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [packed] = Object.values(JSON.parse(text.slice(text.search(/^[[{]/m))))
  return { ...packed, tarball: join(folder, packed.filename), files: packed.files.map(({ path }) => path) }
}

/** Installs packages in a folder, which becomes an empty project where it was none. */
export function install(folder, packages) {
  writeFileSync(
    join(folder, 'package.json'),
    readText(join(folder, 'package.json')) ?? '{ "private": true }\n',
  )
  execFileSync(NPM, ['install', ...QUIET_OPTIONS, ...packages], {
    cwd: folder,
    stdio: 'inherit',
    timeout: 600_000,
  })
}

/** Puts the programs of a consumer in the project, and the example of docs/service.md as TypeScript. */
export function addPrograms(folder) {
  cpSync('test/gates/install/consumer', folder, { recursive: true })
  const [, example] = /```ts\n([\s\S]*?)```/.exec(readFileSync('docs/service.md', 'utf8'))
  writeFileSync(join(folder, 'service.mts'), example)
}

function readText(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}
