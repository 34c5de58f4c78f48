import { isAscii, isUtf8 } from 'node:buffer'
import { isSpace, LINE_FEED } from './bytes.js'
import { Held, LARGE, type Most, pieceOf } from './held.js'
import type { PieceBytes } from './piece.js'

/** So many bytes, or lines, go on together: each step of a line through generators takes as long as reading some of it. */
const [BYTES, LINES] = [1 << 16, 64]

/** The lines of NDJSON, several at a time. */
export async function* splitLines(
  chunks: AsyncIterable<Buffer>,
  most: Most,
  firstLine = 1,
): AsyncGenerator<readonly PieceBytes[]> {
  const held = new Held(most)
  const small = Math.min(LARGE, 2 * most.entries, most.bytes)
  let line = firstLine
  for await (const chunk of chunks) {
    const isPlain = isAscii(chunk)
    let ready: PieceBytes[] = []
    let from = 0
    let at = 0
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, at)) {
      // Blank lines may be millions, and are not worth a buffer each.
      if (end === at && held.bytes === 0) {
        line++
        at++
        continue
      }
      if (held.bytes === 0 && end - at <= small && !isSpace(chunk[at] as number)) {
        const own = isPlain ? null : chunk.subarray(at, end)
        const isOwnPlain = own === null || isAscii(own)
        const problem = isOwnPlain || isUtf8(own) ? null : 'json_malformed'
        const bytes = chunk.toString('latin1', at, end)
        ready.push({ bytes, isAscii: isOwnPlain, problem, line, element: null })
      } else {
        held.add(chunk.subarray(at, end))
        const piece = pieceOf(held, line, null)
        if (piece !== null) ready.push(piece)
      }
      line++
      at = end + 1
      if (at - from < BYTES && ready.length < LINES) continue
      yield ready
      ready = []
      from = at
    }
    if (ready.length > 0) yield ready
    if (at < chunk.length) held.keep(chunk.subarray(at))
  }
  const piece = pieceOf(held, line, null)
  if (piece !== null) yield [piece]
}

/** A chunk and what comes behind it. */
export async function* rest(chunk: Buffer, source: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield chunk
  for (let next = await source.next(); next.done !== true; next = await source.next()) yield next.value
}
