import { runChecks } from '../check/run-checks.js'
import { canonicalJson } from '../core/json.js'
import type { TaxpayerResult } from '../summarize/result.js'
import type { KnownFacts } from './known-facts.js'
import type { Policy } from './policy.js'
import type { Trace } from './trace.js'
import { underwrite } from './underwrite.js'

/**
 * A figure in which two policies differ. `settings` are those that, changed alone from the first policy's value to the
 * second's, change the figure; empty where only several together do. Missing: null where the policy has no such figure.
 */
export interface PolicyDifference {
  readonly figure: string
  readonly a: Trace | null
  readonly b: Trace | null
  readonly settings: readonly string[]
}

const LABELS: ReadonlySet<string> = new Set(['name', 'ruleVersion', 'citations'])

/** The figures in which two policies differ over one taxpayer's records, and by which rule. */
export function comparePolicies(
  result: TaxpayerResult,
  a: Policy,
  b: Policy,
  known?: KnownFacts,
): PolicyDifference[] {
  const findings = runChecks(result)
  const figuresOf = (policy: Policy): Map<string, Trace> =>
    new Map(underwrite(result, policy, known, findings).traces.map(trace => [trace.figure, trace]))
  const [first, second] = [figuresOf(a), figuresOf(b)]
  const changed = (Object.keys(b) as (keyof Policy)[])
    .filter(setting => !LABELS.has(setting) && canonicalJson(a[setting]) !== canonicalJson(b[setting]))
    .map(setting => [setting, figuresOf({ ...a, [setting]: b[setting] })] as const)
  return [...new Set([...first.keys(), ...second.keys()])].flatMap(figure => {
    const [one, two] = [first.get(figure), second.get(figure)]
    if (one?.value === two?.value) return []
    return [
      {
        figure,
        a: one ?? null,
        b: two ?? null,
        settings: changed.flatMap(([setting, figures]) =>
          figures.get(figure)?.value === one?.value ? [] : [setting],
        ),
      },
    ]
  })
}
