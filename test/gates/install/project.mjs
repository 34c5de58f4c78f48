// Makes an empty project with the packed package, outside of the repository.
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const NPM = process.platform === 'win32' ? 'npm.cmd' : 'npm'
const QUIET_OPTIONS = ['--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline', '--loglevel=error']

/** True if npm reaches its registry. Tries three times, because continuous integration fails without it. */
export function hasRegistry() {
  const retries = ['--fetch-retries=2', '--fetch-retry-mintimeout=1000', '--fetch-timeout=15000']
  const args = ['view', 'zod', 'version', ...retries]
  return spawnSync(NPM, args, { stdio: 'ignore', timeout: 60_000 }).status === 0
}

/** Packs the repository into the folder, like `npm publish`. Returns the path of the tarball and its files. */
export function pack(folder) {
  const text = execFileSync(NPM, ['pack', '--json', '--pack-destination', folder], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [packed] = Object.values(JSON.parse(text.slice(text.search(/^[[{]/m))))
  return { ...packed, tarball: join(folder, packed.filename), files: packed.files.map(({ path }) => path) }
}

/** Installs packages in a folder. Makes the folder an empty project if it is none. */
export function install(folder, packages) {
  writeFileSync(join(folder, 'package.json'), readText(join(folder, 'package.json')) ?? '{ "private": true }\n')
  execFileSync(NPM, ['install', ...QUIET_OPTIONS, ...packages], {
    cwd: folder,
    stdio: 'inherit',
    timeout: 600_000,
  })
}

/** Copies the programs of a consumer into the project, and the example of docs/service.md as TypeScript. */
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
