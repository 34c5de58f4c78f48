import { replaceControls } from '../../../core/text.js'
import { isGzip, limitBytes } from '../../../files/read/bytes.js'
import { type Input, removeExtensions } from '../../../files/split/split.js'
import { MAX_INPUT_BYTES } from '../protocol.js'

/** The error of a file that cannot be read. The message contains the reason. */
export class UnreadableFileError extends Error {}

const BROKEN_GZIP_MESSAGE =
  'is a gzip that ends early, is broken, or holds several. Unpack it, and choose what comes of it.'
const UNREADABLE_FILE_MESSAGE =
  'could not be read. A folder cannot be read here, and a file that changed must be chosen again.'

/** Reads a file's bytes and decompresses a gzip file. Throws UnreadableFileError. */
async function* readBytes(file: File, source: string, onBytes: (count: number) => void): AsyncGenerator<Uint8Array> {
  let isPacked = false
  try {
    isPacked = isGzip(new Uint8Array(await file.slice(0, 2).arrayBuffer()))
    const counting = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform: (chunk, controller) => {
        onBytes(chunk.length)
        controller.enqueue(chunk)
      },
    })
    const counted = file.stream().pipeThrough(counting)
    const reader = (isPacked ? counted.pipeThrough(new DecompressionStream('gzip')) : counted).getReader()
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value
  } catch {
    throw new UnreadableFileError(`${source} ${isPacked ? BROKEN_GZIP_MESSAGE : UNREADABLE_FILE_MESSAGE}`)
  }
}

/** Converts files to inputs of the library, named as the command names them. */
export const toInputs = (files: readonly File[], onBytes: (count: number) => void): Input[] =>
  files.map((file, i) => {
    const source = replaceControls(file.name)
    const chunks = limitBytes(() => MAX_INPUT_BYTES, readBytes(file, source, onBytes))
    return { source, index: i, fileOwner: { id: removeExtensions(source), path: `${i}/${source}` }, chunks }
  })
