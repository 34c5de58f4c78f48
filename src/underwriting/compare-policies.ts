import { checkResult } from '../checks/run-checks.js'
import { toCanonicalJson } from '../core/json.js'
import type { TaxpayerResult } from '../figures/taxpayer-result.js'
import type { TaxpayerFacts } from './facts/known-facts.js'
import { CONDITION_CODES, type SettingName, type UnderwritingPolicy } from './policies/policy.js'
import { getFigureTraces } from './traces/figure-traces.js'
import type { Trace } from './traces/trace.js'
import { listFigureValues } from './traces/traces.js'
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
 * @param isCompared True for the figures to compare.
 */
export function compareUnderPolicies(
  result: TaxpayerResult,
  a: UnderwritingPolicy,
  b: UnderwritingPolicy,
  facts: TaxpayerFacts | null,
  statedYear: number | null,
  isCompared: (figure: string) => boolean = () => true,
): FigureDifference[] {
  const findings = checkResult(result)
  const underwrite = (policy: UnderwritingPolicy): PolicyResult =>
    (underwriteTaxpayer(result, [policy], facts, statedYear, findings) as [PolicyResult])[0]
  const [first, second] = [underwrite(a), underwrite(b)]
  const [valuesOfA, valuesOfB] = [listFigureValues(first), listFigureValues(second)]
  const settingsByFigure = new Map<string, string[]>()
  for (const figure of [...valuesOfA.keys(), ...valuesOfB.keys()])
    if (isCompared(figure) && (valuesOfA.get(figure) ?? null) !== (valuesOfB.get(figure) ?? null))
      settingsByFigure.set(figure, [])
  // One variant is underwritten at a time, because each needs as much memory as the policies themselves.
  for (const [setting, policy] of settingsByFigure.size === 0 ? [] : listVariants(a, b)) {
    const values = listFigureValues(underwrite(policy))
    for (const [figure, settings] of settingsByFigure)
      if ((values.get(figure) ?? null) !== (valuesOfA.get(figure) ?? null)) settings.push(setting)
  }
  const [tracesOfA, tracesOfB] = [getFigureTraces(first), getFigureTraces(second)]
  return [...settingsByFigure].map(([figure, settings]) => ({
    figure,
    a: tracesOfA.find(figure) ?? null,
    b: tracesOfB.find(figure) ?? null,
    settings,
  }))
}
