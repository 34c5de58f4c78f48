import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

/** Makes a folder and those above it. Node 20 by itself tries for ever where one that is there takes none: /proc. */
export function makeFolder(path: string): void {
  const above = dirname(path)
  if (isFolder(path)) return
  if (above !== path && !existsSync(above)) makeFolder(above)
  try {
    mkdirSync(path)
  } catch (cause) {
    // Another run may have made it meanwhile.
    if (!isFolder(path)) throw cause
  }
}
