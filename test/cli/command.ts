import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads'
import { onTestFinished } from 'vitest'

/** The root folder of the repository. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** The path of the built command. */
export const MAIN = join(ROOT, 'dist/cli/main.js')

/** Returns the path of a fixture. */
export const fixture = (name: string): string => join(ROOT, 'fixtures', name)

/** The result of running the command. */
export interface CommandResult {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** The longest time that a command may take, in milliseconds. */
const TIMEOUT_MS = 120_000

let worker: Worker | null = null

/** Starts the thread that runs the command. The thread does not keep the test process alive. */
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

/** Runs the built command in a new process and waits for it. */
export function runProcess(
  args: readonly string[],
  input?: string | Buffer,
  env: NodeJS.ProcessEnv = {},
): CommandResult {
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, ...args], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    env: { ...process.env, ...env },
    ...(input === undefined ? {} : { input }),
  })
  return { code: status, stdout, stderr }
}

/** Starts the built command in a new process. `closed` has its exit code and its signal, `output` its text so far. */
export function startCommand(
  args: readonly string[],
  { nodeArgs = [], env = {} }: { nodeArgs?: readonly string[]; env?: NodeJS.ProcessEnv } = {},
) {
  const child = spawn(process.execPath, [...nodeArgs, MAIN, ...args], { env: { ...process.env, ...env } })
  const output = { stderr: '' }
  child.stderr.on('data', chunk => {
    output.stderr += String(chunk)
  })
  // Some tests write to a command that has ended.
  child.stdin.on('error', () => {})
  return { child, output, closed: once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]> }
}

/** Sends a call to the thread that runs the command. The signal changes to 1 once the result is at the port. */
function callWorker(args: readonly string[], input: string | Buffer, env: NodeJS.ProcessEnv) {
  worker ??= startWorker()
  const { port1, port2 } = new MessageChannel()
  const signal = new Int32Array(new SharedArrayBuffer(4))
  worker.postMessage({ args, input: Buffer.from(input), env: listVariables(env), port: port2, signal }, [port2])
  return { port: port1, signal }
}

/** Closes the port and returns the result that came from it. Throws an error if the command did. */
function takeResult(port: MessagePort, result: CommandResult | { readonly error: string }): CommandResult {
  port.close()
  if ('error' in result) throw new Error(result.error)
  return result
}

/**
 * Runs the built command in a thread and waits for it. The thread keeps the command loaded, so a call takes a tenth of
 * the time of a new process. Tests of Node options or of how the program starts need `runProcess`.
 */
export function taxtally(
  args: readonly string[],
  input: string | Buffer = '',
  env: NodeJS.ProcessEnv = {},
): CommandResult {
  const { port, signal } = callWorker(args, input, env)
  if (Atomics.wait(signal, 0, 0, TIMEOUT_MS) === 'timed-out') throw new Error(`No end after ${TIMEOUT_MS} ms.`)
  return takeResult(port, receiveMessageOnPort(port)?.message)
}

/** Runs the built command in a thread, like `taxtally`, while this thread goes on, for example as a server. */
export async function taxtallyInBackground(args: readonly string[], env: NodeJS.ProcessEnv): Promise<CommandResult> {
  const { port } = callWorker(args, '', env)
  return takeResult(port, await new Promise(resolve => port.once('message', resolve)))
}

/** Creates a folder that is removed after the test. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'taxtally-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Writes an input to a file in a folder that is removed after the test, and returns its path. */
export function writeInput(content: string | Buffer, name = 'input.ndjson'): string {
  const path = join(newFolder(), name)
  writeFileSync(path, content)
  return path
}

/** Parses each line of NDJSON. */
export const parseLines = <T = Record<string, unknown>>(text: string): T[] =>
  text
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line) as T)

/** The manifest that `convert` writes. */
interface Manifest {
  readonly version: string
  readonly options: Readonly<Record<string, unknown>>
  readonly policies: readonly object[]
  readonly inputs: readonly { readonly name: string; readonly bytes: number }[]
  readonly files: readonly { readonly name: string; readonly rows: number; readonly sha256: string }[]
}

/** Reads the manifest in an output folder. */
export const readManifest = (out: string): Manifest =>
  JSON.parse(readFileSync(join(out, 'manifest.json'), 'utf8')) as Manifest

/** Reads a CSV file in which only text of digits is quoted. Returns each row as an object, with the keys of the header. */
export function readCsvRows(path: string): Record<string, string>[] {
  const [head = '', ...lines] = readFileSync(path, 'utf8').trimEnd().split('\n')
  const names = head.split(',')
  return lines.map(line =>
    Object.fromEntries(line.split(',').map((cell, i) => [names[i] ?? '', cell.replace(/^"([0-9]*)"$/, '$1')])),
  )
}

/** Runs `convert` in a thread with a new output folder. `readRows` reads one of its CSV tables. */
export function convert(args: readonly string[], input: string | Buffer = '') {
  const out = newFolder()
  const ran = taxtally(['convert', ...args, '--out', out], input)
  return { ...ran, out, readRows: (table: string) => readCsvRows(join(out, `${table}.csv`)) }
}

/** Returns NDJSON with many taxpayers: copies of the borrower, each with its own id. */
export function makeBorrowers(count: number): string {
  const text = readFileSync(fixture('borrower.ndjson'), 'utf8').trimEnd()
  return Array.from({ length: count }, (_, i) => `${text.replace('tp-borrower-quenby', `tp-${i}`)}\n`).join('')
}

/** A custom policy. */
export const CUSTOM_POLICY = {
  name: 'own',
  ruleVersion: '1',
  citations: [],
  averaging: 'average',
  historyYears: { wages: 2 },
  grossUp: 0,
  socialSecurityNontaxable: 0,
}
