import { link, open, readFile, readlink, realpath, rename, rm, stat, utimes } from 'node:fs/promises'
import { hostname } from 'node:os'
import { OutputError } from '../errors.js'

// Two processes that write to one file would mix or lose their data. A process therefore creates `FILE.lock`, which
// contains its id, the time at which it started and the name of its machine. On Linux, the lock also names the start of
// the machine and the PID namespace: in another container or on another machine, the same id is another process, even if
// the machines have the same name. The creation fails if the file exists. A process that crashed leaves its lock behind,
// so a lock whose process has ended is taken over. A process of another machine, start or container cannot be checked by
// its id. Its lock is taken over if nobody touches it for a while, because a process touches its lock regularly.

const TOUCH_INTERVAL_MS = 5_000

/** Longer than a process is busy with one step. The time is measured here, because the clocks of two machines may differ. */
const MAX_UNTOUCHED_MS = 30_000

/** Creating a lock takes much less time than this. An older lock without content belongs to a process that was killed. */
const MAX_CREATION_MS = 10_000

/** Locks the file of an option. Returns the function that unlocks it. Throws OutputError if another process uses it. */
export async function lockFile(path: string, option: string): Promise<() => Promise<void>> {
  const lockPath = `${await realpath(path).catch(() => path)}.lock`
  const content = `${process.pid} ${await readStartTime(process.pid)} ${await identifyMachine()}\n`
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      const lock = await open(lockPath, 'wx', 0o600)
      const timer = setInterval(touch, TOUCH_INTERVAL_MS, lockPath).unref()
      // If the lock cannot be removed, for example on a disk that has become read-only, a later process takes it over.
      const unlock = () => {
        clearInterval(timer)
        return rm(lockPath, { force: true }).catch(() => {})
      }
      try {
        await lock.writeFile(content).finally(() => lock.close())
      } catch (cause) {
        // On a full disk, writing or closing can fail. The lock file is removed in both cases.
        await unlock()
        throw cause
      }
      return unlock
    } catch (cause) {
      const { code = 'unknown' } = cause as NodeJS.ErrnoException
      if (code !== 'EEXIST')
        throw new OutputError(`The file of ${option} cannot be used (${code}).`, { code, path, cause })
    }
    try {
      const lockContent = await readFile(lockPath, 'utf8')
      if (!(await isStale(lockPath, lockContent))) break
      await removeStaleLock(lockPath, lockContent)
    } catch (cause) {
      // The other process may have ended in the meantime, which removed its lock.
      if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') break
    }
  }
  throw new OutputError(
    `Another process is using the file of ${option}. If there is none, delete the file with the same name plus .lock.`,
    { path },
  )
}

/** Sets the time of a lock, which tells processes of other machines and containers that its process is active. */
function touch(lockPath: string): void {
  const now = new Date()
  utimes(lockPath, now, now).catch(() => {})
}

/** Returns true if nobody touches a lock for `MAX_UNTOUCHED_MS`. */
async function isUntouched(lockPath: string): Promise<boolean> {
  const { mtimeMs } = await stat(lockPath)
  for (let waitedMs = 0; waitedMs < MAX_UNTOUCHED_MS; waitedMs += TOUCH_INTERVAL_MS) {
    await new Promise(resolve => setTimeout(resolve, TOUCH_INTERVAL_MS))
    if ((await stat(lockPath)).mtimeMs !== mtimeMs) return false
  }
  return true
}

/** Returns true if the lock's process has ended. */
async function isStale(lockPath: string, content: string): Promise<boolean> {
  // A process that is killed between the creation of its lock and the writing of the content leaves it without content.
  if (!content.endsWith('\n')) return Math.abs(Date.now() - (await stat(lockPath)).mtimeMs) > MAX_CREATION_MS
  const [, pid, startTime, machine] = /^([1-9][0-9]*) ([0-9]*) (.*)\n$/.exec(content) ?? []
  // A file that another program made is not a lock.
  if (pid === undefined) return false
  if (machine !== (await identifyMachine())) return isUntouched(lockPath)
  const currentStartTime = await readStartTime(pid)
  // Another process can have the id of one that has ended.
  if (startTime && currentStartTime) return startTime !== currentStartTime
  try {
    process.kill(Number(pid), 0)
    return false
  } catch (cause) {
    return (cause as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

/**
 * Returns the time at which a process started, counted in ticks since the start of the machine. Returns empty text if
 * there is no such process, or if the system does not have the files of Linux about processes.
 */
async function readStartTime(pid: number | string): Promise<string> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The name of the program is in parentheses and may contain spaces. The time is the twentieth value after it.
  return text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? ''
}

/** Names what a process id refers to: the machine and, on Linux, its current start and the PID namespace. */
async function identifyMachine(): Promise<string> {
  const bootId = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '')
  const namespace = await readlink('/proc/self/ns/pid').catch(() => '')
  return `${hostname()} ${bootId.trim()} ${namespace}`.trimEnd()
}

/**
 * Removes a stale lock. Renames it first, because another process may have replaced it after this one read it. Such a new
 * lock is put back.
 */
async function removeStaleLock(lockPath: string, lockContent: string): Promise<void> {
  const renamedPath = `${lockPath}.${process.pid}`
  try {
    await rename(lockPath, renamedPath)
    if ((await readFile(renamedPath, 'utf8')) !== lockContent) await link(renamedPath, lockPath)
    await rm(renamedPath, { force: true })
  } catch {
    // Another process removed the stale lock. The next attempt shows who has the lock.
  }
}
