export const QUOTE = 34
export const BACKSLASH = 92
export const COMMA = 44
export const COLON = 58
export const OPEN_BRACKET = 91
export const CLOSE_BRACKET = 93
export const OPEN_BRACE = 123
export const CLOSE_BRACE = 125

/** Follows nesting and strings through bytes. */
export class Nesting {
  depth = 0
  deepest = 0
  inString = false
  escaped = false

  /** Follows one byte; true where it closes the outermost value. */
  step(byte: number): boolean {
    if (this.inString) {
      if (this.escaped) this.escaped = false
      else if (byte === BACKSLASH) this.escaped = true
      else if (byte === QUOTE) this.inString = false
      return false
    }
    if (byte === QUOTE) this.inString = true
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      if (++this.depth > this.deepest) this.deepest = this.depth
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) return --this.depth === 0
    return false
  }
}

/** True where the bytes hold one balanced value, or text that is no object and no array. */
export function isBalanced(bytes: Buffer): boolean {
  const nesting = new Nesting()
  for (let i = 0; i < bytes.length; i++) nesting.step(bytes[i] as number)
  return nesting.depth === 0 && !nesting.inString
}
