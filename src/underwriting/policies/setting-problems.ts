import { countDays } from '../../core/date.js'
import { readIdentifier } from '../../core/identifier.js'
import { type Issue, makeIssue, type Origin } from '../../core/issues/issue.js'
import type { IssueCode } from '../../core/issues/issue-table.js'
import { extendByUnknownKey, extendPath, isObject, type JsonPath, printPath } from '../../core/json-value.js'
import { appendAll, lookUp } from '../../core/lists.js'
import { centsFromDollars } from '../../core/money.js'
import { parsePersonName } from '../../core/person-name.js'
import { FOUR_DIGITS, findInputKey, getInnerSetting, listKeys, type ObjectSetting, type Setting } from './setting.js'

export const YEAR_RANGE = [1900, 2100] as const

const isBetween = (value: unknown, min: number, max: number): value is number =>
  typeof value === 'number' && value >= min && value <= max
const isText = (value: unknown): value is string => typeof value === 'string'
const isWholeNumber = (value: unknown, min: number, max: number): boolean =>
  Number.isInteger(value) && isBetween(value, min, max)

/** True for a number with at most six decimals, which millionths express exactly. */
export const isExactShare = (value: number): boolean => Math.round(value * 1e6) / 1e6 === value

const isLastFour = (value: unknown): boolean => isText(value) && FOUR_DIGITS.test(value)
const isWrittenIdentifier = (value: unknown): boolean =>
  isText(value) && value.length <= 20 && readIdentifier(value) !== null

/** What is expected, in words, and whether a value fits. */
type Expectation = readonly [expected: string, accepts: (value: unknown) => boolean]

const IDENTIFIER_EXPECTATIONS = {
  last_four: ['four digits', isLastFour],
  full: ['nine digits, of which all but the last four may be X', isWrittenIdentifier],
  person: [
    'four digits, or nine digits of which all but the last four may be X',
    value => isLastFour(value) || isWrittenIdentifier(value),
  ],
  borrower: [
    "self, four digits, or a person's first and last name",
    value => value === 'self' || isLastFour(value) || (isText(value) && parsePersonName(value) !== null),
  ],
} as const satisfies Record<string, Expectation>

const EXPECTATIONS: {
  readonly [Is in Setting['is']]: (setting: Extract<Setting, { readonly is: Is }>) => Expectation
} = {
  ratio: ({ max = 1 }) => [
    `a number from 0 to ${max} with at most six decimals`,
    value => isBetween(value, 0, max) && isExactShare(value),
  ],
  count: ({ min, max }) => [`a whole number from ${min} to ${max}`, value => isWholeNumber(value, min, max)],
  year: () => ['a year from 1900 to 2100', value => isWholeNumber(value, ...YEAR_RANGE)],
  flag: () => ['true or false', value => typeof value === 'boolean'],
  text: ({ max }) => [
    max === undefined ? 'text' : `text of 1 to ${max} characters`,
    // Counts characters, as JSON Schema does.
    value => isText(value) && value !== '' && (max === undefined || [...value].length <= max),
  ],
  enum: ({ values }) => [`one of ${values.join(', ')}`, value => values.includes(value as string)],
  identifier: ({ format }) => IDENTIFIER_EXPECTATIONS[format],
  money: ({ isSigned }) => [
    isSigned === true ? 'an amount' : 'an amount of 0 or more',
    value => {
      const cents = typeof value === 'number' || isText(value) ? centsFromDollars(value) : null
      return cents !== null && (isSigned === true || cents >= 0)
    },
  ],
  date: () => ['a day as YYYY-MM-DD', value => isText(value) && countDays(value) !== null],
  list: () => ['an array', Array.isArray],
  object: () => ['an object', isObject],
}

/** Returns what a setting expects, in words, and whether a value fits. Does not look inside lists and objects. */
export function getExpectation(setting: Setting): Expectation {
  const expectation = EXPECTATIONS[setting.is](setting as never)
  const { orText } = setting
  if (orText === undefined) return expectation
  const [expected, accepts] = expectation
  return [`${expected}, or ${orText.join(', ')}`, value => orText.includes(value as string) || accepts(value)]
}

/** Returns the issue code of a value that does not fit a setting. */
export const getIssueCode = ({ is }: Setting): IssueCode => `${is}_unreadable`

/** A value that does not fit its setting, or a key that has no setting. */
export interface SettingProblem {
  readonly path: JsonPath | null
  /** Null if the key is unknown. */
  readonly setting: Setting | null
  readonly expected: string
  readonly value: unknown
  /** The key that replaces a key of an earlier version. */
  readonly successor?: string | undefined
}

/** Lists every problem of a value: first the values that do not fit, then the unknown keys. */
export function listProblems(value: unknown, setting: Setting, path: JsonPath | null = null): SettingProblem[] {
  if (value === undefined && (setting.optional === true || setting.default !== undefined)) return []
  if (value === null && setting.orNull === true) return []
  const [expected, accepts] = getExpectation(setting)
  if (!accepts(value)) return [{ path, setting, expected, value }]
  if (setting.is === 'list')
    return Array.from(value as unknown[]).flatMap((item, i) => listProblems(item, setting.items, extendPath(path, i)))
  return setting.is === 'object' && isObject(value) ? listObjectProblems(value, setting, path) : []
}

function listObjectProblems(
  value: Readonly<Record<string, unknown>>,
  setting: ObjectSetting,
  path: JsonPath | null,
): SettingProblem[] {
  const problems: SettingProblem[] = []
  const inputKeys = new Set<string>()
  const keys = listKeys(setting, value)
  for (const key of keys) {
    const inputKey = findInputKey(value, key)
    inputKeys.add(inputKey)
    if (setting.entries !== undefined && !Object.hasOwn(value, inputKey)) continue
    appendAll(problems, listProblems(value[inputKey], getInnerSetting(setting, key), extendPath(path, inputKey)))
  }
  for (const key of Object.keys(value)) {
    if (inputKeys.has(key)) continue
    const successors = setting.successors ?? {}
    const successor = lookUp(successors, findInputKey(successors, key))
    const expected =
      successor ??
      (setting.entries !== undefined && setting.names === 'year'
        ? 'a year from 1900 to 2100'
        : `one of ${keys.join(', ')}`)
    problems.push({ path: extendByUnknownKey(path, key), setting: null, expected, value: null, successor })
  }
  return problems
}

/** Describes a problem by its path and what was expected, never by the value. */
function describeProblem({ path, setting, expected, successor }: SettingProblem): string {
  const pathText = printPath(path)
  if (successor !== undefined) return `${pathText}: no longer a setting, use ${successor}`
  return `${pathText}: ${setting === null ? 'unknown setting, ' : ''}expected ${expected}`
}

/** Makes the issue of a problem. Its sentence is about settings, not about boxes of a document. */
export function makeProblemIssue(problem: SettingProblem, origin: Origin | null = null): Issue {
  const { path, setting, expected, value, successor } = problem
  const severity = 'error'
  if (setting === null) {
    const message =
      successor === undefined
        ? `The setting is unknown. Expected ${expected}.`
        : `The setting has been replaced. Use ${successor}.`
    return { ...makeIssue('field_unknown', path, { severity, expected, origin }), message }
  }
  const issue = makeIssue(getIssueCode(setting), path, { severity, expected, value, origin })
  return { ...issue, message: `Expected ${expected}; got ${issue.received}.` }
}

/** Bounds an error message: an unrelated object may have any number of keys. */
const MAX_PROBLEMS_IN_MESSAGE = 30

/** Throws a RangeError that names each problem by its path, if there are any. */
export function throwProblems(problems: readonly SettingProblem[], subject: string): void {
  if (problems.length === 0) return
  const sentences = problems.slice(0, MAX_PROBLEMS_IN_MESSAGE).map(describeProblem)
  if (problems.length > MAX_PROBLEMS_IN_MESSAGE) sentences.push(`and ${problems.length - MAX_PROBLEMS_IN_MESSAGE} more`)
  throw new RangeError(`${subject} cannot be used: ${sentences.join('; ')}.`)
}
