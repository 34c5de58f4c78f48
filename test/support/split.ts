import { expect } from 'vitest'
import type { Piece } from '../../src/files/split/piece.js'
import { type SplitOptions, splitValues } from '../../src/files/split/split.js'

const ONE_CHUNK: readonly number[] = [1 << 20]

/** Yields bytes in chunks whose lengths repeat. All chunks share one buffer, as they do when files are read. */
async function* chunkBytes(bytes: Buffer, lengths: readonly number[]): AsyncGenerator<Buffer> {
  const buffer = Buffer.alloc(Math.min(Math.max(...lengths), bytes.length))
  for (let at = 0, i = 0; at < bytes.length; i++) {
    const length = lengths[i % lengths.length] as number
    yield buffer.subarray(0, bytes.copy(buffer, 0, at, at + length))
    buffer.fill('?')
    at += length
  }
}

/** Splits chunks into pieces and returns all of them. */
export async function collectPieces(
  chunks: AsyncIterable<Uint8Array | string>,
  options: SplitOptions = {},
): Promise<Piece[]> {
  const pieces: Piece[] = []
  for await (const jsonPiece of splitValues(chunks, options)) pieces.push(jsonPiece)
  return pieces
}

/** Splits an input in chunks whose lengths repeat, by default of one megabyte. */
export const split = (input: string | Buffer, lengths = ONE_CHUNK, options: SplitOptions = {}): Promise<Piece[]> =>
  collectPieces(chunkBytes(Buffer.from(input as string), lengths), options)

/** Splits an input as one chunk, byte by byte and in chunks of `lengths`. Expects and returns the same pieces. */
export async function splitInChunks(
  input: string | Buffer,
  lengths: readonly number[],
  options: SplitOptions = {},
): Promise<Piece[]> {
  const pieces = await split(input, ONE_CHUNK, options)
  expect(await split(input, [1], options)).toEqual(pieces)
  expect(await split(input, lengths, options)).toEqual(pieces)
  return pieces
}
