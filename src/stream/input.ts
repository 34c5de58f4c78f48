import { fstatSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { type FileLimitOptions, readLimit } from '../core/limits.js'
import { replaceControls } from '../core/text.js'
import { isGzip, limitBytes, prependChunk, readFirstBytes, UnpackedLimitError } from './bytes.js'

/** An input that could not be read. The message has the file's name and the system's error code, and none of its content. */
export class InputError extends Error {
  override readonly name = 'InputError'
  /** The sentences of the message: one, or one for each input. */
  readonly sentences: readonly string[]

  constructor(...sentences: readonly string[]) {
    super(sentences.join('\n'))
    this.sentences = sentences
  }
}

const CHUNK_BYTES = 1 << 20

/** Returns the name of an input as outputs show it: the file's name, or `-` for standard input. */
export const toSourceName = (path: string): string => (path === '-' ? '-' : replaceControls(basename(path)))

/**
 * Reads a file with two buffers: one is filled while the caller uses the other. New buffers for each read would fill the
 * memory by the dozen until the garbage collector ran.
 */
async function* readFile(path: string): AsyncGenerator<Buffer> {
  const file = await open(path)
  const read = (buffer: Buffer): Promise<{ bytesRead: number; buffer: Buffer }> => {
    const pendingRead = file.read(buffer, 0, CHUNK_BYTES, null)
    // If the caller stops early, nobody awaits this read, and its error must not end the process.
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

/** Copies each chunk, because gunzip takes the next chunks before it has finished with the first. */
async function* copyChunks(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) yield Buffer.from(chunk)
}

async function* readStandardInput(): AsyncGenerator<Buffer> {
  // Node treats a directory on standard input as empty.
  if (fstatSync(0).isDirectory()) throw Object.assign(new Error(), { code: 'EISDIR' })
  yield* process.stdin as AsyncIterable<Buffer>
}

const GIGABYTE = 1_000_000_000

/**
 * Reads a file, or standard input if the path is `-`, in chunks. Unpacks gzip, which it recognizes by the first bytes. A chunk
 * is valid only until the next one is read.
 *
 * @throws InputError if the file cannot be read, and UnpackedTooMuch.
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
  // A gzip file may unpack to 100 times its size, but always to 1 GB. For a pipe, the bytes read so far count as the size.
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
    // If the run ends early, it does not wait for the rest of a pipe.
    if (path === '-') process.stdin.destroy()
    chunks.return(undefined).catch(() => {})
  }
}

/** A thread of `--jobs` ended before it finished its work, or could not be started. */
export class JobError extends Error {
  override readonly name = 'JobError'
}
