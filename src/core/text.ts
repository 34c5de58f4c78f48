/** The phrases that mean "not answered", in lower case. */
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

/** Runs of white space other than a single plain space. */
const WHITE_SPACE_RUNS = /(?:[^\S ]| \s)\s*/g
/** Matches a character that must stay with the previous one: white space in a run, or the low surrogate of a pair. */
const NO_SPLIT_BEFORE = /[\s\udc00-\udfff]/

/** True if a text may need tidying: it has extra white space, or characters other than printable ASCII. */
function isUntidy(text: string): boolean {
  let previousCode = 32
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i)
    if (c < 32 || c > 126 || (c === 32 && previousCode === 32)) return true
    previousCode = c
  }
  return previousCode === 32 && text.length > 0
}

const MAX_SPLIT_CHARACTERS = 1 << 20

/**
 * Replaces every match in a text of any length. V8 keeps the result of `replaceAll` as a tree of parts, which does not
 * fit in memory for a long text. This function therefore splits and joins a long text a million characters at a time.
 * It never cuts inside a run of white space or a surrogate pair.
 */
export function replaceEach(text: string, pattern: string | RegExp, replacement: string): string {
  if (text.length < MAX_SPLIT_CHARACTERS) return text.replaceAll(pattern, replacement)
  let result = ''
  for (let from = 0, to = MAX_SPLIT_CHARACTERS; from < text.length; from = to, to += MAX_SPLIT_CHARACTERS) {
    while (NO_SPLIT_BEFORE.test(text[to] ?? '')) to++
    result += text.slice(from, to).split(pattern).join(replacement)
  }
  return result
}

/**
 * Matches a character that a terminal interprets or a database rejects: C0 except tab and line breaks, DEL, C1,
 * bidirectional controls, and lone surrogates, which UTF-8 cannot encode.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: one character class is faster than \p{Cc} without white space
const CONTROL_PATTERN = /[\0-\x08\v\f\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\p{Cs}]/u
const ALL_CONTROLS_PATTERN = new RegExp(CONTROL_PATTERN, 'gu')

/** True if a text has characters that must not reach an output. */
export const hasControl = (text: string): boolean => CONTROL_PATTERN.test(text)

/** Replaces each character that must not reach an output (see `CONTROL_PATTERN`) with U+FFFD. */
export const replaceControls = (text: string): string =>
  hasControl(text) ? replaceEach(text, ALL_CONTROLS_PATTERN, '\ufffd') : text

/** Trims a text and replaces each run of white space, including line breaks, with one space. */
export const tidyWhiteSpace = (text: string): string =>
  isUntidy(text) ? replaceEach(text.trim(), WHITE_SPACE_RUNS, ' ') : text

/** Prepares a text for output: tidies white space and replaces control characters. */
export const tidyText = (text: string): string => (isUntidy(text) ? replaceControls(tidyWhiteSpace(text)) : text)

/** Contains 1 at each character code with which an absent phrase can begin, in either case, and at white space. */
const ABSENT_FIRST_CHARACTERS = new Uint8Array(128)
for (const phrase of ABSENT_PHRASES) {
  const firstCode = phrase.charCodeAt(0) || 32
  ABSENT_FIRST_CHARACTERS[firstCode] = 1
  ABSENT_FIRST_CHARACTERS[firstCode & ~32] = 1
}
ABSENT_FIRST_CHARACTERS.fill(1, 0, 33)

/** True for a phrase that means "not answered": `Unanswered`, `N/A`, the empty string. */
export function isAbsent(text: string): boolean {
  if (text.length === 0) return true
  const firstCode = text.charCodeAt(0)
  if (firstCode < 128 && ABSENT_FIRST_CHARACTERS[firstCode] === 0) return false
  const phrase = tidyText(text)
  return phrase.length <= 16 && ABSENT_PHRASES.has(phrase.toLowerCase())
}

/** Matches the only characters whose order relative to surrogates differs between UTF-16 and UTF-8. */
const AFTER_SURROGATES_PATTERN = /[\ue000-\uffff]/

/** The longest common prefix that `compareText` scans. The engine compares texts with a longer one, such as paths. */
const MAX_SHORT_PREFIX = 8

/** Compares texts by their UTF-8 bytes, the order of sorted output. Surrogates sort after U+E000 to U+FFFF. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i)
    const y = b.charCodeAt(i)
    if (x !== y) {
      const isSurrogate = x >= 0xd800 && x <= 0xdfff
      return isSurrogate === (y >= 0xd800 && y <= 0xdfff) ? x - y : isSurrogate ? 1 : -1
    }
    // The engine's own comparison is several times as fast as this loop.
    if (i === MAX_SHORT_PREFIX && !AFTER_SURROGATES_PATTERN.test(a) && !AFTER_SURROGATES_PATTERN.test(b))
      return a < b ? -1 : 1
  }
  return a.length - b.length
}

/** Converts a name to camelCase: `withholding_agent` becomes `withholdingAgent`. */
export const toCamelCase = (name: string): string =>
  name.replace(/[_ ]+([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase())

const separateWords = (name: string, separator: string): string =>
  name.replace(/[A-Z]/g, letter => separator + letter.toLowerCase())

/** Converts a camelCase name to snake_case. */
export const toSnakeCase = (name: string): string => separateWords(name, '_')

/** Converts a camelCase name to kebab-case. */
export const toKebabCase = (name: string): string => separateWords(name, '-')

/** Removes case and separators from a key: `Wages, Tips` and `wages_tips` become equal. Non-ASCII letters stay. */
export const normalizeKey = (key: string): string => key.toLowerCase().replace(/[^a-z0-9\u0080-\uffff]+/g, '')

/** Compares texts. Null comes last. */
export function compareNullLast(a: string | null, b: string | null): number {
  return a === null || b === null ? Number(a === null) - Number(b === null) : compareText(a, b)
}
