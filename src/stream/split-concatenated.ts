import { COLON, COMMA, isCloser, isOpener, Nesting, OPEN_BRACKET } from '../core/nesting.js'
import { isSpace, LINE_FEED } from './bytes.js'
import type { Feed } from './feed.js'
import { Held, type Most, pieceOf } from './held.js'
import type { PieceBytes } from './piece.js'
import { brokenRest, splitArray } from './split-array.js'
import { splitLines } from './split-lines.js'

/** How values that stand behind each other are split. */
interface Concatenation {
  /** An array is one value, not several. */
  readonly whole: boolean
  /** Its first value has a line as the others have. */
  readonly isLines: boolean
  /** A first value that is whole in its line, with more behind that line, is a line of NDJSON. */
  readonly mayBeLines: boolean
}

/**
 * Values that stand behind each other, each over any number of lines, as `jq .` prints them: one, or several, which have
 * the lines that they begin on then. Elements of arrays stand for themselves.
 */
export async function* splitConcatenated(
  feed: Feed,
  most: Most,
  { whole, isLines, mayBeLines }: Concatenation,
): AsyncGenerator<readonly PieceBytes[]> {
  for (let isFirst = !isLines; ; isFirst = false) {
    const byte = await feed.significant()
    if (byte === null) return
    if (byte === OPEN_BRACKET && !whole) {
      if (!(yield* splitArray(feed, most, isFirst))) return
      const next = await feed.significant()
      if (next === null || isOpener(next)) continue
      const place = feed.placeOf(feed.at)
      const held = new Held(most)
      for await (const chunk of feed.rest()) held.keep(chunk)
      yield [brokenRest(held, false, place)]
      return
    }
    const { piece, isLine } = await takeValue(feed, most, isFirst)
    if (piece !== null) yield [piece]
    if (isFirst && isLine && mayBeLines) {
      yield* splitLines(feed.rest(), most, feed.line)
      return
    }
  }
}

/** Deeper ones are not told apart. */
const KNOWN = 1024

/**
 * Takes the value at the feed's next byte, and what stands behind it and is no value. It ends before the next that opens
 * behind it; a broken one before the next that opens a line where it cannot go on so. `isLine`: it was whole in its line,
 * and another line goes on behind it.
 */
async function takeValue(
  feed: Feed,
  most: Most,
  isFirst: boolean,
): Promise<{ readonly piece: PieceBytes | null; readonly isLine: boolean }> {
  const held = new Held(most)
  const place = feed.placeOf(feed.at)
  const arrays = new Uint8Array(KNOWN)
  const nesting = new Nesting()
  let last = COLON as number
  let startsLine = false
  // The line on which it closed.
  let closedOn = 0
  // value: it goes on; behind: it closed; glued: it is broken, or what stands behind it is no value.
  let state = 'value' as 'value' | 'behind' | 'glued'
  // What does not begin as JSON does is no values with something broken between them.
  const isForeign = isFirst && !isOpener(feed.chunk[feed.at] as number)
  const end = (isLast: boolean, isLine = false) => {
    const piece = pieceOf(held, isFirst && isLast ? null : place.line, null)
    return { piece: piece === null ? null : { ...piece, place }, isLine }
  }
  const mayOpen = (): boolean =>
    last === OPEN_BRACKET ||
    last === COLON ||
    nesting.depth >= KNOWN ||
    (last === COMMA && arrays[nesting.depth] === 1)
  do {
    const { chunk } = feed
    const from = feed.at
    for (let i = from; i < chunk.length; i++) {
      const byte = chunk[i] as number
      if (byte === LINE_FEED) {
        feed.endLine(i)
        startsLine = true
        // No string goes on in another line.
        if (nesting.inString) state = 'glued'
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
        state === 'behind'
          ? opens || (feed.line > place.line && byte !== COMMA && !isCloser(byte))
          : opens && startsLine && (state === 'glued' || !mayOpen())
      if (isNext && !isForeign) {
        held.keep(chunk.subarray(from, i))
        feed.at = i
        return end(false, state === 'behind' && closedOn === place.line && feed.line > place.line)
      }
      startsLine = false
      if (state !== 'value') {
        state = 'glued'
        continue
      }
      last = byte
      nesting.step(byte)
      if (opens && nesting.depth < KNOWN) arrays[nesting.depth] = Number(byte === OPEN_BRACKET)
      else if (isCloser(byte) && nesting.depth <= 0) {
        state = 'behind'
        closedOn = feed.line
      }
    }
    held.keep(chunk.subarray(from))
  } while (await feed.next())
  return end(true)
}
