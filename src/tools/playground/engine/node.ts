// Replacements for the parts of Node that the bundled library uses. The bundle replaces `node:buffer`,
// `node:util/types` and the global name `Buffer` with this module.
//
// `Buffer` is the npm package `buffer`, with other conversions between bytes and text, for two reasons. The package
// treats invalid UTF-8 and lone surrogates differently from Node. And it copies every Latin-1 text through an array of
// numbers, which doubled the time to read a file.
import { Buffer } from 'buffer/index.js'

/** The number of characters to create per call. Each is an argument, and engines limit the number of arguments. */
const CHARACTERS_PER_CALL = 1 << 13

const encoder = new TextEncoder()
const strictDecoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const lenientDecoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** Returns a plain view of some bytes of a buffer. The package's own `subarray` is much slower. */
function viewBytes(bytes: Uint8Array, start: number, end: number): Uint8Array {
  return new Uint8Array(bytes.buffer, bytes.byteOffset + start, end - start)
}

function decodeLatin1(bytes: Uint8Array): string {
  let text = ''
  for (let index = 0; index < bytes.length; index += CHARACTERS_PER_CALL)
    text += String.fromCharCode.apply(null, bytes.subarray(index, index + CHARACTERS_PER_CALL) as unknown as number[])
  return text
}

const packageToString = Buffer.prototype.toString

function decode(this: Buffer, encoding = 'utf8', start = 0, end = this.length): string {
  if (encoding !== 'utf8' && encoding !== 'latin1') return packageToString.call(this, encoding, start, end)
  const [first, last] = [Math.max(start, 0), Math.min(end, this.length)]
  if (first >= last) return ''
  const bytes = viewBytes(this, first, last)
  return encoding === 'utf8' ? lenientDecoder.decode(bytes) : decodeLatin1(bytes)
}

const packageFrom = Buffer.from as (...values: unknown[]) => Buffer

function from(value: unknown, encoding?: unknown, length?: number): Buffer {
  if (typeof value !== 'string') return packageFrom(value, encoding, length)
  if (encoding === undefined || encoding === 'utf8') {
    const encoded = encoder.encode(value)
    return packageFrom(encoded.buffer, encoded.byteOffset, encoded.length)
  }
  if (encoding !== 'latin1') return packageFrom(value, encoding)
  const bytes = Buffer.alloc(value.length)
  for (let index = 0; index < value.length; index++) bytes[index] = value.charCodeAt(index)
  return bytes
}

Object.assign(Buffer.prototype, { toString: decode })
Object.assign(Buffer, { from })

export { Buffer }

export function isAscii(bytes: Uint8Array): boolean {
  for (let index = 0; index < bytes.length; index++) if ((bytes[index] as number) > 127) return false
  return true
}

export function isUtf8(bytes: Uint8Array): boolean {
  try {
    strictDecoder.decode(bytes)
    return true
  } catch {
    return false
  }
}

/** The length of the longest string in Chromium, in UTF-16 code units. Other browsers allow longer strings. */
export const constants = { MAX_STRING_LENGTH: 2 ** 29 - 24 }

export const isUint8Array = (value: unknown): value is Uint8Array => value instanceof Uint8Array
