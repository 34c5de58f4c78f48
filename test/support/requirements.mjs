// Some tests need more than Node and the npm packages: a browser, a database, Python modules, or privileges. On a
// developer's machine, a test without its requirement is skipped with a message on standard error. In continuous
// integration (the environment variable CI is set, and not to `false` or `0`), a missing requirement is an error. Only
// `reportUnavailable` makes an exception, for requirements that nobody can install. This file, run with `node`, prints
// the missing Debian packages. `.ci/run` installs them.
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** True in continuous integration. A missing requirement is then an error. */
export const IS_CI = !['', 'false', '0'].includes(process.env.CI ?? '')

const { env, platform } = process
const searchFolders = (env.PATH ?? '').split(delimiter)
const succeeds = (program, ...args) => spawnSync(program, args, { stdio: 'ignore', timeout: 60_000 }).status === 0

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Lists the paths at which a program exists in the folders of PATH, in order. */
function findAll(program) {
  const file = platform === 'win32' ? `${program}.exe` : program
  return searchFolders.map(folder => join(folder, file)).filter(isExecutable)
}

const findPath = path => (existsSync(path) ? path : undefined)
const findProgram = program => findAll(program)[0]

/** Finds a browser: the one that the environment variable CHROMIUM names, or one of the usual programs. */
function findChromium() {
  if (env.CHROMIUM !== undefined) return existsSync(env.CHROMIUM) ? env.CHROMIUM : undefined
  return ['chromium', 'chromium-browser', 'google-chrome'].map(findProgram).find(path => path !== undefined)
}

/** Finds the folder with the programs of a PostgreSQL server: in PATH, or Debian's newest, which is not in PATH. */
function findPostgresql() {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  return [...searchFolders, ...versions.map(version => join(debian, version, 'bin'))].find(folder =>
    ['initdb', 'postgres', 'psql'].every(program => isExecutable(join(folder, program))),
  )
}

/**
 * Finds a python3 that can import the given modules. Only Debian's python3 can import modules from Debian packages, and
 * it may not be the first one in PATH.
 */
function findPython(...modules) {
  const pythons = new Set([...findAll('python3'), '/usr/bin/python3'])
  return [...pythons].find(python => succeeds(python, '-c', `import ${['sys', ...modules].join(', ')}`))
}

/** Finds a command that can mount a small disk here: `mount` or, in continuous integration, `sudo -n mount`. */
function findMount() {
  const folder = mkdtempSync(join(tmpdir(), 'taxtally-mount-'))
  const tries = ['', ...(IS_CI ? ['sudo -n '] : [])]
  const isAllowed = prefix => {
    const script = `${prefix}mount -t tmpfs -o size=1m tmpfs "$1" && ${prefix}umount "$1"`
    return succeeds('sh', '-c', script, 'sh', folder)
  }
  const prefix = tries.find(isAllowed)
  rmSync(folder, { recursive: true })
  return prefix === undefined ? undefined : `${prefix}mount`
}

/**
 * The requirements by name. `missing` is the reason that skipped tests print, and `packages` are the Debian packages to
 * install. `find` returns the path of a program or folder, a command, or undefined.
 */
const REQUIREMENTS = {
  chromium: { missing: 'there is no Chromium (CHROMIUM may name one)', packages: ['chromium'], find: findChromium },
  postgresql: {
    missing: 'there is no PostgreSQL server (initdb, postgres, psql)',
    packages: ['postgresql'],
    find: findPostgresql,
  },
  python: { missing: 'there is no python3', packages: ['python3'], find: () => findPython() },
  openpyxl: { missing: 'no python3 has openpyxl', packages: ['python3-openpyxl'], find: () => findPython('openpyxl') },
  pandas: { missing: 'no python3 has pandas', packages: ['python3-pandas'], find: () => findPython('pandas') },
  dask: {
    missing: 'no python3 has dask.bag and distributed',
    packages: ['python3-dask', 'python3-distributed'],
    find: () => findPython('dask.bag', 'distributed'),
  },
  jsonschema: {
    missing: 'no python3 has jsonschema',
    packages: ['python3-jsonschema'],
    find: () => findPython('jsonschema'),
  },
  openssl: { missing: 'there is no openssl', packages: ['openssl'], find: () => findProgram('openssl') },
  git: { missing: 'there is no git', packages: ['git'], find: () => findProgram('git') },
  curl: { missing: 'there is no curl', packages: ['curl'], find: () => findProgram('curl') },
  bash: { missing: 'there is no bash', packages: ['bash'], find: () => findProgram('bash') },
  zsh: { missing: 'there is no zsh', packages: ['zsh'], find: () => findProgram('zsh') },
  fish: { missing: 'there is no fish', packages: ['fish'], find: () => findProgram('fish') },
  tmux: { missing: 'there is no tmux', packages: ['tmux'], find: () => findProgram('tmux') },
  mkfifo: { missing: 'there is no mkfifo', packages: ['coreutils'], find: () => findProgram('mkfifo') },
  mount: { missing: 'this user may not mount a disk', packages: [], find: findMount },
  fullDevice: { missing: 'there is no /dev/full', packages: [], find: () => findPath('/dev/full') },
  proc: { missing: 'there is no /proc', packages: [], find: () => findPath('/proc/self/stat') && '/proc' },
  nodeVersions: {
    missing: 'NODE_BINARIES names no other version of Node (paths, with commas)',
    packages: [],
    find: () => env.NODE_BINARIES || undefined,
  },
}

const foundRequirements = new Map()

/** Finds a requirement and caches the result for the process. */
export function findRequirement(name) {
  if (!foundRequirements.has(name)) foundRequirements.set(name, REQUIREMENTS[name].find())
  return foundRequirements.get(name)
}

/** Returns the reason why a requirement is missing, or null if it is available. */
export const missingReason = name => (findRequirement(name) === undefined ? REQUIREMENTS[name].missing : null)

/**
 * Reports tests that cannot run here.
 *
 * @param tests what they test, as the subject of a sentence
 * @param reason why they cannot run, as a clause
 * @throws {Error} in continuous integration
 */
export function reportSkipped(tests, reason) {
  if (IS_CI) throw new Error(`CI must not skip this: ${tests}. It cannot run because ${reason}.`)
  process.stderr.write(`SKIPPED: ${tests}, because ${reason}.\n`)
}

/**
 * Reports tests that cannot run here and that nobody can enable by installing something. Continuous integration passes
 * without them.
 */
export function reportUnavailable(tests, reason) {
  process.stderr.write(`NOT AVAILABLE: ${tests}, because ${reason}.\n`)
}

/**
 * Finds a requirement. If it is missing, reports the tests as skipped.
 *
 * @returns what `findRequirement` returns: a path, a command or undefined
 * @throws {Error} in continuous integration, if it is missing
 */
export function requireFor(tests, name) {
  const reason = missingReason(name)
  if (reason !== null) reportSkipped(tests, reason)
  return findRequirement(name)
}

/**
 * Finds a file in `../shared`, an unpublished folder next to the repository with filed returns, hostile inputs and the
 * API document. If the folder is missing, the tests are skipped, even in continuous integration.
 */
export function findShared(tests, name) {
  const path = fileURLToPath(new URL(`../../../shared/${name}`, import.meta.url))
  if (existsSync(path)) return path
  reportUnavailable(tests, `there is no ../shared/${name}`)
  return undefined
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const missing = Object.keys(REQUIREMENTS).filter(name => missingReason(name) !== null)
  console.log([...new Set(missing.flatMap(name => REQUIREMENTS[name].packages))].join(' '))
}
