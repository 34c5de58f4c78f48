// Files that exist before a run: inputs, which no output may replace, and outputs of an earlier run.
import { fstatSync, lstatSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isObject } from '../core/json-value.js'
import { selectTables } from '../export/tables.js'
import type { FormTable } from '../model/form.js'
import { FORMATS } from './formats/index.js'
import { sourceName } from './input.js'
import { MANIFEST } from './output.js'
import { fileIdentity, holds, OutputError } from './output-file.js'

/** Which file a path leads to, by whatever name or link; null if it cannot be examined, which opening it will report. */
function identityAt(path: string): string | null {
  try {
    return fileIdentity(path === '-' ? fstatSync(0, { bigint: true }) : statSync(path, { bigint: true }))
  } catch {
    return null
  }
}

/**
 * Throws OutputError if a file that a run would write or remove in a folder is one that it reads, by whatever name or link:
 * the only copy of an input would be lost.
 */
export function keepInputs(inputs: readonly string[], folder: string, outputs: readonly string[]): void {
  const inputsRead = new Map(inputs.map(path => [identityAt(path), path]))
  for (const name of outputs) {
    const identity = identityAt(join(folder, name))
    const input = identity === null ? undefined : inputsRead.get(identity)
    if (input !== undefined)
      throw new OutputError(`${name} could not be written: this run reads it (${sourceName(input)}).`)
  }
}

/** A manifest is short, but has a line for each file of a table in parts. */
const MAX_MANIFEST_BYTES = 1 << 26

/** What the manifest of an earlier run lists; nothing if there is no manifest of this library. */
function listedIn(folder: string): unknown[] {
  try {
    const path = join(folder, MANIFEST)
    const stats = lstatSync(path)
    if (!stats.isFile() || stats.size > MAX_MANIFEST_BYTES) return []
    const manifest: unknown = JSON.parse(readFileSync(path, 'utf8'))
    const files = isObject(manifest) && typeof manifest['version'] === 'string' ? manifest['files'] : null
    return Array.isArray(files) ? files : []
  } catch {
    return []
  }
}

/** True if the file exists, is not a link nor inside one, and has the bytes that the manifest says. */
function isAsListed(path: string, sha256: string): boolean {
  try {
    const { size } = lstatSync(path, { bigint: true })
    return lstatSync(dirname(path)).isDirectory() && holds(path, { identity: '', size, sha256 })
  } catch {
    return false
  }
}

/** Returns the name of the whole table's file for the file of a part, and other names as they are. */
const wholeOf = (name: string): string => name.replace(/^([a-z0-9_]+)\/part-\d{5,9}\./, '$1.')

/**
 * Lists the tables of an earlier run that would seem to belong to the tables of this one: files that the folder's manifest
 * lists, with exactly their bytes, and that are named as a table in a format or as a part of one. Files that are written
 * now, or read, are not listed.
 */
export function staleTables(
  folder: string,
  written: readonly string[],
  inputs: readonly string[],
  forms?: readonly FormTable[],
): string[] {
  const listed = listedIn(folder)
  if (listed.length === 0) return []
  const tableFiles = new Set(
    selectTables(['all'], forms).tables.flatMap(({ name }) => FORMATS.map(format => `${name}.${format}`)),
  )
  const seen = new Set<unknown>(written)
  const inputsRead = new Set(inputs.map(identityAt))
  return listed.flatMap(file => {
    const { name, sha256 } = isObject(file) ? file : {}
    if (typeof name !== 'string' || typeof sha256 !== 'string' || seen.has(name)) return []
    seen.add(name)
    if (!tableFiles.has(wholeOf(name))) return []
    const path = join(folder, name)
    return isAsListed(path, sha256) && !inputsRead.has(identityAt(path)) ? [name] : []
  })
}
