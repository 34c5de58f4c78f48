import { ISSUES, type IssueCode } from '../core/issue-table.js'
import { didYouMean } from '../core/near.js'
import type { Counts } from '../stream/tally.js'

/** What of the issues ends a run with exit code 4: those of a severity or worse, or of a code. */
export type FailOn = 'error' | 'warning' | IssueCode

const WORDS = ['error', 'warning', ...Object.keys(ISSUES)]

/** What is wrong with the words of `--fail-on`, without repeating them; null where nothing is. */
export function wrongFailOn(words: readonly string[]): string | null {
  const place = words.findIndex(word => !WORDS.includes(word))
  return place === -1
    ? null
    : `--fail-on takes error, warning and issue codes; word ${place + 1} is none.${didYouMean(words[place] as string, WORDS) || ' docs/issues.md lists the codes.'}`
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
