import { createReadStream, fstatSync } from 'node:fs'
import { basename } from 'node:path'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'

/** An input that could not be read. Holds the file's name and the system's code, nothing of its content. */
export class InputError extends Error {
  override readonly name = 'InputError'
}

const CHUNK = 1 << 20

/** The name of an input as outputs show it: the file's name, or `-` for standard input. */
export const sourceName = (path: string): string => (path === '-' ? '-' : basename(path))

/** The file's name without its extensions: the taxpayer's id where nothing else says it. */
export const stemOf = (path: string): string => sourceName(path).replace(/(?<=.)\..*$/, '')

/** True where the name says that each line is a value. */
export const isNamedNdjson = (path: string): boolean => /\.(?:ndjson|jsonl)(?:\.gz)?$/i.test(path)

/** Reads a file, or standard input for `-`, in chunks; gzip is recognized by its first bytes. Throws InputError. */
export async function* readInput(
  path: string,
  onBytes: (count: number) => void = () => {},
): AsyncGenerator<Buffer> {
  // Node reads a directory on standard input as nothing.
  if (path === '-' && fstatSync(0).isDirectory()) throw new InputError('- could not be read (EISDIR).')
  const raw = path === '-' ? process.stdin : createReadStream(path, { highWaterMark: CHUNK })
  try {
    const chunks = raw[Symbol.asyncIterator]() as AsyncIterator<Buffer>
    let first = await chunks.next()
    if (first.done !== true && first.value.length < 2) {
      const second = await chunks.next()
      if (second.done !== true) first = { done: false, value: Buffer.concat([first.value, second.value]) }
    }
    if (first.done === true) return
    const head = first.value
    async function* whole(): AsyncGenerator<Buffer> {
      onBytes(head.length)
      yield head
      for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) {
        onBytes(next.value.length)
        yield next.value
      }
    }
    if (head[0] !== 0x1f || head[1] !== 0x8b) yield* whole()
    else yield* pipeline(whole(), createGunzip({ chunkSize: CHUNK }), () => {}) as AsyncIterable<Buffer>
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? 'unknown'
    throw new InputError(`${sourceName(path)} could not be read (${code}).`)
  } finally {
    // A run that ends early does not wait for the rest of a pipe.
    raw.destroy()
  }
}
