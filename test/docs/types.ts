import { spawnSync } from 'node:child_process'
import { realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const MODULES = realpathSync('node_modules')

/** The compiler options of an application with every check. */
const OPTIONS = {
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  noImplicitOverride: true,
  skipLibCheck: true,
  allowJs: true,
  checkJs: true,
  noEmit: true,
  target: 'es2023',
  module: 'nodenext',
  types: ['node'],
  typeRoots: [join(MODULES, '@types')],
}

/** Compiles programs of a folder, including JavaScript, and returns the output of the compiler. */
export function compile(folder: string, files: readonly string[]): string {
  // JavaScript cannot say the type of a parameter, and express has no types of its own.
  const compilerOptions = { ...OPTIONS, noImplicitAny: files.every(file => file.endsWith('ts')) }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }))
  const args = [join(MODULES, 'typescript/bin/tsc'), '-p', 'tsconfig.json', '--pretty', 'false']
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })
  return stdout + stderr
}
