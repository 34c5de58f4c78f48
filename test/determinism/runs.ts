import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import fc from 'fast-check'
import { expect, vi } from 'vitest'
import { fixture, MAIN, ROOT } from '../cli/command.js'
import { arbitraryDossier } from '../support/arbitraries.js'
import { sharedFolder } from '../support/folder.js'

// A test runs the command many times, perhaps on a busy machine.
vi.setConfig({ testTimeout: 600_000 })

/** A temporary folder that is removed after the tests. */
export const folder = sharedFolder()

/** Returns the paths of inputs: fixtures with and without faults, random dossiers, and larger generated files. */
export function inputs(): string[] {
  const pathOf = (name: string): string => join(folder, name)
  const arbitrary = fc.sample(arbitraryDossier(), { numRuns: 25, seed: 7 })
  const lines = arbitrary.map((dossier, i) => JSON.stringify({ ...dossier, taxpayer: { id: `tp-İı-${i}` } }))
  writeFileSync(pathOf('arbitrary.ndjson'), `${lines.join('\n')}\n`)
  for (const seed of [1, 2]) {
    const args = ['--mb', '0.1', '--seed', String(seed), '--out', pathOf(`generated-${seed}.ndjson`)]
    expect(spawnSync(process.execPath, [join(ROOT, 'bench/generate.mjs'), ...args]).status).toBe(0)
  }
  const quirks = readdirSync(fixture('quirks')).map(name => fixture(`quirks/${name}`))
  return [
    fixture('dossiers.ndjson'),
    fixture('borrower.ndjson'),
    ...['arbitrary', 'generated-1', 'generated-2'].map(name => pathOf(`${name}.ndjson`)),
    ...quirks.filter(path => /\.(?:nd)?json$/.test(path)),
  ]
}

/** The options of a run. `extraArgs` follow the command's arguments. */
export interface RunOptions {
  readonly env?: NodeJS.ProcessEnv
  readonly node?: string
  readonly extraArgs?: readonly string[]
}

/** Runs the built command. Returns its exit code, standard output and standard error as one text. */
export function runCommand(
  args: readonly string[],
  { env = {}, node = process.execPath, extraArgs = [] }: RunOptions = {},
) {
  const ran = spawnSync(node, [MAIN, ...args, ...extraArgs], { env: { ...process.env, ...env }, maxBuffer: 1 << 28 })
  return `${ran.status}\n${ran.stdout}\n${ran.stderr}`
}

const hashOf = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex')

/** Runs the commands. Returns the SHA-256 hash of each output by name: each table file and each command's output. */
export function hashAllOutputs(paths: readonly string[], options: RunOptions = {}): Record<string, string> {
  const out = join(folder, 'out')
  rmSync(out, { recursive: true, force: true })
  mkdirSync(out)
  const hashes: Record<string, string> = {}
  // Messages contain the paths of inputs. Replace them with the file names before hashing.
  const hashOfRun = (args: readonly string[]): string =>
    hashOf(paths.reduce((text, path) => text.replaceAll(path, basename(path)), runCommand(args, options)))
  const convert = ['convert', ...paths, '--out', out, '--tables', 'all', '--format', 'csv,arrow,arrows,parquet,ndjson']
  hashes['convert'] = hashOfRun(convert)
  for (const name of readdirSync(out).sort()) hashes[name] = hashOf(readFileSync(join(out, name)))
  for (const command of ['summarize', 'summarize --json', 'validate --json', 'normalize', 'explain'])
    hashes[command] = hashOfRun([...command.split(' '), ...paths])
  return hashes
}
