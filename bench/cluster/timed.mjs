// What processes cost in processor time, their own processes too.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sizeOf } from '../contenders.mjs'
import { measure } from '../measure.mjs'

/** Clock ticks a second, as Linux tells times of processes. */
const TICKS = 100

/** Fields of a process in /proc, behind its name. */
const fieldsOf = pid => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ').map(Number)
const sum = numbers => numbers.reduce((total, number) => total + number, 0)

/** Processor seconds, user and system, of a process and of those processes of it that have ended. */
export const processorOf = pid => sum(fieldsOf(pid).slice(11, 15)) / TICKS

/** Processor seconds of what `work` starts and waits for. */
export const processorOfChildren = async run => {
  const children = () => sum(fieldsOf('self').slice(13, 15)) / TICKS
  const before = children()
  await run()
  return children() - before
}

/** Empties a folder. */
export const emptied = folder => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  return folder
}

/** Runs a program of Node that may write to a folder. Units: seconds and bytes. */
export const timed = async (args, out) => {
  emptied(out)
  let run
  const processor = await processorOfChildren(async () => (run = await measure(args)))
  const manifest = join(out, 'manifest.json')
  const files = existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')).files : []
  // A program without a folder prints how many rows it made.
  const rows = Object.fromEntries(files.map(file => [file.name.split('.')[0], file.rows]))
  const printed = files.length === 0 && args.length < 4 ? Number(run.output) : 0
  return { ...run, processor, rows, printed, size: readdirSync(out).length === 0 ? 0 : sizeOf(out) }
}

/** All rows of a run. */
export const rowsIn = ({ rows, printed }) => sum(Object.values(rows)) || printed
