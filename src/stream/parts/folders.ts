import { lstatSync, mkdirSync, rmdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { failed } from '../output-error.js'

/** The folders of parts among files, each once. */
export const foldersOf = (names: readonly string[]): string[] => [
  ...new Set(names.filter(name => name.includes('/')).map(name => dirname(name))),
]

/** Makes the folder of a table's parts, unless it is there and no link; true where it was made. Throws OutputError. */
export function makePartFolder(folder: string, name: string): boolean {
  const path = join(folder, name)
  try {
    const found = lstatSync(path, { throwIfNoEntry: false })
    if (found === undefined) mkdirSync(path)
    else if (!found.isDirectory()) throw Object.assign(new Error(), { code: 'ENOTDIR' })
    return found === undefined
  } catch (cause) {
    throw failed(name, cause)
  }
}

/** Removes a folder, where nothing is left in it. */
export function removeEmpty(folder: string, name: string): void {
  try {
    rmdirSync(join(folder, name))
  } catch {}
}
