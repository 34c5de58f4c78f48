import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

/** The folder of the package. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** The built command. */
export const MAIN = join(ROOT, 'dist/cli/main.js')

/** The path of a fixture. */
export const fixture = (name: string): string => join(ROOT, 'fixtures', name)

/** The result of a run of the command. */
export interface Ran {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs the built command. */
export function taxtally(args: readonly string[], input?: string | Buffer, env: NodeJS.ProcessEnv = {}): Ran {
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, ...args], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    env: { ...process.env, ...env },
    ...(input === undefined ? {} : { input }),
  })
  return { code: status, stdout, stderr }
}

/** Makes a folder that is removed after the test. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'taxtally-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Reads the rows of a CSV file without quoted cells, by its header. */
export function rowsOfCsv(path: string): Record<string, string>[] {
  const [head = '', ...lines] = readFileSync(path, 'utf8').trimEnd().split('\n')
  const names = head.split(',')
  return lines.map(line => Object.fromEntries(line.split(',').map((cell, i) => [names[i] ?? '', cell])))
}

/** Writes many taxpayers as NDJSON: copies of the borrower with other ids. */
export function manyBorrowers(count: number): string {
  const text = readFileSync(fixture('borrower.ndjson'), 'utf8').trimEnd()
  return Array.from({ length: count }, (_, i) => `${text.replace('tp-borrower-quenby', `tp-${i}`)}\n`).join('')
}

/** A custom policy. */
export const OWN_POLICY = {
  name: 'own',
  ruleVersion: '1',
  citations: [],
  averaging: 'average',
  onDecline: 'latest',
  minHistoryYears: 2,
  grossUp: 0,
  socialSecurityNontaxable: 0,
  wageBasis: 'box1',
}
