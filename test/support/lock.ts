import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/** What identifies a machine and its processes in a lock. On systems other than Linux, only the host name is known. */
interface Machine {
  readonly host: string
  readonly bootId: string
  readonly namespace: string
}

/** Returns the result of a function that reads a file of /proc. Returns empty text on systems without /proc. */
function readIfPresent(read: () => string): string {
  try {
    return read()
  } catch {
    return ''
  }
}

const CURRENT_MACHINE: Machine = {
  host: hostname(),
  bootId: readIfPresent(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()),
  namespace: readIfPresent(() => readlinkSync('/proc/self/ns/pid')),
}

/** Makes the content of a process's lock. The machine is the current one, except for the given changes. */
export function makeLock(pid: number, startTime: string, changes: Partial<Machine> = {}): string {
  const { host, bootId, namespace } = { ...CURRENT_MACHINE, ...changes }
  return `${[pid, startTime, host, bootId, namespace].join(' ').trimEnd()}\n`
}

/** Returns the time at which a process started, as /proc shows it. Empty text on systems without /proc. */
export const readStartTime = (pid: number): string =>
  readIfPresent(() => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[19] ?? '')
