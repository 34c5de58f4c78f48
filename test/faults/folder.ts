import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import { ROOT, readManifest, taxtally } from '../cli/command.js'
import { listFiles } from '../files/jobs-command.js'

// Some tests run the command many times on machines that may be busy.
vi.setConfig({ testTimeout: 600_000 })

/** The SHA-256 of each file of a result, by file name. */
export type Result = ReadonlyMap<string, string>

/** The state of an output folder. */
export interface State {
  /** The index, in the list of possible results, of the result with this manifest. Null if there is no manifest. */
  readonly manifestResult: number | null
  /** For each file, the indexes of the results in which that file has the same bytes. */
  readonly files: ReadonlyMap<string, readonly number[]>
  /** Temporary files of unfinished outputs. */
  readonly parts: readonly string[]
}

const hashOf = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex')

/** Returns the files in a folder with their hashes. */
export const readResult = (out: string): Result => new Map(listFiles(out).map(name => [name, hashOf(join(out, name))]))

/**
 * Reads the state of a folder after a fault. Fails unless each file is complete and belongs to one of the results, and
 * every file in the manifest exists and belongs to the manifest's result.
 */
export function readState(out: string, results: readonly Result[]): State {
  const all = listFiles(out)
  const parts = all.filter(name => /^\..+\.[0-9a-f]{12}\.part$/.test(name))
  const files = new Map<string, number[]>()
  for (const name of all) {
    if (parts.includes(name)) continue
    const sha256 = hashOf(join(out, name))
    const resultIndexes = results.flatMap((result, i) => (result.get(name) === sha256 ? [i] : []))
    expect(resultIndexes, `${name} is of no result`).not.toEqual([])
    files.set(name, resultIndexes)
  }
  const manifest = files.get('manifest.json')
  if (manifest === undefined) return { manifestResult: null, files, parts }
  for (const { name, sha256 } of readManifest(out).files) expect(hashOf(join(out, name)), name).toBe(sha256)
  return { manifestResult: manifest[0] as number, files, parts }
}

/** Removes the temporary files of a killed run, as the documentation explains. Returns their number. */
export function removeParts(out: string): number {
  const parts = readdirSync(out).filter(name => /^\..+\.part$/.test(name))
  for (const name of parts) rmSync(join(out, name))
  return parts.length
}

/** Writes about `megabytes` MB of generated dossiers. The same seed gives the same dossiers. */
export function generate(path: string, megabytes: number, seed: number): void {
  const args = ['--mb', String(megabytes), '--seed', String(seed), '--out', path]
  const { status, stderr } = spawnSync(process.execPath, [join(ROOT, 'bench/generate.mjs'), ...args])
  expect(status, String(stderr)).toBe(0)
}

/** Creates two inputs and returns the result of converting each one. The second input has a line that is rejected. */
export function twoInputs(
  folder: string,
  megabytes: number,
  sharedArgs: readonly string[],
  argsPerInput: readonly (readonly string[])[] = [],
) {
  return [0, 1].map(i => {
    const path = join(folder, `input-${i}.ndjson`)
    generate(path, megabytes, i + 1)
    if (i === 1) writeFileSync(path, '{"broken', { flag: 'a' })
    const out = join(folder, `result-${i}`)
    const code = i === 1 ? 4 : 0
    expect(taxtally(['convert', path, '--out', out, ...sharedArgs, ...(argsPerInput[i] ?? [])]).code).toBe(code)
    return { path, out, code, result: readResult(out) }
  })
}
