// Matches the names that a loan application states with the issuers of documents.

import { getLastFour, isFullIdentifier } from '../../core/identifier.js'
import { countWork } from '../../core/limits.js'
import { appendToGroup, getOrCreate } from '../../core/lists.js'
import type { SourceParty } from '../../ingest/source.js'
import { listNameIndexKeys, listNameSearchKeys } from '../../resolve/compare.js'

/** What identified a stated party, the surest first. `words`: the names have their distinctive words in common. */
export type MatchedBy = 'identifier' | 'name' | 'words' | 'balance'

/** A party that an application names. Null: the application states no identifier or name. */
export interface StatedParty {
  readonly id: string | null
  readonly name: string | null
}

/** What a stated party was matched with. */
export interface Match<Documented> {
  readonly item: Documented
  readonly by: MatchedBy
}

/** Words that do not distinguish two names. */
const COMMON_WORDS: ReadonlySet<string> = new Set(
  'THE OF AND A AN INC INCORPORATED LLC LLP LP LTD LIMITED CO COMPANY CORP CORPORATION PC PLLC PA NA FSB GROUP HOLDINGS SERVICES'.split(
    ' ',
  ),
)

/** Lists the distinctive words of a name. A name of common words only has all of its words. */
function listDistinctiveWords(name: string): readonly string[] {
  const allWords = name.toUpperCase().match(/[\p{L}\p{N}]+/gu) ?? []
  const distinctiveWords = allWords.filter(token => !COMMON_WORDS.has(token))
  return distinctiveWords.length > 0 ? distinctiveWords : allWords
}

/** True if one list contains every distinctive word of the other. */
function haveWordsInCommon(wordsOfA: readonly string[], wordsOfB: readonly string[]): boolean {
  const [shorter, longer] = wordsOfA.length <= wordsOfB.length ? [wordsOfA, wordsOfB] : [wordsOfB, wordsOfA]
  return shorter.some(token => token.length > 2) && shorter.every(token => longer.includes(token))
}

/**
 * A test of a stated party and an issuer. They fit only if they have a key in common, and if `fits` is absent or true. So a
 * party is compared with few of the issuers, even if an application and the documents name thousands.
 */
interface PartyTest {
  readonly by: MatchedBy
  readonly listIssuerKeys: (issuer: SourceParty) => readonly string[]
  readonly listPartyKeys: (party: StatedParty) => readonly string[]
  readonly fits?: (party: StatedParty, issuer: SourceParty) => boolean
}

const listFullId = ({ id }: StatedParty): string[] => (id !== null && isFullIdentifier(id) ? [id] : [])

/** Lists keys of an upper-case name. */
const listNameKeys =
  (listKeys: (name: string) => string[]) =>
  ({ name }: StatedParty): string[] =>
    name === null ? [] : listKeys(name.toUpperCase())

const listWholeName = listNameKeys(name => [name])

/** First equal full identifiers, then equal last four digits if at least one identifier is masked. Two different full identifiers never match. */
const IDENTIFIER_TESTS: readonly PartyTest[] = [
  { by: 'identifier', listIssuerKeys: listFullId, listPartyKeys: listFullId },
  {
    by: 'identifier',
    listIssuerKeys: ({ id }) =>
      id === null ? [] : isFullIdentifier(id) ? [getLastFour(id)] : [getLastFour(id), `masked ${getLastFour(id)}`],
    listPartyKeys: ({ id }) =>
      id === null ? [] : [isFullIdentifier(id) ? `masked ${getLastFour(id)}` : getLastFour(id)],
  },
]

/** Equal names, then names that are compatible, such as a name and its cut version on a transcript. */
const NAME_TESTS: readonly PartyTest[] = [
  { by: 'name', listIssuerKeys: listWholeName, listPartyKeys: listWholeName },
  { by: 'name', listIssuerKeys: listNameKeys(listNameIndexKeys), listPartyKeys: listNameKeys(listNameSearchKeys) },
]

/**
 * Creates the test of words. If one name contains all words of the other, it contains the rarest of them, so only rare words
 * need a look-up.
 */
function createWordsTest(issuers: readonly SourceParty[]): PartyTest {
  const wordsByName = new Map<string, readonly string[]>()
  const listWords = ({ name }: StatedParty): readonly string[] =>
    name === null ? [] : getOrCreate(wordsByName, name, () => listDistinctiveWords(name))
  const counts = new Map<string, number>()
  for (const issuer of issuers) for (const token of listWords(issuer)) counts.set(token, (counts.get(token) ?? 0) + 1)
  const listRarest = (tokens: readonly string[]): readonly string[] => {
    const rarestFirst = [...tokens].sort((a, b) => (counts.get(a) ?? 0) - (counts.get(b) ?? 0))
    return rarestFirst.slice(0, 1)
  }
  const listKeys = (contained: readonly string[], rarest: readonly string[]): string[] => [
    ...new Set([...contained.map(token => `contains ${token}`), ...rarest.map(token => `rarest ${token}`)]),
  ]
  return {
    by: 'words',
    listIssuerKeys: issuer => listKeys(listWords(issuer), listRarest(listWords(issuer))),
    listPartyKeys: party => listKeys(listRarest(listWords(party)), listWords(party)),
    fits: (party, issuer) => haveWordsInCommon(listWords(party), listWords(issuer)),
  }
}

/**
 * Matches each stated party with at most one documented item, and each item with at most one party. Surer tests go first. If
 * several items fit, the first one is taken, so callers list current items first. Items whose identifier contradicts the stated
 * one are not matched by name.
 */
export function matchNames<Stated extends StatedParty, Documented>(
  statedParties: readonly Stated[],
  items: readonly Documented[],
  getIssuers: (item: Documented) => readonly SourceParty[],
): Map<Stated, Match<Documented>> {
  const matches = new Map<Stated, Match<Documented>>()
  const matchedPositions = new Set<number>()
  for (const test of [...IDENTIFIER_TESTS, ...NAME_TESTS, createWordsTest(items.flatMap(getIssuers))]) {
    const { by, listIssuerKeys, listPartyKeys, fits } = test
    // The positions of items in descending order, so that matched items are removed from the end.
    const positionsByKey = new Map<string, number[]>()
    for (let i = items.length - 1; i >= 0; i--) {
      if (matchedPositions.has(i)) continue
      const issuers = getIssuers(items[i] as Documented)
      const isUnnumbered = issuers.every(({ id }) => id === null)
      for (const key of new Set(issuers.flatMap(listIssuerKeys))) {
        appendToGroup(positionsByKey, `any ${key}`, i)
        if (isUnnumbered) appendToGroup(positionsByKey, `unnumbered ${key}`, i)
      }
    }
    for (const party of statedParties) {
      countWork()
      if (matches.has(party)) continue
      // An item with the identifier of this party is already matched. Any other identifier contradicts.
      const kind = by === 'identifier' || party.id === null ? 'any' : 'unnumbered'
      let first = items.length
      for (const key of listPartyKeys(party)) {
        const positions = positionsByKey.get(`${kind} ${key}`) ?? []
        while (matchedPositions.has(positions.at(-1) ?? -1)) positions.pop()
        for (let i = positions.length - 1; i >= 0 && (positions[i] as number) < first; i--) {
          const position = positions[i] as number
          if (matchedPositions.has(position)) continue
          const issuers = getIssuers(items[position] as Documented)
          if (fits === undefined || issuers.some(issuer => fits(party, issuer))) first = position
        }
      }
      if (first === items.length) continue
      matches.set(party, { item: items[first] as Documented, by })
      matchedPositions.add(first)
    }
  }
  return matches
}
