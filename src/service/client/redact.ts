/** The text that replaces a secret. */
export const REDACTED_TEXT = '[redacted]'
const URL_PATTERN = /[a-z][a-z0-9+.-]{1,20}:\/\/\S+/gi
const BEARER_PATTERN = /\b(?:bearer|basic)\s+\S+/gi
const NINE_DIGITS_PATTERN = /(?:[0-9X*][- ]?){5}[0-9]{4}/gi
const LONG_WORD_PATTERN = /[A-Za-z0-9_+/=.~-]{20,}/g
const MAX_TEXT_LENGTH = 300
const LETTER_PATTERN = /[\p{L}\p{M}\p{N}]/u

/** The maximum length of the prefix to search for. A match is then extended for as long as text and secret agree. */
const MAX_PREFIX_LENGTH = 32
/** The maximum number of character comparisons. This many take about a tenth of a second. */
const MAX_COMPARISONS = 30_000_000
/** The cost of searching for one secret, in addition to the length of the text, in comparisons. */
const COMPARISONS_PER_SECRET = 2000

const escapeForUrl = (text: string): string => {
  try {
    return encodeURIComponent(text)
  } catch {
    // A lone surrogate cannot be encoded in a URL.
    return text
  }
}

/** Converts a string to upper case. Every code unit keeps its position. */
const foldCase = (text: string): string =>
  text.replace(/[a-z]+|[\u0080-\uffff]/g, part => {
    const upper = part.toUpperCase()
    return upper.length === part.length ? upper : part
  })

const NON_WORD_PATTERN = /[^\p{L}\p{M}\p{N}]+/u
const PUNCTUATION_PATTERN = /[^\p{L}\p{M}\p{N}\s]+/gu
/** The minimum length of a secret that is searched for without its punctuation. */
const MIN_LENGTH_WITHOUT_PUNCTUATION = 4

/** A text in upper case, and the position in the original text of each of its code units. */
interface SearchedText {
  readonly text: string
  readonly positions: readonly number[]
}

/** Removes punctuation from a text. `123-45-6789` becomes `123456789`. */
function removePunctuation(text: string): SearchedText {
  const positions: number[] = []
  let from = 0
  const addPositions = (end: number) => {
    for (let position = from; position < end; position++) positions.push(position)
  }
  const strippedText = text.replace(PUNCTUATION_PATTERN, (part: string, start: number) => {
    addPositions(start)
    from = start + part.length
    return ''
  })
  addPositions(text.length)
  return { text: strippedText, positions }
}

/**
 * Lists the strings to search for in upper case: each secret as it is, encoded as in URLs, and encoded as in JSON.
 * `stripped` lists the secrets without punctuation, with spaces instead of it, and without spaces.
 */
function listSearchTexts(secrets: readonly string[], maxLength: number) {
  const [spellings, stripped] = [new Set<string>(), new Set<string>()]
  for (const secret of secrets) {
    const trimmedSecret = secret.trim().slice(0, maxLength)
    // A short string without a letter or a digit is only punctuation.
    if (trimmedSecret.length < 3 && !LETTER_PATTERN.test(trimmedSecret)) continue
    for (const spelling of [trimmedSecret, escapeForUrl(trimmedSecret), JSON.stringify(trimmedSecret).slice(1, -1)])
      spellings.add(foldCase(spelling))
    const parts = trimmedSecret.split(NON_WORD_PATTERN).filter(part => part !== '')
    for (const strippedSecret of [trimmedSecret.replace(PUNCTUATION_PATTERN, ''), parts.join(' '), parts.join('')])
      if (strippedSecret.length >= MIN_LENGTH_WITHOUT_PUNCTUATION) stripped.add(foldCase(strippedSecret))
  }
  return { spellings, stripped }
}

/**
 * Redacts secrets, ignoring case and punctuation. A secret of one or two ASCII characters is redacted only if it is a
 * separate word. Returns undefined if searching for all secrets would take too long.
 */
export function redactSecrets(text: string, secrets: readonly string[]): string | undefined {
  if (secrets.length * (text.length + COMPARISONS_PER_SECRET) > MAX_COMPARISONS) return undefined
  const foldedText = foldCase(text)
  const redactedPositions = new Uint8Array(text.length)
  let comparisons = 0
  const search = (searched: SearchedText, spelling: string) => {
    const { positions } = searched
    const prefix = spelling.slice(0, MAX_PREFIX_LENGTH)
    const canBePartOfWord = spelling.length > 2 || /[^!-~]/.test(spelling)
    for (let at = searched.text.indexOf(prefix); at !== -1; at = searched.text.indexOf(prefix, at + 1)) {
      let end = at + prefix.length
      while (end < searched.text.length && end - at < spelling.length && searched.text[end] === spelling[end - at])
        end++
      comparisons += end - at
      if (comparisons > MAX_COMPARISONS) return
      const [first = 0, last = 0] = [positions[at], positions[end - 1]]
      if (
        canBePartOfWord ||
        !(LETTER_PATTERN.test(text.charAt(first - 1)) || LETTER_PATTERN.test(text.charAt(last + 1)))
      )
        redactedPositions.fill(1, first, last + 1)
    }
  }
  const { spellings, stripped } = listSearchTexts(secrets, Math.max(MAX_PREFIX_LENGTH, text.length))
  const unchangedText = { text: foldedText, positions: Array.from({ length: text.length }, (_, position) => position) }
  const strippedText = removePunctuation(foldedText)
  for (const spelling of spellings) search(unchangedText, spelling)
  for (const spelling of stripped) search(strippedText, spelling)
  if (comparisons > MAX_COMPARISONS) return undefined
  let redactedText = ''
  for (let from = 0, to = 0; from < text.length; from = to) {
    while (to < text.length && redactedPositions[to] === redactedPositions[from]) to++
    redactedText += redactedPositions[from] === 1 ? REDACTED_TEXT : text.slice(from, to)
  }
  return redactedText
}

/**
 * Makes the service's text safe for a log: redacts sent secrets, URLs, nine-digit identifiers and long words that may
 * be tokens, and replaces line breaks. Returns at most 300 characters, or undefined if `redactSecrets` returns it.
 */
export function redactText(text: string, secrets: readonly string[]): string | undefined {
  const redactedText = redactSecrets(text, secrets)
    ?.replace(URL_PATTERN, REDACTED_TEXT)
    .replace(BEARER_PATTERN, REDACTED_TEXT)
    .replace(NINE_DIGITS_PATTERN, REDACTED_TEXT)
    .replace(LONG_WORD_PATTERN, REDACTED_TEXT)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are removed
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ')
  return redactedText !== undefined && redactedText.length > MAX_TEXT_LENGTH
    ? `${redactedText.slice(0, MAX_TEXT_LENGTH - 1)}…`
    : redactedText
}
