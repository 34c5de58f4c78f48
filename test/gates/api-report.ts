import { resolve } from 'node:path'
import ts from 'typescript'

const DIST = resolve('dist')
const printer = ts.createPrinter({ removeComments: true })

/** What a declaration says, without `export` and `declare`, and with names where the compiler wrote paths. */
function textOf(node: ts.Node): string {
  const whole = ts.isVariableDeclaration(node) ? node.parent.parent : node
  return printer
    .printNode(ts.EmitHint.Unspecified, whole, node.getSourceFile())
    .replace(/^(?:(?:export|declare|default) )+/, '')
    .replaceAll(/\bimport\("[^"]+"\)\./g, '')
    .replaceAll(/(?<=[[,]) ?(?=Field<)/g, '\n    ')
}

const ownDeclarations = (symbol: ts.Symbol): ts.Declaration[] =>
  (symbol.declarations ?? []).filter(
    each => each.getSourceFile().fileName.startsWith(DIST) && !ts.isSourceFile(each),
  )

/** A declaration that stands by itself in its file; not a member, a parameter or a type parameter. */
const standsAlone = (node: ts.Node): boolean =>
  ts.isVariableDeclaration(node) || ts.isSourceFile(node.parent) || ts.isModuleBlock(node.parent)

/**
 * The reviewed text of an entry point: every exported name with its declaration, then every declaration of ours that
 * those need and the entry does not export. Shape: a page of Markdown, names in alphabetical order, no comments.
 */
export function reportOf(program: ts.Program, name: string, file: string): string {
  const checker = program.getTypeChecker()
  const source = program.getSourceFile(resolve(file))
  const module = source && checker.getSymbolAtLocation(source)
  if (!module) throw new Error(`${file} is no module; is it built?`)
  const behindAlias = (symbol: ts.Symbol): ts.Symbol =>
    symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol

  const exported = checker.getExportsOfModule(module).map(each => [each.name, behindAlias(each)] as const)
  const seen = new Set(exported.map(([, symbol]) => symbol))
  const needed: ts.Symbol[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) {
      const found = checker.getSymbolAtLocation(node)
      const symbol = found && behindAlias(found)
      if (symbol && !seen.has(symbol) && ownDeclarations(symbol).some(standsAlone)) {
        seen.add(symbol)
        needed.push(symbol)
      }
    }
    ts.forEachChild(node, visit)
  }
  const print = (symbol: ts.Symbol, as = symbol.name): string => {
    const own = ownDeclarations(symbol)
    for (const each of own) visit(each)
    const text = own.map(textOf).join('\n')
    if (own.length === 0) return `${as}: of another package`
    return symbol.name === as ? text : `${text} // as ${as}`
  }
  const byName = (a: string, b: string): number => (a < b ? -1 : 1)
  const fence = (texts: readonly string[]): string => `\`\`\`ts\n${texts.join('\n\n')}\n\`\`\`\n`

  const page = exported.sort(([a], [b]) => byName(a, b)).map(([as, symbol]) => print(symbol, as))
  for (const symbol of needed) print(symbol)
  const rest = needed.map(symbol => print(symbol)).sort(byName)
  const behind = rest.length === 0 ? '' : `\n## Not exported, and needed by the above\n\n${fence(rest)}`
  return `# ${name}\n\nMade by \`npm run api\`; a change here is a change of the public interface.\n\n${fence(page)}${behind}`
}
