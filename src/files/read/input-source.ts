import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { fileURLToPath } from 'node:url'
import { checkList } from '../../core/options.js'

/** Bytes or text from a stream of Node or of the web, or from any other asynchronous iterable. Text becomes UTF-8. */
type InputStream = AsyncIterable<Uint8Array | string> | ReadableStream<Uint8Array>

/** An input: a path (`-` is standard input), a `file:` URL, the bytes of a file, or a stream of them. */
export type InputSource = string | URL | Uint8Array | InputStream

/** Each input's path, or a name such as `input 1`. `contents` has a stream for each input that is not a file. */
export interface ResolvedInputs {
  readonly paths: readonly string[]
  readonly contents: InputContents
}

/** The contents by the index of the input. Undefined if the input is a file. */
export type InputContents = readonly (InputStream | undefined)[]

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
  return { paths, contents }
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
export async function* readContent(content: InputStream, signal: AbortSignal | undefined): AsyncGenerator<Buffer> {
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
