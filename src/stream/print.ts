import { createHash } from 'node:crypto'
import { type BigIntStats, closeSync, constants, fstatSync, lstatSync, openSync, readSync } from 'node:fs'
import { identityOf } from './input.js'

/** What tells a file from another one of the same name, without reading it. Unit of `size`: bytes. */
export interface Print {
  readonly text: string
  readonly identity: string
  readonly isFile: boolean
  readonly size: bigint
}

/** A file that is whole: which one it is, and what is in it. */
export interface Written {
  readonly rows: number
  readonly identity: string
  readonly size: bigint
  readonly sha256: string
}

const printIn = (stats: BigIntStats): Print => {
  const [identity, { size }] = [identityOf(stats), stats]
  return { text: `${identity} ${size} ${stats.mtimeNs}`, identity, isFile: stats.isFile(), size }
}

/** The print of a file, or of a link itself. Throws where there is none. */
export const printOf = (path: string): Print => printIn(lstatSync(path, { bigint: true }))

/** The print of an open file. */
export const printOfOpen = (descriptor: number): Print => printIn(fstatSync(descriptor, { bigint: true }))

// Neither through a link nor held up by a pipe. Windows has none of the two.
const READ = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

/** The SHA-256 of an open file's bytes, in hexadecimal. Throws where it cannot be read. */
function sha256Of(descriptor: number): string {
  const hash = createHash('sha256')
  const buffer = Buffer.allocUnsafe(1 << 18)
  for (let at = 0; ; ) {
    const count = readSync(descriptor, buffer, 0, buffer.length, at)
    if (count === 0) return hash.digest('hex')
    hash.update(buffer.subarray(0, count))
    at += count
  }
}

/** True where an open file is the one that was written; a file system may number files anew: then the bytes decide. */
function isWritten(descriptor: number, { identity, size, sha256 }: Written): boolean {
  const found = printOfOpen(descriptor)
  if (!found.isFile || found.size !== size) return false
  return found.identity === identity || sha256Of(descriptor) === sha256
}

/** True where a path, found to have a print, holds the file that was written, or one of the same bytes, and no link. */
export function holds(path: string, { isFile, identity, size }: Print, written: Written): boolean {
  if (!isFile || size !== written.size) return false
  if (identity === written.identity) return true
  const descriptor = openSync(path, READ)
  try {
    return isWritten(descriptor, written)
  } finally {
    closeSync(descriptor)
  }
}
