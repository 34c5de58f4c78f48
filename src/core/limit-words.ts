import { kebabCase } from './case.js'
import type { LimitName } from './limits.js'

/** The option of the command for a limit. */
export const optionOf = (name: LimitName): string => `--${kebabCase(name)}`

/** What raises a limit, in words. */
export const wordsOfLimit = (name: LimitName): string => `${name} (${optionOf(name)}) raises that.`

/** What is said of a value with too many entries. */
export const wordsOfEntries = (entries: number, most: number): string =>
  `The value has ${entries} entries, more than ${most}; ${wordsOfLimit('maxValueEntries')}`
