import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { reportSkipped } from './requirements.mjs'

// Polars takes 110 MB and has a separate build for each platform. It is installed only when its tests run, because as a
// dependency it would make `npm ci` fail on platforms other than that of the build.
const POLARS_VERSION = '0.25.2'
const MODULES = join(import.meta.dirname, '../../node_modules')
const POLARS_CACHE_FOLDER = join(MODULES, `.cache/polars-${POLARS_VERSION}`)

/** The members of a Polars column or expression that the tests use. */
interface Expression {
  cast(type: unknown): Expression
  sum(): Expression
  nullCount(): number
}

/** The members of a Polars data frame that the tests use. */
export interface Frame {
  readonly columns: string[]
  readonly height: number
  select(...columns: Expression[]): Frame
  toRecords(): Record<string, unknown>[]
  getColumn(name: string): Expression
}

/** The members of Polars that the tests use. */
export interface Polars {
  readonly Utf8: unknown
  col(name: string): Expression
  readIPC(bytes: Buffer): Frame
  readParquet(path: string): Frame
  readIPCStream(bytes: Buffer): Frame
  readCSV(bytes: Buffer, options: { readonly inferSchemaLength: number }): Frame
}

/** Returns the name of the npm package with the build for this machine. */
function buildName(): string {
  const { platform, arch } = process
  const glibc = (process.report.getReport() as { header: { glibcVersionRuntime?: string } }).header
  const libc = { linux: glibc.glibcVersionRuntime === undefined ? '-musl' : '-gnu', win32: '-msvc' }
  return `nodejs-polars-${platform}-${arch}${libc[platform as 'linux'] ?? ''}`
}

/** Installs Polars in a temporary folder, then renames the folder, because two test files may install it at once. */
function install(): boolean {
  if (existsSync(POLARS_CACHE_FOLDER)) return true
  mkdirSync(join(MODULES, '.cache'), { recursive: true })
  const temporaryFolder = mkdtempSync(`${POLARS_CACHE_FOLDER}-`)
  try {
    // The builds declare Node 22 as required but also run on Node 20, where npm installs them only if they are named.
    const names = [`nodejs-polars@${POLARS_VERSION}`, `${buildName()}@${POLARS_VERSION}`]
    const args = ['install', '--prefix', temporaryFolder, '--no-audit', '--no-fund', '--ignore-scripts', ...names]
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
    if (spawnSync(npm, args, { stdio: 'ignore', timeout: 120_000 }).status !== 0) return false
    renameSync(temporaryFolder, POLARS_CACHE_FOLDER)
    return true
  } catch {
    return existsSync(POLARS_CACHE_FOLDER)
  } finally {
    rmSync(temporaryFolder, { recursive: true, force: true })
  }
}

/** The path of the package that `loadPolars` loads. */
export const POLARS = join(POLARS_CACHE_FOLDER, 'node_modules/nodejs-polars')

function importPolars(): Polars | null {
  try {
    return install() ? (createRequire(import.meta.url)(POLARS) as Polars) : null
  } catch {
    return null
  }
}

let cachedPolars: Polars | null | undefined

/** Installs Polars if it is missing, and loads it. Returns null if npm cannot install it here. */
export function loadPolars(): Polars | null {
  if (cachedPolars === undefined) {
    cachedPolars = importPolars()
    if (cachedPolars === null) reportSkipped('what Polars reads', 'npm cannot install Polars')
  }
  return cachedPolars
}
