import ts from 'typescript'
import { bundleEngine } from '../../src/tools/playground/bundle-engine.mjs'
import { ROOT } from '../cli/command.js'

/** Methods that `Buffer` adds. The methods that it inherits from `Uint8Array` also exist in browsers. */
const BUFFER_METHODS = new Set(
  Object.getOwnPropertyNames(Buffer.prototype).filter(name => !['constructor', 'parent', 'offset'].includes(name)),
)
const STAND_INS = 'src/tools/playground/engine/node.ts'

/**
 * Finds the members of `Buffer` that the playground's bundled modules use, such as `Buffer.from` and `indexOf`.
 * Includes every access to a `Uint8Array`, because any of them may be a buffer.
 *
 * @returns The locations at which each member is used.
 */
export async function findBufferMembers(): Promise<ReadonlyMap<string, readonly string[]>> {
  const { modules } = await bundleEngine([])
  const paths = modules.filter(path => path.startsWith('src/') && path !== STAND_INS).map(path => `${ROOT}/${path}`)
  const { config } = ts.readConfigFile(`${ROOT}/tsconfig.json`, ts.sys.readFile)
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, ROOT)
  const program = ts.createProgram(paths, { ...options, lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'] })
  const checker = program.getTypeChecker()

  const mayBeBuffer = (type: ts.Type): boolean =>
    type.isUnionOrIntersection() ? type.types.some(mayBeBuffer) : ['Buffer', 'Uint8Array'].includes(type.symbol?.name)
  const isBufferClass = (type: ts.Type): boolean => type.symbol?.name === 'BufferConstructor'

  const places = new Map<string, string[]>()
  const visit = (node: ts.Node): void => {
    for (const [object, name] of listMemberAccesses(node)) {
      if (!BUFFER_METHODS.has(name) && !(name in Buffer)) continue
      const type = checker.getTypeAtLocation(object)
      const isMethod = BUFFER_METHODS.has(name) && mayBeBuffer(type)
      const member = isBufferClass(type) ? `Buffer.${name}` : isMethod ? name : null
      if (member !== null) places.set(member, [...(places.get(member) ?? []), formatLocation(node)])
    }
    ts.forEachChild(node, visit)
  }
  for (const path of paths) visit(program.getSourceFile(path) as ts.SourceFile)
  return places
}

/** Lists the member accesses of a node: `object.name`, `object['name']` or `const { name } = object`. */
function listMemberAccesses(node: ts.Node): readonly (readonly [object: ts.Node, name: string])[] {
  if (ts.isPropertyAccessExpression(node)) return [[node.expression, node.name.text]]
  if (ts.isElementAccessExpression(node) && ts.isStringLiteralLike(node.argumentExpression))
    return [[node.expression, node.argumentExpression.text]]
  if (ts.isObjectBindingPattern(node))
    return node.elements.map(({ propertyName, name }) => [node, (propertyName ?? name).getText()])
  return []
}

function formatLocation(node: ts.Node): string {
  const file = node.getSourceFile()
  return `${file.fileName}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`
}
