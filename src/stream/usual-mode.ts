import { fchmodSync } from 'node:fs'

/**
 * Gives an open file the usual permissions of the process, in place of its owner's alone.
 * Node's permission model forbids the call: the file then stays its owner's.
 */
export function giveUsualMode(descriptor: number): void {
  try {
    fchmodSync(descriptor, 0o666 & ~process.umask())
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ERR_ACCESS_DENIED') throw cause
  }
}
