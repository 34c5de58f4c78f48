import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { type CommandResult, newFolder, taxtally } from '../cli/command.js'

/** Returns the bytes of every file in a folder, by file name. */
const readOutputFiles = (folder: string): Map<string, Buffer> =>
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
): CommandResult & { readonly out: string } {
  const convert = (count: number) => {
    const out = newFolder()
    return { ...taxtally(['convert', ...inputs, '--out', out, '--jobs', `${count}`, ...args], '', env), out }
  }
  const runWithOneJob = convert(1)
  const expected = readOutputFiles(runWithOneJob.out)
  for (const count of jobs) {
    const runWithSeveralJobs = convert(count)
    // The messages contain the name of the output folder.
    expect(runWithSeveralJobs.stderr.replace(runWithSeveralJobs.out, runWithOneJob.out)).toBe(runWithOneJob.stderr)
    expect(runWithSeveralJobs.code).toBe(runWithOneJob.code)
    const actual = readOutputFiles(runWithSeveralJobs.out)
    expect([...actual.keys()]).toEqual([...expected.keys()])
    for (const [name, bytes] of actual) {
      expect(bytes.equals(expected.get(name) as Buffer), `${name}, ${count} threads`).toBe(true)
    }
  }
  return runWithOneJob
}
