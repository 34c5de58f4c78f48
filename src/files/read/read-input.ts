// The folder `files/read` turns input files into parsed values with their origin, and values into dossiers. It detects
// formats, unpacks gzip, opens envelopes and reports what cannot be read.

import { fstatSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { type FileLimitOptions, readLimit } from '../../core/limits.js'
import { replaceControls } from '../../core/text.js'
import { isGzip, limitBytes, prependChunk, readFirstBytes, UnpackedLimitError } from './bytes.js'
import { InputError } from './input-error.js'

const CHUNK_BYTES = 1 << 20

/** Returns the name of an input for use in outputs: the file name without its folder, or `-` for standard input. */
export const toSourceName = (path: string): string => (path === '-' ? '-' : replaceControls(basename(path)))

/**
 * Reads a file with two alternating buffers: one is filled while the caller uses the other. With a new buffer for each
 * read, dozens would accumulate before each garbage collection.
 */
async function* readFile(path: string): AsyncGenerator<Buffer> {
  const file = await open(path)
  const read = (buffer: Buffer): Promise<{ bytesRead: number; buffer: Buffer }> => {
    const pendingRead = file.read(buffer, 0, CHUNK_BYTES, null)
    // If the caller stops early, this read is never awaited. Without this handler, its error would end the process.
    pendingRead.catch(() => {})
    return pendingRead
  }
  try {
    let pendingRead = read(Buffer.allocUnsafeSlow(CHUNK_BYTES))
    let spareBuffer: Buffer = Buffer.allocUnsafeSlow(CHUNK_BYTES)
    for (;;) {
      const { bytesRead, buffer } = await pendingRead
      if (bytesRead === 0) return
      pendingRead = read(spareBuffer)
      spareBuffer = buffer
      yield buffer.subarray(0, bytesRead)
    }
  } finally {
    await file.close()
  }
}

/** Copies each chunk, because gunzip requests more chunks before it has finished with the first. */
async function* copyChunks(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) yield Buffer.from(chunk)
}

async function* readStandardInput(): AsyncGenerator<Buffer> {
  // Without this check, Node would read a directory on standard input as an empty file.
  if (fstatSync(0).isDirectory()) throw Object.assign(new Error(), { code: 'EISDIR' })
  yield* process.stdin as AsyncIterable<Buffer>
}

const GIGABYTE = 1_000_000_000

/**
 * Reads a file in chunks, or standard input if the path is `-`. Unpacks gzip, which is recognized by the first bytes. A
 * chunk is valid only until the next one is read.
 *
 * @throws InputError if the file cannot be read, and UnpackedLimitError if it unpacks to too many bytes.
 */
export async function* readInput(
  path: string,
  onBytes: (count: number) => void = () => {},
  limits: FileLimitOptions = {},
): AsyncGenerator<Buffer> {
  const maxUnpackedBytes = readLimit(limits, 'maxUnpackedBytes', 0)
  let bytesRead = 0
  async function* countBytes(): AsyncGenerator<Buffer> {
    for await (const chunk of path === '-' ? readStandardInput() : readFile(path)) {
      bytesRead += chunk.length
      onBytes(chunk.length)
      yield chunk
    }
  }
  // By default, a gzip file may unpack to 1 GB or to 100 times its size. For a pipe, the size is the bytes read so far.
  const computeLimit = (unpacked: number): number => {
    if (maxUnpackedBytes > 0) return maxUnpackedBytes
    if (unpacked <= GIGABYTE) return GIGABYTE
    return Math.max(GIGABYTE, 100 * Math.max(bytesRead, path === '-' ? 0 : statSync(path).size))
  }
  const chunks = countBytes()
  try {
    const head = await readFirstBytes(chunks)
    if (head.length === 0) return
    const allChunks = prependChunk(head, chunks)
    if (!isGzip(head)) yield* allChunks
    else
      yield* limitBytes(
        computeLimit,
        pipeline(copyChunks(allChunks), createGunzip({ chunkSize: CHUNK_BYTES }), () => {}) as AsyncIterable<Buffer>,
      )
  } catch (cause) {
    if (cause instanceof UnpackedLimitError) throw cause
    const code = (cause as NodeJS.ErrnoException).code ?? 'unknown'
    const hint = code === 'Z_BUF_ERROR' ? ': it is a gzip that ends early' : ''
    throw new InputError(`${path === '-' ? '-' : replaceControls(path)} could not be read (${code})${hint}.`)
  } finally {
    // If the caller stops early, do not wait for the rest of a pipe.
    if (path === '-') process.stdin.destroy()
    chunks.return(undefined).catch(() => {})
  }
}

/** Thrown if a thread of `--jobs` cannot be started or ends before it finishes its work. */
export class JobError extends Error {
  override readonly name = 'JobError'
}
