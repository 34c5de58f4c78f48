import type { z } from 'zod'
import { type Issue, type IssueCode, makeIssue, type Origin } from '../core/issue.js'
import { type Site, step, stepUnknown } from '../core/path.js'

const EXPECTED: Partial<Record<IssueCode, string>> = {
  money_unreadable: 'an amount of 0 or more',
  ratio_unreadable: 'a share from 0 to 1, of six decimals at most',
  count_unreadable: 'a whole number in range',
  text_unreadable: 'text',
  year_unreadable: 'a year from 1900 to 2100',
  enum_unreadable: 'one of the known words',
  flag_unreadable: 'true or false',
  list_unreadable: 'an array',
  object_unreadable: 'an object',
  identifier_unreadable: 'four digits',
}

/** The issues of what a caller gave: the messages of these schemas are our codes, and no text of zod's is passed on. */
export function issuesOfSchema(error: z.ZodError, input: unknown, origin: Origin | null = null): Issue[] {
  return error.issues.flatMap(issue => {
    let at: Site | null = null
    let value: unknown = input
    for (const key of issue.path as (string | number)[]) {
      at = step(at, key)
      value = (value as Record<string | number, unknown> | null | undefined)?.[key]
    }
    const unknown = (site: Site): Issue =>
      makeIssue('field_unknown', site, {
        severity: 'error',
        expected: 'a known key',
        more: 'None of it is used.',
        origin,
      })
    if (issue.code === 'unrecognized_keys') return issue.keys.map(key => unknown(stepUnknown(at, key)))
    if (issue.code === 'invalid_key' && at !== null) return [unknown(stepUnknown(at.parent, String(at.key)))]
    const code = (issue.message in EXPECTED ? issue.message : 'object_unreadable') as IssueCode
    return [
      makeIssue(code, at, {
        severity: 'error',
        value,
        expected:
          issue.code === 'invalid_value'
            ? `one of ${issue.values.map(String).join(', ')}`
            : (EXPECTED[code] ?? 'another value'),
        origin,
      }),
    ]
  })
}
