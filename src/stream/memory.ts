import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'

/**
 * Lets the collector of this process come sooner. By itself it waits until the heap is several times what is in use, so
 * that one value of a million entries would take twice the memory; it costs time, and so is not for ordinary values.
 */
export const collectSooner = (): void => setFlagsFromString('--heap-growing-percent=10')

/** Both halves of the young generation, as large as Node 20 lets them be: later ones let them be twice that, and are no faster. */
const MAX_YOUNG = 3 << 23
/** How often it is looked at, in milliseconds. */
const PAUSE = 20

/**
 * Keeps the heap of this process small while one taxpayer comes after another: the old generation is collected once it has
 * doubled, and the young one grows no further than it has to. For a process whose threads make no rows: they have the same flags.
 */
export function boundHeap(): void {
  setFlagsFromString('--heap-growing-percent=50')
  const timer = setInterval(() => {
    const young = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')
    if (young === undefined || young.space_size < MAX_YOUNG) return
    setFlagsFromString('--semi-space-growth-factor=1')
    clearInterval(timer)
  }, PAUSE)
  timer.unref()
}
