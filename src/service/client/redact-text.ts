const HIDDEN = '[redacted]'
const ADDRESS = /[a-z][a-z0-9+.-]{1,20}:\/\/\S+/gi
const BEARER = /\b(?:bearer|basic)\s+\S+/gi
const NINE_DIGITS = /(?:[0-9X*][- ]?){5}[0-9]{4}/gi
const LONG_WORD = /[A-Za-z0-9_+/=.~-]{20,}/g
const LONGEST = 300

/** Every text inside a value that is sent, to be taken out of what comes back. */
export function textsOf(value: unknown, shortest: number): string[] {
  if (typeof value === 'string') return value.trim().length < shortest ? [] : [value]
  if (typeof value === 'number') return String(value).length < shortest ? [] : [String(value)]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(item => textsOf(item, shortest))
}

const escaped = (text: string): string => {
  try {
    return encodeURIComponent(text)
  } catch {
    // Half a surrogate pair cannot stand in an address.
    return text
  }
}

/** The text without the given secrets, as they are and as they stand in addresses and JSON. */
export function redactSecrets(text: string, secrets: readonly string[]): string {
  const spellings = new Set(
    secrets
      .filter(secret => secret !== '')
      .flatMap(secret => [secret, escaped(secret), JSON.stringify(secret).slice(1, -1)]),
  )
  if (spellings.size === 0) return text
  const longestFirst = [...spellings].sort((a, b) => b.length - a.length)
  const pattern = longestFirst.map(word => word.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')).join('|')
  return text.replace(new RegExp(pattern, 'gi'), HIDDEN)
}

/**
 * What a service said, fit for a log: no secret that was sent, no address, no identifier of nine digits, no long
 * word that may be a token, no line break; at most 300 characters.
 */
export function redactText(text: string, secrets: readonly string[]): string {
  const safe = redactSecrets(text, secrets)
    .replace(ADDRESS, HIDDEN)
    .replace(BEARER, HIDDEN)
    .replace(NINE_DIGITS, HIDDEN)
    .replace(LONG_WORD, HIDDEN)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are taken out
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ')
  return safe.length > LONGEST ? `${safe.slice(0, LONGEST - 1)}…` : safe
}
