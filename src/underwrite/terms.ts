import { heldOr } from '../core/lists.js'
import type { TaxpayerResult } from '../summarize/result.js'
import { knownGiven, policyGiven, yearGiven } from './given.js'
import type { KnownFacts } from './known-facts.js'
import { DEFAULT_POLICY, type PolicyName } from './policies.js'
import type { Policy } from './policy.js'
import { type Underwriting, underwrite } from './underwrite.js'

/**
 * Under which policies taxpayers are underwritten, and what the caller knows; the default policy alone unless given.
 * Facts count for the taxpayer whose `taxpayer_id` they name, and for no other.
 */
export interface UnderwriteScope {
  readonly policies?: readonly (Policy | PolicyName)[] | undefined
  readonly known?: KnownFacts | readonly KnownFacts[] | undefined
  readonly asOfYear?: number | undefined
}

/** The same, looked at: whole policies, facts by taxpayer, and the year where one was given. */
export interface Terms {
  readonly policies: readonly Policy[]
  readonly known: ReadonlyMap<string, KnownFacts>
  readonly years: { readonly asOfYear?: number }
}

/** Looks at what a caller gave. Throws a RangeError for what is none, with the path, never the value. */
export const termsOf = (given: UnderwriteScope = {}): Terms => lookedAt(given, (each, look) => look(each))

/**
 * Terms of one taxpayer after another, each policy and each object of facts looked at once; held weakly, for each
 * taxpayer may have its own. Throws as `termsOf` does, when the taxpayer is asked for.
 */
export function termsByTaxpayer(of: (taxpayerId: string) => UnderwriteScope): (taxpayerId: string) => Terms {
  const looked = new WeakMap<object, unknown>()
  const once: Look = (given, look) =>
    typeof given === 'object' && given !== null
      ? (heldOr(looked, given, () => look(given)) as ReturnType<typeof look>)
      : look(given)
  return taxpayerId => lookedAt(of(taxpayerId) ?? {}, once)
}

type Look = <Given, Looked>(given: Given, look: (given: Given) => Looked) => Looked

function lookedAt({ policies = [DEFAULT_POLICY], known, asOfYear }: UnderwriteScope, once: Look): Terms {
  if (!Array.isArray(policies)) throw new RangeError('The policies cannot be used: $: expected an array.')
  return {
    policies: (policies as readonly (Policy | PolicyName)[]).map(policy => once(policy, policyGiven)),
    known: once(known, knownGiven),
    years: yearGiven(asOfYear),
  }
}

/** A taxpayer under each of its policies, in their order. */
export const underwriteUnder = (
  result: TaxpayerResult,
  taxpayerId: string,
  { policies, known, years }: Terms,
): readonly Underwriting[] => policies.map(policy => underwrite(result, policy, known.get(taxpayerId), years))
