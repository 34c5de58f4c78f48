import type { ReadableStream } from 'node:stream/web'

/** Bytes or text from a stream of Node or of the web, or from any other asynchronous iterable. Text becomes UTF-8. */
export type InputStream = AsyncIterable<Uint8Array | string> | ReadableStream<Uint8Array>

/** An input: a path (`-` is standard input), a `file:` URL, the bytes of a file, or a stream of them. */
export type InputSource = string | URL | Uint8Array | InputStream

/** The contents by the index of the input. Undefined if the input is a file. */
export type InputContents = readonly (InputStream | undefined)[]

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
