import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

const OPTIONS = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext, verbatimModuleSyntax: true }
const SHIM = 'test/mutation/vitest.mjs'

/** Compiles a TypeScript file to JavaScript that runs in the copy. `path` is relative to the project folder. */
export function compiled(path, text) {
  const { outputText } = ts.transpileModule(text, { compilerOptions: OPTIONS, fileName: path })
  return outputText.replace(/(from\s*)['"]vitest['"]/g, (_, from) => `${from}'./${relative(dirname(path), SHIM)}'`)
}

/** Returns the path of a TypeScript file's JavaScript in the copy. */
export const compiledPath = (folder, path) => join(folder, path.replace(/\.ts$/, '.js'))

/** Makes a private copy of the sources and tests as JavaScript. Everything else is linked and only read. */
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
