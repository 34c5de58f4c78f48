// Finds the start and end of each value in an input, without parsing the values. There are two ways.
//
// - `splitLines` is for NDJSON: each line is a value.
// - `splitConcatenated` tracks brackets and quotes. It is for values that span lines, and for arrays of records.
//
// A *chunk* is the result of one read of the file, so it may end anywhere. A *piece* is the text of one value with its
// position. An *element* is the index of a piece in an array. For example, `[{"id":1},\n {"id":2}]` has two pieces,
// which are elements 0 and 1. `{"id":1}\n{"id":2}` also has two pieces, on lines 1 and 2, which are not elements.
import { isAscii, isUtf8 } from 'node:buffer'
import { CLOSE_BRACKET, COLON, COMMA, isCloser, isOpener, Nesting, OPEN_BRACKET } from '../../core/scan-json.js'
import { isSpace, LINE_FEED, prependChunk } from '../read/bytes.js'
import {
  computeMaxUncheckedBytes,
  PieceBuilder,
  type PieceBytes,
  type PieceLimits,
  START_POSITION,
  type TextPosition,
} from './piece.js'

/** The maximum size of a batch of lines. Batches avoid one asynchronous step per line, which is noticeably slower. */
const [MAX_BATCH_BYTES, MAX_BATCH_LINES] = [1 << 16, 64]

/** Splits NDJSON into lines and yields them in batches. */
export async function* splitLines(
  chunks: AsyncIterable<Buffer>,
  limits: PieceLimits,
  firstLine = 1,
): AsyncGenerator<readonly PieceBytes[]> {
  const builder = new PieceBuilder(limits)
  const maxUncheckedBytes = Math.min(computeMaxUncheckedBytes(limits), limits.maxBytes)
  let line = firstLine
  for await (const chunk of chunks) {
    const isAsciiChunk = isAscii(chunk)
    let batch: PieceBytes[] = []
    let batchStart = 0
    let start = 0
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
      // Skips blank lines without creating a buffer, because a file may have millions of them.
      if (end === start && builder.size === 0) {
        line++
        start++
        continue
      }
      if (builder.size === 0 && end - start <= maxUncheckedBytes && !isSpace(chunk[start] as number)) {
        const lineBytes = isAsciiChunk ? null : chunk.subarray(start, end)
        const isAsciiLine = lineBytes === null || isAscii(lineBytes)
        const problem = isAsciiLine || isUtf8(lineBytes) ? null : 'json_malformed'
        const latin1 = chunk.toString('latin1', start, end)
        batch.push({ latin1, isAscii: isAsciiLine, problem, line, element: null })
      } else {
        builder.add(chunk.subarray(start, end))
        const jsonPiece = builder.takePiece(line, null)
        if (jsonPiece !== null) batch.push(jsonPiece)
      }
      line++
      start = end + 1
      if (start - batchStart < MAX_BATCH_BYTES && batch.length < MAX_BATCH_LINES) continue
      yield batch
      batch = []
      batchStart = start
    }
    if (batch.length > 0) yield batch
    if (start < chunk.length) builder.addCopy(chunk.subarray(start))
  }
  const jsonPiece = builder.takePiece(line, null)
  if (jsonPiece !== null) yield [jsonPiece]
}

/** Options of `splitConcatenated`. */
interface ConcatenationOptions {
  /** If true, an array is one value. If false, each of its elements is a value. */
  readonly shouldKeepArrays: boolean
  /** If true, the first piece has a line number even if it is the only piece. */
  readonly hasLineNumbers: boolean
  /** If true, the input is split as NDJSON if its first value is on one line and more lines follow. */
  readonly canBeNdjson: boolean
}

/**
 * The state of the splitter. Outside of arrays: before or after a value (`between`), after an array, or in a value. In
 * an array: after its opening bracket (`open`), in or after an element, or after a comma. `rest`: malformed.
 */
type SplitterState = 'between' | 'afterArray' | 'value' | 'open' | 'element' | 'afterElement' | 'afterComma' | 'rest'

/**
 * Splits concatenated JSON values. Each may span several lines, as `jq .` prints them. A piece has the number of the
 * line on which it begins, or null if it is the only value or in the first array. Array elements are separate pieces.
 * If an array is broken, or if the text after one is not a value, all text from there on is one malformed piece.
 */
export async function* splitConcatenated(
  chunks: AsyncGenerator<Buffer>,
  limits: PieceLimits,
  { shouldKeepArrays, hasLineNumbers, canBeNdjson }: ConcatenationOptions,
): AsyncGenerator<readonly PieceBytes[]> {
  const builder = new PieceBuilder(limits)
  let state: SplitterState = 'between'
  let isFirst = !hasLineNumbers
  // `lineStart` is the byte offset of the current line relative to the chunk. It may be negative.
  let [line, lineStart] = [1, 0]
  let valueStart = START_POSITION
  let value = new TopLevelValue(valueStart, false)
  let [nesting, element] = [new Nesting(), 0]
  for await (const chunk of chunks) {
    let from = 0
    for (let i = 0; i < chunk.length && state !== 'rest'; i++) {
      const byte = chunk[i] as number
      if (byte === LINE_FEED) {
        line++
        lineStart = i + 1
      }
      if (state === 'value') {
        if (value.addByte(byte, line)) continue
        builder.add(chunk.subarray(from, i))
        const jsonPiece = builder.takePiece(valueStart.line, null, valueStart)
        if (jsonPiece !== null) yield [jsonPiece]
        if (isFirst && canBeNdjson && value.isOneLine && line > valueStart.line) {
          yield* splitLines(prependChunk(chunk.subarray(i), chunks), limits, line)
          return
        }
        isFirst = false
        state = 'between'
      } else if (state === 'element') {
        const isScalarEnd = nesting.depth === 0 && !nesting.isInString && (byte === COMMA || byte === CLOSE_BRACKET)
        if (!isScalarEnd && !nesting.processByte(byte)) continue
        builder.add(chunk.subarray(from, isScalarEnd ? i : i + 1))
        const jsonPiece = builder.takePiece(isFirst ? null : valueStart.line, element++, valueStart)
        if (jsonPiece !== null) yield [jsonPiece]
        state = 'afterElement'
        // If a comma or bracket ended a scalar, the code below still has to process that byte.
        if (!isScalarEnd) continue
      }
      if (isSpace(byte)) continue
      if (state === 'afterElement' && byte === COMMA) state = 'afterComma'
      else if ((state === 'afterElement' || state === 'open') && byte === CLOSE_BRACKET) {
        state = 'afterArray'
        isFirst = false
      } else {
        from = i
        valueStart = { line, column: i - lineStart + 1 }
        const canBegin: boolean = state === 'between' || (state === 'afterArray' && isOpener(byte))
        if (canBegin && byte === OPEN_BRACKET && !shouldKeepArrays) {
          state = 'open'
          element = 0
        } else if (canBegin) {
          state = 'value'
          // An input that does not begin with a bracket or brace is one malformed piece, not a list of values.
          value = new TopLevelValue(valueStart, isFirst && !isOpener(byte))
          value.addByte(byte, line)
        } else if ((state === 'open' || state === 'afterComma') && byte !== COMMA && byte !== CLOSE_BRACKET) {
          state = 'element'
          nesting = new Nesting()
          nesting.processByte(byte)
        } else state = 'rest'
      }
    }
    if (state === 'value' || state === 'element' || state === 'rest') builder.addCopy(chunk.subarray(from))
    else valueStart = { line, column: chunk.length - lineStart + 1 }
    lineStart -= chunk.length
  }
  if (state === 'between' || state === 'afterArray') return
  const isTooLarge = state === 'element' && builder.isTooLarge
  const jsonPiece =
    state === 'value'
      ? builder.takePiece(isFirst ? null : valueStart.line, null, valueStart)
      : builder.takeMalformedRest(valueStart, isTooLarge ? 'value_too_large' : 'json_malformed')
  if (jsonPiece !== null) yield [jsonPiece]
}

/** The splitter does not remember whether levels nested deeper than this are arrays or objects. */
const MAX_REMEMBERED_DEPTH = 1024

/**
 * A value outside of arrays, with any malformed text after it. A complete value ends before the next opening bracket or
 * brace. A broken value ends before the next line that begins with one, unless JSON allows one at that position.
 */
class TopLevelValue {
  readonly #firstLine: number
  /** If true, this value continues to the end of the input. */
  readonly #isUntilEnd: boolean
  readonly #nesting = new Nesting()
  readonly #isArrayAt = new Uint8Array(MAX_REMEMBERED_DEPTH)
  /**
   * The last byte that is neither white space nor inside a string. It is a colon at first, because an object or an array
   * may begin there, as after a colon.
   */
  #lastByte = COLON as number
  #startsLine = false
  /** The line on which the value became complete, or 0 if it is not complete yet. */
  #lastLine = 0
  /** True if the value, or the text after it, is not JSON. */
  #isBroken = false

  constructor({ line }: TextPosition, isUntilEnd: boolean) {
    this.#firstLine = line
    this.#isUntilEnd = isUntilEnd
  }

  /** True if the value is complete, fits on one line, and only white space follows it. */
  get isOneLine(): boolean {
    return !this.#isBroken && this.#lastLine === this.#firstLine
  }

  /** Adds a byte to the value. Returns false if the byte begins another value. `line` is the byte's line number. */
  addByte(byte: number, line: number): boolean {
    const nesting = this.#nesting
    if (byte === LINE_FEED) {
      this.#startsLine = true
      // A JSON string cannot contain a line break.
      if (nesting.isInString) this.#isBroken = true
      nesting.isInString = false
      return true
    }
    if (nesting.isInString) {
      nesting.processByte(byte)
      return true
    }
    if (isSpace(byte)) {
      this.#startsLine = false
      return true
    }
    const isOpening = isOpener(byte)
    const isComplete = !this.#isBroken && this.#lastLine > 0
    const isNextValue = isComplete
      ? isOpening || (line > this.#firstLine && byte !== COMMA && !isCloser(byte))
      : isOpening && this.#startsLine && (this.#isBroken || !this.#canOpen())
    if (isNextValue && !this.#isUntilEnd) return false
    this.#startsLine = false
    if (isComplete) this.#isBroken = true
    if (this.#isBroken) return true
    this.#lastByte = byte
    nesting.processByte(byte)
    const { depth } = nesting
    if (isOpening && depth < MAX_REMEMBERED_DEPTH) this.#isArrayAt[depth] = Number(byte === OPEN_BRACKET)
    else if (isCloser(byte) && depth <= 0) this.#lastLine = line
    return true
  }

  /** Returns true if JSON allows an object or array to begin after the last byte. */
  #canOpen(): boolean {
    const { depth } = this.#nesting
    return (
      this.#lastByte === OPEN_BRACKET ||
      this.#lastByte === COLON ||
      depth >= MAX_REMEMBERED_DEPTH ||
      (this.#lastByte === COMMA && this.#isArrayAt[depth] === 1)
    )
  }
}
