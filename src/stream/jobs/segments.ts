import { statSync } from 'node:fs'
import type { Input } from '../input.js'
import { partsOf } from './file-parts.js'

/** A piece of work: inputs that stand behind each other. Of parts of a file it takes a while to know the lines. */
export type Work = () => Promise<readonly Input[]>

/** How many pieces of work a process gets, so that none is left alone with the last one for long. */
const PER_PROCESS = 4

/** The fewest bytes that a file is cut at: less is read sooner than a process can be told of it. */
const LEAST_PART = 4 << 20
/** The most bytes of a part, so that what it writes does not wait for long. */
const MOST_PART = 1 << 28

/**
 * Inputs as runs of neighbours that one process reads each: large NDJSON files in parts, other large files alone, small
 * ones together. Null where one process has to read them all: standard input, a pipe, or a file that is not there, can
 * be read or told about once.
 */
export function segmentsOf(
  paths: readonly string[],
  jobs: number,
  leastPart: number = LEAST_PART,
): Work[] | null {
  const sizes: number[] = []
  for (const path of paths) {
    const stat = path === '-' ? undefined : statSync(path, { throwIfNoEntry: false })
    if (stat?.isFile() !== true) return null
    sizes.push(stat.size)
  }
  const enough = Math.ceil(sizes.reduce((a, b) => a + b, 0) / (jobs * PER_PROCESS))
  const segments: Work[] = []
  let together: string[] = []
  let open = Number.POSITIVE_INFINITY
  for (const [i, path] of paths.entries()) {
    const size = sizes[i] as number
    const parts = partsOf(path, Math.min(Math.max(enough, leastPart), MOST_PART))
    if (parts !== null) {
      for (const part of parts) segments.push(async () => [await part()])
      open = Number.POSITIVE_INFINITY
      continue
    }
    if (open + size > enough) {
      const files: string[] = []
      segments.push(async () => files)
      together = files
      open = 0
    }
    together.push(path)
    open += size
  }
  return segments.length > 1 ? segments : null
}
