import { isSpace, LINE_FEED } from './bytes.js'
import { Nesting } from './nesting.js'
import { Held, type Most, type PieceBytes, pieceOf } from './piece.js'

/** The lines of NDJSON. */
export async function* splitLines(
  chunks: AsyncIterable<Buffer>,
  most: Most,
  firstLine = 1,
): AsyncGenerator<PieceBytes> {
  const held = new Held(most)
  let line = firstLine
  for await (const chunk of chunks) {
    let at = 0
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, at)) {
      // Blank lines may be millions, and are not worth a buffer each.
      if (end === at && held.bytes === 0) {
        line++
        at++
        continue
      }
      held.add(chunk.subarray(at, end))
      const piece = pieceOf(held, line, null)
      if (piece !== null) yield piece
      line++
      at = end + 1
    }
    if (at < chunk.length) held.keep(chunk.subarray(at))
  }
  const piece = pieceOf(held, line, null)
  if (piece !== null) yield piece
}

/** A value too long for its first line to show what the file is: where more follows behind that line, it is NDJSON. */
export async function* splitOne(chunks: AsyncIterable<Buffer>, most: Most): AsyncGenerator<PieceBytes> {
  const held = new Held(most)
  const nesting = new Nesting()
  // head: blank lines; value: in the first line; behind: after it, and it was whole; one: the value has more lines.
  let state = 'head' as 'head' | 'value' | 'behind' | 'one'
  let [line, first] = [1, 1]
  const source = chunks[Symbol.asyncIterator]()
  for (let next = await source.next(); next.done !== true; next = await source.next()) {
    const chunk = next.value
    let from = state === 'behind' ? chunk.length : 0
    for (let i = 0; i < chunk.length && state !== 'one'; i++) {
      const byte = chunk[i] as number
      if (byte === LINE_FEED) {
        if (state === 'value') {
          state = nesting.depth === 0 && !nesting.inString ? 'behind' : 'one'
          first = line
          if (state === 'behind') held.keep(chunk.subarray(from, i))
          if (state === 'behind') from = chunk.length
        }
        line++
      } else if (state === 'behind' && !isSpace(byte)) {
        const piece = pieceOf(held, first, null)
        if (piece !== null) yield piece
        yield* splitLines(rest(chunk.subarray(i), source), most, line)
        return
      } else if (state === 'value') nesting.step(byte)
      else if (state === 'head' && !isSpace(byte)) {
        state = 'value'
        nesting.step(byte)
      }
    }
    if (from < chunk.length) held.keep(chunk.subarray(from))
  }
  const piece = pieceOf(held, null, null)
  if (piece !== null) yield piece
}

/** A chunk and what comes behind it. */
export async function* rest(chunk: Buffer, source: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield chunk
  for (let next = await source.next(); next.done !== true; next = await source.next()) yield next.value
}
