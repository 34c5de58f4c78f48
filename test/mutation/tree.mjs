import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

const OPTIONS = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext, verbatimModuleSyntax: true }
const SHIM = 'test/mutation/vitest.mjs'

/** Compiles TypeScript to JavaScript for the copy of the project. `path` is relative to the project folder. */
export function compiled(path, text) {
  const { outputText } = ts.transpileModule(text, { compilerOptions: OPTIONS, fileName: path })
  return outputText.replace(/(from\s*)['"]vitest['"]/g, (_, from) => `${from}'./${relative(dirname(path), SHIM)}'`)
}

/** Returns the path of the JavaScript for a TypeScript file in the copy of the project. */
export const compiledPath = (folder, path) => join(folder, path.replace(/\.ts$/, '.js'))

/** Makes a copy of the project: the sources and tests as JavaScript, and links to folders that tests only read. */
export function copyOfProject() {
  const folder = mkdtempSync(join(tmpdir(), 'taxtally-mutation-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  for (const name of ['node_modules', 'fixtures', 'docs', 'schemas', 'package.json'])
    symlinkSync(join(ROOT, name), join(folder, name))
  for (const top of ['src', 'test']) {
    for (const entry of readdirSync(join(ROOT, top), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue
      const path = relative(ROOT, join(entry.parentPath, entry.name))
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      if (!path.endsWith('.ts') || path.endsWith('.d.ts')) cpSync(join(ROOT, path), join(folder, path))
      else writeFileSync(compiledPath(folder, path), compiled(path, readFileSync(join(ROOT, path), 'utf8')))
    }
  }
  return folder
}
