import { findNearestName } from './nearest-name.js'

/** The kind of value that an option accepts. Null if the code that reads the option checks its value. */
export type OptionKind = 'flag' | 'list' | 'text' | 'function' | null

/** Option names and the kind of value of each. */
export type OptionKinds = Readonly<Record<string, OptionKind>>

const VALUE_CHECKS: Readonly<Record<Exclude<OptionKind, null>, readonly [words: string, (value: unknown) => boolean]>> =
  {
    flag: ['true or false', value => typeof value === 'boolean'],
    list: ['an array', value => Array.isArray(value)],
    text: ['text', value => typeof value === 'string'],
    function: ['a function', value => typeof value === 'function'],
  }

/** Matches an option name that an error may show. If a caller passes data as options, its keys must not appear. */
const PRINTABLE_NAME_PATTERN = /^[A-Za-z_]{1,40}$/

/**
 * Checks the options of a caller that may not use TypeScript. Without this check a misspelled option would silently do
 * nothing. An option that is undefined counts as left out.
 * @throws TypeError that names the option, never its value.
 */
export function checkOptions(callee: string, options: unknown, optionKinds: OptionKinds): void {
  if (options === undefined) return
  if (typeof options !== 'object' || options === null || Array.isArray(options))
    throw new TypeError(`${callee} takes its options as an object.`)
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined) continue
    if (!Object.hasOwn(optionKinds, name))
      throw new TypeError(describeUnknownOption(callee, name, Object.keys(optionKinds)))
    const kind = optionKinds[name]
    if (kind === null || kind === undefined) continue
    const [description, isValid] = VALUE_CHECKS[kind]
    if (!isValid(value)) throw new TypeError(`The option ${name} of ${callee} is ${description}.`)
  }
}

function describeUnknownOption(callee: string, name: string, knownNames: readonly string[]): string {
  const optionList = `its options are ${knownNames.join(', ')}.`
  if (!PRINTABLE_NAME_PATTERN.test(name)) return `${callee} has no option with a name that was passed; ${optionList}`
  const nearestName = findNearestName(name, knownNames)
  return `${callee} has no option ${name}; ${nearestName === null ? optionList : `did you mean ${nearestName}?`}`
}

/** Throws TypeError if a list is not an array. Otherwise, a string would be read letter by letter. */
export function checkList(callee: string, list: unknown, contents: string): void {
  if (!Array.isArray(list)) throw new TypeError(`${callee} takes ${contents} as an array.`)
}
