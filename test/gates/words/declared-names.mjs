// Lists declared names that the naming rules forbid.
import ts from 'typescript'
import { locate } from './sources.mjs'

/** Words that do not describe the content of a variable. They may be part of a longer name. */
const STOP_LIST = new Set(
  `own held met told said given found known kept left lost gone taken asked shown spelled worked stated more most few
  each other whole of at under here there behind beside odd strange plain work way site place piece room mark print word
  words view scope noted`.split(/\s+/),
)

/** Names on the stop list that remain because they are public, by file. */
const EXCEPTIONS = new Map([
  // `met` is a column of the table of conditions, so it is also a property of the rows.
  ['src/api/rows.ts', ['met']],
  // `stated` is a key in the JSON of a figure: the text that the caller stated.
  ['src/api/figure.ts', ['stated']],
])

/**
 * Returns true for a node that declares a name.
 *
 * @type {(node: ts.Node) => node is ts.NamedDeclaration}
 */
const isDeclaration = node =>
  ts.isVariableDeclaration(node) ||
  ts.isParameter(node) ||
  ts.isBindingElement(node) ||
  ts.isFunctionDeclaration(node) ||
  ts.isClassDeclaration(node) ||
  ts.isInterfaceDeclaration(node) ||
  ts.isTypeAliasDeclaration(node) ||
  ts.isPropertySignature(node) ||
  ts.isPropertyDeclaration(node) ||
  ts.isMethodDeclaration(node) ||
  ts.isMethodSignature(node) ||
  ts.isAccessor(node) ||
  ts.isTypeParameterDeclaration(node)

const isTypeDeclaration = node =>
  ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node) || ts.isClassDeclaration(node)

const isExported = node => ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Export

const isFunction = node =>
  ts.isFunctionDeclaration(node) ||
  (ts.isVariableDeclaration(node) && node.initializer !== undefined && ts.isArrowFunction(node.initializer))

/** Returns true for `at` as an index or byte position, which is allowed: a number parameter or a `let` variable. */
const isPosition = (node, name) =>
  name === 'at' &&
  (node.type?.kind === ts.SyntaxKind.NumberKeyword ||
    (ts.isVariableDeclaration(node) && (node.parent.flags & ts.NodeFlags.Const) === 0))

/** Yields all declared names of source files. */
function* declarations(sources) {
  for (const source of sources) {
    /** @type {ts.Node[]} */
    const nodes = [source]
    for (let node = nodes.pop(); node !== undefined; node = nodes.pop()) {
      ts.forEachChild(node, child => {
        nodes.push(child)
      })
      if (!isDeclaration(node) || node.name === undefined) continue
      if (!ts.isIdentifier(node.name) && !ts.isPrivateIdentifier(node.name)) continue
      const name = node.name.text.replace(/^#/, '')
      yield { node, name, file: source.fileName, location: locate(source, node.name.getStart(source)) }
    }
  }
}

/** Lists names that are on the stop list, except `EXCEPTIONS`. */
export const listStopped = sources =>
  Array.from(declarations(sources)).filter(
    ({ node, name, file }) =>
      STOP_LIST.has(name) && !isPosition(node, name) && EXCEPTIONS.get(file)?.includes(name) !== true,
  )

/** Lists the names of types and of exported functions that more than one file declares. */
export function listDuplicates(sources) {
  const filesByName = new Map()
  for (const { node, name, file, location } of declarations(sources)) {
    const kind = isTypeDeclaration(node) ? 'type' : isFunction(node) && isExported(node) ? 'function' : null
    if (kind === null) continue
    const files = filesByName.get(`${kind} ${name}`) ?? new Map()
    filesByName.set(`${kind} ${name}`, files.set(file, location))
  }
  return Array.from(filesByName).flatMap(([name, files]) =>
    files.size > 1 ? [{ name, locations: [...files.values()] }] : [],
  )
}
