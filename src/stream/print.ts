import { createHash } from 'node:crypto'
import { closeSync, lstatSync, openSync, readSync } from 'node:fs'

/** What tells a file from another one of the same name, without reading it. Unit of `size`: bytes. */
export interface Print {
  readonly text: string
  readonly size: bigint
}

/** The print of a file, or of a link itself. Throws where there is none. */
export function printOf(path: string): Print {
  const { dev, ino, size, mtimeNs } = lstatSync(path, { bigint: true })
  return { text: `${dev} ${ino} ${size} ${mtimeNs}`, size }
}

/** The SHA-256 of a file's bytes, in hexadecimal. Throws where it cannot be read. */
export function sha256Of(path: string): string {
  const hash = createHash('sha256')
  const buffer = Buffer.allocUnsafe(1 << 18)
  const descriptor = openSync(path, 'r')
  try {
    for (;;) {
      const count = readSync(descriptor, buffer)
      if (count === 0) return hash.digest('hex')
      hash.update(buffer.subarray(0, count))
    }
  } finally {
    closeSync(descriptor)
  }
}
