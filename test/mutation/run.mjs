/** Makes one small change to the sources at a time and checks that a test of figures fails. See docs/dev/testing.md. */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import ts from 'typescript'
import { listMutants } from './mutants.mjs'
import { SUITES } from './suites.mjs'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

const COMPILER_OPTIONS = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext, verbatimModuleSyntax: true }
const SHIM = 'test/mutation/vitest.mjs'

/** Compiles TypeScript to JavaScript for the copy of the project. `path` is relative to the project folder. */
function compiled(path, text) {
  const { outputText } = ts.transpileModule(text, { compilerOptions: COMPILER_OPTIONS, fileName: path })
  return outputText.replace(/(from\s*)['"]vitest['"]/g, (_, from) => `${from}'./${relative(dirname(path), SHIM)}'`)
}

/** Returns the path of the JavaScript for a TypeScript file in the copy of the project. */
const compiledPath = (folder, path) => join(folder, path.replace(/\.ts$/, '.js'))

/** Makes a copy of the project: the sources and tests as JavaScript, and links to folders that tests only read. */
function copyOfProject() {
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

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { sample: { type: 'string', default: '60' }, seed: { type: 'string', default: '1' } },
})
const SAMPLE_SIZE = values.sample === 'all' ? Number.POSITIVE_INFINITY : Number(values.sample)
const names = positionals.length === 0 ? Object.keys(SUITES) : positionals

/** Hashes a mutant's description with the seed. Edits elsewhere do not change the hash, so samples stay similar. */
function drawNumber(text) {
  let hash = Math.imul(Number(values.seed), 0x9e3779b1) ^ 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  return (hash ^ (hash >>> 13)) >>> 0
}

const { options, fileNames } = ts.parseJsonConfigFileContent(
  ts.readConfigFile(join(ROOT, 'tsconfig.json'), ts.sys.readFile).config,
  ts.sys,
  ROOT,
)
const program = ts.createProgram(fileNames, options)
const folder = copyOfProject()

/** Selects a sample of the mutants of a folder, of a `FILE.ts` or of a `FILE.ts:LINE`. */
function sampleMutants(name) {
  const [area, line] = name.split(':')
  const paths = area.endsWith('.ts')
    ? [`src/${area}`]
    : readdirSync(join(ROOT, 'src', area), { recursive: true, encoding: 'utf8' })
        .filter(file => file.endsWith('.ts'))
        .toSorted()
        .map(file => `src/${area}/${file}`)
  const all = paths.flatMap(path => listMutants(program, join(ROOT, path)).map(mutant => ({ path, ...mutant })))
  const selected = line === undefined ? all : all.filter(mutant => mutant.line === Number(line))
  const lots = selected.map(mutant => [drawNumber(`${mutant.path} ${mutant.start} ${mutant.by}`), mutant])
  return {
    all: selected.length,
    mutants: lots
      .toSorted(([a], [b]) => a - b)
      .slice(0, SAMPLE_SIZE)
      .map(([, mutant]) => mutant),
  }
}

/** Runs test files in the copy. Returns `passed`, `failed`, or `late` after `limit` milliseconds. */
function runTests(files, limit) {
  const { status, error } = spawnSync(
    process.execPath,
    ['test/mutation/child.mjs', ...files.map(file => compiledPath(folder, file))],
    { cwd: folder, stdio: 'ignore', timeout: limit, killSignal: 'SIGKILL' },
  )
  if (error !== undefined && 'code' in error && error.code === 'ETIMEDOUT') return 'late'
  return status === 0 ? 'passed' : 'failed'
}

const rows = []
const survivors = []
const limits = new Map()
for (const name of names) {
  const files = SUITES[name.split('/')[0]]
  if (files === undefined) throw new Error(`no tests are listed for ${name}`)
  const start = performance.now()
  if (!limits.has(files)) {
    if (runTests(files, 300_000) !== 'passed') throw new Error(`the tests of ${name} fail without a mutant`)
    // The limit is generous, so that a busy machine does not make a mutant late.
    limits.set(files, Math.round(5000 + 3 * (performance.now() - start)))
  }
  const { all, mutants } = sampleMutants(name)
  const counts = { failed: 0, passed: 0, late: 0 }
  for (const mutant of mutants) {
    const { path, start: from, end, by, line, was } = mutant
    const text = readFileSync(join(ROOT, path), 'utf8')
    writeFileSync(compiledPath(folder, path), compiled(path, text.slice(0, from) + by + text.slice(end)))
    const outcome = runTests(files, limits.get(files))
    writeFileSync(compiledPath(folder, path), compiled(path, text))
    counts[outcome]++
    if (outcome !== 'passed') continue
    const survivor = `${path}:${line}  ${was.replace(/\s+/g, ' ')}  ->  ${by.replace(/\s+/g, ' ')}`
    survivors.push(survivor)
    console.error(survivor)
  }
  const share = mutants.length === 0 ? '' : `${((100 * counts.passed) / mutants.length).toFixed(1)} %`
  const columns = { killed: counts.failed, survived: counts.passed, 'timed out': counts.late, share }
  rows.push({ folder: name, all, mutants: mutants.length, ...columns })
  console.error(
    `${name}: ${counts.passed} of ${mutants.length} survived, ${Math.round((performance.now() - start) / 1000)} s`,
  )
}
console.table(rows)
for (const survivor of survivors.toSorted()) console.log(survivor)
