import { getOrCreate } from './lists.js'
import { replaceEach } from './text.js'

// Finds where values begin and end in the bytes or the text of JSON, without parsing it. `Nesting` works one byte at a
// time, so that JSON in chunks of any size can be split. `sliceJson` returns one value of a complete text unchanged.

export const QUOTE = 34
export const BACKSLASH = 92
export const COMMA = 44
export const COLON = 58
export const OPEN_BRACKET = 91
export const CLOSE_BRACKET = 93
const OPEN_BRACE = 123
const CLOSE_BRACE = 125

/** True for a brace or bracket that begins an object or array. */
export const isOpener = (byte: number | undefined): boolean => byte === OPEN_BRACE || byte === OPEN_BRACKET

/** True for a brace or bracket that ends an object or array. */
export const isCloser = (byte: number): boolean => byte === CLOSE_BRACE || byte === CLOSE_BRACKET

/** Tracks the depth of nesting and whether the position is inside a string. */
export class Nesting {
  depth = 0
  isInString = false
  #isEscaped = false

  /** Processes the next byte. Returns true if it closes the outermost object or array. */
  processByte(byte: number): boolean {
    if (this.isInString) {
      if (this.#isEscaped) this.#isEscaped = false
      else if (byte === BACKSLASH) this.#isEscaped = true
      else if (byte === QUOTE) this.isInString = false
      return false
    }
    if (byte === QUOTE) this.isInString = true
    else if (isOpener(byte)) this.depth++
    else if (isCloser(byte)) return --this.depth === 0
    return false
  }
}

/** True if the bytes close every object and array that they open, and end outside a string. */
export function isBalanced(bytes: Uint8Array): boolean {
  const nesting = new Nesting()
  for (let i = 0; i < bytes.length; i++) nesting.processByte(bytes[i] as number)
  return nesting.depth === 0 && !nesting.isInString
}

/**
 * The positions at which the members and elements of one JSON text begin. Each look-up adds the positions that it
 * finds, so no part of the text is searched twice.
 */
export class JsonTextIndex {
  /** For the position of each object, a map from its keys to the positions of their values. */
  readonly members = new Map<number, ReadonlyMap<string, number>>()
  /** For the position of each array, the positions of the elements found so far. The last may be the closing `]`. */
  readonly elements = new Map<number, number[]>()
}

/**
 * Returns the text of a value inside a JSON text, exactly as it was written. Null if nothing is at the path.
 * The text must be valid JSON. If an object has a key twice, the last one counts, as in `JSON.parse`.
 * @param textIndex The index of this text, to reuse the positions that earlier calls found.
 */
export function sliceJson(
  text: string,
  path: readonly (string | number)[],
  textIndex: JsonTextIndex = new JsonTextIndex(),
): string | null {
  let at = skipSpace(text, 0)
  for (const key of path) {
    const valuePosition =
      typeof key === 'number' ? findElement(text, at, key, textIndex) : findMember(text, at, key, textIndex)
    if (valuePosition === null) return null
    at = valuePosition
  }
  return text.slice(at, findValueEnd(text, at))
}

function skipSpace(text: string, from: number): number {
  let at = from
  while (at < text.length && ' \t\n\r'.includes(text[at] as string)) at++
  return at
}

function findStringEnd(text: string, from: number): number {
  let at = from + 1
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at + 1
}

function findValueEnd(text: string, from: number): number {
  const firstCharCode = text.charCodeAt(from)
  if (firstCharCode === QUOTE) return findStringEnd(text, from)
  if (!isOpener(firstCharCode)) {
    let at = from
    while (at < text.length && !',]} \t\n\r'.includes(text[at] as string)) at++
    return at
  }
  const nesting = new Nesting()
  for (let at = from; at < text.length; at++) if (nesting.processByte(text.charCodeAt(at))) return at + 1
  return text.length
}

function findElement(text: string, from: number, index: number, { elements }: JsonTextIndex): number | null {
  if (text[from] !== '[') return null
  const starts = getOrCreate(elements, from, () => [skipSpace(text, from + 1)])
  while (starts.length <= index) {
    const lastStart = starts.at(-1) as number
    if (text[lastStart] === ']') return null
    const end = skipSpace(text, findValueEnd(text, lastStart))
    starts.push(text[end] === ',' ? skipSpace(text, end + 1) : end)
  }
  const start = starts[index]
  return start === undefined || text[start] === ']' ? null : start
}

function findMember(text: string, from: number, key: string, { members }: JsonTextIndex): number | null {
  return getOrCreate(members, from, () => indexMembers(text, from)).get(key) ?? null
}

function indexMembers(text: string, from: number): Map<string, number> {
  const positions = new Map<string, number>()
  if (text[from] !== '{') return positions
  let at = skipSpace(text, from + 1)
  while (text[at] === '"') {
    const end = findStringEnd(text, at)
    const name = JSON.parse(text.slice(at, end)) as string
    at = skipSpace(text, skipSpace(text, end) + 1)
    positions.set(name, at)
    at = skipSpace(text, findValueEnd(text, at))
    if (text[at] === ',') at = skipSpace(text, at + 1)
  }
  return positions
}

/** Puts a JSON text on one line by replacing line breaks with spaces. JSON strings cannot contain raw line breaks. */
export const toOneLine = (text: string): string => replaceEach(text, /[\r\n]+/g, ' ').trim()
