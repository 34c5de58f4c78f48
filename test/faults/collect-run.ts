import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import { type CommandResult, MAIN, startCommand, taxtallyInBackground } from '../cli/command.js'
import { SERVICE_ENV } from '../support/taxpayer-service.js'

// Some tests run the command many times on machines that may be busy.
vi.setConfig({ testTimeout: 300_000 })

/** Makes the ids of taxpayers. Each contains a value that no output may show. */
export const makeIds = (count: number): string[] => Array.from({ length: count }, (_, i) => `CANARY-${i}`)

/** Makes the files of a run of `collect` in a folder, and its arguments. */
export function makeRunFiles(folder: string, url: string) {
  const [out, tokens] = [join(folder, 'dossiers.ndjson'), join(folder, 'tokens.ndjson')]
  const args = ['--url', url, '--tokens', tokens]
  return { out, tokens, collectArgs: ['collect', ...args, '--out', out], disconnectArgs: ['disconnect', ...args] }
}

/** Fails if a text contains an id, a token or a secret. */
const expectNoSecret = (text: string): void => expect(text).not.toMatch(/CANARY|at_|cs_/)

/** Starts the command with the credentials of the fake service. `ended` waits, and checks that it shows no secret. */
export function startRun(args: readonly string[]) {
  const { child, output, closed } = startCommand(args, { env: SERVICE_ENV })
  let stdout = ''
  child.stdout.on('data', chunk => {
    stdout += String(chunk)
  })
  const ended = closed.then(([code, signal]) => {
    expectNoSecret(output.stderr)
    expectNoSecret(stdout)
    return { code, signal, stdout, stderr: output.stderr }
  })
  return { child, output, ended }
}

/** Runs the command, and waits for its end. */
export const runCommand = (args: readonly string[]) => startRun(args).ended

/** Fails unless each complete line of a file is a dossier. Returns the id and the status of each taxpayer. */
export function readCollected(out: string): string[] {
  if (!existsSync(out)) return []
  const lines = readFileSync(out, 'utf8').split('\n').slice(0, -1)
  return lines
    .filter(line => line.trim() !== '')
    .map(line => {
      const { taxpayer, records } = JSON.parse(line)
      expect(records).toBeInstanceOf(Array)
      return `${taxpayer.id} ${taxpayer.status}`
    })
}

/** The ids as `readCollected` returns them after a complete run. */
export const asCompleted = (ids: readonly string[]): string[] => ids.map(id => `${id} COMPLETED`).toSorted()

/** Runs the command in a thread, which is faster than a process. Checks that it shows no secret. */
export async function runInThread(args: readonly string[]): Promise<CommandResult> {
  const result = await taxtallyInBackground(args, SERVICE_ENV)
  expectNoSecret(result.stderr)
  return result
}

/**
 * Starts the command with a limit of open files. Returns null if Node itself does not start under the limit. `ended`
 * waits, and checks that the command shows no secret on standard error.
 */
export function startWithFileLimit(limit: number, args: readonly string[]) {
  const shellArgs = ['-c', `ulimit -n ${limit}; exec "$@"`, 'sh', process.execPath]
  if (spawnSync('sh', [...shellArgs, '-e', '1']).status !== 0) return null
  const child = spawn('sh', [...shellArgs, MAIN, ...args], { env: { ...process.env, ...SERVICE_ENV } })
  const output = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name].on('data', chunk => {
      output[name] += String(chunk)
    })
  const ended = once(child, 'close').then(([code]) => {
    expectNoSecret(output.stderr)
    return code as number | null
  })
  return { child, output, ended }
}
