// Creates an empty project outside the repository and installs the packed package there.
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const NPM = process.platform === 'win32' ? 'npm.cmd' : 'npm'
const QUIET_OPTIONS = ['--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline', '--loglevel=error']

/** Returns true if npm reaches its registry. npm retries because continuous integration fails without the registry. */
export function hasRegistry() {
  const retries = ['--fetch-retries=2', '--fetch-retry-mintimeout=1000', '--fetch-timeout=15000']
  const args = ['view', 'zod', 'version', ...retries]
  return spawnSync(NPM, args, { stdio: 'ignore', timeout: 60_000 }).status === 0
}

/** Packs the built repository into the folder. Returns the path of the tarball and its file list. */
export function pack(folder) {
  const text = execFileSync(NPM, ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [packed] = Object.values(JSON.parse(text.slice(text.search(/^[[{]/m))))
  return { ...packed, tarball: join(folder, packed.filename), files: packed.files.map(({ path }) => path) }
}

/** Installs packages in a folder. Turns the folder into an empty project first if necessary. */
export function install(folder, packages) {
  writeFileSync(join(folder, 'package.json'), readText(join(folder, 'package.json')) ?? '{ "private": true }\n')
  execFileSync(NPM, ['install', ...QUIET_OPTIONS, ...packages], { cwd: folder, stdio: 'inherit', timeout: 600_000 })
}

function readText(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}
