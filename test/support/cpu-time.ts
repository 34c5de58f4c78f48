/** Measures a function's processor time in milliseconds. Unlike elapsed time, it hardly depends on other programs. */
export function measureCpuTime(run: () => void): number {
  const start = process.cpuUsage()
  run()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}

/** Measures an asynchronous function's processor time in milliseconds. */
export async function measureAsyncCpuTime(run: () => Promise<void>): Promise<number> {
  const start = process.cpuUsage()
  await run()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}
