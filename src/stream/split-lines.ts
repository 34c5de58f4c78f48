import { isAscii, isUtf8 } from 'node:buffer'
import { isSpace, LINE_FEED } from './bytes.js'
import { lightBytesOf, PieceBuilder, type PieceBytes, type PieceLimits } from './piece.js'

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
