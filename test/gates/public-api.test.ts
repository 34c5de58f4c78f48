import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, resolve } from 'node:path'
import { build } from 'esbuild'
import ts from 'typescript'
import { describe, expect, it, test } from 'vitest'
import { makeReports, pageOf } from './api-report.js'

const FOLDER = 'docs/api'
const PACKAGE = JSON.parse(readFileSync('package.json', 'utf8')) as {
  readonly name: string
  readonly dependencies: object
  readonly peerDependencies: object
  readonly exports: Record<string, string | Record<'types' | 'node' | 'default', string>>
}

/** Every entry point that has code: its name, its declarations, its code as bundled for Node, and as compiled. */
const ENTRIES = Object.entries(PACKAGE.exports).flatMap(([path, target]) =>
  typeof target === 'string'
    ? []
    : [{ name: PACKAGE.name + path.slice(1), types: target.types, node: target.node, code: target.default }],
)

const program = ts.createProgram(
  ENTRIES.map(({ types }) => resolve(types)),
  { module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ES2022, strict: true, types: ['node'] },
)

describe('the public API is the one that was reviewed', () => {
  const reports = makeReports(program, ENTRIES)

  it('has one page for each entry point, and no others', () => {
    expect(existsSync(FOLDER) ? readdirSync(FOLDER).sort() : []).toEqual(ENTRIES.map(({ name }) => pageOf(name)).sort())
  })

  it('lists no value that cannot be imported', async () => {
    const listValuesOn = (page: string): string[] =>
      [...(page.split('## Not exported')[0] ?? '').matchAll(/^(?:const|function|(?:abstract )?class) (\w+)/gm)].map(
        match => match[1] as string,
      )
    for (const { name, code } of ENTRIES) {
      const values = Object.keys(await import(resolve(code)))
      expect(values, name).toEqual(expect.arrayContaining(listValuesOn(reports.get(name) ?? '')))
    }
  })

  it('is the same in Node, where entry points share classes and functions', async () => {
    const classes = new Map<string, unknown>()
    for (const { name, node, code } of ENTRIES) {
      const bundled = (await import(resolve(node))) as Record<string, unknown>
      expect(Object.keys(bundled).sort(), name).toEqual(Object.keys(await import(resolve(code))).sort())
      for (const [key, value] of Object.entries(bundled)) {
        if (classes.has(key)) expect(value === classes.get(key), `${key} of ${name}`).toBe(true)
        classes.set(key, value)
      }
    }
  })

  it('consists of separate modules for bundlers, also for Node, so that unused code can be removed', async () => {
    const contents = ENTRIES.map(({ name }) => `export * from '${name}'`).join('\n')
    const external = Object.keys({ ...PACKAGE.dependencies, ...PACKAGE.peerDependencies })
    const { metafile } = await build({
      stdin: { contents, resolveDir: '.' },
      bundle: true,
      platform: 'node',
      format: 'esm',
      external,
      write: false,
      metafile: true,
      logLevel: 'error',
    })
    const inputs = Object.keys(metafile.inputs)
    for (const { code } of ENTRIES) expect(inputs).toContain(code.replace('./', ''))
    expect(inputs.filter(name => /^dist\/(?:bundled|command)/.test(name))).toEqual([])
  })

  it('lets the command load apache-arrow as its single published file', async () => {
    const chunk = readdirSync('dist/command').find(name => name.startsWith('arrow-')) ?? ''
    await import(resolve('dist/command', chunk))
    const loaded = Object.keys(createRequire(import.meta.url).cache).filter(name => /[\\/]apache-arrow[\\/]/.test(name))
    expect(loaded.map(name => basename(name))).toEqual(['Arrow.es2015.min.js'])
  })

  it.each(['taxtally/arrow', 'taxtally/node'])('%s includes apache-arrow in bundles for Node', async name => {
    const { metafile } = await build({
      stdin: { contents: `export * from '${name}'`, resolveDir: '.' },
      bundle: true,
      platform: 'node',
      format: 'esm',
      // If a build names conditions, the bundler no longer adds the condition `module`.
      conditions: ['production'],
      external: Object.keys(PACKAGE.dependencies).filter(name => name !== 'apache-arrow'),
      write: false,
      metafile: true,
      logLevel: 'error',
    })
    expect(Object.keys(metafile.inputs)).toContain('node_modules/apache-arrow/Arrow.node.mjs')
  })

  for (const [name, report] of reports) {
    it(`${name} matches its page (after an intended change, run \`npm run api\` and review docs/api)`, async () => {
      await expect(report).toMatchFileSnapshot(resolve(FOLDER, pageOf(name)))
    })
  }
})

const checker = program.getTypeChecker()
const DIST = resolve('dist')
const hasDocstring = (symbol: ts.Symbol | undefined): boolean =>
  symbol !== undefined && ts.displayPartsToString(symbol.getDocumentationComment(checker)) !== ''

/** Yields the symbol of every exported name that is declared in this package. */
function* yieldExports(file: string): Generator<ts.Symbol> {
  const source = program.getSourceFile(resolve(file))
  const module = source && checker.getSymbolAtLocation(source)
  if (!module) throw new Error(`${file} is no module; is it built?`)
  for (const exported of checker.getExportsOfModule(module)) {
    const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported
    if (symbol.declarations?.some(declaration => declaration.getSourceFile().fileName.startsWith(DIST))) yield symbol
  }
}

/** Lists the members of a declaration, except private ones and the `name` of an error. */
const listMembers = (symbol: ts.Symbol): ts.NamedDeclaration[] =>
  (symbol.declarations ?? []).flatMap(declaration =>
    ts.isInterfaceDeclaration(declaration) || ts.isClassDeclaration(declaration)
      ? [...declaration.members].filter(
          member =>
            member.name !== undefined &&
            !ts.isPrivateIdentifier(member.name) &&
            !(symbol.name.endsWith('Error') && member.name.getText() === 'name'),
        )
      : [],
  )

/** All entry points except those for the service, because the API document already describes its objects. */
const DOCUMENTED = ENTRIES.filter(({ name }) => !/\/(?:client|sandbox|webhooks)$/.test(name))

test.each(DOCUMENTED)('$name: every name and every member has a docstring', ({ types }) => {
  const namesWithoutDocstring: string[] = []
  let members = 0
  for (const symbol of yieldExports(types)) {
    if (!hasDocstring(symbol)) namesWithoutDocstring.push(symbol.name)
    for (const { name } of listMembers(symbol)) {
      members++
      if (name !== undefined && !hasDocstring(checker.getSymbolAtLocation(name)))
        namesWithoutDocstring.push(`${symbol.name}.${name.getText()}`)
    }
  }
  expect(namesWithoutDocstring).toEqual([])
  if (types.endsWith('dist/index.d.ts')) expect(members).toBeGreaterThan(300)
})

test('the docstring of a row field contains its unit and the meaning of null', () => {
  const core = ENTRIES.find(({ name }) => name === 'taxtally')
  const membersWithoutUnit: string[] = []
  let amounts = 0
  for (const symbol of yieldExports(core?.types ?? '')) {
    for (const member of listMembers(symbol)) {
      const { fileName } = member.getSourceFile()
      if (!fileName.includes('/api/rows.') || !ts.isPropertySignature(member)) continue
      const type = member.type?.getText() ?? ''
      const memberSymbol = checker.getSymbolAtLocation(member.name) as ts.Symbol
      const text = ts.displayPartsToString(memberSymbol.getDocumentationComment(checker))
      if (/\bDecimal\b/.test(type) && !type.includes('{')) {
        amounts++
        if (!/US dollars|fraction of 1/.test(text)) membersWithoutUnit.push(`${symbol.name}.${member.name.getText()}`)
      }
      if (/\| null$/.test(type) && !/\bnull\b/i.test(text))
        membersWithoutUnit.push(`${symbol.name}.${member.name.getText()}: null`)
    }
  }
  expect(membersWithoutUnit).toEqual([])
  expect(amounts).toBeGreaterThan(30)
})
