// Finds the records in an *envelope*, such as the response of an API. Everything except the records is replaced with spaces.
// The records are then read as if they were the only text, and their lines and columns do not change. For example, with the
// pointer `/data`, `{"page":1,"data":[{"id":"r1"}]}` becomes `[{"id":"r1"}]` with 17 spaces before it and one after it.

import { parseJson } from '../core/json-value.js'
import { COLON, COMMA, isCloser, isOpener, Nesting, OPEN_BRACKET, QUOTE } from '../core/nesting.js'
import { LINE_FEED } from './bytes.js'

/** Returns the keys and array indexes of a JSON pointer (RFC 6901). Returns null if the text is not a pointer. */
export function pointerOf(text: string): string[] | null {
  if (text === '') return []
  if (!text.startsWith('/') || /~(?![01])/.test(text)) return null
  return text
    .slice(1)
    .split('/')
    .map(token => token.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** Longer keys are cut to this many bytes, because a pointer has no such key. */
const MOST_NAME = 1 << 12

const SPACE = 32

/** Opens the envelopes of an input at a pointer that is not empty. */
export class Envelopes {
  readonly #way: readonly string[]
  /** The number of values that have nothing at the pointer, and the line of the first. */
  missing = 0
  firstMissing = 0
  /** True if the input ended inside an envelope but outside its records. */
  isCut = false

  constructor(way: readonly string[]) {
    this.#way = way
  }

  /** Yields the bytes of the input. Replaces bytes of values that are not at the pointer with spaces. */
  async *opened(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    const way = this.#way
    // For each level of the pointer: the index in an array, or -1 in an object.
    const positions: number[] = []
    // The current depth, the depth up to which it matches the pointer, and whether the next value matches the next token.
    const nesting = new Nesting()
    let [onWay, nextIsOn] = [0, false]
    let [isInside, isFound] = [false, false]
    let name: number[] | null = null
    let key = ''
    let [line, begun] = [1, 1]
    for await (const chunk of chunks) {
      const bytes = Buffer.from(chunk)
      for (let i = 0; i < bytes.length; i++) {
        const byte = bytes[i] as number
        if (byte === LINE_FEED) {
          line++
          continue
        }
        // Text outside all values is kept, so that the splitter reports it.
        const { depth, inString } = nesting
        let isKept = isInside || depth === 0
        // Outside of all values, ignore everything except an opening brace or bracket.
        if (depth > 0 || isOpener(byte)) nesting.step(byte)
        if (inString) {
          if (name !== null && nesting.inString && name.length < MOST_NAME) name.push(byte)
          else if (name !== null && !nesting.inString) {
            const text = parseJson(`"${Buffer.from(name).toString('utf8')}"`)
            key = typeof text === 'string' ? text : ''
            name = null
          }
        } else if (byte === QUOTE) {
          name = !isInside && depth > 0 && depth === onWay && positions[depth] === -1 ? [] : null
        } else if (isOpener(byte)) {
          if (depth === 0) [begun, isFound, nextIsOn, onWay] = [line, false, true, 0]
          if (!isInside && nextIsOn && depth === onWay) {
            if (depth === way.length) isInside = isFound = true
            else positions[++onWay] = byte === OPEN_BRACKET ? 0 : -1
          }
          isKept = isInside
          nextIsOn = depth + 1 === onWay && positions[onWay] === 0 && way[depth] === '0'
        } else if (isCloser(byte) && depth > 0) {
          if (isInside) isInside = nesting.depth > way.length
          else {
            onWay = Math.min(onWay, nesting.depth)
            nextIsOn = false
            if (nesting.depth === 0 && !isFound && this.missing++ === 0) this.firstMissing = begun
          }
        } else if (!isInside && depth > 0 && depth === onWay) {
          const position = positions[depth] as number
          if (byte === COLON && position === -1) nextIsOn = key === way[depth - 1]
          else if (byte === COMMA) {
            if (position >= 0) positions[depth] = position + 1
            nextIsOn = position >= 0 && String(position + 1) === way[depth - 1]
          }
        }
        if (!isKept) bytes[i] = SPACE
      }
      yield bytes
    }
    this.isCut = nesting.depth > 0 && !isInside
  }
}
