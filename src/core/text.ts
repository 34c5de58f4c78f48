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

/** Runs of white space that are no single plain space. */
const RUNS = /(?:[^\S ]| \s)\s*/
const SPACE = /\s/

/**
 * Finds white space to tidy, and any character that may be such. Most texts have none. It repeats nothing, since a
 * pattern that walks over the words of a text has no end of a stack for them.
 */
const UNTIDY = /^ | $| {2}|[^ -~]/

const PIECE = 1 << 20

/** Trimmed, each inner run of white space (line breaks too) one space. */
export function tidy(text: string): string {
  if (!UNTIDY.test(text)) return text
  const trimmed = text.trim()
  // Of a text of hundreds of megabytes all parts at once would not fit memory; joined, since replaced text stays in parts.
  let tidied = ''
  for (let from = 0; from < trimmed.length; ) {
    let to = from + PIECE
    while (to < trimmed.length && SPACE.test(trimmed[to] as string)) to++
    tidied += trimmed.slice(from, to).split(RUNS).join(' ')
    from = to
  }
  return tidied
}

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
