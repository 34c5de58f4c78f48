import { fstatSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { type FileLimitOptions, limitOf } from '../core/limits.js'
import { withoutControls } from '../core/text.js'
import { isGzip } from './bytes.js'
import { UnpackedTooMuch, upTo } from './unpacked.js'

/** An input that could not be read. Holds the file's name and the system's code, nothing of its content. */
export class InputError extends Error {
  override readonly name = 'InputError'
  /** The sentences of the message: one, or one for each input. */
  readonly sentences: readonly string[]

  constructor(...sentences: readonly string[]) {
    super(sentences.join('\n'))
    this.sentences = sentences
  }
}

/** Tells a file from another one that is put in its place. */
export const identityOf = ({ dev, ino }: { readonly dev: bigint; readonly ino: bigint }): string =>
  `${dev} ${ino}`

const CHUNK = 1 << 20

/** The name of an input as outputs show it: the file's name, or `-` for standard input. */
export const sourceName = (path: string): string => (path === '-' ? '-' : withoutControls(basename(path)))

/**
 * Reads a file into two buffers by turns, into one while the other is used: new ones would wait in memory for the
 * collector, by the dozen.
 */
async function* readFile(path: string): AsyncGenerator<Buffer> {
  const file = await open(path)
  const read = (buffer: Buffer): Promise<{ bytesRead: number; buffer: Buffer }> => {
    const reading = file.read(buffer, 0, CHUNK, null)
    // Who ends early does not hear of it.
    reading.catch(() => {})
    return reading
  }
  try {
    let reading = read(Buffer.allocUnsafeSlow(CHUNK))
    let spare: Buffer = Buffer.allocUnsafeSlow(CHUNK)
    for (;;) {
      const { bytesRead, buffer } = await reading
      if (bytesRead === 0) return
      reading = read(spare)
      spare = buffer
      yield buffer.subarray(0, bytesRead)
    }
  } finally {
    await file.close()
  }
}

/** Chunks that last: gunzip takes several before it has done with the first. */
async function* copiesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) yield Buffer.from(chunk)
}

async function* readStandardInput(): AsyncGenerator<Buffer> {
  // Node reads a directory on standard input as nothing.
  if (fstatSync(0).isDirectory()) throw Object.assign(new Error(), { code: 'EISDIR' })
  yield* process.stdin as AsyncIterable<Buffer>
}

const GIGABYTE = 1_000_000_000

/** What a gzip may unpack to: a hundred times what it has, or what came of it so far where that is not known, and at least 1 GB. */
const mostUnpacked = (path: string, read: number): number =>
  Math.max(GIGABYTE, 100 * Math.max(read, path === '-' ? 0 : statSync(path).size))

/**
 * Reads a file, or standard input for `-`, in chunks; gzip is recognized by the first bytes. A chunk is good until the next
 * is asked for. Throws InputError, and UnpackedTooMuch.
 */
export async function* readInput(
  path: string,
  onBytes: (count: number) => void = () => {},
  limits: FileLimitOptions = {},
): AsyncGenerator<Buffer> {
  const most = limitOf(limits, 'maxUnpackedBytes', 0)
  const chunks = path === '-' ? readStandardInput() : readFile(path)
  try {
    const first = await chunks.next()
    if (first.done === true) return
    let head: Buffer = first.value
    if (head.length < 2) {
      const [byte] = head
      const second = await chunks.next()
      head = Buffer.concat([Buffer.of(byte as number), second.done === true ? Buffer.alloc(0) : second.value])
    }
    let read = 0
    async function* whole(): AsyncGenerator<Buffer> {
      read = head.length
      onBytes(read)
      yield head
      for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) {
        read += next.value.length
        onBytes(next.value.length)
        yield next.value
      }
    }
    if (!isGzip(head)) yield* whole()
    else
      yield* upTo(
        bytes => (most > 0 ? most : bytes > GIGABYTE ? mostUnpacked(path, read) : GIGABYTE),
        pipeline(copiesOf(whole()), createGunzip({ chunkSize: CHUNK }), () => {}) as AsyncIterable<Buffer>,
      )
  } catch (cause) {
    if (cause instanceof UnpackedTooMuch) throw cause
    const code = (cause as NodeJS.ErrnoException).code ?? 'unknown'
    const guess = code === 'Z_BUF_ERROR' ? ': it is a gzip that ends early' : ''
    throw new InputError(`${path === '-' ? '-' : withoutControls(path)} could not be read (${code})${guess}.`)
  } finally {
    // A run that ends early does not wait for the rest of a pipe.
    if (path === '-') process.stdin.destroy()
    chunks.return(undefined).catch(() => {})
  }
}
