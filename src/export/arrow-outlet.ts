import {
  AsyncByteQueue,
  RecordBatchFileWriter,
  RecordBatchStreamWriter,
  type Schema,
} from './arrow-library.js'

/** The two forms of Arrow IPC: `file` (.arrow) can be read at random, `stream` (.arrows) as it comes. */
export type ArrowFormat = 'file' | 'stream'

/** Hands bytes on as they are made. */
class Outlet extends AsyncByteQueue {
  readonly #out: (bytes: Uint8Array) => void
  constructor(out: (bytes: Uint8Array) => void) {
    super()
    this.#out = out
  }
  override write(value: ArrayBufferLike | ArrayBufferView): void {
    const view = ArrayBuffer.isView(value) ? value : new Uint8Array(value)
    if (view.byteLength > 0) this.#out(new Uint8Array(view.buffer, view.byteOffset, view.byteLength))
  }
}

/** A writer of record batches. `out` gets the bytes in order and must use or copy them before it returns. */
export function writerOf(
  format: ArrowFormat,
  schema: Schema,
  out: (bytes: Uint8Array) => void,
): RecordBatchFileWriter | RecordBatchStreamWriter {
  const writer = format === 'file' ? new RecordBatchFileWriter() : new RecordBatchStreamWriter()
  writer.reset(new Outlet(out) as never, schema)
  return writer
}
