// Replacements for the parts of Node that the bundled library uses. The bundle replaces `node:buffer`,
// `node:util/types` and the global name `Buffer` with this module.
//
// `Buffer` is the npm package `buffer`, with other conversions between bytes and text, for three reasons. The package
// treats invalid UTF-8 and lone surrogates differently from Node. It lacks `latin1Slice` and `utf8Slice`. And it copies
// every Latin-1 text through an array of numbers, which doubled the time to read a file.
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

function latin1Slice(this: Buffer, start: number, end: number): string {
  let text = ''
  for (let index = start; index < end; index += CHARACTERS_PER_CALL) {
    const bytes = viewBytes(this, index, Math.min(index + CHARACTERS_PER_CALL, end))
    text += String.fromCharCode.apply(null, bytes as unknown as number[])
  }
  return text
}

function utf8Slice(this: Buffer, start: number, end: number): string {
  return lenientDecoder.decode(viewBytes(this, start, end))
}

const packageToString = Buffer.prototype.toString

function decode(this: Buffer, encoding = 'utf8', start = 0, end = this.length): string {
  if (encoding !== 'utf8' && encoding !== 'latin1') return packageToString.call(this, encoding, start, end)
  const [first, last] = [Math.max(start, 0), Math.min(end, this.length)]
  if (first >= last) return ''
  return encoding === 'utf8' ? utf8Slice.call(this, first, last) : latin1Slice.call(this, first, last)
}

const packageWrite = Buffer.prototype.write

function write(this: Buffer, text: string, offset: number, encoding: string): number {
  if (offset < 0 || offset > this.length || (encoding !== 'utf8' && encoding !== 'latin1'))
    return packageWrite.call(this, text, offset, encoding as unknown as number)
  if (encoding === 'utf8') return encoder.encodeInto(text, viewBytes(this, offset, this.length)).written
  const count = Math.min(text.length, this.length - offset)
  for (let index = 0; index < count; index++) this[offset + index] = text.charCodeAt(index)
  return count
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
  write.call(bytes, value, 0, encoding)
  return bytes
}

Object.assign(Buffer.prototype, { latin1Slice, utf8Slice, toString: decode, write })
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
