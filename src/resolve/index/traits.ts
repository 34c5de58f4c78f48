import { getLastFour, isFullIdentifier, maskIdentifier } from '../../core/identifier.js'
import { type Candidate, type Comparison, selectAmounts, selectIdentities } from '../candidate.js'
import {
  cutAddress,
  IDENTIFIER_COUNT,
  isCutName,
  listNameIndexKeys,
  listNameSearchKeys,
  MAX_IDENTITY_POINTS,
  POINTS_FOR_EQUAL_ENTRIES,
  POINTS_FOR_EQUAL_KEY,
} from '../compare.js'
import type { KeyFunction } from './index-node.js'
import type { SearchCriteria } from './search-criteria.js'

// `document-index.ts` defines the terms trait, key function, query and route, with an example.

/** A key to look up, with the points for the documents under it. If the key function is null, all documents match. */
export type KeyQuery = readonly [keyFunction: KeyFunction | null, key: string | number, points: number]

/**
 * A property that distinguishes documents, such as an identifier or a box. A search skips documents under keys that it
 * does not query. `listQueries` returns the query with the most points first.
 */
export interface Trait {
  /** The maximum points that the trait can add. */
  readonly maxPoints: number
  listQueries(candidate: Candidate): readonly KeyQuery[]
}

/** The key of documents without a value. */
const ABSENT_KEY = ''

/** Makes a query that matches all documents and gives them these points. */
const matchAll = (points = 0): KeyQuery => [null, ABSENT_KEY, points]

/**
 * Makes the trait of an identity, whose different values reject each other. A document is filed under two values: the
 * value of its class, which can reject, and its own value, which determines the points. Its own value equals that of
 * the class or is less specific (masked or absent), so only these combinations are queried.
 */
function makeRejectingTrait(index: number, comparison: Comparison): Trait {
  const maxPoints = MAX_IDENTITY_POINTS[index] as number
  const findOwnValue = (candidate: Candidate): string => selectIdentities(candidate, comparison)[index] ?? ABSENT_KEY
  const fullKey: KeyFunction = ({ identities, candidate }) =>
    `${identities[index] ?? ABSENT_KEY} ${findOwnValue(candidate)}`
  const lastFourKey: KeyFunction = ({ identities, candidate }) =>
    `${getLastFour(identities[index] ?? ABSENT_KEY)} ${getLastFour(findOwnValue(candidate))}`
  return {
    maxPoints,
    listQueries(candidate) {
      const value = findOwnValue(candidate)
      if (value === ABSENT_KEY) return [matchAll()]
      const isId = index < IDENTIFIER_COUNT
      const isMasked = isId && !isFullIdentifier(value)
      const values = isMasked
        ? [getLastFour(value), ABSENT_KEY]
        : isId
          ? [value, maskIdentifier(value), ABSENT_KEY]
          : [value, ABSENT_KEY]
      const points = isMasked ? [2, 0] : isId ? [maxPoints, 2, 0] : [maxPoints, 0]
      return values.flatMap((classValue, i) =>
        values
          .slice(i)
          .map(
            (documentValue, j): KeyQuery => [
              isMasked ? lastFourKey : fullKey,
              `${classValue} ${documentValue}`,
              points[i + j] as number,
            ],
          ),
      )
    },
  }
}

const nameBeginningKey: KeyFunction = ({ candidate: { name } }) =>
  name === null ? ABSENT_KEY : listNameIndexKeys(name)[0]
const nameKey: KeyFunction = ({ candidate: { name } }) => (name === null ? ABSENT_KEY : listNameIndexKeys(name)[1])

const NAME_TRAIT: Trait = {
  maxPoints: 2,
  listQueries({ name }) {
    if (name === null) return [matchAll()]
    const keyFunction = isCutName(name) ? nameBeginningKey : nameKey
    return [
      ...listNameSearchKeys(name).map((key): KeyQuery => [keyFunction, key, 2]),
      [keyFunction, ABSENT_KEY, 0],
      matchAll(-2),
    ]
  },
}

/** Makes a trait that adds points for an equal value and never rejects a document. */
function makeSupportingTrait(points: number, findValue: (candidate: Candidate) => string | null): Trait {
  const keyFunction: KeyFunction = ({ candidate }) => findValue(candidate) ?? ABSENT_KEY
  return {
    maxPoints: points,
    listQueries(candidate) {
      const ownValue = findValue(candidate)
      return ownValue === null ? [matchAll()] : [[keyFunction, ownValue, points], matchAll()]
    },
  }
}

/** The trait for the account of a form whose accounts do not reject each other. */
const ACCOUNT_TRAIT = makeSupportingTrait(2, candidate => candidate.supportingAccount)

const addressKey: KeyFunction = ({ candidate }) => candidate.address ?? ABSENT_KEY
const addressBeginningKey: KeyFunction = ({ candidate }) => cutAddress(candidate.address ?? ABSENT_KEY)

/** Makes the trait of a correction key. If `mustAgree` is true, a document with another value does not match. */
export function makeKeyTrait(index: number, mustAgree: boolean): Trait {
  const keyFunction: KeyFunction = ({ candidate }) => candidate.correctionKeys[index] ?? ABSENT_KEY
  return {
    maxPoints: POINTS_FOR_EQUAL_KEY,
    listQueries({ correctionKeys }) {
      const value = correctionKeys[index] ?? ABSENT_KEY
      if (value === ABSENT_KEY) return [matchAll()]
      return [[keyFunction, value, POINTS_FOR_EQUAL_KEY], mustAgree ? [keyFunction, ABSENT_KEY, 0] : matchAll()]
    },
  }
}

/** The trait for an equal or cut address. It cannot raise a score to 6, so it only ranks matches. */
const ADDRESS_TRAIT: Trait = {
  maxPoints: 1,
  listQueries: ({ address: ownAddress }) =>
    ownAddress === null
      ? [matchAll()]
      : [
          [addressKey, ownAddress, 1],
          [addressBeginningKey, ownAddress, 1],
          [addressKey, cutAddress(ownAddress), 1],
          matchAll(),
        ],
}

/** The trait for entries whose keys and values are all equal. */
export const ENTRY_TRAIT = makeSupportingTrait(POINTS_FOR_EQUAL_ENTRIES, ({ contents }) => contents)

/** Lists the traits of the parties: first those that can reject a document, then the others. */
export const listPartyTraits = (comparison: Comparison, includesAddress: boolean): readonly Trait[] => [
  ...MAX_IDENTITY_POINTS.map((_, index) => makeRejectingTrait(index, comparison)),
  NAME_TRAIT,
  ACCOUNT_TRAIT,
  ...(includesAddress ? [ADDRESS_TRAIT] : []),
]

const toDollars = (cents: number): number => Math.floor(cents / 100)

/**
 * Makes the trait of one box, which finds the documents with an equal amount and those without an amount.
 *
 * Transcripts cut off the cents. Between sources, a document in whole dollars therefore equals a document with cents if
 * the amounts differ by less than a dollar, and another document in whole dollars if they differ by at most a dollar. A
 * document in whole dollars is stored under a key such as `$52000`, so that a search needs only a few look-ups.
 */
export function makeBoxTrait(boxIndex: number, { comparison, amounts, isExact = false }: SearchCriteria): Trait {
  // If the search counts equal boxes, an equal amount other than zero adds a point, and no amount rejects a document.
  const countsEqual = amounts === 'mostMatching'
  const hasTolerance = comparison === 'acrossSources' && !isExact
  const findCents = (candidate: Candidate): number | null =>
    selectAmounts(candidate, comparison)[boxIndex] as number | null
  const makeKeyFunction =
    (isRounded: boolean): KeyFunction =>
    ({ candidate }) => {
      const cents = findCents(candidate)
      if (cents === null) return ABSENT_KEY
      if (hasTolerance && candidate.isWholeDollars) return `$${cents / 100}`
      return !isRounded ? cents : cents % 100 === 0 ? cents / 100 : `${toDollars(cents)}+`
    }
  // Exact keys are in cents. Rounded keys are in dollars, and a `+` marks an amount with cents.
  const [exactKey, roundedKey] = [makeKeyFunction(false), makeKeyFunction(true)]
  /** Returns the keys of all amounts that are equal to this one between sources. */
  function listEqualKeys(cents: number, isWhole: boolean): readonly (string | number)[] {
    const dollars = toDollars(cents)
    if (isWhole) return [`$${dollars}`, `$${dollars - 1}`, `$${dollars + 1}`, dollars, `${dollars}+`, `${dollars - 1}+`]
    return cents % 100 === 0 ? [cents, `$${dollars}`] : [cents, `$${dollars}`, `$${dollars + 1}`]
  }
  return {
    maxPoints: countsEqual ? 1 : 0,
    listQueries(candidate) {
      const cents = findCents(candidate)
      // Only documents without money have the same amounts as a document without money.
      if (cents === null)
        return [
          !countsEqual && selectAmounts(candidate, comparison).every(amount => amount === null)
            ? [exactKey, ABSENT_KEY, 0]
            : matchAll(),
        ]
      const keyFunction = hasTolerance && candidate.isWholeDollars ? roundedKey : exactKey
      const keys = hasTolerance ? listEqualKeys(cents, candidate.isWholeDollars) : [cents]
      if (!countsEqual) return [...keys, ABSENT_KEY].map((key): KeyQuery => [keyFunction, key, 0])
      const keysWithPoints = cents === 0 ? [] : keys.filter(key => key !== 0 && key !== '$0')
      return [...keysWithPoints.map((key): KeyQuery => [keyFunction, key, 1]), matchAll()]
    },
  }
}
