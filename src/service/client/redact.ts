/** What stands for what is not to be seen. */
export const HIDDEN = '[redacted]'
const ADDRESS = /[a-z][a-z0-9+.-]{1,20}:\/\/\S+/gi
const BEARER = /\b(?:bearer|basic)\s+\S+/gi
const NINE_DIGITS = /(?:[0-9X*][- ]?){5}[0-9]{4}/gi
const LONG_WORD = /[A-Za-z0-9_+/=.~-]{20,}/g
const MAX_LENGTH = 300
const LETTER = /[\p{L}\p{M}\p{N}]/u

/** So much of a longer text is looked for; it is then taken out as far as it is said. */
const PREFIX = 32
/** About a tenth of a second. Units: characters compared. */
const MAX_WORK = 30_000_000
/** What a text costs that is not found. Units: as above. */
const COST_PER_SECRET = 2000

const escaped = (text: string): string => {
  try {
    return encodeURIComponent(text)
  } catch {
    // Half a surrogate pair cannot stand in an address.
    return text
  }
}

/** In one case. Every unit stays in its place. */
const fold = (text: string): string =>
  text.replace(/[a-z]+|[\u0080-\uffff]/g, part => {
    const upper = part.toUpperCase()
    return upper.length === part.length ? upper : part
  })

/** What is looked for: the secrets as they are and as they stand in addresses and JSON, each once. */
function spellingsOf(secrets: readonly string[], longest: number): Set<string> {
  const spellings = new Set<string>()
  for (const secret of secrets) {
    const plain = secret.trim().slice(0, longest)
    // A short text without a letter or a digit is no more than punctuation.
    if (plain.length < 3 && !LETTER.test(plain)) continue
    for (const each of [plain, escaped(plain), JSON.stringify(plain).slice(1, -1)]) spellings.add(fold(each))
  }
  return spellings
}

/**
 * The text without the given secrets, in any case. Those of one or two letters are taken out only where they stand
 * alone, in scripts with spaces. Missing: undefined where looking for all of them would take too long.
 */
export function redactSecrets(text: string, secrets: readonly string[]): string | undefined {
  if (secrets.length * (text.length + COST_PER_SECRET) > MAX_WORK) return undefined
  const folded = fold(text)
  const hidden = new Uint8Array(text.length)
  let work = 0
  for (const spelling of spellingsOf(secrets, Math.max(PREFIX, text.length))) {
    const head = spelling.slice(0, PREFIX)
    const anywhere = spelling.length > 2 || /[^!-~]/.test(spelling)
    for (let at = folded.indexOf(head); at !== -1; at = folded.indexOf(head, at + 1)) {
      let end = at + head.length
      while (end < text.length && end - at < spelling.length && folded[end] === spelling[end - at]) end++
      work += end - at
      if (work > MAX_WORK) return undefined
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
 * What a service said, fit for a log: no secret that was sent, no address, no identifier of nine digits, no long
 * word that may be a token, no line break; at most 300 characters. Missing: undefined where `redactSecrets` gives up.
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
