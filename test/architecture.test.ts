import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, test } from 'vitest'
import { FORMS } from '../src/schema/forms/index.js'

const SRC = fileURLToPath(new URL('../src/', import.meta.url))

/** The layers of `src`, which are folders, in import order. A layer may import only earlier layers. */
const LAYERS: readonly string[] = [
  ...['core', 'schema', 'schema/forms', 'schema/wire', 'ingest', 'resolve', 'figures', 'checks', 'underwriting'],
  ...['tables', 'api', 'fdx', 'report', 'files', 'service', 'cli', 'tools/generate', 'tools/playground'],
]

/** An import or re-export. `runtime` is false if it has only types, which load nothing at run time. */
interface Import {
  readonly name: string
  readonly runtime: boolean
}

const stripComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')

/** Lists the imports and re-exports in the text of a file, including type imports. */
function listImports(text: string): Import[] {
  const code = stripComments(text)
  const imports: Import[] = []
  for (const [, clause = '', name = ''] of code.matchAll(
    /^(?:import|export)\s+([^'"]*?)\s*from\s+['"]([^'"]+)['"]/gm,
  )) {
    const named = /^\{([\s\S]*)\}$/.exec(clause.trim())
    const specifiers = named?.[1]?.split(',').filter(specifier => specifier.trim() !== '') ?? []
    const types =
      /^type\s/.test(clause) || (specifiers.length > 0 && specifiers.every(specifier => /^\s*type\s/.test(specifier)))
    imports.push({ name, runtime: !types })
  }
  for (const [, name = ''] of code.matchAll(/^import\s+['"]([^'"]+)['"]/gm)) imports.push({ name, runtime: true })
  for (const [, name = ''] of code.matchAll(/\bimport\(\s*['"]([^'"]+)['"]\s*\)/g))
    imports.push({ name, runtime: true })
  return imports
}

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .map(name => name.replaceAll('\\', '/'))
  .filter(name => name.endsWith('.ts'))
  .toSorted()
const readSource = (name: string): string => readFileSync(join(SRC, name), 'utf8')
const readCode = (name: string): string => stripComments(readSource(name))
const imports = new Map(files.map(name => [name, listImports(readSource(name))]))

const resolveImport = (from: string, { name }: Import): string | null =>
  name.startsWith('.') ? posix.normalize(posix.join(posix.dirname(from), name)).replace(/\.js$/, '.ts') : null
/** Returns the innermost layer that contains a file, or null for a file beside the layers. */
const layerOf = (name: string): string | null => LAYERS.findLast(layer => name.startsWith(`${layer}/`)) ?? null
const rankOf = (name: string): number => LAYERS.indexOf(layerOf(name) ?? '')

/** Lists the files that entries import at run time, even indirectly, and the first importer of each package. */
function followImports(...entries: readonly string[]): { files: Set<string>; packages: Map<string, string> } {
  const reached = { files: new Set<string>(), packages: new Map<string, string>() }
  const visit = (name: string): void => {
    if (reached.files.has(name)) return
    reached.files.add(name)
    for (const imported of imports.get(name) ?? []) {
      if (!imported.runtime) continue
      const target = resolveImport(name, imported)
      if (target === null) reached.packages.set(imported.name, name)
      else visit(target)
    }
  }
  for (const entry of entries) visit(entry)
  return reached
}

test('listImports recognizes every notation of imports and ignores comments', () => {
  const text = `
    import a, { b } from 'one'
    // import { no } from 'nothing'
    /** import { no } from 'nothing' */
    import type { A } from './types.js'
    import { type B, type C } from './more-types.js'
    import {
      type D,
      e,
    } from './both.js'
    export { f } from './re.js'
    import 'side'
    const g = await import('./later.js')
  `.replace(/^ {4}/gm, '')
  expect(listImports(text)).toEqual([
    { name: 'one', runtime: true },
    { name: './types.js', runtime: false },
    { name: './more-types.js', runtime: false },
    { name: './both.js', runtime: true },
    { name: './re.js', runtime: true },
    { name: 'side', runtime: true },
    { name: './later.js', runtime: true },
  ])
  expect(files.length).toBeGreaterThan(60)
  expect([...imports.values()].flat().length).toBeGreaterThan(200)
})

test('every relative import names an existing file', () => {
  for (const [from, all] of imports)
    for (const imported of all) {
      const target = resolveImport(from, imported)
      if (target !== null) expect(files, `${from} imports ${imported.name}`).toContain(target)
    }
})

describe('layers import only earlier layers', () => {
  test('every file in a folder of src is in a layer', () => {
    expect(files.filter(name => name.includes('/') && layerOf(name) === null)).toEqual([])
  })

  test('no import, even of types, names a later layer', () => {
    const forbiddenImports: string[] = []
    for (const [from, all] of imports) {
      if (layerOf(from) === null) continue
      for (const imported of all) {
        const target = resolveImport(from, imported)
        if (target === null || layerOf(target) === layerOf(from)) continue
        // version.ts is the only file outside the layers that they may import.
        const allowed = layerOf(target) === null ? target === 'version.ts' : rankOf(target) < rankOf(from)
        if (!allowed) forbiddenImports.push(`${from} imports ${target}`)
      }
    }
    expect(forbiddenImports).toEqual([])
  })

  test('no folder has more than 25 files', () => {
    const counts = new Map<string, number>()
    for (const name of files) counts.set(posix.dirname(name), (counts.get(posix.dirname(name)) ?? 0) + 1)
    expect([...counts].filter(([, count]) => count > 25)).toEqual([])
  })

  test('one file of every folder begins with a comment that says what the folder does', () => {
    const folders = new Set(files.map(name => posix.dirname(name)).filter(folder => folder !== '.'))
    const describedFolders = files.flatMap(name => {
      const text = readSource(name).replace(/^#!.*\n/, '')
      return /^\/\/ The folder `([^`]+)` /.exec(text)?.[1] ?? []
    })
    expect(describedFolders.toSorted()).toEqual([...folders].toSorted())
  })

  test('client, webhooks and sandbox do not import each other', () => {
    const subfolderOf = (name: string): string | undefined => /^service\/([a-z]+)\//.exec(name)?.[1]
    const service = files.filter(name => layerOf(name) === 'service')
    expect(new Set(service.map(subfolderOf))).toEqual(
      new Set(['client', 'conformance', 'contract', 'sandbox', 'webhooks']),
    )
    const across: string[] = []
    for (const from of service)
      for (const imported of imports.get(from) ?? []) {
        const target = resolveImport(from, imported) ?? from
        if (layerOf(target) !== 'service' || subfolderOf(target) === subfolderOf(from)) continue
        if (subfolderOf(target) !== 'contract') across.push(`${from} imports ${target}`)
      }
    expect(across).toEqual([])
  })

  test('conformance imports only its own files, zod and Node modules', () => {
    for (const from of files.filter(name => name.startsWith('service/conformance/')))
      for (const imported of imports.get(from) ?? []) {
        const target = resolveImport(from, imported)
        const isLibrary = imported.name === 'zod' || imported.name.startsWith('node:')
        expect(isLibrary || target?.startsWith('service/conformance/'), imported.name).toBe(true)
      }
  })

  test('no stage names a form', () => {
    const stages = ['ingest', 'resolve', 'figures', 'underwriting', 'tables', 'api', 'report', 'files', 'cli']
    // This table of return lines describes forms, so it may contain their keys.
    const rows = 'figures/return-line-rows.ts'
    const keys = new RegExp(`['"\`](?:${FORMS.map(form => form.key).join('|')})['"\`]`)
    const named: string[] = []
    for (const name of files) {
      if (!stages.includes(layerOf(name) ?? '') || name === rows) continue
      const key = keys.exec(readCode(name))?.[0]
      if (key !== undefined) named.push(`${name} names ${key}`)
      for (const imported of imports.get(name) ?? []) {
        const target = resolveImport(name, imported) ?? ''
        if (layerOf(target) !== 'schema/forms') continue
        if (!['schema/forms/index.ts', 'schema/forms/unread-forms.ts'].includes(target))
          named.push(`${name} imports ${target}`)
      }
    }
    expect(named).toEqual([])
    expect(keys.test(readCode(rows))).toBe(true)
  })

  test('there are no import cycles, even of types', () => {
    const state = new Map<string, 'open' | 'done'>()
    const circles: string[] = []
    const visit = (name: string, trail: readonly string[]): void => {
      if (state.get(name) === 'done') return
      if (state.get(name) === 'open') {
        circles.push([...trail.slice(trail.indexOf(name)), name].join(' > '))
        return
      }
      state.set(name, 'open')
      for (const imported of imports.get(name) ?? []) {
        const target = resolveImport(name, imported)
        if (target !== null) visit(target, [...trail, name])
      }
      state.set(name, 'done')
    }
    for (const name of files) visit(name, [])
    expect(circles).toEqual([])
  })
})

describe('libraries', () => {
  const findImporters = (library: string): string[] =>
    files.filter(name =>
      imports.get(name)?.some(imported => imported.name === library || imported.name.startsWith(`${library}/`)),
    )

  test.each(['decimal.js', 'date-fns', 'fast-csv', 'apache-arrow', 'sax', 'd3-array', 'd3-shape'])(
    '%s is imported by exactly one file',
    library => {
      expect(findImporters(library).length, findImporters(library).join()).toBe(1)
    },
  )

  test('only the playground imports hyparquet-writer, and the Parquet writer imports its types', () => {
    expect(findImporters('hyparquet-writer')).toEqual([
      'files/formats/parquet-sink.ts',
      'tools/playground/downloads.ts',
    ])
  })

  test('only the workbook of the report imports hucre, for its types', () => {
    expect(findImporters('hucre')).toEqual(['report/sheet.ts', 'report/workbook.ts'])
    for (const name of findImporters('hucre')) expect(readSource(name)).not.toMatch(/^import (?!type ).*'hucre/m)
  })

  test('date-fns is imported only by subpath', () => {
    const names = [...imports.values()].flat().map(imported => imported.name)
    expect(names.filter(name => name.startsWith('date-fns')).every(name => name.startsWith('date-fns/'))).toBe(true)
  })

  test('every imported package is in package.json', () => {
    const manifest = JSON.parse(readFileSync(join(SRC, '../package.json'), 'utf8')) as Record<string, object>
    // Peer dependencies are optional, because only the sandbox needs them. The playground is bundled, so users do not
    // install its libraries.
    const installed = { ...manifest['dependencies'], ...manifest['peerDependencies'] }
    for (const [from, all] of imports)
      for (const { name } of all) {
        const isBundled = from.startsWith('tools/playground/')
        const allowed = Object.keys(isBundled ? { ...installed, ...manifest['devDependencies'] } : installed)
        if (name.startsWith('.') || name.startsWith('node:')) continue
        const library = name
          .split('/')
          .slice(0, name.startsWith('@') ? 2 : 1)
          .join('/')
        expect(allowed, `${from} imports ${name}`).toContain(library)
      }
  })
})

test('the playground imports no Node module without a substitute', () => {
  const [, list = ''] = /REPLACED_MODULES = \[(.*)\]/.exec(readSource('tools/playground/bundle-engine.mjs')) ?? []
  const names = [...list.matchAll(/'(node:[a-z0-9/]+)'/g)].map(([, name = '']) => name)
  expect(names.length).toBeGreaterThan(1)
  const reached = followImports('tools/playground/engine/main.ts', 'tools/playground/page/main.ts')
  for (const [name, importer] of reached.packages)
    if (name.startsWith('node:')) expect(names, `${importer} imports ${name}`).toContain(name)
  // The walk reaches the modules that compute.
  for (const name of ['ingest/read-dossier.ts', 'resolve/rules.ts', 'underwriting/underwrite.ts', 'report/page.ts'])
    expect([...reached.files]).toContain(name)
})

describe('the entry for browsers', () => {
  const reached = followImports('index.ts')

  it('imports no Node module, fast-csv, apache-arrow, hyparquet-writer or sax, even indirectly', () => {
    expect(reached.files.size).toBeGreaterThan(30)
    const refused = [...reached.packages].filter(([name]) =>
      /^(?:node:|fast-csv|@fast-csv|apache-arrow|hyparquet-writer|sax)/.test(name),
    )
    expect(refused).toEqual([])
    // Allow only package names here. A name with a colon would be a Node module.
    for (const name of reached.packages.keys()) expect(name).toMatch(/^(?:@[a-z-]+\/)?[a-z.-]+(?:\/|$)/)
  })

  it('does not use the network, the clock or the environment', () => {
    const globals =
      /\b(?:fetch|XMLHttpRequest|WebSocket|EventSource|sendBeacon|process|localStorage)\b|Date\.now|new Date\(\)/
    for (const name of reached.files) {
      const code = readCode(name).replace(/'(?:[^'\\\n]|\\.)*'/g, "''")
      expect(globals.exec(code)?.[0], name).toBeUndefined()
    }
  })
})
