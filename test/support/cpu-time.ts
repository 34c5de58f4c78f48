/** Milliseconds of processor time that some work takes: what else the machine does adds little to it. */
export function cpuTimeOf(work: () => void): number {
  const start = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}

/** The same of work that waits. */
export async function cpuTimeOfWait(work: () => Promise<void>): Promise<number> {
  const start = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}
