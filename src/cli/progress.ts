import { statSync } from 'node:fs'
import type { DossierOptions } from '../stream/dossier-options.js'
import { collectSooner } from '../stream/memory.js'
import type { Call } from './options.js'

/** Bytes between two showings. */
const STEP = 1 << 23

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(0)

/** A time to wait, in the words that are of use. */
function timeOf(seconds: number): string {
  if (seconds < 1) return 'nearly done'
  if (seconds < 90) return `${Math.ceil(seconds)} s left`
  return seconds < 5400 ? `${Math.round(seconds / 60)} min left` : `${(seconds / 3600).toFixed(1)} h left`
}

/** The bytes of all inputs; null where one of them is no file. */
function totalOf(paths: readonly string[]): number | null {
  let total = 0
  for (const path of paths) {
    try {
      const found = path === '-' ? null : statSync(path)
      if (found === null || !found.isFile()) return null
      total += found.size
    } catch {
      return null
    }
  }
  return total
}

/**
 * Shows how much of the inputs was read, and the time that is left, on one line of standard error: only on a terminal, and
 * not where results are printed on one at the same time. `end` takes the line away.
 */
export function progressOf(call: Call): { bytes: (path: string, count: number) => void; end: () => void } {
  const isMixed = call.out === undefined && process.stdout.isTTY
  if (call.quiet || !process.stderr.isTTY || isMixed) return { bytes: () => {}, end: () => {} }
  const total = totalOf(call.inputs)
  const begun = performance.now()
  let [read, shown] = [0, 0]
  return {
    bytes: (_, count) => {
      read += count
      if (read - shown < STEP) return
      shown = read
      const left = total === null ? 0 : ((total - read) * (performance.now() - begun)) / read / 1000
      const text =
        total === null
          ? `${megabytes(read)} MB`
          : `${megabytes(read)} of ${megabytes(total)} MB, ${timeOf(left)}`
      process.stderr.write(`\r${text}\u001b[K`)
    },
    end: () => {
      if (shown > 0) process.stderr.write('\r\u001b[K')
      shown = 0
    },
  }
}

/** Does work that reads the inputs of a call, with the options of reading, and shows how far it is meanwhile. */
export async function whileReading<T>(
  call: Call,
  work: (reading: Call['reading'] & DossierOptions) => Promise<T>,
): Promise<T> {
  const progress = progressOf(call)
  try {
    return await work({ ...call.reading, onBytes: progress.bytes, onLargeValue: collectSooner })
  } finally {
    progress.end()
  }
}
