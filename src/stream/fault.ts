// Where a text stops being JSON, and what is the matter there: in words that hold nothing of it.
import { isUtf8 } from 'node:buffer'
import { BACKSLASH, QUOTE } from '../core/nesting.js'
import { isSpace, LINE_FEED } from './bytes.js'
import type { Place } from './feed.js'

/** A fault of a text: its place, counted from its first byte, and what it is. */
interface Fault {
  readonly at: number
  readonly what: string
}

const ENDS = 'the text ends before the value does'
const BEHIND = 'more text behind the value'

/** Texts are a character for each byte. What may stand there is looked for without a sign before it. */
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y
const WORD = /true|false|null/y
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y

/** What often stands where JSON does not allow it. */
const KINDS: readonly (readonly [RegExp, string])[] = [
  [/'/y, 'a quote of the wrong kind, where JSON has "'],
  [/\/[/*]|#/y, 'a comment, which JSON does not have'],
  [/-?(?:NaN|Infinity|Inf)\b|undefined\b/y, 'NaN, Infinity or undefined, which JSON does not have'],
  [/(?:True|False|None|NULL|TRUE|FALSE)\b/y, 'true, false or null spelled otherwise'],
  [/[\]}]/y, 'a closing bracket where a value or a name belongs'],
  [/,/y, 'a comma where a value or a name belongs'],
  [/[[{"]/y, 'a value or a name without a comma before it'],
  [/[A-Za-z_$]/y, 'a word without quotes'],
]

const matches = (pattern: RegExp, text: string, at: number): number => {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : -1
}

const faultAt = (text: string, at: number): Fault => {
  if (at >= text.length) return { at: text.length, what: ENDS }
  const kind = KINDS.find(([pattern]) => matches(pattern, text, at) !== -1)
  return { at, what: kind?.[1] ?? 'what JSON does not allow there' }
}

/** Behind the string that begins here, or where it goes wrong. A loop: a pattern would take memory for every character. */
function stringAt(text: string, from: number): number | Fault {
  for (let at = from + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) return at + 1
    if (code < 32) return { at, what: 'a line break or control character in a string' }
    if (code !== BACKSLASH) continue
    const end = matches(ESCAPE, text, at)
    if (end !== -1) at = end - 1
    else if (/^\\(?:u[0-9a-fA-F]{0,3})?$/.test(text.slice(at, at + 7))) break
    else return { at, what: 'an escape that JSON does not have' }
  }
  return { at: text.length, what: ENDS }
}

/** Behind white space. */
function skip(text: string, from: number): number {
  let at = from
  while (at < text.length && isSpace(text.charCodeAt(at))) at++
  return at
}

/** Behind the name and colon that stand here, or where they go wrong. */
function keyAt(text: string, from: number): number | Fault {
  if (text[from] !== '"') return faultAt(text, from)
  const end = stringAt(text, from)
  if (typeof end === 'object') return end
  const colon = skip(text, end)
  return text[colon] === ':' ? colon + 1 : faultAt(text, colon)
}

/** Where the text of one value goes wrong; null where it is whole. */
export function faultOf(text: string): Fault | null {
  const wrong = firstWrongByte(text)
  const found = syntaxFault(text)
  if (wrong === -1 || (found !== null && found.at < wrong)) return found
  return { at: wrong, what: 'bytes that are no UTF-8' }
}

function syntaxFault(text: string): Fault | null {
  const closers: string[] = []
  let at = skip(text, 0)
  for (;;) {
    let end = valueAt(text, at)
    if (typeof end === 'object') return end
    const opener = text[at]
    if (opener === '[' || opener === '{') {
      closers.push(opener === '[' ? ']' : '}')
      at = skip(text, end)
      if (text[at] !== closers.at(-1)) {
        if (opener === '[') continue
        end = keyAt(text, at)
        if (typeof end === 'object') return end
        at = skip(text, end)
        continue
      }
      end = at
    }
    // What closes behind it, and what goes on.
    for (at = skip(text, end); text[at] === closers.at(-1) && at < text.length; at = skip(text, at + 1))
      closers.pop()
    const closer = closers.at(-1)
    if (closer === undefined) return at < text.length ? { at, what: BEHIND } : null
    if (text[at] !== ',') return faultAt(text, at)
    at = skip(text, at + 1)
    if (closer === ']') continue
    end = keyAt(text, at)
    if (typeof end === 'object') return end
    at = skip(text, end)
  }
}

/** Behind a string, number or word that stands here, or behind a bracket that opens; or where it goes wrong. */
function valueAt(text: string, at: number): number | Fault {
  const first = text[at]
  if (first === '"') return stringAt(text, at)
  if (first === '[' || first === '{') return at + 1
  const end = Math.max(matches(NUMBER, text, at), matches(WORD, text, at))
  if (end !== -1) return end
  // Half of a word may stand at the end.
  const isCut = /^(?:-|t|tr|tru|f|fa|fal|fals|n|nu|nul)$/.test(text.slice(at, at + 6))
  return isCut ? { at: text.length, what: ENDS } : faultAt(text, at)
}

/** The first byte that is part of no character; -1 where there is none. */
function firstWrongByte(text: string): number {
  const bytes = Buffer.from(text, 'latin1')
  if (isUtf8(bytes)) return -1
  for (let at = 0; at < bytes.length; ) {
    const length = [1, 2, 3, 4].find(n => isUtf8(bytes.subarray(at, at + n)))
    if (length === undefined) return at
    at += length
  }
  return -1
}

/** The place of a byte of a text that begins at a place, in characters of its own line. */
function placeIn(text: string, at: number, from: Place): Place {
  let { line, column } = from
  for (let i = 0; i < at; i++) {
    const code = text.charCodeAt(i)
    if (code === LINE_FEED) {
      line++
      column = 1
    } else if (code < 0x80 || code > 0xbf) column++
  }
  return { line, column }
}

const wordsAt = ({ line, column }: Place, what: string): string => `Line ${line}, column ${column}: ${what}.`

/** Where a text that begins at a place is malformed, and how; `bytes` has a character for each byte. */
export function wordsOfFault(bytes: string | null, from: Place): string {
  if (bytes === null) return wordsAt(from, ENDS)
  const fault = faultOf(bytes)
  return fault === null ? wordsAt(from, BEHIND) : wordsAt(placeIn(bytes, fault.at, from), fault.what)
}
