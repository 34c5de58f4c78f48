// The two ways to find where the values of an input begin and end: line by line, or by their brackets.
import { isAscii, isUtf8 } from 'node:buffer'
import { CLOSE_BRACKET, COLON, COMMA, isCloser, isOpener, Nesting, OPEN_BRACKET } from '../core/nesting.js'
import { chain, isSpace, LINE_FEED } from './bytes.js'
import { lightBytesOf, PieceBuilder, type PieceBytes, type PieceLimits, type Place, START } from './piece.js'

/** This many bytes or lines are passed on together: each step of a line through generators takes as long as reading some of it. */
const [BATCH_BYTES, BATCH_LINES] = [1 << 16, 64]

/** The lines of NDJSON, several at a time. */
export async function* splitLines(
  chunks: AsyncIterable<Buffer>,
  limits: PieceLimits,
  firstLine = 1,
): AsyncGenerator<readonly PieceBytes[]> {
  const builder = new PieceBuilder(limits)
  const maxLightBytes = Math.min(lightBytesOf(limits), limits.bytes)
  let line = firstLine
  for await (const chunk of chunks) {
    const isAsciiChunk = isAscii(chunk)
    let batch: PieceBytes[] = []
    let batchStart = 0
    let start = 0
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
      // There may be millions of blank lines, which are not worth a buffer each.
      if (end === start && builder.size === 0) {
        line++
        start++
        continue
      }
      if (builder.size === 0 && end - start <= maxLightBytes && !isSpace(chunk[start] as number)) {
        const lineBytes = isAsciiChunk ? null : chunk.subarray(start, end)
        const isAsciiLine = lineBytes === null || isAscii(lineBytes)
        const problem = isAsciiLine || isUtf8(lineBytes) ? null : 'json_malformed'
        const bytes = chunk.toString('latin1', start, end)
        batch.push({ bytes, isAscii: isAsciiLine, problem, line, element: null })
      } else {
        builder.add(chunk.subarray(start, end))
        const piece = builder.take(line, null)
        if (piece !== null) batch.push(piece)
      }
      line++
      start = end + 1
      if (start - batchStart < BATCH_BYTES && batch.length < BATCH_LINES) continue
      yield batch
      batch = []
      batchStart = start
    }
    if (batch.length > 0) yield batch
    if (start < chunk.length) builder.addCopy(chunk.subarray(start))
  }
  const piece = builder.take(line, null)
  if (piece !== null) yield [piece]
}

/** How values that follow each other are split. */
interface Concatenation {
  /** An array is one value, not several. */
  readonly whole: boolean
  /** The first value has a line, as the other values have. */
  readonly isLines: boolean
  /** If the first value ends in its line, and there are more lines, the input is NDJSON. */
  readonly mayBeLines: boolean
}

/**
 * Where the splitting is. Outside of arrays: before or after a value, after an array, or in a value. In an array: after its
 * bracket, in an element, after an element, or after a comma. `rest`: the bytes do not continue as values.
 */
type State = 'between' | 'afterArray' | 'value' | 'open' | 'element' | 'afterElement' | 'afterComma' | 'rest'

/**
 * Splits values that follow each other, each over any number of lines, as `jq .` prints them. A single value has no line;
 * several have the lines on which they begin. Elements of arrays are values of their own. From where the bytes do not
 * continue as an array, or as a value after an array, they are one malformed piece up to the end.
 */
export async function* splitConcatenated(
  chunks: AsyncGenerator<Buffer>,
  limits: PieceLimits,
  { whole, isLines, mayBeLines }: Concatenation,
): AsyncGenerator<readonly PieceBytes[]> {
  const builder = new PieceBuilder(limits)
  let state: State = 'between'
  let isFirst = !isLines
  // The line begins at this byte, counted from the first byte of the chunk.
  let [line, lineStart] = [1, 0]
  let place = START
  let value = new LooseValue(place, false)
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
        if (value.take(byte, line)) continue
        builder.add(chunk.subarray(from, i))
        const piece = builder.take(place.line, null, place)
        if (piece !== null) yield [piece]
        if (isFirst && mayBeLines && value.isOneLine && line > place.line) {
          yield* splitLines(chain(chunk.subarray(i), chunks), limits, line)
          return
        }
        isFirst = false
        state = 'between'
      } else if (state === 'element') {
        const endsScalar =
          nesting.depth === 0 && !nesting.inString && (byte === COMMA || byte === CLOSE_BRACKET)
        if (!endsScalar && !nesting.step(byte)) continue
        builder.add(chunk.subarray(from, endsScalar ? i : i + 1))
        const piece = builder.take(isFirst ? null : place.line, element++, place)
        if (piece !== null) yield [piece]
        state = 'afterElement'
        // The comma or bracket that ends a scalar is looked at below.
        if (!endsScalar) continue
      }
      if (isSpace(byte)) continue
      if (state === 'afterElement' && byte === COMMA) state = 'afterComma'
      else if ((state === 'afterElement' || state === 'open') && byte === CLOSE_BRACKET) {
        state = 'afterArray'
        isFirst = false
      } else {
        from = i
        place = { line, column: i - lineStart + 1 }
        const mayBegin: boolean = state === 'between' || (state === 'afterArray' && isOpener(byte))
        if (mayBegin && byte === OPEN_BRACKET && !whole) {
          state = 'open'
          element = 0
        } else if (mayBegin) {
          state = 'value'
          // An input that does not begin as JSON is not a list of values with something broken between them.
          value = new LooseValue(place, isFirst && !isOpener(byte))
          value.take(byte, line)
        } else if ((state === 'open' || state === 'afterComma') && byte !== COMMA && byte !== CLOSE_BRACKET) {
          state = 'element'
          nesting = new Nesting()
          nesting.step(byte)
        } else state = 'rest'
      }
    }
    if (state === 'value' || state === 'element' || state === 'rest') builder.addCopy(chunk.subarray(from))
    else place = { line, column: chunk.length - lineStart + 1 }
    lineStart -= chunk.length
  }
  if (state === 'between' || state === 'afterArray') return
  const isTooLarge = state === 'element' && builder.isTooLarge
  const piece =
    state === 'value'
      ? builder.take(isFirst ? null : place.line, null, place)
      : builder.takeRest(place, isTooLarge ? 'value_too_large' : 'json_malformed')
  if (piece !== null) yield [piece]
}

/** Deeper levels are not told apart. */
const MAX_KNOWN_DEPTH = 1024

/**
 * A value outside of an array, and what follows it that is not a value. A complete value ends before the next that opens
 * after it. A broken one ends before the next that opens a line where the broken one cannot continue so.
 */
class LooseValue {
  readonly #firstLine: number
  /** Only the end of the input ends this value. */
  readonly #isForeign: boolean
  readonly #nesting = new Nesting()
  readonly #isArrayAt = new Uint8Array(MAX_KNOWN_DEPTH)
  #lastByte = COLON as number
  #startsLine = false
  /** The line in which the value became complete, or 0. */
  #lastLine = 0
  /** True if it, or what follows it, is not JSON. */
  #isBroken = false

  constructor({ line }: Place, isForeign: boolean) {
    this.#firstLine = line
    this.#isForeign = isForeign
  }

  /** True if the value is complete, in one line, and nothing but white space follows. */
  get isOneLine(): boolean {
    return !this.#isBroken && this.#lastLine === this.#firstLine
  }

  /** Takes a byte of this line, or returns false if another value begins with it. */
  take(byte: number, line: number): boolean {
    const nesting = this.#nesting
    if (byte === LINE_FEED) {
      this.#startsLine = true
      // A string does not continue in another line.
      if (nesting.inString) this.#isBroken = true
      nesting.inString = false
      return true
    }
    if (nesting.inString) {
      nesting.step(byte)
      return true
    }
    if (isSpace(byte)) {
      this.#startsLine = false
      return true
    }
    const opens = isOpener(byte)
    const isComplete = !this.#isBroken && this.#lastLine > 0
    const isNext = isComplete
      ? opens || (line > this.#firstLine && byte !== COMMA && !isCloser(byte))
      : opens && this.#startsLine && (this.#isBroken || !this.#mayOpen())
    if (isNext && !this.#isForeign) return false
    this.#startsLine = false
    if (isComplete) this.#isBroken = true
    if (this.#isBroken) return true
    this.#lastByte = byte
    nesting.step(byte)
    const { depth } = nesting
    if (opens && depth < MAX_KNOWN_DEPTH) this.#isArrayAt[depth] = Number(byte === OPEN_BRACKET)
    else if (isCloser(byte) && depth <= 0) this.#lastLine = line
    return true
  }

  /** True if an object or array may open after the last byte. */
  #mayOpen(): boolean {
    const { depth } = this.#nesting
    return (
      this.#lastByte === OPEN_BRACKET ||
      this.#lastByte === COLON ||
      depth >= MAX_KNOWN_DEPTH ||
      (this.#lastByte === COMMA && this.#isArrayAt[depth] === 1)
    )
  }
}
