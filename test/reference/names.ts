// Compares names of people and of employers. Sources cut names, swap their parts, and add middle names and suffixes.

/** A person's first and last name in upper case. A one-word name does not identify a person. */
export interface PersonName {
  readonly first: string
  readonly last: string
}

const SUFFIXES = ['JR', 'SR', 'II', 'III', 'IV', 'ESQ', 'MD']
const TITLES = ['MR', 'MRS', 'MS', 'MISS', 'DR']

const removeAccents = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '')

const toWords = (text: string): string[] =>
  text
    .replace(/[^\p{L}\p{N}\s]/gu, '')
    .split(/\s+/)
    .filter(part => part !== '' && !SUFFIXES.includes(part))

// Leaves out titles, if at least two other words are left.
function removeTitles(parts: readonly string[]): readonly string[] {
  const others = parts.filter(part => !TITLES.includes(part))
  return others.length >= 2 ? others : parts
}

// Leaves out a middle initial after the names, as in EXAMPLE ROBIN Q.
const removeLastInitial = (parts: readonly string[]): readonly string[] =>
  parts.length >= 3 && /^\p{L}$/u.test(parts.at(-1)!) ? parts.slice(0, -1) : parts

/** Reads a person's name. Returns null unless it has a first and a last name. */
export function readPersonName(text: string | null): PersonName | null {
  const [before = '', ...after] = removeAccents(text ?? '')
    .toUpperCase()
    .split(',')
  const rest = toWords(after.join(' '))
  // A comma stands after the last name, unless only a suffix follows. Then the last word is not a middle initial.
  const parts =
    rest.length > 0 ? removeTitles([...rest, ...toWords(before)]) : removeLastInitial(removeTitles(toWords(before)))
  return parts.length < 2 ? null : { first: parts[0]!, last: parts.at(-1)! }
}

// Returns true if two words are equal, or if one of them is the other's first four letters or its initial.
function isSameWord(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  return a === b || ((short.length === 1 || short.length === 4) && short.length < long.length && long.startsWith(short))
}

/** Returns true if the first and last names agree, in the same or in the opposite order. */
export const areCompatibleNames = (a: PersonName, b: PersonName): boolean =>
  (isSameWord(a.first, b.first) && isSameWord(a.last, b.last)) ||
  (isSameWord(a.first, b.last) && isSameWord(a.last, b.first))

/**
 * Returns the most frequent name. A name's votes are the names that are compatible with it. In a tie, returns the first
 * name. `isTie` is true if another name, which is not compatible with it, has as many votes.
 */
export function chooseName(names: readonly PersonName[]): { name: PersonName | null; isTie: boolean } {
  const countVotes = (name: PersonName): number => names.filter(candidate => areCompatibleNames(name, candidate)).length
  const maxVotes = Math.max(0, ...names.map(countVotes))
  const leaders = names.filter(name => countVotes(name) === maxVotes)
  const [name = null] = leaders
  return { name, isTie: name !== null && leaders.some(leader => !areCompatibleNames(name, leader)) }
}

const LEGAL_FORMS = ['INC', 'LLC', 'CORP', 'CO', 'LP', 'LTD', 'PLLC', 'PC', 'NA', 'THE']

/**
 * Returns true if two employers' names agree except for the legal form, and have at least two words or eight letters in
 * common.
 */
export function areEmployerNamesEqual(a: string | null, b: string | null): boolean {
  const [x, y] = [a, b].map(text =>
    (text ?? '')
      .toUpperCase()
      .replace(/[.']/g, '')
      .split(/[^\p{L}\p{N}]+/u)
      .filter(part => part !== '' && !LEGAL_FORMS.includes(part)),
  ) as [string[], string[]]
  if (x.join('') !== y.join('')) return false
  return Math.min(x.length, y.length) >= 2 || x.join('').replace(/\P{L}/gu, '').length >= 8
}
