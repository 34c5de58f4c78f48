// Records that stand inside of something else: all of it but them is made white space, so that they are read as if they
// stood there alone, and lines and columns stay what they are.

import { parseJson } from '../core/json-value.js'
import { COLON, COMMA, isCloser, isOpener, Nesting, OPEN_BRACKET, QUOTE } from '../core/nesting.js'
import { LINE_FEED } from './bytes.js'

/** The keys and positions of a JSON pointer (RFC 6901); null where the text is none. */
export function pointerOf(text: string): string[] | null {
  if (text === '') return []
  if (!text.startsWith('/') || /~(?![01])/.test(text)) return null
  return text
    .slice(1)
    .split('/')
    .map(token => token.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** Names beyond this length, in bytes, are none of a pointer's. */
const MOST_NAME = 1 << 12

const SPACE = 32

/** Opens every value of an input at a pointer that is not empty. */
export class Envelopes {
  readonly #way: readonly string[]
  /** How many values held nothing there, and the line of the first. */
  missing = 0
  firstMissing = 0
  /** The input ended inside of a value, and outside of its records. */
  isCut = false

  constructor(way: readonly string[]) {
    this.#way = way
  }

  /** The bytes with all of the values blank that is not at the pointer. */
  async *opened(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    const way = this.#way
    // Of the levels on the way: the position in an array, or -1 in an object.
    const positions: number[] = []
    // How deep it is here, and to which depth it is on the way; whether the value that comes next is on it.
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
        // What stands outside of all values is to be seen.
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
