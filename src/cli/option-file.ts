import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { withoutMark } from '../stream/bytes.js'
import { sourceName } from '../stream/input.js'
import { UsageError } from './options.js'

/** A file that an option names. */
export interface OptionFile {
  readonly path: string
  readonly text: string
  /** What a manifest says of it: which file it was, and nothing that it holds. */
  readonly print: { readonly name: string; readonly bytes: number; readonly sha256: string }
}

/** Reads a file that an option names, without a byte order mark. Throws UsageError with the complaint. */
export function readOptionFile(path: string, complaint: string): OptionFile {
  let bytes: Buffer
  try {
    bytes = readFileSync(path)
  } catch {
    throw new UsageError(complaint)
  }
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return {
    path,
    text: withoutMark(bytes).toString('utf8'),
    print: { name: sourceName(path), bytes: bytes.length, sha256 },
  }
}
