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

/** Compiles the programs in a folder, including JavaScript, and returns the compiler's output. */
export function compile(folder: string, files: readonly string[]): string {
  // JavaScript cannot declare parameter types, and express is installed without types.
  const compilerOptions = { ...OPTIONS, noImplicitAny: files.every(file => file.endsWith('ts')) }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }))
  const args = [join(MODULES, 'typescript/bin/tsc'), '-p', 'tsconfig.json', '--pretty', 'false']
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })
  return stdout + stderr
}
