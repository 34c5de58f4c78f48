/** Milliseconds of processor time that some work takes: what else the machine does adds little to it. */
export function cpuTimeOf(work: () => void): number {
  const start = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}
