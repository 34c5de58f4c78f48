import { lstatSync, mkdirSync, rmdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { failed } from '../output-file.js'

export const fileOf = (table: string, format: string, part: number | null): string =>
  part === null ? `${table}.${format}` : `${table}/part-${String(part).padStart(5, '0')}.${format}`

/** Returns the name of the whole table's file for the file of a part, and other names as they are. */
export const wholeOf = (name: string): string => name.replace(/^([a-z0-9_]+)\/part-\d{5,9}\./, '$1.')

/** Returns the folders of parts among files, without repetitions. */
export const foldersOf = (names: readonly string[]): string[] => [
  ...new Set(names.filter(name => name.includes('/')).map(name => dirname(name))),
]

/** Makes the folder of a table's parts and returns true, or returns false if it exists and is not a link. Throws OutputError. */
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

/** Removes a folder if it is empty. */
export function removeEmpty(folder: string, name: string): void {
  try {
    rmdirSync(join(folder, name))
  } catch {}
}

const UNITS: Readonly<Record<string, number>> = {
  '': 1,
  B: 1,
  KB: 1e3,
  MB: 1e6,
  GB: 1e9,
  TB: 1e12,
  KIB: 2 ** 10,
  MIB: 2 ** 20,
  GIB: 2 ** 30,
  TIB: 2 ** 40,
}

/** Returns the number of bytes that a text such as `256MB` means, or null if it is not a size. */
export function bytesOfSize(text: string): number | null {
  const [, number = '', unit = ''] = /^([1-9][0-9]{0,8})([a-z]{0,3})$/i.exec(text) ?? []
  const times = UNITS[unit.toUpperCase()]
  return number === '' || times === undefined ? null : Number(number) * times
}
