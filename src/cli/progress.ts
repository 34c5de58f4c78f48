import type { Call } from './options.js'

/** Shows how much was read, on standard error and only on a terminal. */
export function progressOf(call: Call): { bytes: (path: string, count: number) => void; end: () => void } {
  if (call.quiet || !process.stderr.isTTY) return { bytes: () => {}, end: () => {} }
  let total = 0
  let shown = 0
  return {
    bytes: (_, count) => {
      total += count
      if (total - shown < 1 << 23) return
      shown = total
      process.stderr.write(`\r${(total / 1e6).toFixed(0)} MB`)
    },
    end: () => {
      if (shown > 0) process.stderr.write('\r\u001b[K')
    },
  }
}
