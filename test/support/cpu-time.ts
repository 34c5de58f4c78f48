/** Milliseconds of processor time that some work takes: what else the machine does adds little to it. */
export function cpuTimeOf(run: () => void): number {
  const start = process.cpuUsage()
  run()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}

/** The same of work that waits. */
export async function cpuTimeOfWait(run: () => Promise<void>): Promise<number> {
  const start = process.cpuUsage()
  await run()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}
