import { link, open, readFile, readlink, realpath, rename, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { OutputError } from '../errors.js'

// Two processes that write to one file would mix or lose their data. A process therefore creates `FILE.lock`, which
// contains its id, the time at which it started and the name of its machine. On Linux, the lock also contains the boot id
// and the PID namespace, because two containers can have processes with the same id. The creation fails if the file
// exists. A process that crashed leaves its lock behind, so a lock whose process has ended is taken over. A process of
// another machine, container or boot cannot be checked by its id. Every process writes its lock again from time to time,
// so such a lock is taken over if it has not been written for several minutes.

const REWRITE_INTERVAL_MS = 30_000

/** Much longer than a process is busy with one step, and than the clocks of two machines differ. */
const MAX_LOCK_AGE_MS = 300_000

/** Creating a lock takes much less time than this. An older lock without content belongs to a process that was killed. */
const MAX_CREATION_MS = 10_000

/** Locks the file of an option. Returns the function that unlocks it. Throws OutputError if another process uses it. */
export async function lockFile(path: string, option: string): Promise<() => Promise<void>> {
  const lockPath = `${await realpath(path).catch(() => path)}.lock`
  const content = `${process.pid} ${await readStartTime(process.pid)} ${await identifyPidNamespace()}\n`
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      return await createLock(lockPath, content)
    } catch (cause) {
      const { code = 'unknown' } = cause as NodeJS.ErrnoException
      if (code !== 'EEXIST')
        throw new OutputError(`The file of ${option} cannot be used (${code}).`, { code, path, cause })
    }
    try {
      const [lockContent, { mtimeMs }] = await Promise.all([readFile(lockPath, 'utf8'), stat(lockPath)])
      if (!(await isStale(lockContent, Math.abs(Date.now() - mtimeMs)))) break
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

/** Writes a lock again, unless another process has taken over. An open handle would keep a disk from being unmounted. */
async function rewriteLock(lockPath: string, content: string): Promise<void> {
  const lock = await open(lockPath, 'r+')
  try {
    if ((await lock.readFile('utf8')) === content) await lock.write(content, 0)
  } finally {
    await lock.close()
  }
}

/** Creates a lock, and writes it again from time to time. Returns the function that removes it. */
async function createLock(lockPath: string, content: string): Promise<() => Promise<void>> {
  const lock = await open(lockPath, 'wx', 0o600)
  // If the lock cannot be removed, for example on a disk that has become read-only, a later process takes it over.
  const removeLock = () => rm(lockPath, { force: true }).catch(() => {})
  try {
    await lock.writeFile(content).finally(() => lock.close())
  } catch (cause) {
    // On a full disk, writing or closing can fail.
    await removeLock()
    throw cause
  }
  const timer = setInterval(() => rewriteLock(lockPath, content).catch(() => {}), REWRITE_INTERVAL_MS).unref()
  return async () => {
    clearInterval(timer)
    const currentContent = await readFile(lockPath, 'utf8').catch(() => '')
    if (currentContent === content) await removeLock()
  }
}

/** Returns true if the lock's process has ended, or if it cannot be checked and no longer writes its lock. */
async function isStale(content: string, ageMs: number): Promise<boolean> {
  // A process that is killed between the creation of its lock and the writing of the content leaves it without content.
  if (!content.endsWith('\n')) return ageMs > MAX_CREATION_MS
  const [, pid, startTime, machine] = /^([1-9][0-9]*) ([0-9]*) (.*)\n$/.exec(content) ?? []
  // A file that another program made is not a lock.
  if (pid === undefined) return false
  if (machine !== (await identifyPidNamespace())) return ageMs > MAX_LOCK_AGE_MS
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

/** Identifies the set of processes in which a process id is unique: the machine and, on Linux, its boot and namespace. */
async function identifyPidNamespace(): Promise<string> {
  const bootId = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '')
  const namespace = await readlink('/proc/self/ns/pid').catch(() => '')
  return `${hostname()} ${bootId.trim()} ${namespace}`.trimEnd()
}

/**
 * Removes a stale lock. Renames it first, because another process may have replaced it after this one read it. Such a new
 * lock is put back.
 */
async function removeStaleLock(lockPath: string, lockContent: string): Promise<void> {
  const renamedPath = `${lockPath}.${crypto.randomUUID()}`
  try {
    await rename(lockPath, renamedPath)
    if ((await readFile(renamedPath, 'utf8')) !== lockContent) await link(renamedPath, lockPath)
    await rm(renamedPath, { force: true })
  } catch {
    // Another process removed the stale lock. The next attempt shows who has the lock.
  }
}
