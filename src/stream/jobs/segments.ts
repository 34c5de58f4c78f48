import { statSync } from 'node:fs'

/** How many pieces of work a process gets, so that none is left alone with the last one for long. */
const PER_PROCESS = 4

/**
 * Inputs as runs of neighbours that one process reads each: large files alone, small ones together. Null where one
 * process has to read them all: standard input, a pipe, or a file that is not there, can be read or told about once.
 */
export function segmentsOf(paths: readonly string[], jobs: number): string[][] | null {
  const sizes: number[] = []
  for (const path of paths) {
    const stat = path === '-' ? undefined : statSync(path, { throwIfNoEntry: false })
    if (stat?.isFile() !== true) return null
    sizes.push(stat.size)
  }
  const enough = sizes.reduce((a, b) => a + b, 0) / (jobs * PER_PROCESS)
  const segments: string[][] = []
  let open = Number.POSITIVE_INFINITY
  for (const [i, path] of paths.entries()) {
    const size = sizes[i] as number
    if (open + size > enough) {
      segments.push([])
      open = 0
    }
    segments.at(-1)?.push(path)
    open += size
  }
  return segments.length > 1 ? segments : null
}
