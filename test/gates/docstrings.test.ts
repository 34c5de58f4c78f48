import { resolve } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { ENTRIES } from './entries.js'

/** All entry points except those for the service, because the API document already describes its objects. */
const entries = ENTRIES.filter(({ name }) => !/\/(?:client|sandbox|webhooks)$/.test(name))
const program = ts.createProgram(
  entries.map(({ types }) => types),
  {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
    skipLibCheck: true,
    types: ['node'],
  },
)
const checker = program.getTypeChecker()
const DIST = resolve('dist')
const hasDocstring = (symbol: ts.Symbol | undefined): boolean =>
  symbol !== undefined && ts.displayPartsToString(symbol.getDocumentationComment(checker)) !== ''

/** Yields the symbol of every exported name that is declared in this package. */
function* yieldExports(file: string): Generator<ts.Symbol> {
  const source = program.getSourceFile(file)
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

test.each(entries)('$name: every name and every member has a docstring', ({ types }) => {
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
  const core = entries.find(({ name }) => name === 'taxtally')
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
