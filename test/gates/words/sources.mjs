import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

export const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

/** Folders to skip, because they contain generated data, results or installed packages. */
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
 * Reads the TypeScript and JavaScript files in the given folders, except declaration files.
 *
 * @param {...string} folders - Paths relative to the root of the repository, such as `src`.
 */
export const readFolders = (...folders) =>
  folders.flatMap(folder =>
    Array.from(listFiles(folder), path => ({ path, text: readFileSync(join(ROOT, path), 'utf8') })),
  )

/** Parses the files of a folder. Each syntax tree has a file name relative to the root of the repository. */
export const parseFolder = folder => readFolders(folder).map(({ path, text }) => parseText(path, text))

/** Returns `file:line` for a position in a source file, for messages. */
export function locate(source, position) {
  return `${source.fileName}:${source.getLineAndCharacterOfPosition(position).line + 1}`
}
