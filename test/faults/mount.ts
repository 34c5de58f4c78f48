import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect } from 'vitest'
import { sharedFolder } from '../support/folder.js'
import { findRequirement, missingReason, reportUnavailable } from '../support/requirements.mjs'

/** The reason why this user may not mount a disk. Null if the user may. */
export const mountReason = missingReason('mount')
if (mountReason !== null) reportUnavailable('full disks', mountReason)
const mount = String(findRequirement('mount'))

/** Runs a command, which may contain arguments, with more arguments. Returns its exit status. */
function run(command: string, ...args: readonly string[]): number | null {
  const [program = '', ...first] = command.split(' ')
  return spawnSync(program, [...first, ...args]).status
}

/** Makes a folder for the tests of a file. Its function `mountDisk` mounts a small disk in it, until the end of the file. */
export function sharedFolderWithDisks() {
  const folder = sharedFolder()
  const mounted: string[] = []
  afterAll(() => {
    for (const path of mounted) run(mount.replace('mount', 'umount'), path)
  })
  /** Mounts a disk that the current user may write to. Returns its path. */
  const mountDisk = (name: string, options: string): string => {
    const path = join(folder, name)
    mkdirSync(path)
    expect(run(mount, '-t', 'tmpfs', '-o', `${options},uid=${process.getuid?.()}`, 'tmpfs', path)).toBe(0)
    mounted.push(path)
    return path
  }
  return { folder, mountDisk }
}

/** Changes the options of a mounted disk, such as its size. */
export function remountDisk(path: string, options: string): void {
  expect(run(mount, '-o', `remount,${options}`, path)).toBe(0)
}
