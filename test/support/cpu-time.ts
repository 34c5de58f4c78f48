/** Measures the processor time of a function in milliseconds. Other programs of the machine affect it little. */
export function cpuTimeOf(run: () => void): number {
  const start = process.cpuUsage()
  run()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}

/** Measures the processor time of an asynchronous function in the same way. */
export async function cpuTimeOfWait(run: () => Promise<void>): Promise<number> {
  const start = process.cpuUsage()
  await run()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}
