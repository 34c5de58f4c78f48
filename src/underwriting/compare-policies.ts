import { checkResult } from '../checks/run-checks.js'
import { toCanonicalJson } from '../core/json.js'
import type { TaxpayerResult } from '../figures/taxpayer-result.js'
import type { TaxpayerFacts } from './facts/taxpayer-facts.js'
import { CONDITION_CODES, type SettingName, type UnderwritingPolicy } from './policies/policy.js'
import type { Trace } from './traces/trace.js'
import { listFigureValues, listTraces } from './traces/traces.js'
import { type PolicyResult, underwriteTaxpayer } from './underwrite.js'

/** A figure that differs between two policies. */
export interface FigureDifference {
  readonly figure: string
  /** The figure under the first policy. Null if that policy has no such figure. */
  readonly a: Trace | null
  readonly b: Trace | null
  /**
   * The settings, and the conditions as `conditions.history`, that change the figure by themselves if the first policy
   * gets the value of the second. Empty if only several of them together do.
   */
  readonly settings: readonly string[]
}

/** The keys of a policy that change no figure by themselves, and `conditions`, whose severities are compared one by one. */
const NOT_SETTINGS: ReadonlySet<string> = new Set(['name', 'title', 'ruleVersion', 'citations', 'conditions'])

/** Lists the policies that differ from the first policy in one setting or severity, which is that of the second policy. */
function listVariants(a: UnderwritingPolicy, b: UnderwritingPolicy): (readonly [string, UnderwritingPolicy])[] {
  const isDifferent = (first: unknown, second: unknown): boolean => toCanonicalJson(first) !== toCanonicalJson(second)
  const settings = (Object.keys(b) as (keyof UnderwritingPolicy)[]).filter(
    (setting): setting is SettingName => !NOT_SETTINGS.has(setting) && isDifferent(a[setting], b[setting]),
  )
  const codes = CONDITION_CODES.filter(code => isDifferent(a.conditions[code], b.conditions[code]))
  return [
    ...settings.map(setting => [setting, { ...a, [setting]: b[setting] }] as const),
    ...codes.map(
      code => [`conditions.${code}`, { ...a, conditions: { ...a.conditions, [code]: b.conditions[code] } }] as const,
    ),
  ]
}

/**
 * Compares two policies for one taxpayer. Returns each figure that differs, with the settings and the severities of
 * conditions that alone explain the difference.
 *
 * @param statedYear The year that the caller chose. Null: the latest complete year with income.
 */
export function compareUnderPolicies(
  result: TaxpayerResult,
  a: UnderwritingPolicy,
  b: UnderwritingPolicy,
  facts: TaxpayerFacts | null,
  statedYear: number | null,
): FigureDifference[] {
  const variants = listVariants(a, b)
  const policies = [a, b, ...variants.map(([, policy]) => policy)]
  const [first, second, ...variantResults] = underwriteTaxpayer(
    result,
    policies,
    facts,
    statedYear,
    checkResult(result),
  ) as [PolicyResult, PolicyResult, ...PolicyResult[]]
  const [tracesOfA, tracesOfB] = [first, second].map(
    policyResult => new Map(listTraces(policyResult).map(trace => [trace.figure, trace])),
  ) as [Map<string, Trace>, Map<string, Trace>]
  const variantValues = variantResults.map(listFigureValues)
  return [...new Set([...tracesOfA.keys(), ...tracesOfB.keys()])].flatMap(figure => {
    const traceOfA = tracesOfA.get(figure)
    const traceOfB = tracesOfB.get(figure)
    const value = traceOfA?.value ?? null
    if (value === (traceOfB?.value ?? null)) return []
    const settings = variants.flatMap(([setting], i) =>
      (variantValues[i]?.get(figure) ?? null) === value ? [] : [setting],
    )
    return [{ figure, a: traceOfA ?? null, b: traceOfB ?? null, settings }]
  })
}
