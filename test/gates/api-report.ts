import { resolve } from 'node:path'
import ts from 'typescript'

const DIST = resolve('dist')
const printer = ts.createPrinter({ removeComments: true })

/** Prints a declaration without `export`, `declare` and the module paths that the compiler adds to names. */
function printDeclaration(node: ts.Node): string {
  const statement = ts.isVariableDeclaration(node) ? node.parent.parent : node
  return printer
    .printNode(ts.EmitHint.Unspecified, statement, node.getSourceFile())
    .replace(/^(?:(?:export|declare|default) )+/, '')
    .replaceAll(/\bimport\("[^"]+"\)\./g, '')
    .replaceAll(/(?<=[[,]) ?(?=Field<)/g, '\n    ')
}

const listOwnDeclarations = (symbol: ts.Symbol): ts.Declaration[] =>
  (symbol.declarations ?? []).filter(
    declaration => declaration.getSourceFile().fileName.startsWith(DIST) && !ts.isSourceFile(declaration),
  )

/** Returns true for a top-level declaration, and false for a member, a parameter or a type parameter. */
const isTopLevel = (node: ts.Node): boolean =>
  ts.isVariableDeclaration(node) || ts.isSourceFile(node.parent) || ts.isModuleBlock(node.parent)

/** Returns the file name of an entry point's page. */
export const pageOf = (name: string): string => `${name.replace('/', '-')}.md`

const byText = (a: string, b: string): number => (a < b ? -1 : 1)
const fence = (texts: readonly string[]): string => `\`\`\`ts\n${texts.join('\n\n')}\n\`\`\`\n`

/**
 * Creates the API report of each entry point in Markdown, by entry name. The report lists the declarations of all
 * exported names, then those that they use but that the entry point does not export. A declaration that is on an
 * earlier page is replaced by a reference to that page. Names are in alphabetical order, and comments are removed.
 */
export function makeReports(
  program: ts.Program,
  entries: readonly { readonly name: string; readonly types: string }[],
): ReadonlyMap<string, string> {
  const pages = new Map<ts.Symbol, string>()
  return new Map(entries.map(({ name, types }) => [name, makeReport(program, name, types, pages)]))
}

function makeReport(program: ts.Program, name: string, file: string, pages: Map<ts.Symbol, string>): string {
  const checker = program.getTypeChecker()
  const source = program.getSourceFile(resolve(file))
  const module = source && checker.getSymbolAtLocation(source)
  if (!module) throw new Error(`${file} is no module; is it built?`)
  const resolveAlias = (symbol: ts.Symbol): ts.Symbol =>
    symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol

  // `export type *` exports no values, so constants and functions cannot be imported through it.
  const typeOnlySymbols = new Set(
    source.statements.flatMap(statement => {
      const reexportedModule =
        ts.isExportDeclaration(statement) &&
        statement.isTypeOnly &&
        !statement.exportClause &&
        statement.moduleSpecifier
      const from = reexportedModule ? checker.getSymbolAtLocation(reexportedModule) : undefined
      return from ? checker.getExportsOfModule(from) : []
    }),
  )
  const exported = checker
    .getExportsOfModule(module)
    .filter(
      exportedSymbol =>
        !typeOnlySymbols.has(exportedSymbol) || (resolveAlias(exportedSymbol).flags & ts.SymbolFlags.Type) !== 0,
    )
    .map(exportedSymbol => [exportedSymbol.name, resolveAlias(exportedSymbol)] as const)
  const seen = new Set(exported.map(([, symbol]) => symbol))
  const needed: ts.Symbol[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) {
      const local = checker.getSymbolAtLocation(node)
      const symbol = local && resolveAlias(local)
      // A reference to a module means that its exports are used.
      const isModule = symbol !== undefined && (symbol.flags & ts.SymbolFlags.ValueModule) !== 0
      for (const target of isModule ? checker.getExportsOfModule(symbol).map(resolveAlias) : [symbol]) {
        if (target && !seen.has(target) && listOwnDeclarations(target).some(isTopLevel)) {
          seen.add(target)
          needed.push(target)
        }
      }
    }
    ts.forEachChild(node, visit)
  }
  const visitAll = (symbol: ts.Symbol): void => {
    // A symbol on an earlier page uses only symbols that are on that page or on an earlier one.
    if (!pages.has(symbol)) listOwnDeclarations(symbol).forEach(visit)
  }
  for (const [, symbol] of exported) visitAll(symbol)
  for (const symbol of needed) visitAll(symbol)

  const printSymbol = ([as, symbol]: readonly [string, ts.Symbol]): string => {
    const declarations = listOwnDeclarations(symbol)
    if (declarations.length === 0) return `${as}: of another package`
    const text = declarations.map(printDeclaration).join('\n')
    // Print the exported name, because the declaration may have another one.
    return symbol.name === as ? text : text.replaceAll(new RegExp(`\\b${symbol.name}\\b`, 'g'), as)
  }
  const makeSection = (title: string, all: readonly (readonly [string, ts.Symbol])[]): string => {
    const firstUses = all.filter(([, symbol]) => !pages.has(symbol))
    const namesByPage = new Map<string, string[]>()
    for (const [as, symbol] of all) {
      const page = pages.get(symbol)
      if (page === undefined) continue
      namesByPage.set(page, [...(namesByPage.get(page) ?? []), symbol.name === as ? as : `${symbol.name} as ${as}`])
    }
    const links = [...namesByPage].map(([page, names]) => {
      const list = names.sort(byText).map(name => `\`${name}\``)
      return `As in [${page}](${pageOf(page)}): ${list.join(', ')}.\n`
    })
    const code = firstUses.length === 0 ? [] : [fence(firstUses.map(printSymbol))]
    return all.length === 0 ? '' : `\n${title}${[...links, ...code].join('\n')}`
  }
  const symbols = needed.map(symbol => [symbol.name, symbol] as const).sort(([a], [b]) => byText(a, b))
  const page = [
    makeSection(
      '',
      exported.sort(([a], [b]) => byText(a, b)),
    ),
    makeSection('## Not exported, and needed by the above\n\n', symbols),
  ]
  for (const symbol of seen) if (!pages.has(symbol)) pages.set(symbol, name)
  return `# ${name}\n\nMade by \`npm run api\`; a change here is a change of the public interface.\n${page.join('')}`
}
