// Measures the processor time of processes, including the processes that they start.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { measureFolder } from '../contenders.mjs'
import { measure } from '../measure.mjs'

/** The number of clock ticks per second. Linux reports processor times in clock ticks. */
const TICKS_PER_SECOND = 100

/** Returns the numeric fields that follow the process name in `/proc/PID/stat`. */
const readProcessFields = pid => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ').map(Number)
const sum = numbers => numbers.reduce((total, number) => total + number, 0)

/** Returns the processor seconds (user and system) of a process and of its child processes that have ended. */
export const readProcessorSeconds = pid => sum(readProcessFields(pid).slice(11, 15)) / TICKS_PER_SECOND

/** Returns the processor seconds of the child processes that `run` starts and waits for. */
export const measureChildren = async run => {
  const readChildSeconds = () => sum(readProcessFields('self').slice(13, 15)) / TICKS_PER_SECOND
  const before = readChildSeconds()
  await run()
  return readChildSeconds() - before
}

/** Empties a folder, or creates it, and returns its path. */
export const emptyFolder = folder => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  return folder
}

/** Runs a Node program. Returns its times in seconds, its memory and output in bytes, and its numbers of rows. */
export const runTimed = async (args, out) => {
  emptyFolder(out)
  const runs = []
  const processor = await measureChildren(async () => runs.push(await measure(args)))
  const [run] = runs
  const manifest = join(out, 'manifest.json')
  const files = existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')).files : []
  // A program that writes no files prints its number of rows.
  const rows = Object.fromEntries(files.map(file => [file.name.split('.')[0], file.rows]))
  const printed = files.length === 0 && args.length < 4 ? Number(run.output) : 0
  return { ...run, processor, rows, printed, size: readdirSync(out).length === 0 ? 0 : measureFolder(out) }
}

/** Returns the total number of rows of a run. */
export const countRows = ({ rows, printed }) => sum(Object.values(rows)) || printed
