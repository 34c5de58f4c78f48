import { isAscii } from 'node:buffer'
import { isSpace } from './bytes.js'
import { CLOSE_BRACKET, COMMA, Nesting } from './nesting.js'
import { Held, type Most, type PieceBytes, pieceOf } from './piece.js'

/** Elements of the file's one array. What does not go on as an array is one malformed piece to the file's end. */
export async function* splitArray(chunks: AsyncIterable<Buffer>, most: Most): AsyncGenerator<PieceBytes> {
  const held = new Held(most)
  let nesting = new Nesting()
  let element = 0
  // before: nothing but white space so far; first: behind the bracket; value: inside an element; behind: after one
  // that closed, next: after a comma; done: behind the closing bracket; broken: what is no array any more.
  let state = 'before' as 'before' | 'first' | 'value' | 'behind' | 'next' | 'done' | 'broken'
  for await (const chunk of chunks) {
    let from = 0
    for (let i = 0; i < chunk.length && state !== 'broken'; i++) {
      const byte = chunk[i] as number
      if (state === 'value') {
        const scalarEnds =
          nesting.depth === 0 && !nesting.inString && (byte === COMMA || byte === CLOSE_BRACKET)
        if (scalarEnds) {
          held.add(chunk.subarray(from, i))
          const piece = pieceOf(held, null, element++)
          if (piece !== null) yield piece
          state = byte === COMMA ? 'next' : 'done'
        } else if (nesting.step(byte)) {
          held.add(chunk.subarray(from, i + 1))
          const piece = pieceOf(held, null, element++)
          if (piece !== null) yield piece
          state = 'behind'
        }
        continue
      }
      if (isSpace(byte)) continue
      if (state === 'before') state = 'first'
      else if (state === 'behind' && byte === COMMA) state = 'next'
      else if ((state === 'behind' || state === 'first') && byte === CLOSE_BRACKET) state = 'done'
      else if ((state === 'first' || state === 'next') && byte !== COMMA && byte !== CLOSE_BRACKET) {
        state = 'value'
        nesting = new Nesting()
        nesting.step(byte)
        from = i
      } else {
        state = 'broken'
        from = i
      }
    }
    if (state === 'value' || state === 'broken') held.keep(chunk.subarray(from))
  }
  if (state === 'done') return
  const tooLarge = state === 'value' && held.tooLarge
  const rest = held.tooLarge || held.bytes === 0 ? null : held.take()
  const plain = rest === null || isAscii(rest)
  const bytes = rest?.toString('latin1') ?? null
  yield {
    bytes,
    isAscii: plain,
    problem: tooLarge ? 'value_too_large' : 'json_malformed',
    line: null,
    element: null,
  }
}
