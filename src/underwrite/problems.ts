import { type Issue, makeIssue, type Origin } from '../core/issue.js'
import { printPath, type Site, step } from '../core/path.js'
import { stepUnknown } from '../core/step-named.js'
import type { Setting } from './setting.js'
import { codeOf, readingOf } from './setting-reading.js'
import { keyIn, keysOf } from './spelling.js'

/** A value that a setting does not take, or a setting that is not known. */
export interface Problem {
  readonly at: Site | null
  /** Null where it is not known. */
  readonly setting: Setting | null
  readonly expected: string
  readonly value: unknown
}

/** All that is wrong with a value: first what its settings do not take, then settings that are not known. */
export function problemsIn(value: unknown, setting: Setting, at: Site | null = null): readonly Problem[] {
  if (value === undefined && (setting.optional === true || setting.default !== undefined)) return []
  if (value === null && setting.orNull === true) return []
  const [expected, takes] = readingOf(setting)
  if (!takes(value)) return [{ at, setting, expected, value }]
  if (setting.is === 'list')
    return Array.from(value as unknown[]).flatMap((item, i) => problemsIn(item, setting.of, step(at, i)))
  return setting.is === 'object' ? problemsOfKeys(value as Record<string, unknown>, setting, at) : []
}

function problemsOfKeys(
  value: Readonly<Record<string, unknown>>,
  setting: Setting & { readonly is: 'object' },
  at: Site | null,
): readonly Problem[] {
  const { keys, each } = setting
  const known = keysOf(setting)
  const spelled = known.map(key => keyIn(value, key))
  const expected = `one of ${known.join(', ')}`
  return [
    ...known.flatMap((key, i) => {
      const name = spelled[i] as string
      if (each !== undefined && !Object.hasOwn(value, name)) return []
      return problemsIn(value[name], each ?? (keys[key] as Setting), step(at, name))
    }),
    ...Object.keys(value)
      .filter(key => !spelled.includes(key))
      .map(key => ({ at: stepUnknown(at, key), setting: null, expected, value: null })),
  ]
}

/** The place and what was expected there, never the value. */
export const wordsOf = ({ at, setting, expected }: Problem): string =>
  `${printPath(at)}: ${setting === null ? 'unknown setting, ' : ''}expected ${expected}`

/** The same as an issue. Its sentence is about settings, not about boxes of a document. */
export function issueOf({ at, setting, expected, value }: Problem, origin: Origin | null = null): Issue {
  const severity = 'error'
  if (setting === null) {
    const message = `The setting is unknown. Expected ${expected}.`
    return { ...makeIssue('field_unknown', at, { severity, expected, origin }), message }
  }
  const issue = makeIssue(codeOf(setting), at, { severity, expected, value, origin })
  return { ...issue, message: `Expected ${expected}; received ${issue.received}.` }
}
