import { areDifferentIdentifiers, getLastFour, isFullIdentifier } from '../../core/identifier.js'
import { type Cents, type Millionths, subtractCents } from '../../core/money.js'
import { divideToMicros } from '../../core/ratio.js'
import { scoreIssuers } from '../../figures/issuers.js'
import { ABSENT_PARTY, type SourceParty } from '../../ingest/source.js'

/** What a stated name and those of documents are matched by, the best first. */
type MatchedBy = 'identifier' | 'name' | 'words' | 'balance'

/** Someone whom an application names. Missing: an identifier or a name that it does not state is null. */
export interface Named {
  readonly id: string | null
  readonly name: string | null
}

/** Words of which a name is made without being told apart by them. */
const COMMON: ReadonlySet<string> = new Set(
  'THE OF AND A AN INC INCORPORATED LLC LLP LP LTD LIMITED CO COMPANY CORP CORPORATION PC PLLC PA NA FSB GROUP HOLDINGS SERVICES'.split(
    ' ',
  ),
)

function wordsOf(name: string): readonly string[] {
  const words = name.toUpperCase().match(/[\p{L}\p{N}]+/gu) ?? []
  const telling = words.filter(word => !COMMON.has(word))
  return telling.length > 0 ? telling : words
}

/** True where every telling word of one name stands in the other. */
function sharesWords(a: string, b: string): boolean {
  const [one, two] = [wordsOf(a), wordsOf(b)]
  const [few, many] = one.length <= two.length ? [one, new Set(two)] : [two, new Set(one)]
  return few.length > 0 && few.some(word => word.length > 2) && few.every(word => many.has(word))
}

/** Compatible names, as documents of one issuer have them. */
const COMPATIBLE = 2

const areCompatible = (a: string, b: string): boolean =>
  scoreIssuers({ ...ABSENT_PARTY, name: a }, { ...ABSENT_PARTY, name: b }) === COMPATIBLE

const isDenied = ({ id }: Named, issuer: SourceParty): boolean =>
  id !== null && issuer.id !== null && areDifferentIdentifiers(id, issuer.id)

type Test = (stated: Named, issuer: SourceParty) => boolean

/** Equal identifiers, or equal last fours where one is masked; then the names; then the words of names. */
const TESTS: readonly (readonly [by: MatchedBy, test: Test])[] = [
  ['identifier', ({ id }, issuer) => id !== null && issuer.id !== null && isFullIdentifier(id) && id === issuer.id],
  ['identifier', ({ id }, issuer) => id !== null && issuer.id !== null && getLastFour(id) === getLastFour(issuer.id)],
  ['name', ({ name }, issuer) => name !== null && issuer.name !== null && areCompatible(name, issuer.name)],
  ['words', ({ name }, issuer) => name !== null && issuer.name !== null && sharesWords(name, issuer.name)],
]

/** What a stated one was matched with, and by what. */
export interface Match<D> {
  readonly of: D
  readonly by: MatchedBy
}

/**
 * Matches what is stated with what is documented, one for one, the surer ways first; of several the first. Identifiers
 * that contradict each other are not matched by name.
 */
export function matchNames<S extends Named, D>(
  stated: readonly S[],
  documented: readonly D[],
  issuersOf: (of: D) => readonly SourceParty[],
): Map<S, Match<D>> {
  const matches = new Map<S, Match<D>>()
  const taken = new Set<D>()
  for (const [by, test] of TESTS) {
    for (const each of stated) {
      if (matches.has(each)) continue
      const found = documented.find(
        of =>
          !taken.has(of) &&
          issuersOf(of).some(issuer => test(each, issuer)) &&
          !issuersOf(of).some(issuer => isDenied(each, issuer)),
      )
      if (found === undefined) continue
      matches.set(each, { of: found, by })
      taken.add(found)
    }
  }
  return matches
}

/** What a row of a tie-out is about. */
export type TieOutItem = 'employer' | 'category' | 'mortgage'

/** How what is stated stands to what is documented. */
export const TIE_OUT_FINDINGS = {
  agrees: 'Within 5% of the documented amount.',
  stated_higher: 'The stated amount is higher than the documented amount.',
  stated_lower: 'The stated amount is lower than the documented amount.',
  stated_only: 'It is stated, but no document shows it.',
  documented_only: 'It is documented, but not stated.',
  not_computable: 'The documents do not show enough to compare it.',
} as const

/** How what is stated stands to what is documented. */
export type TieOutFinding = keyof typeof TIE_OUT_FINDINGS

/**
 * A row of a tie-out. Units: cents, and millionths for the ratio. Missing: `issuer` and `name` are null where nobody is
 * named, amounts where one side has none.
 */
export interface TieOutRow {
  readonly borrower: string
  readonly item: TieOutItem
  /** Whom the documents name. */
  readonly issuer: SourceParty | null
  /** As it is stated, else the category. */
  readonly name: string | null
  readonly stated: Cents | null
  readonly documented: Cents | null
  readonly difference: Cents | null
  readonly ratio: Millionths | null
  readonly finding: TieOutFinding
  /** What the message says beside the finding. */
  readonly more: readonly Word[]
}

/** What a row has where nothing else is said. */
export const BLANK = {
  issuer: null,
  name: null,
  stated: null,
  documented: null,
  difference: null,
  ratio: null,
} as const

/** What is within a twentieth of the other agrees, the edge among it. */
const TWENTIETH = 20n

const sizeOf = (cents: Cents): bigint => (cents < 0 ? -BigInt(cents) : BigInt(cents))

/** True where two amounts are within 5 % of the second. */
export const isNear = (a: Cents, b: Cents): boolean => sizeOf(subtractCents(a, b)) * TWENTIETH <= sizeOf(b)

/** What two amounts of a month come to. */
export function compareAmounts(
  stated: Cents | null,
  documented: Cents | null,
): Pick<TieOutRow, 'difference' | 'ratio' | 'finding'> {
  if (stated === null || documented === null) {
    const finding = stated !== null ? 'stated_only' : documented === null ? 'not_computable' : 'documented_only'
    return { difference: null, ratio: null, finding }
  }
  const difference = subtractCents(stated, documented)
  const ratio = documented === 0 ? null : divideToMicros(difference, documented)
  const finding = isNear(stated, documented) ? 'agrees' : difference > 0 ? 'stated_higher' : 'stated_lower'
  return { difference, ratio, finding }
}

/** What the message of a row says beside its finding. */
export const WORDS = {
  average: 'The documented amount is the average of the two years.',
  lesser: 'The documented amount is the lesser of one year and the average of two.',
  latest: 'The documented amount is the latest year only.',
  words: 'The names were matched by words only.',
  balance: 'It was matched by its balance only.',
  allocated: 'Part of it is a share of earnings, not cash.',
  gross: 'These are gross receipts: the documents do not show net income after expenses.',
  former: 'A former employer: the documents do not show how many months it paid.',
  ended: 'Its documents end before the year that is underwritten.',
  unpaid: 'No amount is stated.',
  unsettled: 'The documents do not show which receipts belong to this business.',
  unnamed: 'The known facts do not name the recipient, so the documents of this borrower cannot be identified.',
  counted: 'The documented amount is what the policy counts before any gross-up.',
  held_back: 'The documented amount is the latest year, which the policy does not count as it is.',
  interest: 'The documented amount is the interest only.',
  below_interest: 'The stated payment is less than the interest.',
  principal: 'The stated balance was compared with the principal on Form 1098.',
  servicing_transfer: 'The loan was transferred from one lender to another.',
} as const

/** A sentence of a message. */
export type Word = keyof typeof WORDS

/** What is said of how a name was found: nothing where it is sure. */
export const wordsOfMatch = (by: MatchedBy): readonly Word[] => (by === 'words' || by === 'balance' ? [by] : [])
