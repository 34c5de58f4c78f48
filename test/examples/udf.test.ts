import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { gzipSync } from 'node:zlib'
import variant from '@jitl/quickjs-wasmfile-release-sync'
import { newQuickJSWASMModuleFromVariant, type QuickJSSyncVariant } from 'quickjs-emscripten-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { analyze } from '../../src/api/analyze.js'
import { fixture, ROOT } from '../cli/command.js'
import { analyzeEverything } from '../support/everything.js'
import { sharedFolder } from '../support/folder.js'

const folder = sharedFolder()

const dossiers = readFileSync(fixture('dossiers.ndjson'), 'utf8').trimEnd().split('\n')
const TEXTS = [
  ...dossiers,
  ...readdirSync(fixture('forms')).map(name => readFileSync(fixture(`forms/${name}`), 'utf8')),
  ...['{}', '[]', 'null', '"text"', '{"id":"r","forms":[{"form_w2":[{"wages_tips_other_compensation":"1,2.3"}]}]}'],
]

/** Evaluates an expression in an engine that has loaded the bundle. The expression can use the variable `text`. */
type Engine = (expression: string, text: string) => unknown

let code = ''
beforeAll(() => {
  const file = join(folder, 'taxtally-udf.js')
  execFileSync(process.execPath, ['docs/examples/udf/build.mjs', file], { cwd: ROOT })
  code = readFileSync(file, 'utf8')
})

/** Creates a Node context that has only the ECMAScript globals, without those in `removedGlobals`, and loads the bundle. */
function createBareEngine(removedGlobals: readonly string[] = []): Engine {
  const context = createContext(Object.create(null) as object)
  const nonStandardGlobals = ['console', 'URL', 'TextEncoder', 'TextDecoder', 'WebAssembly', 'performance', 'process']
  for (const name of [...nonStandardGlobals.map(name => `globalThis.${name}`), ...removedGlobals])
    runInContext(`delete ${name}`, context)
  runInContext(code, context)
  return (expression, text) => {
    Object.assign(context, { text })
    return runInContext(expression, context)
  }
}

/** Creates a QuickJS engine. The cast is needed because the types of the package nest the default export twice. */
async function quickJs(): Promise<Engine> {
  const context = (await newQuickJSWASMModuleFromVariant(variant as unknown as QuickJSSyncVariant)).newContext()
  const run = (script: string): unknown => {
    const result = context.evalCode(script)
    const value: unknown = context.dump(result.error ?? result.value)
    const failed = result.error !== undefined
    result.dispose()
    if (failed) throw new Error(JSON.stringify(value))
    return value
  }
  run(code)
  return (expression, text) => {
    const handle = context.newString(text)
    context.setProp(context.global, 'text', handle)
    handle.dispose()
    return run(expression)
  }
}

test('the bundle is small and does not contain $$, which delimits a Snowflake function', () => {
  expect(code).not.toContain('$$')
  expect(gzipSync(code, { level: 9 }).length).toBeLessThan(168_000)
})

const ENGINES: readonly (readonly [string, () => Engine | Promise<Engine>])[] = [
  ['Node without its modules', () => createBareEngine()],
  [
    'an older engine',
    () =>
      createBareEngine([
        'Object.hasOwn',
        ...['at', 'toSorted', 'toReversed'].map(method => `Array.prototype.${method}`),
      ]),
  ],
  ['QuickJS', quickJs],
]

describe.each(ENGINES)('in %s', (_, start) => {
  let engine: Engine
  beforeAll(async () => {
    engine = await start()
  })

  test('analyze returns the same bytes as in Node', () => {
    for (const text of TEXTS)
      expect(engine('JSON.stringify(taxtally.analyze(JSON.parse(text)))', text)).toBe(
        JSON.stringify(analyze(JSON.parse(text))),
      )
  })

  test('rows returns the rows of every table', () => {
    const [text = ''] = dossiers
    const printedRows = JSON.parse(String(engine('JSON.stringify(taxtally.rows(text, null))', text))) as {
      readonly table: string
    }[]
    const theirs = analyzeEverything([JSON.parse(text) as object])
    const names = [...new Set(printedRows.map(({ table }) => table))]
    expect(names.length).toBeGreaterThan(10)
    for (const name of names.filter(tableName => tableName !== 'issues'))
      expect(printedRows.filter(({ table }) => table === name).map(({ table: _table, ...row }) => row)).toEqual(
        theirs.rows(name),
      )
    expect(engine("JSON.stringify(taxtally.rows('{', null))", '')).toContain('json_malformed')
    expect(engine('JSON.stringify(taxtally.rows(text, null))', 'null')).toContain('"table":"issues"')
  })

  test('pseudonyms, deadlines and merged summaries give the same results as in Node', () => {
    const key = Array.from({ length: 32 }, (_each, i) => i)
    const [text = ''] = dossiers
    const ours = analyze(JSON.parse(text), { identifiers: 'pseudonym', pseudonymKey: Uint8Array.from(key) })
    const options = `{ identifiers: 'pseudonym', pseudonymKey: Uint8Array.of(${key}), deadline: 1e6 }`
    const json = JSON.stringify(ours)
    expect(json).not.toBe(JSON.stringify(analyze(JSON.parse(text))))
    expect(engine(`JSON.stringify(taxtally.analyze(JSON.parse(text), ${options}))`, text)).toBe(json)
    const merged = 'taxtally.mergeSummaries(of, of).taxpayers'
    const declaration = 'const of = taxtally.summaryOf(taxtally.analyze(JSON.parse(text)).value.dossier)'
    expect(engine(`(() => { ${declaration}; return ${merged} })()`, text)).toBe(2)
  })
})

/** Loads the bundle `library` in a new context, runs the body of a warehouse function and returns its result. */
const runFunctionBody = (body: string, library: string): unknown => {
  const context = createContext({ text: dossiers[0] })
  runInContext(library, context)
  const call = `JSON.stringify((function (dossier, tables, DOSSIER, TABLES) { ${body}\n})(text, ['income'], text, ['income']))`
  return JSON.parse(String(runInContext(call, context)))
}

test('the functions for BigQuery and Snowflake return the same rows as taxtally.rows', () => {
  const rows = runFunctionBody("return taxtally.rows(dossier, ['income'])", code) as unknown[]
  expect(rows.length).toBeGreaterThan(5)
  const bigQuery = readFileSync(join(ROOT, 'docs/examples/bigquery/udf.sql'), 'utf8')
  const [, body = ''] = /AS r"""(.*)"""/.exec(bigQuery) ?? []
  expect((runFunctionBody(body, code) as string[]).map(row => JSON.parse(row) as unknown)).toEqual(rows)
  const script = join(ROOT, 'docs/examples/snowflake/udf.sh')
  const file = join(folder, 'taxtally-udf.js')
  const made = execFileSync('sh', [script, file], { encoding: 'utf8' })
  expect(runFunctionBody(made.split('$$')[1] ?? '', '')).toEqual(rows)
})
