import { ISSUES, type IssueCode } from '../core/issue-table.js'
import { didYouMean } from '../core/near.js'
import type { Counts } from '../stream/tally.js'
import { UsageError } from './usage-error.js'

/** What of the issues ends a run with exit code 4: those of a severity or worse, or of a code. */
export type FailOn = 'error' | 'warning' | IssueCode

const WORDS = ['error', 'warning', ...Object.keys(ISSUES)]

/** The words of `--fail-on`, checked. Throws UsageError, which does not repeat them. */
export function failOnOf(words: readonly string[]): readonly FailOn[] {
  const place = words.findIndex(word => !WORDS.includes(word))
  if (place === -1) return words as readonly FailOn[]
  throw new UsageError(
    `--fail-on takes error, warning and issue codes; word ${place + 1} is none.${didYouMean(words[place] as string, WORDS) || ' docs/issues.md lists the codes.'}`,
  )
}

/** True where a run met what it is to fail on. */
export const isFailure = (failOn: readonly FailOn[], { issues, codes }: Counts): boolean =>
  failOn.some(word =>
    word === 'error'
      ? issues.error > 0
      : word === 'warning'
        ? issues.error + issues.warning > 0
        : (codes[word] ?? 0) > 0,
  )
