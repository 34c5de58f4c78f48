import {
  areDifferentIdentifiers,
  type Identifier,
  readComparableIdentifier,
  readIdentifier,
} from '../../core/identifier.js'
import { NO_ITEMS } from '../../core/lists.js'
import { toComparableName } from '../../figures/employers.js'
import type { IssuerGroup } from '../../figures/issuers.js'
import type { SourceParty } from '../../ingest/source.js'
import { scoreNames } from '../../resolve/compare.js'
import type { BusinessFacts, JobFacts, RetirementFacts } from './known-facts.js'

/** True if two upper-case names are one name. */
type NameRule = (name: string, issuerName: string) => boolean

const isComparableNameEqual: NameRule = (name, issuerName) => {
  const comparable = toComparableName(name)
  return comparable !== null && comparable === toComparableName(issuerName)
}

/** Equal names come before names without their legal form, and those before names that a transcript cut. */
const NAME_RULES: readonly NameRule[] = [
  (name, issuerName) => name === issuerName,
  isComparableNameEqual,
  (name, issuerName) => scoreNames(name, issuerName) > 0,
]

/** Lists the issuers of a group of documents, for `assignIssuerFacts`. */
export const listGroupIssuers = ({ documents }: IssuerGroup): readonly SourceParty[] =>
  documents.map(({ issuer }) => issuer)

/** How a known fact names the issuer that it is about. */
export interface IssuerReference {
  readonly identifiers: readonly Identifier[]
  readonly name: string | null
}

export const referToEmployer = ({ identifiers, employer }: JobFacts): IssuerReference => ({
  identifiers,
  name: employer,
})

export const referToBusiness = ({ identifier, name }: BusinessFacts): IssuerReference => ({
  identifiers: identifier === null ? NO_ITEMS : [identifier],
  name,
})

/** A payer is stated by its identifier or its name. */
export const referToPayer = ({ payer }: RetirementFacts): IssuerReference => ({
  identifiers: [readComparableIdentifier(payer ?? '') ?? NO_ITEMS].flat(),
  name: payer === null || readIdentifier(payer) !== null ? null : payer,
})

/**
 * Assigns each known fact to the party that it is about: by identifier, otherwise by name. A fact is about one party at
 * most. If several facts are about a party, the first counts.
 *
 * @param listIssuers Returns the issuers of a party.
 */
export function assignIssuerFacts<Party, Fact>(
  parties: readonly Party[],
  listIssuers: (party: Party) => readonly SourceParty[],
  facts: readonly Fact[],
  refer: (fact: Fact) => IssuerReference,
): Map<Party, Fact> {
  const factByParty = new Map<Party, Fact>()
  for (const fact of facts) {
    const reference = refer(fact)
    const { identifiers } = reference
    const name = reference.name?.trim().toUpperCase() ?? null
    const hasIdentifier = (party: Party): boolean =>
      listIssuers(party).some(
        ({ id }) => id !== null && identifiers.some(identifier => !areDifferentIdentifiers(id, identifier)),
      )
    let match = identifiers.length === 0 ? undefined : parties.find(hasIdentifier)
    for (const rule of name === null ? [] : NAME_RULES)
      match ??= parties.find(party =>
        listIssuers(party).some(issuer => issuer.name !== null && rule(name as string, issuer.name.toUpperCase())),
      )
    if (match !== undefined && !factByParty.has(match)) factByParty.set(match, fact)
  }
  return factByParty
}
