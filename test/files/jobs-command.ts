import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { type CommandResult, newFolder, taxtally } from '../cli/command.js'

/** Lists the files in a folder and its subfolders by relative path. */
export const listFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort()

/** Returns the bytes of every file in a folder, by relative path. */
const readOutputFiles = (folder: string): Map<string, Buffer> =>
  new Map(listFiles(folder).map(name => [name, readFileSync(join(folder, name))]))

/** How `expectSame` converts. By default it compares CSV and Arrow tables of one thread and of two. */
interface RunOptions {
  readonly args?: readonly string[]
  readonly jobs?: readonly number[]
  readonly env?: NodeJS.ProcessEnv
  /** The text of standard input. */
  readonly input?: string
}

/** Converts with one thread and with several, expects equal files and messages, and returns the run with one thread. */
export function expectSame(
  inputs: readonly string[],
  { args = ['--format', 'csv,arrow'], jobs = [2], env = {}, input = '' }: RunOptions = {},
): CommandResult & { readonly out: string } {
  const convert = (count: number) => {
    const out = newFolder()
    return { ...taxtally(['convert', ...inputs, '--out', out, '--jobs', `${count}`, ...args], input, env), out }
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
