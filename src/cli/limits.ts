import { optionOf } from '../core/limit-words.js'
import type { FileLimitOptions, LimitName } from '../core/limits.js'
import { readWhole } from './parse-words.js'

/** The largest number of an option that takes one. */
export const MOST = 999_999_999_999

/** The limits that every command takes: all there are. */
const NAMES = Object.keys({
  maxValueEntries: true,
  maxTaxpayerDocuments: true,
  maxValueIssues: true,
  maxSourceIssues: true,
  maxUnpackedBytes: true,
} satisfies Readonly<Record<LimitName, true>>) as readonly LimitName[]

const ofEach = <T>(read: (name: LimitName) => T) =>
  Object.fromEntries(NAMES.map(name => [name, read(name)])) as Record<LimitName, T>

/** The limits that were given. Throws UsageError. */
export const readLimits = (values: Readonly<Record<string, unknown>>): FileLimitOptions =>
  ofEach(name => readWhole(values as Readonly<Record<string, string>>, optionOf(name).slice(2), MOST))

/** Every limit, null where it was not given. */
export const limitsOrNull = (limits: FileLimitOptions) => ofEach(name => limits[name] ?? null)
