const SUFFIXES = new Set(['JR', 'SR', 'II', 'III', 'IV', 'ESQ', 'MD'])

/** The first and the last word of a name. */
export type PersonName = readonly [first: string, last: string]

/**
 * Returns the first and the last word of a person's name in upper case, without punctuation, middle names and suffixes.
 * Returns null for a single word, because one word does not identify a person.
 *
 * @example parsePersonName('Example, Robin Q.') // ['ROBIN', 'EXAMPLE']
 */
export function parsePersonName(name: string): PersonName | null {
  const [family = [], first] = name.toUpperCase().split(',', 2).map(splitWords)
  const parts = first === undefined || first.length === 0 ? [...family] : [...first, ...family]
  return parts.length < 2 ? null : [parts[0] as string, parts.at(-1) as string]
}

const splitWords = (text: string): string[] =>
  text
    .replace(/[^\p{L}\p{N}\s]+/gu, '')
    .split(/\s+/)
    .filter(part => part !== '' && !SUFFIXES.has(part))

/** True if two words are equal, or if one is the initial or the first four characters of the other. */
const isSameWord = (a: string, b: string): boolean =>
  a === b ||
  ((a.length === 1 || a.length === 4) && b.startsWith(a)) ||
  ((b.length === 1 || b.length === 4) && a.startsWith(b))

/**
 * Lists the keys of a word under which `listWordLookups` of another word finds it: the word, its initial and its first four
 * characters.
 */
const listWordKeys = (part: string): string[] => [`=${part}`, `^${part.slice(0, 1)}`, `^${part.slice(0, 4)}`]

/** Lists the keys of the words that `isSameWord` accepts for a word. */
const listWordLookups = (part: string): string[] => [
  ...new Set([`=${part}`, `=${part.slice(0, 1)}`, `=${part.slice(0, 4)}`]),
  ...(part.length === 1 || part.length === 4 ? [`^${part}`] : []),
]

const combine = (firsts: readonly string[], lasts: readonly string[]): string[] =>
  firsts.flatMap(first => lasts.map(last => `${first} ${last}`))

/** Lists the keys of a name for an index of names. A look-up that finds one of them finds a compatible name. */
export const listNameKeys = ([first, last]: PersonName): string[] => combine(listWordKeys(first), listWordKeys(last))

/** Lists the keys to look up in an index of names, so that exactly the compatible names are found. */
export function listNameLookups([first, last]: PersonName): string[] {
  const [firsts, lasts] = [listWordLookups(first), listWordLookups(last)]
  return [...combine(firsts, lasts), ...combine(lasts, firsts)]
}

/** True if two names may belong to one person: their first and last names agree, in either order. */
export const areCompatiblePersonNames = ([first, last]: PersonName, [otherFirst, otherLast]: PersonName): boolean =>
  (isSameWord(first, otherFirst) && isSameWord(last, otherLast)) ||
  (isSameWord(first, otherLast) && isSameWord(last, otherFirst))
