import { isAscii } from 'node:buffer'
import { CLOSE_BRACKET, COMMA, Nesting } from '../core/nesting.js'
import { isSpace, LINE_FEED } from './bytes.js'
import type { Feed, Place } from './feed.js'
import { Held, type Most, pieceOf } from './held.js'
import type { PieceBytes } from './piece.js'

/**
 * Elements of the array that begins at the feed's next byte; with their lines where it is not the input's first. True
 * where it ended: the feed stands behind its bracket then. What does not go on as an array is one malformed piece to the
 * input's end.
 */
export async function* splitArray(
  feed: Feed,
  most: Most,
  isFirst: boolean,
): AsyncGenerator<readonly PieceBytes[], boolean> {
  const held = new Held(most)
  let nesting = new Nesting()
  let element = 0
  let place: Place = feed.placeOf(feed.at)
  const whole = (): PieceBytes | null => {
    const piece = pieceOf(held, isFirst ? null : place.line, element++)
    return piece === null ? null : { ...piece, place }
  }
  // before: nothing so far; first: behind the bracket; value: inside an element; behind: after one that closed, next:
  // after a comma; broken: what is no array any more.
  let state = 'before' as 'before' | 'first' | 'value' | 'behind' | 'next' | 'broken'
  do {
    const { chunk } = feed
    let from = feed.at
    for (let i = from; i < chunk.length && state !== 'broken'; i++) {
      const byte = chunk[i] as number
      if (byte === LINE_FEED) feed.endLine(i)
      if (state === 'value') {
        const scalarEnds =
          nesting.depth === 0 && !nesting.inString && (byte === COMMA || byte === CLOSE_BRACKET)
        if (scalarEnds) {
          held.add(chunk.subarray(from, i))
          const piece = whole()
          if (piece !== null) yield [piece]
          state = 'next'
          if (byte === CLOSE_BRACKET) {
            feed.at = i + 1
            return true
          }
        } else if (nesting.step(byte)) {
          held.add(chunk.subarray(from, i + 1))
          const piece = whole()
          if (piece !== null) yield [piece]
          state = 'behind'
        }
        continue
      }
      if (isSpace(byte)) continue
      if (state === 'before') state = 'first'
      else if (state === 'behind' && byte === COMMA) state = 'next'
      else if ((state === 'behind' || state === 'first') && byte === CLOSE_BRACKET) {
        feed.at = i + 1
        return true
      } else {
        const begins = (state === 'first' || state === 'next') && byte !== COMMA && byte !== CLOSE_BRACKET
        state = begins ? 'value' : 'broken'
        from = i
        place = feed.placeOf(i)
        nesting = new Nesting()
        nesting.step(byte)
      }
    }
    if (state === 'value' || state === 'broken') held.keep(chunk.subarray(from))
    else place = feed.placeOf(chunk.length)
  } while (await feed.next())
  yield [brokenRest(held, state === 'value' && held.tooLarge, place)]
  return false
}

/** What is no JSON any more up to the input's end, as one piece. */
export function brokenRest(held: Held, tooLarge: boolean, place: Place): PieceBytes {
  const rest = held.tooLarge || held.bytes === 0 ? null : held.take()
  return {
    bytes: rest?.toString('latin1') ?? null,
    isAscii: rest === null || isAscii(rest),
    problem: tooLarge ? 'value_too_large' : 'json_malformed',
    line: null,
    element: null,
    place,
  }
}
