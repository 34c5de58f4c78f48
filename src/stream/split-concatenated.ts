import { CLOSE_BRACKET, COLON, COMMA, isCloser, isOpener, Nesting, OPEN_BRACKET } from '../core/nesting.js'
import { isSpace, LINE_FEED } from './bytes.js'
import { PieceBuilder, type PieceBytes, type PieceLimits, type Place } from './piece.js'
import { splitLines } from './split-lines.js'

/** Chunks, and how far they were read. A chunk is valid only until the next one is read. */
class Feed {
  readonly #source: AsyncIterator<Buffer>
  chunk: Buffer = Buffer.alloc(0)
  /** The next byte of the chunk. */
  at = 0
  line = 1
  /** Where the line begins, counted from the chunk's first byte. */
  #lineStart = 0

  constructor(source: AsyncIterator<Buffer>) {
    this.#source = source
  }

  /** Goes on to the next chunk; false if there is none. */
  async next(): Promise<boolean> {
    this.#lineStart -= this.chunk.length
    this.at = 0
    const next = await this.#source.next()
    this.chunk = next.done === true ? Buffer.alloc(0) : next.value
    return next.done !== true
  }

  /** Counts a line that ends at a byte of the chunk. */
  endLine(at: number): void {
    this.line++
    this.#lineStart = at + 1
  }

  /** The line and column of a byte of the chunk. */
  placeOf(at: number): Place {
    return { line: this.line, column: at - this.#lineStart + 1 }
  }

  /** Skips white space, and returns the byte after it without taking it; null at the end. */
  async skipSpace(): Promise<number | null> {
    do {
      for (; this.at < this.chunk.length; this.at++) {
        const byte = this.chunk[this.at] as number
        if (byte === LINE_FEED) this.endLine(this.at)
        else if (!isSpace(byte)) return byte
      }
    } while (await this.next())
    return null
  }

  /** The bytes that were not read yet, as chunks. */
  async *rest(): AsyncGenerator<Buffer> {
    if (this.at < this.chunk.length) yield this.chunk.subarray(this.at)
    while (await this.next()) yield this.chunk
  }
}

/** How values that stand behind each other are split. */
interface Concatenation {
  /** An array is one value, not several. */
  readonly whole: boolean
  /** The first value has a line, as the other values have. */
  readonly isLines: boolean
  /** If the first value ends in its line, and there are more lines, the input is NDJSON. */
  readonly mayBeLines: boolean
}

/**
 * Splits values that follow each other, each over any number of lines, as `jq .` prints them. A single value has no line;
 * several have the lines on which they begin. Elements of arrays count as values of their own.
 */
export async function* splitConcatenated(
  chunks: AsyncIterator<Buffer>,
  limits: PieceLimits,
  { whole, isLines, mayBeLines }: Concatenation,
): AsyncGenerator<readonly PieceBytes[]> {
  const feed = new Feed(chunks)
  for (let isFirst = !isLines; ; isFirst = false) {
    const byte = await feed.skipSpace()
    if (byte === null) return
    if (byte === OPEN_BRACKET && !whole) {
      if (!(yield* splitArray(feed, limits, isFirst))) return
      const next = await feed.skipSpace()
      if (next === null || isOpener(next)) continue
      const place = feed.placeOf(feed.at)
      const builder = new PieceBuilder(limits)
      for await (const chunk of feed.rest()) builder.addCopy(chunk)
      yield [builder.takeRest(place)]
      return
    }
    const { piece, isLine } = await takeValue(feed, limits, isFirst)
    if (piece !== null) yield [piece]
    if (isFirst && isLine && mayBeLines) {
      yield* splitLines(feed.rest(), limits, feed.line)
      return
    }
  }
}

/**
 * Splits the array that begins at the feed's next byte into its elements, which have lines unless the array is the first
 * value of the input. From where the bytes do not continue as an array, they are one malformed piece up to the end.
 *
 * @returns true if the array ended; then the feed is after its bracket.
 */
async function* splitArray(
  feed: Feed,
  limits: PieceLimits,
  isFirst: boolean,
): AsyncGenerator<readonly PieceBytes[], boolean> {
  const builder = new PieceBuilder(limits)
  let nesting = new Nesting()
  let element = 0
  let place: Place = feed.placeOf(feed.at)
  // start: before the array. open: after its bracket. value: inside an element. closed: after an element. comma: after a
  // comma. broken: it does not continue as an array.
  let state = 'start' as 'start' | 'open' | 'value' | 'closed' | 'comma' | 'broken'
  do {
    const { chunk } = feed
    let from = feed.at
    for (let i = from; i < chunk.length && state !== 'broken'; i++) {
      const byte = chunk[i] as number
      if (byte === LINE_FEED) feed.endLine(i)
      if (state === 'value') {
        const endsScalar =
          nesting.depth === 0 && !nesting.inString && (byte === COMMA || byte === CLOSE_BRACKET)
        if (!endsScalar && !nesting.step(byte)) continue
        builder.add(chunk.subarray(from, endsScalar ? i : i + 1))
        const piece = builder.take(isFirst ? null : place.line, element++, place)
        if (piece !== null) yield [piece]
        state = 'closed'
        // The comma or bracket that ends a scalar is looked at below.
        if (!endsScalar) continue
      }
      if (isSpace(byte)) continue
      if (state === 'start') state = 'open'
      else if (state === 'closed' && byte === COMMA) state = 'comma'
      else if ((state === 'closed' || state === 'open') && byte === CLOSE_BRACKET) {
        feed.at = i + 1
        return true
      } else {
        const begins = state !== 'closed' && byte !== COMMA && byte !== CLOSE_BRACKET
        state = begins ? 'value' : 'broken'
        from = i
        place = feed.placeOf(i)
        nesting = new Nesting()
        nesting.step(byte)
      }
    }
    if (state === 'value' || state === 'broken') builder.addCopy(chunk.subarray(from))
    else place = feed.placeOf(chunk.length)
  } while (await feed.next())
  yield [builder.takeRest(place, state === 'value' && builder.isTooLarge ? 'value_too_large' : undefined)]
  return false
}

/** Deeper levels are not told apart. */
const MAX_KNOWN_DEPTH = 1024

/**
 * Takes the value at the feed's next byte, and what follows it that is not a value. A complete value ends before the next
 * that opens after it. A broken one ends before the next that opens a line where the broken one cannot continue so.
 *
 * @returns the piece, and whether it was complete in its line, with another line after it.
 */
async function takeValue(
  feed: Feed,
  limits: PieceLimits,
  isFirst: boolean,
): Promise<{ readonly piece: PieceBytes | null; readonly isLine: boolean }> {
  const builder = new PieceBuilder(limits)
  const place = feed.placeOf(feed.at)
  const isArrayAt = new Uint8Array(MAX_KNOWN_DEPTH)
  const nesting = new Nesting()
  let last = COLON as number
  let startsLine = false
  let closingLine = 0
  // value: it goes on. closed: it is complete. broken: it, or what follows it, is not JSON.
  let state = 'value' as 'value' | 'closed' | 'broken'
  // An input that does not begin as JSON is not a list of values with something broken between them.
  const isForeign = isFirst && !isOpener(feed.chunk[feed.at] as number)
  const mayOpen = (): boolean =>
    last === OPEN_BRACKET ||
    last === COLON ||
    nesting.depth >= MAX_KNOWN_DEPTH ||
    (last === COMMA && isArrayAt[nesting.depth] === 1)
  do {
    const { chunk } = feed
    const from = feed.at
    for (let i = from; i < chunk.length; i++) {
      const byte = chunk[i] as number
      if (byte === LINE_FEED) {
        feed.endLine(i)
        startsLine = true
        // A string does not continue in another line.
        if (nesting.inString) state = 'broken'
        nesting.inString = false
        continue
      }
      if (nesting.inString) {
        nesting.step(byte)
        continue
      }
      if (isSpace(byte)) {
        startsLine = false
        continue
      }
      const opens = isOpener(byte)
      const isNext =
        state === 'closed'
          ? opens || (feed.line > place.line && byte !== COMMA && !isCloser(byte))
          : opens && startsLine && (state === 'broken' || !mayOpen())
      if (isNext && !isForeign) {
        builder.addCopy(chunk.subarray(from, i))
        feed.at = i
        const isLine = state === 'closed' && closingLine === place.line && feed.line > place.line
        return { piece: builder.take(place.line, null, place), isLine }
      }
      startsLine = false
      if (state !== 'value') {
        state = 'broken'
        continue
      }
      last = byte
      nesting.step(byte)
      if (opens && nesting.depth < MAX_KNOWN_DEPTH) isArrayAt[nesting.depth] = Number(byte === OPEN_BRACKET)
      else if (isCloser(byte) && nesting.depth <= 0) {
        state = 'closed'
        closingLine = feed.line
      }
    }
    builder.addCopy(chunk.subarray(from))
  } while (await feed.next())
  return { piece: builder.take(isFirst ? null : place.line, null, place), isLine: false }
}
