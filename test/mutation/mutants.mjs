import ts from 'typescript'

const K = ts.SyntaxKind
const BINARY = new Map([
  [K.LessThanToken, ['<=', '>=']],
  [K.LessThanEqualsToken, ['<', '>']],
  [K.GreaterThanToken, ['>=', '<=']],
  [K.GreaterThanEqualsToken, ['>', '<']],
  [K.EqualsEqualsEqualsToken, ['!==']],
  [K.ExclamationEqualsEqualsToken, ['===']],
  [K.PlusToken, ['-']],
  [K.MinusToken, ['+']],
  [K.AsteriskToken, ['/']],
  [K.SlashToken, ['*']],
  [K.PercentToken, ['*']],
  [K.PlusEqualsToken, ['-=']],
  [K.MinusEqualsToken, ['+=']],
  [K.AmpersandAmpersandToken, ['||']],
  [K.BarBarToken, ['&&']],
  [K.QuestionQuestionToken, ['||', '&&']],
])
const UNARY = new Map([
  [K.PlusPlusToken, '--'],
  [K.MinusMinusToken, '++'],
])
const METHODS = new Map([
  ['min', 'max'],
  ['max', 'min'],
  ['some', 'every'],
  ['every', 'some'],
  ['find', 'findLast'],
  ['findLast', 'find'],
  ['startsWith', 'endsWith'],
  ['endsWith', 'startsWith'],
  ['floor', 'ceil'],
  ['ceil', 'floor'],
])
/** Returns true if `a ?? instead` and `a || instead` can differ because `a`, of the given type, may be falsy. */
function mayBeFalsy(type, instead) {
  const { Any, Unknown, StringLike, NumberLike, BigIntLike, BooleanLike } = ts.TypeFlags
  const parts = type.isUnion() ? type.types : [type]
  return parts.some(({ flags }) => {
    if ((flags & StringLike) !== 0) return instead !== "''"
    if ((flags & NumberLike) !== 0) return instead !== '0'
    if ((flags & BigIntLike) !== 0) return instead !== '0n'
    if ((flags & BooleanLike) !== 0) return instead !== 'false'
    return (flags & (Any | Unknown)) !== 0
  })
}

/** Lists the mutations of one node. Each has a span of the text (`start`, `end`) and its replacement (`by`). */
function listChanges(node, file, checker) {
  const text = node.getText(file)
  const replaceNode = by => ({ start: node.getStart(file), end: node.getEnd(), by })
  if (ts.isBinaryExpression(node)) {
    const { operatorToken: token, left: leftOperand } = node
    const span = { start: token.getStart(file), end: token.getEnd() }
    return (
      (BINARY.get(token.kind) ?? [])
        .filter(
          by =>
            by !== '||' ||
            token.kind !== K.QuestionQuestionToken ||
            mayBeFalsy(checker.getTypeAtLocation(leftOperand), node.right.getText(file)),
        )
        // Put the new expression in parentheses, because `a ?? b || c` is a syntax error.
        .map(by =>
          token.kind === K.QuestionQuestionToken
            ? replaceNode(`((${leftOperand.getText(file)}) ${by} (${node.right.getText(file)}))`)
            : { ...span, by },
        )
    )
  }
  if (ts.isPrefixUnaryExpression(node) && node.operator === K.ExclamationToken)
    return [replaceNode(`(${node.operand.getText(file)})`)]
  if ((ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) && UNARY.has(node.operator))
    return [replaceNode(text.replace(/\+\+|--/, UNARY.get(node.operator)))]
  if (ts.isPrefixUnaryExpression(node) && node.operator === K.MinusToken)
    return [replaceNode(`(${node.operand.getText(file)})`)]
  if (node.kind === K.TrueKeyword) return [replaceNode('false')]
  if (node.kind === K.FalseKeyword) return [replaceNode('true')]
  if (ts.isNumericLiteral(node)) return [replaceNode(`(${text} + 1)`), replaceNode(`(${text} - 1)`)]
  if (ts.isBigIntLiteral(node)) return [replaceNode(`(${text} + 1n)`), replaceNode(`(${text} - 1n)`)]
  if (ts.isIfStatement(node) || ts.isConditionalExpression(node)) {
    const condition = ts.isIfStatement(node) ? node.expression : node.condition
    return [{ start: condition.getStart(file), end: condition.getEnd(), by: `!(${condition.getText(file)})` }]
  }
  if (ts.isReturnStatement(node) && node.expression !== undefined) {
    const isBoolean = (checker.getTypeAtLocation(node.expression).flags & ts.TypeFlags.BooleanLike) !== 0
    return isBoolean || checker.typeToString(checker.getTypeAtLocation(node.expression)) === 'boolean'
      ? [replaceNode(`return !(${node.expression.getText(file)})`)]
      : []
  }
  if (ts.isPropertyAccessExpression(node) && METHODS.has(node.name.text) && ts.isCallExpression(node.parent))
    return [{ start: node.name.getStart(file), end: node.name.getEnd(), by: METHODS.get(node.name.text) }]
  if (ts.isExpressionStatement(node)) return [replaceNode(';')]
  if (node.kind === K.ContinueStatement) return [replaceNode(';')]
  return []
}

/** Lists a file's mutants. `by` replaces `was` from `start` to `end`. `line` counts from 1. */
export function listMutants(program, path) {
  const file = program.getSourceFile(path)
  const checker = program.getTypeChecker()
  const mutants = []
  const visit = node => {
    if (
      ts.isTypeNode(node) ||
      ts.isInterfaceDeclaration(node) ||
      ts.isTypeAliasDeclaration(node) ||
      ts.isImportDeclaration(node)
    )
      return
    for (const change of listChanges(node, file, checker)) {
      const line = file.getLineAndCharacterOfPosition(change.start).line + 1
      mutants.push({ ...change, line, was: file.text.slice(change.start, change.end) })
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return mutants
}
