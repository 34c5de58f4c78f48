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

/** True if two names may belong to one person: their first and last names agree, in either order. */
export const areCompatiblePersonNames = ([first, last]: PersonName, [otherFirst, otherLast]: PersonName): boolean =>
  (isSameWord(first, otherFirst) && isSameWord(last, otherLast)) ||
  (isSameWord(first, otherLast) && isSameWord(last, otherFirst))
