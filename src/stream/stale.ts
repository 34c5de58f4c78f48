import { lstatSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isObject } from '../core/shape-of.js'
import { selectTables } from '../export/select.js'
import type { FormTable } from '../model/form.js'
import { FORMATS } from './formats/index.js'
import { filesRead } from './keep-inputs.js'
import { MANIFEST } from './output.js'
import { wholeOf } from './parts/part-names.js'
import { holds, printOf } from './print.js'

/** A manifest is short; one of parts has a line for each of their files. */
const MOST = 1 << 26

/** What the manifest of an earlier run lists; nothing where there is none of ours. */
function listedIn(folder: string): unknown[] {
  try {
    const { isFile, size } = printOf(join(folder, MANIFEST))
    if (!isFile || size > MOST) return []
    const manifest: unknown = JSON.parse(readFileSync(join(folder, MANIFEST), 'utf8'))
    const files = isObject(manifest) && typeof manifest['version'] === 'string' ? manifest['files'] : null
    return Array.isArray(files) ? files : []
  } catch {
    return []
  }
}

/** True where the file is there, no link nor in one, and has the bytes that the manifest says. */
function isAsListed(path: string, sha256: string): boolean {
  try {
    const print = printOf(path)
    if (!lstatSync(dirname(path)).isDirectory()) return false
    return holds(path, print, { rows: 0, identity: '', size: print.size, sha256 })
  } catch {
    return false
  }
}

/**
 * Tables of an earlier run that would stand beside those of this one as if they were its own: what the folder's manifest
 * lists by the name of a table and a format, or of a part of it, with just its bytes. Nothing that is written now, or read.
 */
export function staleTables(
  folder: string,
  written: readonly string[],
  inputs: readonly string[],
  forms?: readonly FormTable[],
): string[] {
  const listed = listedIn(folder)
  if (listed.length === 0) return []
  const known = new Set(
    selectTables(['all'], forms).tables.flatMap(({ name }) => FORMATS.map(format => `${name}.${format}`)),
  )
  const seen = new Set<unknown>(written)
  const isRead = filesRead(inputs)
  return listed.flatMap(each => {
    const { name, sha256 } = isObject(each) ? each : {}
    if (typeof name !== 'string' || typeof sha256 !== 'string' || seen.has(name)) return []
    seen.add(name)
    if (!known.has(wholeOf(name))) return []
    const path = join(folder, name)
    return isAsListed(path, sha256) && !isRead(path) ? [name] : []
  })
}
