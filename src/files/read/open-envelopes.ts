// Finds the records in an *envelope*, such as an API response. Everything except the records is replaced with spaces.
// The records can then be read as if they were the only text, at unchanged lines and columns. For example, with the
// pointer `/data`, `{"page":1,"data":[{"id":"r1"}]}` becomes `[{"id":"r1"}]` with 17 spaces before and one after.

import { parseJson } from '../../core/json-value.js'
import { COLON, COMMA, isCloser, isOpener, Nesting, OPEN_BRACKET, QUOTE } from '../../core/scan-json.js'
import { LINE_FEED } from './bytes.js'

/** The maximum number of bytes of a key to keep. A longer key cannot match a token, because tokens are shorter. */
const MAX_KEY_BYTES = 1 << 12

const SPACE = 32

/** Removes the envelopes around the records of an input. The pointer must not be empty. */
export class EnvelopeOpener {
  /** The number of envelopes that have nothing at the pointer. `firstMissingLine` is the line of the first one. */
  missingCount = 0
  firstMissingLine = 0
  /** True if the input ended within an envelope but outside of its records. */
  isCut = false

  constructor(private readonly pointerTokens: readonly string[]) {}

  /** Yields the bytes of the input, with spaces in place of everything in an envelope that is not at the pointer. */
  async *openEnvelopes(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    const { pointerTokens } = this
    // For each matched level of the pointer: the current index in an array, or -1 in an object.
    const positions: number[] = []
    // The depth up to which the path matches the pointer, and whether the next value matches the next token.
    const nesting = new Nesting()
    let [matchedDepth, isNextMatched] = [0, false]
    let [isInside, hasFound] = [false, false]
    let keyBytes: number[] | null = null
    let key = ''
    let [line, startLine] = [1, 1]
    for await (const chunk of chunks) {
      const bytes = Buffer.from(chunk)
      for (let i = 0; i < bytes.length; i++) {
        const byte = bytes[i] as number
        if (byte === LINE_FEED) {
          line++
          continue
        }
        // Text outside of all values is kept, so that the splitter reports it as malformed.
        const { depth, isInString } = nesting
        let isKept = isInside || depth === 0
        // Outside of all values, only an opening bracket or brace counts. Quotes there are malformed text.
        if (depth > 0 || isOpener(byte)) nesting.processByte(byte)
        if (isInString) {
          if (keyBytes !== null && nesting.isInString && keyBytes.length < MAX_KEY_BYTES) keyBytes.push(byte)
          else if (keyBytes !== null && !nesting.isInString) {
            const text = parseJson(`"${Buffer.from(keyBytes).toString('utf8')}"`)
            key = typeof text === 'string' ? text : ''
            keyBytes = null
          }
        } else if (byte === QUOTE) {
          keyBytes = !isInside && depth > 0 && depth === matchedDepth && positions[depth] === -1 ? [] : null
        } else if (isOpener(byte)) {
          if (depth === 0) [startLine, hasFound, isNextMatched, matchedDepth] = [line, false, true, 0]
          if (!isInside && isNextMatched && depth === matchedDepth) {
            if (depth === pointerTokens.length) isInside = hasFound = true
            else positions[++matchedDepth] = byte === OPEN_BRACKET ? 0 : -1
          }
          isKept = isInside
          isNextMatched = depth + 1 === matchedDepth && positions[matchedDepth] === 0 && pointerTokens[depth] === '0'
        } else if (isCloser(byte) && depth > 0) {
          if (isInside) isInside = nesting.depth > pointerTokens.length
          else {
            matchedDepth = Math.min(matchedDepth, nesting.depth)
            isNextMatched = false
            if (nesting.depth === 0 && !hasFound && this.missingCount++ === 0) this.firstMissingLine = startLine
          }
        } else if (!isInside && depth > 0 && depth === matchedDepth) {
          const position = positions[depth] as number
          if (byte === COLON && position === -1) isNextMatched = key === pointerTokens[depth - 1]
          else if (byte === COMMA) {
            if (position >= 0) positions[depth] = position + 1
            isNextMatched = position >= 0 && String(position + 1) === pointerTokens[depth - 1]
          }
        }
        if (!isKept) bytes[i] = SPACE
      }
      yield bytes
    }
    this.isCut = nesting.depth > 0 && !isInside
  }
}
