import { link, open, readFile, realpath, rename, rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { OutputError } from '../errors.js'

// Two processes that write to one file would mix or lose their data. A process therefore creates `FILE.lock` with its
// id. The creation fails if the file exists. A process that crashed leaves its lock behind, so a lock whose process has
// ended is taken over. A process of another machine cannot be checked. Its lock counts as active.

/** Locks the file of an option. Returns the function that unlocks it. Throws OutputError if another process uses it. */
export async function lockFile(path: string, option: string): Promise<() => Promise<void>> {
  const lockPath = `${await realpath(path).catch(() => path)}.lock`
  const content = `${process.pid} ${hostname()}\n`
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      const lock = await open(lockPath, 'wx', 0o600)
      const unlock = () => rm(lockPath, { force: true })
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
    const lockContent = await readFile(lockPath, 'utf8').catch(() => '')
    if (!isStale(lockContent)) break
    await removeStaleLock(lockPath, lockContent)
  }
  throw new OutputError(
    `Another process is using the file of ${option}. If there is none, delete the file with the same name plus .lock.`,
    { path },
  )
}

/** Returns true if the lock's process ran on this machine and has ended. */
function isStale(content: string): boolean {
  const [, pid, host] = /^([1-9][0-9]*) (.+)\n$/.exec(content) ?? []
  if (pid === undefined || host !== hostname()) return false
  try {
    process.kill(Number(pid), 0)
    return false
  } catch (cause) {
    return (cause as NodeJS.ErrnoException).code === 'ESRCH'
  }
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
