import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { withoutMark } from '../stream/bytes.js'
import { sourceName } from '../stream/input.js'
import { UsageError } from './usage-error.js'

/** A file that an option names. */
export interface OptionFile {
  readonly path: string
  /** What a manifest says of it: which file it was, and nothing that it holds. */
  readonly print: { readonly name: string; readonly bytes: number; readonly sha256: string }
}

/**
 * Reads a file that an option names; its text is without a byte order mark. Throws UsageError: with the complaint where
 * there is none, if one is given, else with the system's code.
 */
export function readOptionFile(
  option: string,
  path: string,
  ofNone?: string,
): { text: string; bytes: Uint8Array; file: OptionFile } {
  let bytes: Buffer
  try {
    bytes = readFileSync(path)
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? 'unknown'
    const complaint = code === 'ENOENT' ? ofNone : undefined
    throw new UsageError(complaint ?? `The file of ${option} cannot be read (${code}).`)
  }
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const print = { name: sourceName(path), bytes: bytes.length, sha256 }
  return { text: withoutMark(bytes).toString('utf8'), bytes, file: { path, print } }
}
