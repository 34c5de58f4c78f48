// Prepares input bytes for splitting into values: recognizes gzip, converts UTF-16, and limits the unpacked size.
import { describeLimitOption } from '../../core/limits.js'

export const LINE_FEED = 10

/** Returns true for JSON white space. */
export const isSpace = (byte: number): boolean => byte === 32 || byte === LINE_FEED || byte === 13 || byte === 9

export const isBlank = (bytes: Uint8Array): boolean => bytes.every(isSpace)

/** Returns the bytes without the UTF-8 byte order mark, if there is one. */
export const removeByteOrderMark = (bytes: Buffer): Buffer =>
  bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes

/** Returns true if `head`, the start of a file, begins with the two bytes that identify gzip. */
export const isGzip = (head: Uint8Array): boolean => head[0] === 0x1f && head[1] === 0x8b

/** Returns true if `head`, the start of a file, begins with the four bytes that identify zstd. */
export const isZstd = (head: Uint8Array): boolean =>
  head[0] === 0x28 && head[1] === 0xb5 && head[2] === 0x2f && head[3] === 0xfd

/** Yields a chunk, then the remaining chunks of `source`. */
export async function* prependChunk(chunk: Buffer, source: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield chunk
  for (let readResult = await source.next(); readResult.done !== true; readResult = await source.next())
    yield readResult.value
}

/** Reads at least four bytes, enough to recognize gzip, zstd and UTF-16. Returns fewer if the source ends. */
export async function readFirstBytes(source: AsyncIterator<Buffer>): Promise<Buffer> {
  let head: Buffer = Buffer.alloc(0)
  while (head.length < 4) {
    const readResult = await source.next()
    if (readResult.done === true) break
    // A chunk is valid only until the next one is read, so a short one is copied.
    head = head.length === 0 && readResult.value.length > 3 ? readResult.value : Buffer.concat([head, readResult.value])
  }
  return head
}

/** Thrown if a gzip file unpacks to too many bytes. The message states the limit and the option that raises it. */
export class UnpackedLimitError extends Error {}

/**
 * Passes chunks through until their total size exceeds a limit. `computeLimit` returns the limit for the size so far.
 *
 * @throws UnpackedLimitError if the total exceeds the limit.
 */
export async function* limitBytes<Chunk extends Uint8Array>(
  computeLimit: (bytes: number) => number,
  chunks: AsyncIterable<Chunk>,
): AsyncGenerator<Chunk> {
  let unpackedBytes = 0
  for await (const chunk of chunks) {
    unpackedBytes += chunk.length
    const limit = computeLimit(unpackedBytes)
    if (unpackedBytes > limit)
      throw new UnpackedLimitError(
        `The input unpacks to more than ${limit} bytes; ${describeLimitOption('maxUnpackedBytes')}`,
      )
    yield chunk
  }
}

/** A byte that is invalid in UTF-8. It replaces an unpaired surrogate, so that the line is reported as malformed. */
const INVALID_BYTE = Buffer.of(0xff)

function toUtf8(text: string): Buffer {
  if (!/\p{Cs}/u.test(text)) return Buffer.from(text, 'utf8')
  const parts = text.split(/(\p{Cs})/u)
  return Buffer.concat(parts.map((part, i) => (i % 2 === 1 ? INVALID_BYTE : Buffer.from(part, 'utf8'))))
}

/** Converts UTF-16 chunks, without their byte order mark, to UTF-8. */
async function* convertUtf16ToUtf8(chunks: AsyncIterable<Buffer>, isBigEndian: boolean): AsyncGenerator<Buffer> {
  // A chunk may end inside a code unit or a surrogate pair. `remainder` has the incomplete bytes.
  let remainder: Buffer = Buffer.alloc(0)
  for await (const chunk of chunks) {
    const bytes = Buffer.concat([remainder, chunk])
    let end = bytes.length & ~1
    const highSurrogate = end === 0 ? 0 : (bytes[isBigEndian ? end - 2 : end - 1] as number)
    if (highSurrogate >= 0xd8 && highSurrogate <= 0xdb) end -= 2
    remainder = bytes.subarray(end)
    const complete = bytes.subarray(0, end)
    if (end > 0) yield toUtf8((isBigEndian ? complete.swap16() : complete).toString('utf16le'))
  }
  if (remainder.length > 0) yield INVALID_BYTE
}

/** Converts a source to UTF-8 if it begins with a UTF-16 byte order mark. Passes other sources through unchanged. */
export async function convertToUtf8(source: AsyncIterator<Buffer>): Promise<AsyncGenerator<Buffer>> {
  const head = await readFirstBytes(source)
  const byteOrderMark = head.length < 2 ? 0 : head.readUInt16BE(0)
  return byteOrderMark === 0xfffe || byteOrderMark === 0xfeff
    ? convertUtf16ToUtf8(prependChunk(head.subarray(2), source), byteOrderMark === 0xfeff)
    : prependChunk(head, source)
}
