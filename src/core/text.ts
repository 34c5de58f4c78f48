/** The phrases for not answered, lower case. */
export const ABSENT_PHRASES: ReadonlySet<string> = new Set([
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
const RUNS = /(?:[^\S ]| \s)\s*/g
/** What no piece of a text may begin with: more of a run of white space, or the second half of a pair. */
const INSIDE = /[\s\udc00-\udfff]/

/** True where there is white space to tidy, or any character that may be such. Most texts have none. */
function isUntidy(text: string): boolean {
  let before = 32
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i)
    if (c < 32 || c > 126 || (c === 32 && before === 32)) return true
    before = c
  }
  return before === 32 && text.length > 0
}

const PIECE = 1 << 20

/**
 * Replaces each match in a text of any length. Of a long one a million characters are split and joined at a time, since
 * what `replaceAll` gives stays in parts, which do not fit memory then; no piece ends inside white space or a pair.
 */
export function replaceEach(text: string, pattern: string | RegExp, by: string): string {
  if (text.length < PIECE) return text.replaceAll(pattern, by)
  let replaced = ''
  for (let from = 0, to = PIECE; from < text.length; from = to, to += PIECE) {
    while (INSIDE.test(text[to] ?? '')) to++
    replaced += text.slice(from, to).split(pattern).join(by)
  }
  return replaced
}

/**
 * What a terminal obeys or a database refuses: C0 but tab and line breaks, DEL, C1, what turns the direction of text, and
 * halves of surrogate pairs, of which UTF-8 has no bytes.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: one class is faster than \p{Cc} less white space
const CONTROL = /[\0-\x08\v\f\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\p{Cs}]/u
const CONTROLS = new RegExp(CONTROL, 'gu')

/** True where a text holds characters that are not put out. */
export const hasControl = (text: string): boolean => CONTROL.test(text)

/** The text with U+FFFD for each control character but tabs and line breaks, bidirectional override and half a pair. */
export const withoutControls = (text: string): string =>
  hasControl(text) ? replaceEach(text, CONTROLS, '\ufffd') : text

/** Trimmed, each inner run of white space (line breaks too) one space. */
export const spaced = (text: string): string => (isUntidy(text) ? replaceEach(text.trim(), RUNS, ' ') : text)

/** As it is put out: spaced, and without control characters. */
export const tidy = (text: string): string => (isUntidy(text) ? withoutControls(spaced(text)) : text)

/** The first letters that phrases for not answered have, in either case, and white space before them. */
const MAY_BEGIN = new Uint8Array(128)
for (const phrase of ABSENT_PHRASES) {
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
  return words.length <= 16 && ABSENT_PHRASES.has(words.toLowerCase())
}

/** Only beside these do surrogates stand otherwise in UTF-16 than in UTF-8. */
const BEHIND_SURROGATES = /[\ue000-\uffff]/

/** Texts that begin alike for longer than this may do so for long, as paths do. */
const SHORT = 8

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
    // The engine's own order is several times as fast.
    if (i === SHORT && !BEHIND_SURROGATES.test(a) && !BEHIND_SURROGATES.test(b)) return a < b ? -1 : 1
  }
  return a.length - b.length
}

/** A name in camelCase: `withholding_agent` becomes `withholdingAgent`. */
export const camelCase = (name: string): string =>
  name.replace(/[_ ]+([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase())

const separateWords = (name: string, separator: string): string =>
  name.replace(/[A-Z]/g, letter => separator + letter.toLowerCase())

/** A camelCase name in snake_case. */
export const snakeCase = (name: string): string => separateWords(name, '_')

/** A camelCase name in kebab-case. */
export const kebabCase = (name: string): string => separateWords(name, '-')
