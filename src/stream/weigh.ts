// What a value holds, seen in its bytes before it is parsed: a short text of many values takes thirty times its length.
import { MAX_DEPTH, OWN_MEMBERS } from '../core/json.js'
import { BACKSLASH, COMMA, isCloser, isOpener, OPEN_BRACKET, QUOTE } from '../core/nesting.js'
import { isSpace } from './bytes.js'

/** The most members of objects that one JSON value may hold, beside its entries. */
export const MAX_VALUES = 1 << 24

/** Why a text is not to be parsed; `entries` where it has more than the limit. */
type Refusal = 'nesting_too_deep' | 'value_too_large' | { readonly entries: number }

/** An array, in the place of an object's count of members. */
const ARRAY = -1

/** Why a text is not to be parsed; null where it may be. Goes to the end, for the issue says how many entries there are. */
export function refusalOf(bytes: Uint8Array, maxEntries: number): Refusal | null {
  const levels = new Int32Array(MAX_DEPTH + 1)
  let [depth, entries, members] = [0, 0, 0]
  // Behind an opening bracket or brace, where a first value may stand.
  let fresh = false
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] as number
    if (isSpace(byte)) continue
    const closes = isCloser(byte)
    if (byte === COMMA || (fresh && !closes)) {
      const count = levels[depth] as number
      if (count === ARRAY) entries++
      else if (count >= OWN_MEMBERS) entries++
      else {
        levels[depth] = count + 1
        members++
      }
    }
    fresh = false
    if (byte === QUOTE) {
      for (i++; i < bytes.length && bytes[i] !== QUOTE; i++) if (bytes[i] === BACKSLASH) i++
    } else if (isOpener(byte)) {
      if (++depth > MAX_DEPTH) return 'nesting_too_deep'
      levels[depth] = byte === OPEN_BRACKET ? ARRAY : 0
      fresh = true
    } else if (closes && depth > 0) depth--
  }
  if (entries > maxEntries) return { entries }
  return members > MAX_VALUES ? 'value_too_large' : null
}
