import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { reportSkipped } from './requirements.mjs'

// A reader of 110 MB, of which each platform needs another build: who runs no test of it need not have it, and a
// package that is made for one platform alone would stop `npm ci` on all others.
const VERSION = '0.25.2'
const MODULES = join(import.meta.dirname, '../../node_modules')
const FOLDER = join(MODULES, `.cache/polars-${VERSION}`)

/** What the tests use of a column or an expression of Polars. */
interface Expression {
  cast(type: unknown): Expression
  sum(): Expression
  nullCount(): number
}

/** What the tests use of a table of Polars. */
export interface Frame {
  readonly columns: string[]
  readonly height: number
  select(...columns: Expression[]): Frame
  toRecords(): Record<string, unknown>[]
  getColumn(name: string): Expression
}

/** What the tests use of Polars. */
interface Polars {
  readonly Utf8: unknown
  col(name: string): Expression
  readIPC(bytes: Buffer): Frame
  readParquet(path: string): Frame
  readIPCStream(bytes: Buffer): Frame
  readCSV(bytes: Buffer, options: { readonly inferSchemaLength: number }): Frame
}

/** The name of the package that holds the build for this machine. */
function buildName(): string {
  const { platform, arch } = process
  const glibc = (process.report.getReport() as { header: { glibcVersionRuntime?: string } }).header
  const libc = { linux: glibc.glibcVersionRuntime === undefined ? '-musl' : '-gnu', win32: '-msvc' }
  return `nodejs-polars-${platform}-${arch}${libc[platform as 'linux'] ?? ''}`
}

/** Puts the reader beside the other packages, as a whole or not at all: two files of tests may do so at once. */
function install(): boolean {
  if (existsSync(FOLDER)) return true
  mkdirSync(join(MODULES, '.cache'), { recursive: true })
  const made = mkdtempSync(`${FOLDER}-`)
  try {
    // Its builds ask for Node 22 and run on 20 too, so npm takes them only by name.
    const names = [`nodejs-polars@${VERSION}`, `${buildName()}@${VERSION}`]
    const args = ['install', '--prefix', made, '--no-audit', '--no-fund', '--ignore-scripts', ...names]
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
    if (spawnSync(npm, args, { stdio: 'ignore', timeout: 120_000 }).status !== 0) return false
    renameSync(made, FOLDER)
    return true
  } catch {
    return existsSync(FOLDER)
  } finally {
    rmSync(made, { recursive: true, force: true })
  }
}

/** Where the package is that `polars` loads. */
export const POLARS = join(FOLDER, 'node_modules/nodejs-polars')

function load(): Polars | null {
  try {
    return install() ? (createRequire(import.meta.url)(POLARS) as Polars) : null
  } catch {
    return null
  }
}

let loaded: Polars | null | undefined

/** Installs Polars if it is missing, and loads it. Null if npm has no build for this machine. */
export function polars(): Polars | null {
  if (loaded === undefined) {
    loaded = load()
    if (loaded === null) reportSkipped('what Polars reads', 'npm cannot install Polars')
  }
  return loaded
}
