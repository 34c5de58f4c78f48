import { rmSync } from 'node:fs'
import { type ConvertOptions, type ConvertReport, convert, type Part } from '../convert.js'
import { type DossierOptions, type Found, Gathering, readValues } from '../dossiers.js'
import type { OutputFolder } from '../output.js'
import { received, type Settings } from './messages.js'
import { Pool } from './pool.js'
import { segmentsOf } from './segments.js'

/**
 * Converts files as `convert` does, to the same bytes, with up to `jobs` processes that read a file each at a time.
 * `settings` say the same as the options, as plain data. Throws InputError, OutputError and JobError.
 */
export async function convertInJobs(
  paths: readonly string[],
  options: ConvertOptions,
  jobs: number,
  settings: Omit<Settings, 'work'>,
): Promise<ConvertReport> {
  const segments = jobs > 1 ? segmentsOf(paths, jobs) : null
  if (segments === null) return await convert(paths, options)
  const isArrow = settings.formats.some(format => format !== 'csv')
  const { arrowSink } = isArrow ? await import('./arrow-sink.js') : { arrowSink: unused }
  return await convert(paths, options, {
    arrowSink,
    read: (inputs, folder) => readInJobs(segments, inputs, folder, jobs, settings, options),
  })
}

const unused = (): never => {
  throw new RangeError('No Arrow file was asked for.')
}

/**
 * The parts that processes write, and between them the dossiers at their edges: a taxpayer may go on in the next file,
 * so that the first and the last one of each segment are put together here. Where a taxpayer of a part was there before,
 * the part is not used, and the segment is read here.
 */
async function* readInJobs(
  segments: readonly (readonly string[])[],
  inputs: DossierOptions,
  folder: OutputFolder,
  jobs: number,
  settings: Omit<Settings, 'work'>,
  { underwrite }: ConvertOptions,
): AsyncGenerator<Found | { readonly part: Part }> {
  const told = segments.map(() => new Map<string, number>())
  const pool = new Pool(segments, (segment, path, count) => {
    add(told[segment] as Map<string, number>, path, count)
    inputs.onBytes?.(path, count)
  })
  const work = folder.workFolder(() => pool.stop())
  pool.start(jobs, { ...settings, work })
  const gathering = new Gathering(inputs.taxpayerId)
  for (const [i, paths] of segments.entries()) {
    const done = await pool.result(i)
    for (const value of done?.head ?? []) yield* gathering.take(received(value))
    const fits = done !== null && (done.ids.length === 0 || gathering.canSkip(done.ids))
    if (fits) {
      if (done.ids.length > 0) {
        yield* gathering.skip(done.ids)
        for (const id of done.ids) underwrite?.(id)
        yield { part: done }
      }
      for (const value of done.tail) yield* gathering.take(received(value))
    } else {
      const onBytes = beyond(told[i] as Map<string, number>, inputs.onBytes)
      let behindHead = -(done?.head.length ?? 0)
      for await (const value of readValues(paths, { ...inputs, onBytes })) {
        if (behindHead++ >= 0) yield* gathering.take(value)
      }
    }
    if (done !== null) rmSync(done.folder, { recursive: true, force: true })
  }
  yield* gathering.end()
}

const add = (counts: Map<string, number>, path: string, count: number): number => {
  const sum = (counts.get(path) ?? 0) + count
  counts.set(path, sum)
  return sum
}

/** Tells only those bytes that were not told when they were read first. */
function beyond(
  told: ReadonlyMap<string, number>,
  onBytes: DossierOptions['onBytes'],
): (path: string, count: number) => void {
  const again = new Map<string, number>()
  return (path, count) => {
    const more = Math.min(count, add(again, path, count) - (told.get(path) ?? 0))
    if (more > 0) onBytes?.(path, more)
  }
}
