import { optionOf } from '../core/limit-words.js'
import type { FileLimitOptions, LimitName } from '../core/limits.js'

/** The limits that every command takes: all there are. */
const NAMES = Object.keys({
  maxValueEntries: true,
  maxTaxpayerDocuments: true,
  maxValueIssues: true,
  maxSourceIssues: true,
  maxUnpackedBytes: true,
} satisfies Readonly<Record<LimitName, true>>) as readonly LimitName[]

const wordOf = (name: LimitName): string => optionOf(name).slice(2)

/** The limits that were given, and the option of the first one that is none. */
export function readLimits(values: Readonly<Record<string, unknown>>): {
  readonly limits: FileLimitOptions
  readonly wrong: string | null
} {
  const used = NAMES.filter(name => values[wordOf(name)] !== undefined)
  const wrong = used.find(name => !/^[1-9][0-9]{0,11}$/.test(String(values[wordOf(name)])))
  return {
    limits: Object.fromEntries(used.map(name => [name, Number(values[wordOf(name)])])),
    wrong: wrong === undefined ? null : optionOf(wrong),
  }
}

/** Every limit, null where it was not given. */
export const limitsOrNull = (limits: FileLimitOptions): Record<LimitName, number | null> =>
  Object.fromEntries(NAMES.map(name => [name, limits[name] ?? null])) as Record<LimitName, number | null>
