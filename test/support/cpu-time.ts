import { expect } from 'vitest'

/** Measures a function's processor time in milliseconds. Unlike elapsed time, it hardly depends on other programs. */
export async function measureCpuTime(run: () => unknown): Promise<number> {
  const start = process.cpuUsage()
  await run()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}

/** Up to this processor time for the larger size, growth cannot be told from noise. */
const NEGLIGIBLE_MS = 120
const ATTEMPTS = 3

/**
 * Expects that the processor time of a task grows nearly in proportion to its size: less than the mean of linear and
 * quadratic growth, for example less than 8 times for a size 4 times as large. Garbage collection and other work of the
 * process count, too, so it is measured again if it seems to grow too much. Quadratic growth fails in every attempt.
 *
 * @param prepare Prepares a task of a size, and returns the function to measure.
 */
export async function expectNearLinear(
  prepare: (size: number) => () => unknown,
  [small, large]: readonly [small: number, large: number],
  message = '',
): Promise<void> {
  const measure = async (size: number): Promise<number> => measureCpuTime(prepare(size))
  const maxGrowth = (large / small) ** 1.5
  const attempts: string[] = []
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    // The first call compiles the code, so the large size comes first.
    const firstTime = await measure(large)
    if (firstTime < NEGLIGIBLE_MS) return
    const largeTime = Math.min(firstTime, await measure(large))
    const smallTime = Math.min(await measure(small), await measure(small))
    if (largeTime < maxGrowth * smallTime) return
    attempts.push(`${smallTime.toFixed(0)} ms, then ${largeTime.toFixed(0)} ms`)
  }
  expect.fail(`${message} The time grows by more than ${maxGrowth.toFixed(1)}: ${attempts.join('; ')}`)
}
