/** The text that replaces a secret. */
export const HIDDEN = '[redacted]'
const ADDRESS = /[a-z][a-z0-9+.-]{1,20}:\/\/\S+/gi
const BEARER = /\b(?:bearer|basic)\s+\S+/gi
const NINE_DIGITS = /(?:[0-9X*][- ]?){5}[0-9]{4}/gi
const LONG_WORD = /[A-Za-z0-9_+/=.~-]{20,}/g
const MAX_LENGTH = 300
const LETTER = /[\p{L}\p{M}\p{N}]/u

/** The length of the prefix of a secret that is searched for. The match is then extended as long as the text matches. */
const PREFIX_LENGTH = 32
/** The maximum number of character comparisons, which take about a tenth of a second. */
const MAX_COMPARISONS = 30_000_000
/** The cost of searching for a secret that is not in the text, in comparisons. */
const COST_PER_SECRET = 2000

const escaped = (text: string): string => {
  try {
    return encodeURIComponent(text)
  } catch {
    // Half a surrogate pair cannot be encoded in a URL.
    return text
  }
}

/** Converts a text to upper case. Every code unit keeps its position. */
const fold = (text: string): string =>
  text.replace(/[a-z]+|[\u0080-\uffff]/g, part => {
    const upper = part.toUpperCase()
    return upper.length === part.length ? upper : part
  })

/** Lists the texts to search for: the secrets, also as they are written in URLs and in JSON. */
function spellingsOf(secrets: readonly string[], longest: number): Set<string> {
  const spellings = new Set<string>()
  for (const secret of secrets) {
    const plain = secret.trim().slice(0, longest)
    // A short text without a letter or a digit is only punctuation.
    if (plain.length < 3 && !LETTER.test(plain)) continue
    for (const each of [plain, escaped(plain), JSON.stringify(plain).slice(1, -1)]) spellings.add(fold(each))
  }
  return spellings
}

/**
 * Redacts secrets, in any case. In scripts with spaces, a secret of one or two letters is redacted only if it is a separate
 * word. Returns undefined if searching for all secrets would take too long.
 */
export function redactSecrets(text: string, secrets: readonly string[]): string | undefined {
  if (secrets.length * (text.length + COST_PER_SECRET) > MAX_COMPARISONS) return undefined
  const folded = fold(text)
  const hidden = new Uint8Array(text.length)
  let comparisons = 0
  for (const spelling of spellingsOf(secrets, Math.max(PREFIX_LENGTH, text.length))) {
    const head = spelling.slice(0, PREFIX_LENGTH)
    const anywhere = spelling.length > 2 || /[^!-~]/.test(spelling)
    for (let at = folded.indexOf(head); at !== -1; at = folded.indexOf(head, at + 1)) {
      let end = at + head.length
      while (end < text.length && end - at < spelling.length && folded[end] === spelling[end - at]) end++
      comparisons += end - at
      if (comparisons > MAX_COMPARISONS) return undefined
      if (anywhere || !(LETTER.test(text.charAt(at - 1)) || LETTER.test(text.charAt(end))))
        hidden.fill(1, at, end)
    }
  }
  let rest = ''
  for (let from = 0, to = 0; from < text.length; from = to) {
    while (to < text.length && hidden[to] === hidden[from]) to++
    rest += hidden[from] === 1 ? HIDDEN : text.slice(from, to)
  }
  return rest
}

/**
 * Makes a text of the service safe for a log: it redacts secrets that were sent, URLs, nine-digit identifiers and long words
 * that may be tokens, and it replaces line breaks. It returns at most 300 characters, or undefined if `redactSecrets` does.
 */
export function redactText(text: string, secrets: readonly string[]): string | undefined {
  const safe = redactSecrets(text, secrets)
    ?.replace(ADDRESS, HIDDEN)
    .replace(BEARER, HIDDEN)
    .replace(NINE_DIGITS, HIDDEN)
    .replace(LONG_WORD, HIDDEN)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are taken out
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ')
  return safe !== undefined && safe.length > MAX_LENGTH ? `${safe.slice(0, MAX_LENGTH - 1)}…` : safe
}
