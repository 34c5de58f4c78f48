const ABSENT = new Set([
  '',
  'unanswered',
  'not set',
  'not significant',
  'not checked',
  'nothing checked',
  'box not checked',
  'n/a',
  'none',
  'no second notice',
])

const SPACES = /\s+/g

/** Plain words with one space between them, which most texts are. */
const TIDY = /^[!-~]+(?: [!-~]+)*$/

/** Trimmed, each inner run of white space (line breaks too) one space. */
export const tidy = (text: string): string => (TIDY.test(text) ? text : text.trim().replace(SPACES, ' '))

/** The first letters that phrases for not answered have, in either case, and white space before them. */
const MAY_BEGIN = new Uint8Array(128)
for (const phrase of ABSENT) {
  const first = phrase.charCodeAt(0) || 32
  MAY_BEGIN[first] = 1
  MAY_BEGIN[first & ~32] = 1
}
MAY_BEGIN.fill(1, 0, 33)

/** True for a phrase that means not answered: `Unanswered`, `N/A`, the empty string. */
export function isAbsent(text: string): boolean {
  if (text.length === 0) return true
  const first = text.charCodeAt(0)
  if (first < 128 && MAY_BEGIN[first] === 0) return false
  const words = tidy(text)
  return words.length <= 16 && ABSENT.has(words.toLowerCase())
}

/** Compares text by its UTF-8 bytes, as sorted output is ordered; surrogates sort behind U+E000 to U+FFFF. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i)
    const y = b.charCodeAt(i)
    if (x !== y) {
      const high = x >= 0xd800 && x <= 0xdfff
      return high === (y >= 0xd800 && y <= 0xdfff) ? x - y : high ? 1 : -1
    }
  }
  return a.length - b.length
}
