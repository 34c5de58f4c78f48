import { areDifferent, isFull, lastFour } from '../../core/identifier.js'
import { NOBODY, type Party } from '../../normalize/source.js'
import { scoreIssuers } from '../../summarize/issuer-index.js'

/** What a stated name and those of documents are matched by, the best first. */
export type MatchedBy = 'identifier' | 'name' | 'words' | 'balance'

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
  scoreIssuers({ ...NOBODY, name: a }, { ...NOBODY, name: b }) === COMPATIBLE

const isDenied = ({ id }: Named, issuer: Party): boolean =>
  id !== null && issuer.id !== null && areDifferent(id, issuer.id)

type Test = (stated: Named, issuer: Party) => boolean

/** Equal identifiers, or equal last fours where one is masked; then the names; then the words of names. */
const TESTS: readonly (readonly [by: MatchedBy, test: Test])[] = [
  ['identifier', ({ id }, issuer) => id !== null && issuer.id !== null && isFull(id) && id === issuer.id],
  [
    'identifier',
    ({ id }, issuer) => id !== null && issuer.id !== null && lastFour(id) === lastFour(issuer.id),
  ],
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
  issuersOf: (of: D) => readonly Party[],
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
