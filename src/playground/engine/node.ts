// What the floors below use of Node, for a browser: bytes as its Buffer has them, and little else. The bundle puts it in
// the place of node:buffer, node:util/types and node:v8, and of the name Buffer.

/** So many characters are made at a time: each is an argument of a call. */
const CHARACTERS = 1 << 13

const utf8 = new TextEncoder()
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const lenient = new TextDecoder('utf-8', { ignoreBOM: true })

function charactersOf(units: Uint8Array | Uint16Array): string {
  let text = ''
  for (let at = 0; at < units.length; at += CHARACTERS)
    text += String.fromCharCode.apply(null, units.subarray(at, at + CHARACTERS) as unknown as number[])
  return text
}

/** The part of Node's Buffer that reading and writing use. */
export class Buffer extends Uint8Array<ArrayBuffer> {
  static alloc(size: number): Buffer {
    return new Buffer(new ArrayBuffer(size))
  }

  static override from(
    value: string | ArrayLike<number> | Iterable<number> | ArrayBuffer,
    how?: unknown,
    length?: unknown,
  ): Buffer {
    if (value instanceof ArrayBuffer)
      return new Buffer(value, how as number | undefined, length as number | undefined)
    if (typeof value === 'string' && how === 'latin1') {
      const bytes = Buffer.alloc(value.length)
      bytes.write(value)
      return bytes
    }
    const whole = typeof value === 'string' ? utf8.encode(value) : new Uint8Array(value as ArrayLike<number>)
    return new Buffer(whole.buffer as ArrayBuffer, whole.byteOffset, whole.length)
  }

  static concat(
    parts: readonly Uint8Array[],
    size = parts.reduce((sum, { length }) => sum + length, 0),
  ): Buffer {
    const whole = Buffer.alloc(size)
    let at = 0
    for (const part of parts) {
      const fits = part.length > size - at ? part.subarray(0, size - at) : part
      whole.set(fits, at)
      at += fits.length
    }
    return whole
  }

  /** Writes text, a byte for each character. */
  write(text: string, from = 0): number {
    const count = Math.min(text.length, this.length - from)
    for (let i = 0; i < count; i++) this[from + i] = text.charCodeAt(i)
    return count
  }

  copy(target: Uint8Array, at = 0): number {
    const count = Math.min(this.length, target.length - at)
    target.set(count < this.length ? this.subarray(0, count) : this, at)
    return count
  }

  equals(other: Uint8Array): boolean {
    if (this.length !== other.length) return false
    for (let i = 0; i < other.length; i++) if (this[i] !== other[i]) return false
    return true
  }

  readInt32LE(at: number): number {
    const byte = (i: number): number => this[at + i] as number
    return byte(0) | (byte(1) << 8) | (byte(2) << 16) | (byte(3) << 24)
  }

  readUInt16BE(at: number): number {
    return ((this[at] as number) << 8) | (this[at + 1] as number)
  }

  swap16(): this {
    for (let i = 0; i < this.length; i += 2) {
      const first = this[i] as number
      this[i] = this[i + 1] as number
      this[i + 1] = first
    }
    return this
  }

  latin1Slice(from: number, to: number): string {
    return charactersOf(this.subarray(from, to))
  }

  utf8Slice(from: number, to: number): string {
    return lenient.decode(this.subarray(from, to))
  }

  override toString(how: 'utf8' | 'latin1' | 'utf16le' = 'utf8'): string {
    if (how === 'latin1') return charactersOf(this)
    // A decoder would put something else in the place of half a character, which is to be told of.
    if (how === 'utf16le') return charactersOf(new Uint16Array(this.slice().buffer))
    return lenient.decode(this)
  }
}

/** True where no byte is beyond ASCII. */
export function isAscii(bytes: Uint8Array): boolean {
  for (let i = 0; i < bytes.length; i++) if ((bytes[i] as number) > 127) return false
  return true
}

/** True where the bytes are UTF-8. */
export function isUtf8(bytes: Uint8Array): boolean {
  try {
    strict.decode(bytes)
    return true
  } catch {
    return false
  }
}

/** The longest text of the engines of browsers. */
export const constants = { MAX_STRING_LENGTH: 2 ** 29 - 24 }

export const isUint8Array = (value: unknown): value is Uint8Array => value instanceof Uint8Array

/** A browser's collector takes no word. */
export const setFlagsFromString = (): void => {}
