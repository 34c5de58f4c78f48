// Reads the bytes of an input before they are split into values: recognizes gzip, decodes UTF-16, and limits the unpacked size.
import { wordsOfLimit } from '../core/limits.js'

export const LINE_FEED = 10

/** True for the white space of JSON. */
export const isSpace = (byte: number): boolean =>
  byte === 32 || byte === LINE_FEED || byte === 13 || byte === 9

export const isBlank = (bytes: Uint8Array): boolean => bytes.every(isSpace)

/** Returns the bytes without the byte order mark of UTF-8, if there is one. */
export const withoutMark = (bytes: Buffer): Buffer =>
  bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes

/** True if these first bytes are those of a gzip file. */
export const isGzip = (head: Uint8Array): boolean => head[0] === 0x1f && head[1] === 0x8b

/** Yields a chunk, and then the remaining chunks of its source. */
export async function* chain(chunk: Buffer, source: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield chunk
  for (let next = await source.next(); next.done !== true; next = await source.next()) yield next.value
}

/** Reads chunks until there are two bytes, which are enough to recognize gzip and UTF-16. Returns fewer if the source ends. */
export async function readFirstBytes(source: AsyncIterator<Buffer>): Promise<Buffer> {
  let head: Buffer = Buffer.alloc(0)
  while (head.length < 2) {
    const next = await source.next()
    if (next.done === true) break
    // Copies the chunk, because it is valid only until the next one is read.
    head = head.length === 0 && next.value.length > 1 ? next.value : Buffer.concat([head, next.value])
  }
  return head
}

/** Thrown if a gzip file unpacks to too many bytes. The message gives the limit and the option that raises it. */
export class UnpackedTooMuch extends Error {}

/**
 * Passes on chunks while their total size is within a limit. `limitAt` returns the limit for the number of bytes so far.
 *
 * @throws UnpackedTooMuch if the total exceeds the limit.
 */
export async function* upTo<Chunk extends Uint8Array>(
  limitAt: (bytes: number) => number,
  chunks: AsyncIterable<Chunk>,
): AsyncGenerator<Chunk> {
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    const limit = limitAt(bytes)
    if (bytes > limit)
      throw new UnpackedTooMuch(
        `The input unpacks to more than ${limit} bytes; ${wordsOfLimit('maxUnpackedBytes')}`,
      )
    yield chunk
  }
}

/** A byte that is invalid in UTF-8. It replaces half a surrogate pair, so that its line is reported as malformed. */
const INVALID_BYTE = Buffer.of(0xff)

function utf8Of(text: string): Buffer {
  if (!/\p{Cs}/u.test(text)) return Buffer.from(text, 'utf8')
  const parts = text.split(/(\p{Cs})/u)
  return Buffer.concat(parts.map((part, i) => (i % 2 === 1 ? INVALID_BYTE : Buffer.from(part, 'utf8'))))
}

/** Converts chunks of UTF-16, without their byte order mark, to UTF-8. */
async function* utf8Chunks(chunks: AsyncIterable<Buffer>, isBigEndian: boolean): AsyncGenerator<Buffer> {
  // A chunk may end between the two bytes of a code unit, or between the halves of a surrogate pair.
  let remainder: Buffer = Buffer.alloc(0)
  for await (const chunk of chunks) {
    const bytes = Buffer.concat([remainder, chunk])
    let end = bytes.length & ~1
    const high = end === 0 ? 0 : (bytes[isBigEndian ? end - 2 : end - 1] as number)
    if (high >= 0xd8 && high <= 0xdb) end -= 2
    remainder = bytes.subarray(end)
    const complete = bytes.subarray(0, end)
    if (end > 0) yield utf8Of((isBigEndian ? complete.swap16() : complete).toString('utf16le'))
  }
  if (remainder.length > 0) yield INVALID_BYTE
}

/** Converts a source to UTF-8 if it begins with a byte order mark of UTF-16. Passes on everything else unchanged. */
export async function asUtf8(source: AsyncIterator<Buffer>): Promise<AsyncGenerator<Buffer>> {
  const head = await readFirstBytes(source)
  const mark = head.length < 2 ? 0 : head.readUInt16BE(0)
  return mark === 0xfffe || mark === 0xfeff
    ? utf8Chunks(chain(head.subarray(2), source), mark === 0xfeff)
    : chain(head, source)
}
