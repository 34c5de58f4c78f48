import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { removeEmpty } from './parts/folders.js'

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}

/**
 * Makes a folder and its missing parents. Node 20 itself loops forever if an existing parent takes no folder, as /proc does.
 * If a folder cannot be made, the parents that were made are removed again.
 *
 * @returns the folders that were made, innermost first.
 */
export function makeFolder(path: string): string[] {
  const parent = dirname(path)
  if (isFolder(path)) return []
  const createdParents = parent !== path && !existsSync(parent) ? makeFolder(parent) : []
  try {
    mkdirSync(path)
  } catch (cause) {
    // Another run may have made it meanwhile.
    if (isFolder(path)) return createdParents
    for (const folder of createdParents) removeEmpty(folder, '')
    throw cause
  }
  return [path, ...createdParents]
}
