import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, test } from 'vitest'
import { FORMS } from '../src/forms/index.js'

const SRC = fileURLToPath(new URL('../src/', import.meta.url))

/** The folders of `src` in import order. A folder may import only folders of earlier groups. */
const GROUPS: readonly (readonly string[])[] = [
  ['core'],
  ['model'],
  ['forms'],
  ['wire'],
  ['normalize'],
  ['resolve'],
  ['summarize'],
  ['check'],
  ['underwrite'],
  ['export'],
  ['api'],
  ['fdx'],
  ['report'],
  ['stream'],
  ['service'],
  ['cli'],
  ['describe'],
  ['playground'],
]

/** An import or re-export. `runtime` is false if it has only types, which load nothing at run time. */
interface Import {
  readonly name: string
  readonly runtime: boolean
}

/** Lists the imports and re-exports in the text of a file, including type imports. */
function listImports(text: string): Import[] {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')
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
/** Reads a source file without its comments. */
const readCode = (name: string): string =>
  readSource(name)
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/^\s*\/\/.*$/gm, '')
const imports = new Map(files.map(name => [name, listImports(readSource(name))]))

const resolveImport = (from: string, { name }: Import): string | null =>
  name.startsWith('.') ? posix.normalize(posix.join(posix.dirname(from), name)).replace(/\.js$/, '.ts') : null
const folderOf = (name: string): string | null => (name.includes('/') ? (name.split('/')[0] as string) : null)
const rankOf = (name: string): number => GROUPS.findIndex(group => group.includes(folderOf(name) ?? ''))

test('listImports recognizes every notation of imports and ignores comments', () => {
  const text = `
    import a, { b } from 'one'
    // import { no } from 'nothing'
    /** import { no } from 'nothing' */
  `.replace(/^ {4}/gm, '')
  const otherStatements = `import type { A } from './types.js'\nimport { type B, type C } from './more-types.js'\nimport {\n  type D,\n  e,\n} from './both.js'\nexport { f } from './re.js'\nimport 'side'\nconst g = await import('./later.js')\n`
  expect(listImports(text.trim() + '\n' + otherStatements)).toEqual([
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

describe('folders import only from earlier folders', () => {
  test('every folder of src is in GROUPS', () => {
    const folders = new Set(files.map(folderOf).filter(folder => folder !== null))
    for (const folder of folders) expect(GROUPS.flat(), folder).toContain(folder)
  })

  test('no import, even of types, names a later folder', () => {
    const forbiddenImports: string[] = []
    for (const [from, all] of imports) {
      if (folderOf(from) === null) continue
      for (const imported of all) {
        const target = resolveImport(from, imported)
        if (target === null || folderOf(target) === folderOf(from)) continue
        // version.ts is the only file outside the folders that they may import.
        const allowed = folderOf(target) === null ? target === 'version.ts' : rankOf(target) < rankOf(from)
        if (!allowed) forbiddenImports.push(`${from} imports ${target}`)
      }
    }
    expect(forbiddenImports).toEqual([])
  })

  test('client, webhooks and sandbox do not import each other', () => {
    const subfolderOf = (name: string): string | undefined => /^service\/([a-z]+)\//.exec(name)?.[1]
    const service = files.filter(name => folderOf(name) === 'service')
    expect(new Set(service.map(subfolderOf))).toEqual(
      new Set(['client', 'conformance', 'resources', 'sandbox', 'webhooks']),
    )
    const across: string[] = []
    for (const from of service)
      for (const imported of imports.get(from) ?? []) {
        const target = resolveImport(from, imported) ?? from
        if (folderOf(target) !== 'service' || subfolderOf(target) === subfolderOf(from)) continue
        if (subfolderOf(target) !== 'resources') across.push(`${from} imports ${target}`)
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
    const stages = ['normalize', 'resolve', 'summarize', 'underwrite', 'export', 'api', 'report', 'stream', 'cli']
    // This table of return lines describes forms, so it may contain their keys.
    const rows = 'summarize/return-line-rows.ts'
    const keys = new RegExp(`['"\`](?:${FORMS.map(form => form.key).join('|')})['"\`]`)
    const named: string[] = []
    for (const name of files) {
      if (!stages.includes(folderOf(name) ?? '') || name === rows) continue
      const key = keys.exec(readCode(name))?.[0]
      if (key !== undefined) named.push(`${name} names ${key}`)
      for (const imported of imports.get(name) ?? []) {
        const target = resolveImport(name, imported) ?? ''
        if (folderOf(target) !== 'forms') continue
        if (!['forms/index.ts', 'forms/forms-without-income.ts'].includes(target))
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
    expect(findImporters('hyparquet-writer')).toEqual(['playground/downloads.ts', 'stream/formats/parquet.ts'])
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
        const isBundled = from.startsWith('playground/')
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

const ENTRY = 'index.ts'

test('the playground imports no Node module without a substitute', () => {
  const [, list = ''] = /REPLACED_MODULES = \[(.*)\]/.exec(readSource('playground/bundle-engine.mjs')) ?? []
  const names = [...list.matchAll(/'(node:[a-z0-9/]+)'/g)].map(([, name = '']) => name)
  expect(names.length).toBeGreaterThan(1)
  const seen = new Set<string>()
  const visit = (name: string): void => {
    if (seen.has(name)) return
    seen.add(name)
    for (const imported of imports.get(name) ?? []) {
      if (!imported.runtime) continue
      const target = resolveImport(name, imported)
      if (target !== null) visit(target)
      else if (imported.name.startsWith('node:'))
        expect(names, `${name} imports ${imported.name}`).toContain(imported.name)
    }
  }
  visit('playground/engine/main.ts')
  visit('playground/page/main.ts')
  expect(seen.size).toBeGreaterThan(200)
})

describe('the entry for browsers', () => {
  const seen = new Set<string>()
  const reached = new Map<string, string>()
  it('imports no Node module, fast-csv, apache-arrow, hyparquet-writer or sax, even indirectly', () => {
    const visit = (name: string): void => {
      if (seen.has(name)) return
      seen.add(name)
      for (const imported of imports.get(name) ?? []) {
        if (!imported.runtime) continue
        const target = resolveImport(name, imported)
        if (target === null) reached.set(imported.name, name)
        else visit(target)
      }
    }
    visit(ENTRY)
    expect(seen.size).toBeGreaterThan(30)
    const refused = [...reached].filter(([name]) =>
      /^(?:node:|fast-csv|@fast-csv|apache-arrow|hyparquet-writer|sax)/.test(name),
    )
    expect(refused).toEqual([])
    // Allow only package names here. A name with a colon would be a Node module.
    for (const name of reached.keys()) expect(name).toMatch(/^(?:@[a-z-]+\/)?[a-z.-]+(?:\/|$)/)
  })

  it('does not use the network, the clock or the environment', () => {
    const globals =
      /\b(?:fetch|XMLHttpRequest|WebSocket|EventSource|sendBeacon|process|localStorage)\b|Date\.now|new Date\(\)/
    for (const name of seen) {
      const code = readCode(name).replace(/'(?:[^'\\\n]|\\.)*'/g, "''")
      expect(globals.exec(code)?.[0], name).toBeUndefined()
    }
  })
})
