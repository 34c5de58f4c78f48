// Examines the files that exist before a run: inputs, which outputs must not replace, and outputs of earlier runs.
import { fstatSync, lstatSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isObject } from '../../core/json-value.js'
import type { FormTable } from '../../schema/form.js'
import { selectTables } from '../../tables/tables.js'
import { OutputError } from '../errors.js'
import { FORMATS } from '../formats/names.js'
import { toSourceName } from '../read/read-files.js'
import { MANIFEST } from './output.js'
import { formatFileIdentity, isWrittenFile, runOrElse } from './output-file.js'

/** Returns the identity of the file at a path, following links. Returns null if the file cannot be examined. */
const findIdentity = (path: string): string | null =>
  runOrElse(() => {
    const stats = path === '-' ? fstatSync(0, { bigint: true }) : statSync(path, { bigint: true })
    return formatFileIdentity(stats)
  }, null)

/**
 * Throws OutputError if a run would write or remove one of its own inputs, even under another name or through a link.
 * Without this check, a run could destroy the only copy of an input.
 */
export function checkInputsNotOverwritten(inputs: readonly string[], folder: string, outputs: readonly string[]): void {
  const inputsByIdentity = new Map(inputs.map(path => [findIdentity(path), path]))
  for (const name of outputs) {
    const identity = findIdentity(join(folder, name))
    const input = identity === null ? undefined : inputsByIdentity.get(identity)
    if (input !== undefined)
      throw new OutputError(`${name} could not be written: this run reads it (${toSourceName(input)}).`, { path: name })
  }
}

/** The maximum size of a manifest. Tables that are written in parts may list many files. */
const MAX_MANIFEST_BYTES = 1 << 26

/** Returns the files listed in an earlier run's manifest. The list is empty if the folder has no manifest. */
const readManifestFiles = (folder: string): unknown[] =>
  runOrElse(() => {
    const path = join(folder, MANIFEST)
    const stats = lstatSync(path)
    if (!stats.isFile() || stats.size > MAX_MANIFEST_BYTES) return []
    const manifest: unknown = JSON.parse(readFileSync(path, 'utf8'))
    const files = isObject(manifest) && typeof manifest['version'] === 'string' ? manifest['files'] : null
    return Array.isArray(files) ? files : []
  }, [])

/** Returns true if the file matches the hash in the manifest, and neither it nor its folder is a link. */
const isUnchanged = (path: string, sha256: string): boolean =>
  runOrElse(() => {
    const { size } = lstatSync(path, { bigint: true })
    return lstatSync(dirname(path)).isDirectory() && isWrittenFile(path, { identity: '', size, sha256 })
  }, false)

/** Converts the name of a part to that of a single file. For example, `w2/part-00001.csv` becomes `w2.csv`. */
const toSingleFileName = (name: string): string => name.replace(/^([a-z0-9_]+)\/part-\d{5,9}\./, '$1.')

/**
 * Lists stale table files, which an earlier run wrote and which would appear to belong to this run. A file is stale if
 * the folder's manifest lists it, its bytes are unchanged, and it has the name of a table file or part. Files that this
 * run reads or writes are not stale.
 */
export function listStaleTables(
  folder: string,
  writtenNames: readonly string[],
  inputs: readonly string[],
  forms?: readonly FormTable[],
): string[] {
  const listedFiles = readManifestFiles(folder)
  if (listedFiles.length === 0) return []
  const tableFiles = new Set(
    selectTables(['all'], forms).tables.flatMap(({ name }) => FORMATS.map(format => `${name}.${format}`)),
  )
  const seenNames = new Set<unknown>(writtenNames)
  const inputIdentities = new Set(inputs.map(findIdentity))
  return listedFiles.flatMap(file => {
    const { name, sha256 } = isObject(file) ? file : {}
    if (typeof name !== 'string' || typeof sha256 !== 'string' || seenNames.has(name)) return []
    seenNames.add(name)
    if (!tableFiles.has(toSingleFileName(name))) return []
    const path = join(folder, name)
    return isUnchanged(path, sha256) && !inputIdentities.has(findIdentity(path)) ? [name] : []
  })
}
