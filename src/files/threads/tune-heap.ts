import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'

/**
 * Makes the garbage collector of this process run more often, which is slower. Call this only for large values. By
 * default, the heap may grow to several times the used memory. This call halves it for a value with a million entries.
 */
export const collectGarbageSooner = (): void => setFlagsFromString('--heap-growing-percent=10')

/** The size in bytes at which `limitHeap` stops the growth of the young generation. */
const MAX_YOUNG_GENERATION_BYTES = 12_000_000
/** The interval at which `limitHeap` checks the young generation, in milliseconds. */
const CHECK_INTERVAL_MS = 20

/**
 * Keeps the heap of this process small while it processes taxpayers one at a time. The old generation is collected
 * after it has grown by half. Node 22 and earlier limit the young generation themselves. Later versions let it grow two
 * to four times as large with little gain in speed. Do not call this in a process that starts threads for `--jobs`,
 * because the flags also apply to its threads.
 */
export function limitHeap(): void {
  setFlagsFromString('--heap-growing-percent=50')
  if (Number.parseInt(process.versions.v8, 10) < 13) return
  const timer = setInterval(() => {
    const youngSpace = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')
    if (youngSpace === undefined || youngSpace.space_size < MAX_YOUNG_GENERATION_BYTES) return
    setFlagsFromString('--semi-space-growth-factor=1')
    clearInterval(timer)
  }, CHECK_INTERVAL_MS)
  timer.unref()
}
