// The folder `files/read` turns input files into parsed values with their origin, and values into dossiers. It detects
// formats, unpacks gzip, opens envelopes and reports what cannot be read.

import { fstatSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import { addAbortSignal, type Duplex, pipeline, Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { fileURLToPath } from 'node:url'
import zlib from 'node:zlib'
import { type FileLimitOptions, readLimit } from '../../core/limits.js'
import { checkList } from '../../core/options.js'
import { replaceControls } from '../../core/text.js'
import { formatErrorCode, InputError } from '../errors.js'
import { removeExtensions, type SourcePiece, splitInput } from '../split/split.js'
import { isGzip, isZstd, limitBytes, prependChunk, readFirstBytes, UnpackedLimitError } from './bytes.js'
import { assembleDossiers } from './dossier-assembler.js'
import type { DossierOptions } from './dossier-options.js'
import type { InputResult } from './input-result.js'
import type { InputOptions } from './parse-piece.js'

/** Bytes or text from a stream of Node or of the web, or from any other asynchronous iterable. Text becomes UTF-8. */
type InputStream = AsyncIterable<Uint8Array | string> | ReadableStream<Uint8Array>

/** An input: a path (`-` is standard input), a `file:` URL, the bytes of a file, or a stream of them. */
export type InputSource = string | URL | Uint8Array | InputStream

/** The contents by the index of the input. Undefined if the input is a file. */
type InputContents = readonly (InputStream | undefined)[]

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

async function* readStandardInput(signal: AbortSignal | undefined): AsyncGenerator<Buffer> {
  // Without this check, Node would read a directory on standard input as an empty file.
  if (fstatSync(0).isDirectory()) throw Object.assign(new Error(), { code: 'EISDIR' })
  if (signal !== undefined) addAbortSignal(signal, process.stdin)
  yield* process.stdin as AsyncIterable<Buffer>
}

/** Waits for the next chunk of a stream, or until the signal is aborted. Then throws the signal's reason. */
const waitForChunk = <T>(iterator: AsyncIterator<T>, signal: AbortSignal | undefined): Promise<IteratorResult<T>> =>
  signal === undefined
    ? iterator.next()
    : new Promise((resolve, reject) => {
        const onAbort = (): void => reject(signal.reason)
        signal.addEventListener('abort', onAbort)
        iterator
          .next()
          .then(resolve, reject)
          // One listener for all chunks would keep every chunk in memory.
          .finally(() => signal.removeEventListener('abort', onAbort))
      })

/** Yields the chunks of a stream as buffers. If the signal is aborted, throws even if the stream is idle. */
async function* readContent(content: InputStream, signal: AbortSignal | undefined): AsyncGenerator<Buffer> {
  const iterator = (content as AsyncIterable<Uint8Array | string>)[Symbol.asyncIterator]()
  try {
    for (;;) {
      signal?.throwIfAborted()
      const { done, value: chunk } = await waitForChunk(iterator, signal)
      if (done === true) return
      yield typeof chunk === 'string'
        ? Buffer.from(chunk)
        : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    }
  } finally {
    // This is not awaited, because an idle stream may never end.
    iterator.return?.().catch(() => {})
  }
}

/** Makes the stream that unpacks an input, by its first bytes. Null if it is not compressed, or if Node lacks zstd. */
function createUnpacker(head: Uint8Array): Duplex | null {
  // Node has zstd from version 22.15 on, and the types are those of Node 20.
  const { createZstdDecompress } = zlib as { createZstdDecompress?: (options: object) => Duplex }
  if (isGzip(head)) return zlib.createGunzip({ chunkSize: CHUNK_BYTES })
  return isZstd(head) ? (createZstdDecompress?.({ chunkSize: CHUNK_BYTES }) ?? null) : null
}

/** Each input's path, or a name such as `input 1`. `contents` has a stream for each input that is not a file. */
export interface ResolvedInputs {
  readonly paths: readonly string[]
  readonly contents: InputContents
}

/**
 * Prevents Node streams that fail before they are read from ending the process. Reading such a stream later throws its
 * error.
 */
export function deferStreamErrors(sources: readonly InputSource[]): void {
  for (const source of Array.isArray(sources) ? sources : []) {
    const { on } = (source ?? {}) as Partial<Readable>
    if (typeof on === 'function') on.call(source, 'error', () => {})
  }
}

/** Resolves inputs. One that is not a file is named after its position: `input 1`. Throws TypeError. */
export function resolveInputs(callee: string, sources: readonly InputSource[]): ResolvedInputs {
  checkList(callee, sources, 'its inputs')
  const paths = sources.map((source, index) => {
    if (typeof source === 'string') return source
    return source instanceof URL ? fileURLToPath(source) : `input ${index + 1}`
  })
  const contents = sources.map((source, index): InputStream | undefined => {
    if (typeof source === 'string' || source instanceof URL) return undefined
    if (source instanceof Uint8Array) return Readable.from([source])
    if (typeof source === 'object' && source !== null && Symbol.asyncIterator in source) return source
    throw new TypeError(`${callee} takes paths, file URLs, bytes and streams; input ${index + 1} is none of them.`)
  })
  deferStreamErrors(sources)
  return { paths, contents }
}

/** Options for reading one input. */
interface InputReadingOptions extends FileLimitOptions {
  readonly signal?: AbortSignal | undefined
}

const GIGABYTE = 1_000_000_000

/**
 * Reads a file in chunks, or standard input if the path is `-`, or a content that is not a file. Unpacks gzip and zstd,
 * which are recognized by the first bytes. A chunk is valid only until the next one is read.
 *
 * @throws InputError if the file cannot be read, UnpackedLimitError if it unpacks to too many bytes, and the reason of
 *   the signal if it is aborted.
 */
async function* readInput(
  path: string,
  onBytes: (count: number) => void = () => {},
  { signal, ...limits }: InputReadingOptions = {},
  content?: InputContents[number],
): AsyncGenerator<Buffer> {
  const maxUnpackedBytes = readLimit(limits, 'maxUnpackedBytes', 0)
  let bytesRead = 0
  async function* countBytes(): AsyncGenerator<Buffer> {
    const file = (): AsyncIterable<Buffer> => (path === '-' ? readStandardInput(signal) : readFile(path))
    for await (const chunk of content === undefined ? file() : readContent(content, signal)) {
      signal?.throwIfAborted()
      bytesRead += chunk.length
      onBytes(chunk.length)
      yield chunk
    }
  }
  // By default, a gzip file may unpack to 1 GB or to 100 times its size. For a pipe, the size is the bytes read so far.
  const computeLimit = (unpacked: number): number => {
    if (maxUnpackedBytes > 0) return maxUnpackedBytes
    if (unpacked <= GIGABYTE) return GIGABYTE
    return Math.max(
      GIGABYTE,
      100 * Math.max(bytesRead, path === '-' || content !== undefined ? 0 : statSync(path).size),
    )
  }
  const chunks = countBytes()
  try {
    const head = await readFirstBytes(chunks)
    if (head.length === 0) return
    const allChunks = prependChunk(head, chunks)
    const unpacker = createUnpacker(head)
    if (unpacker === null) yield* allChunks
    else yield* limitBytes(computeLimit, pipeline(copyChunks(allChunks), unpacker, () => {}) as AsyncIterable<Buffer>)
  } catch (cause) {
    if (cause instanceof UnpackedLimitError) throw cause
    signal?.throwIfAborted()
    // A stream or callback of the caller may throw anything, also null.
    const code = (cause as Partial<NodeJS.ErrnoException> | null | undefined)?.code ?? 'unknown'
    const name = path === '-' ? '-' : replaceControls(path)
    throw new InputError(`${name} could not be read ${formatErrorCode(code)}.`, { code, path, cause })
  } finally {
    // If the caller stops early, do not wait for the rest of a pipe.
    if (path === '-') process.stdin.destroy()
    chunks.return(undefined).catch(() => {})
  }
}

/**
 * Reads files of records, taxpayers and dossiers. Yields one dossier per taxpayer and keeps only one in memory.
 *
 * @throws InputError if a file cannot be read.
 */
export const readDossiers = (
  paths: readonly string[],
  options: InputOptions & ContentOptions = {},
): AsyncGenerator<InputResult> => assembleDossiers(readPieces(paths, options), options)

/** The contents of inputs that are not files. */
export interface ContentOptions {
  readonly contents?: InputContents | undefined
}

/** Reads the unparsed values of files, in order, in batches. Throws InputError if a file cannot be read. */
export async function* readPieces(
  paths: readonly string[],
  options: DossierOptions & ContentOptions = {},
): AsyncGenerator<readonly SourcePiece[]> {
  for (const [index, path] of paths.entries()) {
    options.signal?.throwIfAborted()
    const source = toSourceName(path)
    const content = options.contents?.[index]
    const fileOwner = path === '-' || content !== undefined ? null : { id: removeExtensions(source), path }
    const chunks = readInput(path, count => options.onBytes?.(path, count), options, content)
    yield* splitInput({ source, fileOwner, index, chunks }, options)
  }
}
