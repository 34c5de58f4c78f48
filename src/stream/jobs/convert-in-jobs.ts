import { withoutControls } from '../../core/text.js'
import { type ConvertOptions, type ConvertReport, convert, type Part } from '../convert.js'
import { type DossierOptions, type Found, type ReadValue, readValues } from '../dossiers.js'
import type { OutputFolder } from '../output.js'
import { LARGE } from '../split.js'
import { joinSegments, type Segment } from './join-segments.js'
import { type Done, received, type Settings } from './messages.js'
import { Pool } from './pool.js'
import { segmentsOf, type Work } from './segments.js'

/**
 * Converts files as `convert` does, to the same bytes, with up to `jobs` processes that read a file, or lines of a large
 * one, each at a time. `settings` say the same as the options, as plain data. Throws InputError, OutputError and JobError.
 */
export async function convertInJobs(
  paths: readonly string[],
  options: ConvertOptions,
  jobs: number,
  settings: Omit<Settings, 'work'>,
): Promise<ConvertReport> {
  const segments = jobs > 1 ? segmentsOf(paths, jobs) : null
  if (segments === null) return await convert(paths, options)
  return await convert(paths, options, (inputs, folder) =>
    readInJobs(segments, inputs, folder, jobs, settings, options),
  )
}

/** The parts that processes write, and between them the dossiers at their edges. */
async function* readInJobs(
  segments: readonly Work[],
  inputs: DossierOptions,
  folder: OutputFolder,
  jobs: number,
  settings: Omit<Settings, 'work'>,
  { termsOf }: ConvertOptions,
): AsyncGenerator<Found | { readonly part: Part }> {
  const told = segments.map(() => new Map<string, number>())
  const pool = new Pool(segments, (segment, path, count) => {
    add(told[segment] as Map<string, number>, path, count)
    inputs.onBytes?.(path, count)
  })
  const work = folder.workFolder(() => pool.stop())
  pool.start(jobs, { ...settings, work })
  const segmentAt = async (index: number): Promise<Segment<Done> | null> => {
    const done = await pool.result(index)
    if (done === null) return null
    if ([...done.head, ...done.tail].some(({ text }) => text !== null && text.length > LARGE))
      inputs.onLargeValue?.()
    return { head: done.head.map(received), tail: done.tail.map(received), ids: done.ids, part: done }
  }
  async function* readAgain(index: number): AsyncGenerator<ReadValue> {
    const onBytes = beyond(told[index] as Map<string, number>, inputs.onBytes)
    yield* readValues((await segments[index]?.()) ?? [], { ...inputs, onBytes })
  }
  for await (const found of joinSegments(segments.length, segmentAt, readAgain, inputs)) {
    yield found
    if (!('part' in found)) continue
    // Whoever counts for which taxpayers something is known has to hear of these too.
    for (const id of found.part.ids) termsOf(withoutControls(id))
    folder.removeWork(found.part.folder)
  }
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
