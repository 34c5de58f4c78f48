import type { Finding } from '../../checks/run-checks.js'
import { readComparableIdentifier } from '../../core/identifier.js'
import { getOrCreate } from '../../core/lists.js'
import type { StatedIdentities, TaxpayerResult } from '../../figures/taxpayer-result.js'
import type { StatedIncome } from '../tie-out/stated.js'
import { type PolicyUnderwriting, underwrite } from '../underwrite.js'
import { parseKnownFacts, parsePolicy, parseStated, parseYear } from './parse-terms.js'
import { DEFAULT_POLICY, type PolicyName } from './policies.js'
import type { KnownFacts, Policy } from './settings.js'

/** How dossiers are underwritten. Missing: the policy is `fannie-2026-03`. */
export interface UnderwriteOptions {
  /** A preset's name, or a policy. */
  readonly policy?: Policy | PolicyName | undefined
  /**
   * What only the caller knows, of one taxpayer or of several: obligations, recipients, continuance, an installment
   * plan. Facts count for the dossier whose `taxpayerId` is theirs, and for no other; of two about one
   * taxpayer the later stands.
   */
  readonly known?: KnownFacts | readonly KnownFacts[] | undefined
  /**
   * What loan applications state, of one taxpayer or of several, to be held against the documents. Missing: without one the
   * table `tie_out` has no rows.
   */
  readonly stated?: StatedIncome | readonly StatedIncome[] | undefined
  /**
   * The year to work for, whether it is complete or not, for every taxpayer; it stands before the `asOfYear` of what is
   * known. Missing: that one, else the latest complete year with income, else the latest with income.
   */
  readonly asOfYear?: number | undefined
}

/** The same under several policies; the default policy alone unless given. */
export interface UnderwriteScope extends Omit<UnderwriteOptions, 'policy'> {
  /** A preset's name or a policy; or several of them, side by side. */
  readonly policy?: Policy | PolicyName | readonly (Policy | PolicyName)[] | undefined
}

/** What all of it comes to, and the one shape in which it travels: whole policies, and what is known by taxpayer. */
export interface Terms {
  readonly policies: readonly Policy[]
  readonly known: ReadonlyMap<string, KnownFacts>
  readonly stated: ReadonlyMap<string, StatedIncome>
  /** Stands before the `asOfYear` of what is known. */
  readonly asOfYear: number | undefined
}

/** What is known of a taxpayer; the year to work for is a part of it. */
export function knownOf({ known, asOfYear }: Terms, taxpayerId: string): KnownFacts | undefined {
  const facts = known.get(taxpayerId)
  return asOfYear === undefined ? facts : { taxpayerId, ...facts, asOfYear }
}

/** Returns what the known facts of a taxpayer state about identities. Null if they state nothing about them. */
export function findStatedIdentities({ known }: Terms, taxpayerId: string): StatedIdentities | null {
  const { identifiers, sameEmployer } = known.get(taxpayerId) ?? {}
  if (identifiers === undefined && sameEmployer === undefined) return null
  return {
    identifiers: (identifiers ?? []).flatMap(text => readComparableIdentifier(text) ?? []),
    sameEmployer: (sameEmployer ?? []).map(list => list.flatMap(text => readComparableIdentifier(text) ?? [])),
  }
}

/** The terms of one policy. Throws as `termsOf` does. */
export const termsUnder = ({ policy = DEFAULT_POLICY, ...more }: UnderwriteOptions): Terms =>
  termsOf({ ...more, policy: [policy] })

/**
 * Terms of one taxpayer after another, each policy, each object of facts and each application looked at once; held weakly, for each
 * taxpayer may have its own. Throws as `termsOf` does, when the taxpayer is asked for.
 */
export function termsByTaxpayer(of: (taxpayerId: string) => UnderwriteScope): (taxpayerId: string) => Terms {
  const parsed = new WeakMap<object, unknown>()
  const parseOnce: Parse = (given, parse) =>
    typeof given === 'object' && given !== null
      ? (getOrCreate(parsed, given, () => parse(given)) as ReturnType<typeof parse>)
      : parse(given)
  return taxpayerId => parseTerms(of(taxpayerId) ?? {}, parseOnce)
}

type Parse = <Given, Parsed>(given: Given, parse: (given: Given) => Parsed) => Parsed

/** Looks at what a caller gave. Throws a RangeError for what is none, with the path, never the value. */
export const termsOf = (given: UnderwriteScope = {}): Terms => parseTerms(given, (each, parse) => parse(each))

function parseTerms({ policy = DEFAULT_POLICY, known, stated, asOfYear }: UnderwriteScope, parse: Parse): Terms {
  const given: readonly (Policy | PolicyName)[] = [policy].flat()
  return {
    policies: given.map(each => parse(each, parsePolicy)),
    known: parse(known, parseKnownFacts),
    stated: parse(stated, parseStated),
    asOfYear: asOfYear === undefined ? undefined : parseYear(asOfYear),
  }
}

/** A taxpayer under each of its policies, in their order. */
export function underwriteUnder(
  result: TaxpayerResult,
  taxpayerId: string,
  terms: Terms,
  findings: readonly Finding[],
): readonly PolicyUnderwriting[] {
  const known = knownOf(terms, taxpayerId)
  return terms.policies.map(policy => underwrite(result, policy, known, findings))
}
