// Matches the names that a loan application states with the issuers of documents.

import { areDifferentIdentifiers, getLastFour, isFullIdentifier } from '../../core/identifier.js'
import { scoreIssuers } from '../../figures/issuers.js'
import { ABSENT_PARTY, type SourceParty } from '../../ingest/source.js'

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

/** True if one name contains every distinctive word of the other. */
function hasWordsInCommon(a: string, b: string): boolean {
  const [wordsOfA, wordsOfB] = [listDistinctiveWords(a), listDistinctiveWords(b)]
  const [shorter, longer] = wordsOfA.length <= wordsOfB.length ? [wordsOfA, wordsOfB] : [wordsOfB, wordsOfA]
  return shorter.some(token => token.length > 2) && shorter.every(token => longer.includes(token))
}

/** The score of two issuers whose names are compatible, such as a name and its cut version on a transcript. */
const COMPATIBLE_NAMES_SCORE = 2

const areCompatibleNames = (a: string, b: string): boolean =>
  scoreIssuers({ ...ABSENT_PARTY, name: a }, { ...ABSENT_PARTY, name: b }) === COMPATIBLE_NAMES_SCORE

/** True if a party has an identifier, and none of the issuers has the same one. */
const contradicts = ({ id }: StatedParty, issuers: readonly SourceParty[]): boolean =>
  id !== null &&
  issuers.some(issuer => issuer.id !== null) &&
  issuers.every(issuer => issuer.id === null || areDifferentIdentifiers(id, issuer.id))

type PartyTest = (party: StatedParty, issuer: SourceParty) => boolean

/** Equal identifiers, then equal last fours if one is masked, then equal names, cut names, and words of names. */
const PARTY_TESTS: readonly (readonly [by: MatchedBy, test: PartyTest])[] = [
  ['identifier', ({ id }, issuer) => id !== null && issuer.id !== null && isFullIdentifier(id) && id === issuer.id],
  ['identifier', ({ id }, issuer) => id !== null && issuer.id !== null && getLastFour(id) === getLastFour(issuer.id)],
  ['name', ({ name }, issuer) => name !== null && name.toUpperCase() === issuer.name?.toUpperCase()],
  ['name', ({ name }, issuer) => name !== null && issuer.name !== null && areCompatibleNames(name, issuer.name)],
  ['words', ({ name }, issuer) => name !== null && issuer.name !== null && hasWordsInCommon(name, issuer.name)],
]

/**
 * Matches each stated party with at most one documented item, and each item with at most one party. Surer tests go first. If
 * several items fit, the first one is taken, so items that go on come first. Items whose identifier contradicts the stated one are not matched by name.
 */
export function matchNames<Stated extends StatedParty, Documented>(
  statedParties: readonly Stated[],
  items: readonly Documented[],
  getIssuers: (item: Documented) => readonly SourceParty[],
): Map<Stated, Match<Documented>> {
  const matches = new Map<Stated, Match<Documented>>()
  const matchedItems = new Set<Documented>()
  for (const [by, test] of PARTY_TESTS) {
    for (const party of statedParties) {
      if (matches.has(party)) continue
      const item = items.find(
        candidate =>
          !matchedItems.has(candidate) &&
          getIssuers(candidate).some(issuer => test(party, issuer)) &&
          !contradicts(party, getIssuers(candidate)),
      )
      if (item === undefined) continue
      matches.set(party, { item, by })
      matchedItems.add(item)
    }
  }
  return matches
}
