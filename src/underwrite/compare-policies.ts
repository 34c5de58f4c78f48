import type { Cents } from '../core/money.js'
import type { TaxpayerResult } from '../summarize/result.js'
import type { KnownFacts } from './known-facts.js'
import type { Policy } from './policy.js'
import type { Trace } from './trace.js'
import { type UnderwriteOptions, underwrite } from './underwrite.js'

/** One side of a difference. Missing: null where the policy has no such figure. */
interface PolicySide {
  readonly value: Cents | string | null
  readonly rule: string
  readonly citation: string
}

/**
 * A figure in which two policies differ. `settings` are those that, changed alone from the first policy's value to the
 * second's, change the figure; empty where only several together do.
 */
export interface PolicyDifference {
  readonly figure: string
  readonly unit: Trace['unit']
  readonly a: PolicySide | null
  readonly b: PolicySide | null
  readonly settings: readonly string[]
}

const LABELS: ReadonlySet<string> = new Set(['name', 'ruleVersion', 'citations'])

/** The figures in which two policies differ over one taxpayer's records, and by which rule. */
export function comparePolicies(
  result: TaxpayerResult,
  a: Policy,
  b: Policy,
  known?: KnownFacts,
  options: UnderwriteOptions = {},
): PolicyDifference[] {
  const figuresOf = (policy: Policy): Map<string, Trace> =>
    new Map(underwrite(result, policy, known, options).traces.map(trace => [trace.figure, trace]))
  const [first, second] = [figuresOf(a), figuresOf(b)]
  const changed = (Object.keys(b) as (keyof Policy)[])
    .filter(setting => !LABELS.has(setting) && a[setting] !== b[setting])
    .map(setting => [setting, figuresOf({ ...a, [setting]: b[setting] })] as const)
  return [...new Set([...first.keys(), ...second.keys()])].flatMap(figure => {
    const [one, two] = [first.get(figure), second.get(figure)]
    if (one?.value === two?.value) return []
    return [
      {
        figure,
        unit: (one ?? two)?.unit ?? 'text',
        a: sideOf(one),
        b: sideOf(two),
        settings: changed.flatMap(([setting, figures]) =>
          figures.get(figure)?.value === one?.value ? [] : [setting],
        ),
      },
    ]
  })
}

const sideOf = (trace: Trace | undefined): PolicySide | null =>
  trace === undefined ? null : { value: trace.value, rule: trace.rule, citation: trace.citation }
