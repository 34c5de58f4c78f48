import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { newFolder, type Ran, taxtally } from '../cli/command.js'

/** Returns the bytes of every file in a folder, by file name. */
const readOutputs = (folder: string): Map<string, Buffer> =>
  new Map(
    readdirSync(folder)
      .sort()
      .map(name => [name, readFileSync(join(folder, name))]),
  )

/** Converts with one thread and with several, expects equal files and messages, and returns the run with one thread. */
export function expectSame(
  inputs: readonly string[],
  args: readonly string[] = ['--format', 'csv,arrow'],
  jobs: readonly number[] = [2],
  env: NodeJS.ProcessEnv = {},
): Ran & { readonly out: string } {
  const convert = (count: number) => {
    const out = newFolder()
    return { ...taxtally(['convert', ...inputs, '--out', out, '--jobs', `${count}`, ...args], '', env), out }
  }
  const one = convert(1)
  const expected = readOutputs(one.out)
  for (const count of jobs) {
    const several = convert(count)
    // The messages contain the name of the output folder.
    expect(several.stderr.replace(several.out, one.out)).toBe(one.stderr)
    expect(several.code).toBe(one.code)
    const actual = readOutputs(several.out)
    expect([...actual.keys()]).toEqual([...expected.keys()])
    for (const [name, bytes] of actual) {
      expect(bytes.equals(expected.get(name) as Buffer), `${name}, ${count} threads`).toBe(true)
    }
  }
  return one
}
