// Checks the types of the installed package and of its dependencies with an application's compiler settings.
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const STRICT = { strict: true, exactOptionalPropertyTypes: true, skipLibCheck: false }
const NODENEXT = { module: 'nodenext', lib: ['es2023'], types: ['node'] }
const BUNDLER = { module: 'esnext', moduleResolution: 'bundler', lib: ['es2023', 'dom', 'dom.iterable'] }
/** @type {Readonly<Record<string, readonly [import('typescript').CompilerOptions | object, readonly string[]]>>} */
const PROJECTS = {
  nodenext: [{ ...NODENEXT }, ['all.mts', 'common.cts', 'service.mts', 'web.mts']],
  bundler: [{ ...BUNDLER, types: ['node'] }, ['all.mts', 'service.mts', 'web.mts']],
  'a browser': [{ ...BUNDLER, types: [] }, ['web.mts']],
}

/** Compiles the project's programs with the settings of several kinds of applications. Returns the compiler output. */
export function checkTypes(folder) {
  return Object.entries(PROJECTS).map(([name, [options, files]]) => {
    const compilerOptions = { ...STRICT, ...options, target: 'es2022', noEmit: true }
    const config = join(folder, 'tsconfig.json')
    writeFileSync(config, JSON.stringify({ compilerOptions, files }))
    const tsc = resolve('node_modules/typescript/bin/tsc')
    const { stdout, stderr, status } = spawnSync(process.execPath, [tsc, '-p', config], { encoding: 'utf8' })
    return { name, ok: status === 0, text: stdout + stderr, files }
  })
}
