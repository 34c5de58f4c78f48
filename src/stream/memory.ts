import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'

/**
 * Lets the collector of this process come sooner. By itself it waits until the heap is several times what is in use, so
 * that one value of a million entries would take twice the memory; it costs time, and so is not for ordinary values.
 */
export const collectSooner = (): void => setFlagsFromString('--heap-growing-percent=10')

/** A young generation of so many bytes is large enough. */
const ENOUGH = 12_000_000
/** How often it is looked at, in milliseconds. */
const PAUSE = 20

/**
 * Keeps the heap of this process small while one taxpayer comes after another: the old generation is collected once it has
 * grown by half. The young one ends by itself up to Node 22; later ones let it be two to four times as large, and are hardly faster by it.
 * For a process whose threads make no rows: they have the same flags.
 */
export function boundHeap(): void {
  setFlagsFromString('--heap-growing-percent=50')
  if (Number.parseInt(process.versions.v8, 10) < 13) return
  const timer = setInterval(() => {
    const young = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')
    if (young === undefined || young.space_size < ENOUGH) return
    setFlagsFromString('--semi-space-growth-factor=1')
    clearInterval(timer)
  }, PAUSE)
  timer.unref()
}
