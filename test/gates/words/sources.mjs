import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

export const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

/** Folders that hold no source of ours: generated data, results and installed packages. */
const SKIPPED_FOLDERS = new Set(['node_modules', 'bench/data', 'test/mutation/out'])

function* listFiles(folder) {
  for (const entry of readdirSync(join(ROOT, folder), { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (SKIPPED_FOLDERS.has(path) || SKIPPED_FOLDERS.has(entry.name)) continue
    if (entry.isDirectory()) yield* listFiles(path)
    else if (/\.m?[jt]s$/.test(entry.name) && !/\.d\.m?ts$/.test(entry.name)) yield path
  }
}

export const parseText = (name, text) => ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true)

/**
 * Parses every TypeScript and JavaScript file of some folders.
 *
 * @param {readonly string[]} folders - Folders of the repository, such as `src`.
 * @returns {ts.SourceFile[]} One tree for each file. Its file name is relative to the repository.
 */
export const parseFolders = folders =>
  folders.flatMap(folder =>
    Array.from(listFiles(folder), path => parseText(path, readFileSync(join(ROOT, path), 'utf8'))),
  )

/** Returns `file:line` of a node or a position, for messages. */
export function locate(source, position) {
  return `${source.fileName}:${source.getLineAndCharacterOfPosition(position).line + 1}`
}
