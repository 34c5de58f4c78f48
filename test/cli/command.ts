import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads'
import { onTestFinished } from 'vitest'

/** The root folder of the repository. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** The path of the built command. */
export const MAIN = join(ROOT, 'dist/cli/main.js')

/** Returns the path of a fixture. */
export const fixture = (name: string): string => join(ROOT, 'fixtures', name)

/** The result of running the command. */
export interface Ran {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** The longest time that a command may take, in milliseconds. */
const TIMEOUT_MS = 120_000

let worker: Worker | null = null

/** Starts the thread that has the command loaded. It does not keep the process of the tests alive. */
function startWorker(): Worker {
  const started = new Worker(new URL('./command-worker.mjs', import.meta.url), {
    workerData: { run: pathToFileURL(join(ROOT, 'dist/cli/run.js')).href },
    execArgv: [],
    stdout: true,
    stderr: true,
  })
  started.unref()
  return started
}

const listVariables = (env: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(
    Object.entries({ ...process.env, ...env }).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )

/** Runs the built command as a process. */
export function runProcess(args: readonly string[], input?: string | Buffer, env: NodeJS.ProcessEnv = {}): Ran {
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, ...args], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    env: { ...process.env, ...env },
    ...(input === undefined ? {} : { input }),
  })
  return { code: status, stdout, stderr }
}

/**
 * Runs the built command and waits for it. It runs in a thread that keeps the command loaded, which takes a tenth of the time
 * of a new process. Signals, options of Node and the start of the program need `runProcess`.
 */
export function taxtally(args: readonly string[], input: string | Buffer = '', env: NodeJS.ProcessEnv = {}): Ran {
  worker ??= startWorker()
  const { port1, port2 } = new MessageChannel()
  const signal = new Int32Array(new SharedArrayBuffer(4))
  worker.postMessage({ args, input: Buffer.from(input), env: listVariables(env), port: port2, signal }, [port2])
  if (Atomics.wait(signal, 0, 0, TIMEOUT_MS) === 'timed-out') throw new Error(`No end after ${TIMEOUT_MS} ms.`)
  const result = receiveMessageOnPort(port1)?.message as Ran | { readonly error: string }
  port1.close()
  if ('error' in result) throw new Error(result.error)
  return result
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
