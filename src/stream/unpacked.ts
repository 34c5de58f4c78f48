import { wordsOfLimit } from '../core/limit-words.js'

/** A gzip unpacks to more than it may. The message says how much that is, and what raises it. */
export class UnpackedTooMuch extends Error {}

/** Chunks up to so many bytes, which are asked for with each. Throws UnpackedTooMuch where there are more. */
export async function* upTo<Chunk extends Uint8Array>(
  most: (bytes: number) => number,
  chunks: AsyncIterable<Chunk>,
): AsyncGenerator<Chunk> {
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    const limit = most(bytes)
    if (bytes > limit)
      throw new UnpackedTooMuch(
        `The input unpacks to more than ${limit} bytes; ${wordsOfLimit('maxUnpackedBytes')}`,
      )
    yield chunk
  }
}
