// Tracks the nesting of JSON one byte or character at a time, so that JSON in chunks of any size can be split before it
// is parsed.
export const QUOTE = 34
export const BACKSLASH = 92
export const COMMA = 44
export const COLON = 58
export const OPEN_BRACKET = 91
export const CLOSE_BRACKET = 93
const OPEN_BRACE = 123
const CLOSE_BRACE = 125

/** True for a brace or bracket that begins an object or array. */
export const isOpener = (byte: number | undefined): boolean => byte === OPEN_BRACE || byte === OPEN_BRACKET

/** True for a brace or bracket that ends an object or array. */
export const isCloser = (byte: number): boolean => byte === CLOSE_BRACE || byte === CLOSE_BRACKET

/** Tracks the depth of nesting and whether the position is inside a string. */
export class Nesting {
  depth = 0
  isInString = false
  #isEscaped = false

  /** Processes the next byte. Returns true if it closes the outermost object or array. */
  processByte(byte: number): boolean {
    if (this.isInString) {
      if (this.#isEscaped) this.#isEscaped = false
      else if (byte === BACKSLASH) this.#isEscaped = true
      else if (byte === QUOTE) this.isInString = false
      return false
    }
    if (byte === QUOTE) this.isInString = true
    else if (isOpener(byte)) this.depth++
    else if (isCloser(byte)) return --this.depth === 0
    return false
  }
}

/** True if the bytes close every object and array that they open, and end outside a string. */
export function isBalanced(bytes: Uint8Array): boolean {
  const nesting = new Nesting()
  for (let i = 0; i < bytes.length; i++) nesting.processByte(bytes[i] as number)
  return nesting.depth === 0 && !nesting.isInString
}
