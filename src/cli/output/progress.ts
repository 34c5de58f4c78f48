// Shows on standard error how much of the inputs has been read.

import { statSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runOrElse } from '../../files/output/output-file.js'
import type { DossierOptions } from '../../files/read/dossier-options.js'
import type { Call } from '../options/options.js'
import { say } from './text.js'

/** The number of bytes between two updates of the progress line. */
const PROGRESS_STEP_BYTES = 1 << 23

const formatMegabytes = (bytes: number): string => (bytes / 1e6).toFixed(0)

/** Formats the remaining time. */
function formatDuration(seconds: number): string {
  if (seconds < 1) return 'nearly done'
  if (seconds < 90) return `${Math.ceil(seconds)} s left`
  return seconds < 5400 ? `${Math.round(seconds / 60)} min left` : `${(seconds / 3600).toFixed(1)} h left`
}

/** Returns the total size of all inputs in bytes. Null if one of them is not a regular file. */
function measureInputs(paths: readonly string[]): number | null {
  if (paths.includes('-')) return null
  const allStats = runOrElse(() => paths.map(path => statSync(path)), null)
  return allStats?.every(stats => stats.isFile()) ? allStats.reduce((total, { size }) => total + size, 0) : null
}

/**
 * Shows the bytes read and the remaining time on one line of standard error. Shows nothing if standard error is not a
 * terminal, or if results go to a terminal at the same time. `end` clears the line.
 */
export function createProgress(call: Call): { bytes: (path: string, count: number) => void; end: () => void } {
  const isMixed = call.out === undefined && process.stdout.isTTY
  if (call.quiet || !process.stderr.isTTY || isMixed) return { bytes: () => {}, end: () => {} }
  const total = measureInputs(call.inputs)
  const startTime = performance.now()
  let [read, shownBytes] = [0, 0]
  return {
    bytes: (_, count) => {
      read += count
      if (read - shownBytes < PROGRESS_STEP_BYTES) return
      shownBytes = read
      const secondsLeft = total === null ? 0 : ((total - read) * (performance.now() - startTime)) / read / 1000
      const text =
        total === null
          ? `${formatMegabytes(read)} MB`
          : `${formatMegabytes(read)} of ${formatMegabytes(total)} MB, ${formatDuration(secondsLeft)}`
      process.stderr.write(`\r${text}\u001b[K`)
    },
    end: () => {
      if (shownBytes > 0) process.stderr.write('\r\u001b[K')
      shownBytes = 0
    },
  }
}

/**
 * Makes the garbage collector of this process run more often, which is slower. Call this only for large values. By
 * default, the heap may grow to several times the used memory. This call halves it for a value with a million entries.
 */
const collectGarbageSooner = (): void => setFlagsFromString('--heap-growing-percent=10')

/** Runs `read` with the reading options of a call, and shows progress until it ends. */
export async function runWithProgress<T>(
  call: Call,
  read: (reading: Call['reading'] & DossierOptions) => Promise<T>,
): Promise<T> {
  const progress = createProgress(call)
  const readsStandardInput = call.inputs.includes('-') || (call.command === 'tables' && call.inputs.length === 0)
  if (readsStandardInput && process.stdin.isTTY && !call.quiet)
    say('waiting for records on standard input; Ctrl+D ends them, and Ctrl+C ends the command.')
  try {
    return await read({ ...call.reading, onBytes: progress.bytes, onLargeValue: collectGarbageSooner })
  } finally {
    progress.end()
  }
}
