// Finds and describes the first syntax error in a text that is not JSON. The description never quotes the text.
import { isUtf8 } from 'node:buffer'
import { BACKSLASH, QUOTE } from '../../core/scan-json.js'
import type { TextPosition } from '../split/piece.js'
import { isSpace, LINE_FEED } from './bytes.js'

/**
 * A syntax error with its byte offset. Thrown by the functions of this module that scan a text. It is not an `Error`,
 * because a stack trace for each of millions of malformed lines would take most of the time.
 */
class SyntaxFault {
  constructor(
    readonly at: number,
    readonly message: string,
  ) {}
}

const EARLY_END_MESSAGE = 'the text ends before the value does'
const TEXT_AFTER_VALUE_MESSAGE = 'more text after the value'

// These patterns match texts with one character per byte.
const SCALAR_PATTERN = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null/y
const ESCAPE_PATTERN = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y

/** Descriptions of common errors, each with a pattern for the text at the error. */
const FAULT_DESCRIPTIONS: readonly (readonly [RegExp, string])[] = [
  [/'/y, 'the wrong kind of quote, where JSON has "'],
  [/\/[/*]|#/y, 'what looks like a comment, which JSON does not allow'],
  [/-?(?:NaN|Infinity|Inf)\b|undefined\b/y, 'NaN, Infinity or undefined, which JSON does not allow'],
  [/(?:True|False|None|NULL|TRUE|FALSE)\b/y, 'true, false or null spelled differently'],
  [/[\]}]/y, 'a closing bracket where a value or a name belongs'],
  [/,/y, 'a comma where a value or a name belongs'],
  [/[[{"]/y, 'a value or a name without a comma before it'],
  [/[A-Za-z_$]/y, 'a word without quotes'],
]

/** Returns the position after the match of a sticky pattern at `at`, or -1 if it does not match there. */
function findMatchEnd(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : -1
}

function makeFault(text: string, at: number): SyntaxFault {
  if (at >= text.length) return new SyntaxFault(text.length, EARLY_END_MESSAGE)
  const kind = FAULT_DESCRIPTIONS.find(([pattern]) => findMatchEnd(pattern, text, at) !== -1)
  return new SyntaxFault(at, kind?.[1] ?? 'text that JSON does not allow there')
}

function skipSpace(text: string, from: number): number {
  let at = from
  while (at < text.length && isSpace(text.charCodeAt(at))) at++
  return at
}

/** Returns the end of the string that begins at `from`. Uses no pattern, which would need memory per character. */
function findStringEnd(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) return at + 1
    if (code < 32) throw new SyntaxFault(at, 'a line break or control character in a string')
    if (code !== BACKSLASH) continue
    const end = findMatchEnd(ESCAPE_PATTERN, text, at)
    if (end !== -1) at = end - 1
    else if (/^\\(?:u[0-9a-fA-F]{0,3})?$/.test(text.slice(at, at + 7))) break
    else throw new SyntaxFault(at, 'an escape that JSON does not have')
  }
  throw new SyntaxFault(text.length, EARLY_END_MESSAGE)
}

/** Skips a key and its colon, which begin at `from`. Returns the position of the value. */
function skipKey(text: string, from: number): number {
  if (text[from] !== '"') throw makeFault(text, from)
  const colon = skipSpace(text, findStringEnd(text, from))
  if (text[colon] !== ':') throw makeFault(text, colon)
  return skipSpace(text, colon + 1)
}

/** Returns the end of the string, number, literal or opening bracket that begins at `at`. */
function findTokenEnd(text: string, at: number): number {
  const firstCharacter = text[at]
  if (firstCharacter === '"') return findStringEnd(text, at)
  if (firstCharacter === '[' || firstCharacter === '{') return at + 1
  const end = findMatchEnd(SCALAR_PATTERN, text, at)
  if (end !== -1) return end
  // The text may end in the middle of a literal.
  const isCut = /^(?:-|t|tr|tru|f|fa|fal|fals|n|nu|nul)$/.test(text.slice(at, at + 6))
  throw isCut ? new SyntaxFault(text.length, EARLY_END_MESSAGE) : makeFault(text, at)
}

/** Throws a SyntaxFault at the first syntax error if the text is not one JSON value. */
function checkSyntax(text: string): void {
  const closers: string[] = []
  let at = skipSpace(text, 0)
  for (;;) {
    const opener = text[at]
    at = skipSpace(text, findTokenEnd(text, at))
    if (opener === '[' || opener === '{') {
      closers.push(opener === '[' ? ']' : '}')
      if (text[at] !== closers.at(-1)) {
        if (opener === '{') at = skipKey(text, at)
        continue
      }
    }
    while (at < text.length && text[at] === closers.at(-1)) {
      closers.pop()
      at = skipSpace(text, at + 1)
    }
    if (closers.length === 0 && at === text.length) return
    if (closers.length === 0) throw new SyntaxFault(at, TEXT_AFTER_VALUE_MESSAGE)
    if (text[at] !== ',') throw makeFault(text, at)
    at = skipSpace(text, at + 1)
    if (closers.at(-1) === '}') at = skipKey(text, at)
  }
}

/** Finds the first syntax error in a text that should be one value. Returns null if the text is JSON. */
export function findFault(text: string): SyntaxFault | null {
  const invalidByte = findInvalidByte(text)
  try {
    checkSyntax(text)
  } catch (cause) {
    if (!(cause instanceof SyntaxFault)) throw cause
    if (invalidByte === -1 || cause.at < invalidByte) return cause
  }
  return invalidByte === -1 ? null : new SyntaxFault(invalidByte, 'bytes that are not UTF-8')
}

/** Returns the offset of the first byte that is not valid UTF-8, or -1 if all are valid. */
function findInvalidByte(text: string): number {
  const bytes = Buffer.from(text, 'latin1')
  if (isUtf8(bytes)) return -1
  for (let at = 0; at < bytes.length; ) {
    const length = (bytes[at] as number) < 0x80 ? 1 : [2, 3, 4].find(n => isUtf8(bytes.subarray(at, at + n)))
    if (length === undefined) return at
    at += length
  }
  return -1
}

/** Describes the first syntax error of a text. `latin1`, one character per byte, begins at `start`. */
export function describeFault(latin1: string | null, start: TextPosition): string {
  const fault =
    latin1 === null
      ? new SyntaxFault(0, EARLY_END_MESSAGE)
      : (findFault(latin1) ?? new SyntaxFault(0, TEXT_AFTER_VALUE_MESSAGE))
  let { line, column } = start
  for (let i = 0; i < fault.at; i++) {
    const code = (latin1 as string).charCodeAt(i)
    if (code === LINE_FEED) {
      line++
      column = 1
    } else if (code < 0x80 || code > 0xbf) column++
  }
  return `Line ${line}, column ${column}: ${fault.message}.`
}
