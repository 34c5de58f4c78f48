import { nearestOf } from './near.js'

/** The kind of value that an option takes. Null: the code that reads the option checks its value. */
export type OptionKind = 'flag' | 'list' | 'text' | 'function' | null

/** Option names and the kind of value of each. */
export type OptionKinds = Readonly<Record<string, OptionKind>>

const TAKES: Readonly<
  Record<Exclude<OptionKind, null>, readonly [words: string, (value: unknown) => boolean]>
> = {
  flag: ['true or false', value => typeof value === 'boolean'],
  list: ['an array', value => Array.isArray(value)],
  text: ['text', value => typeof value === 'string'],
  function: ['a function', value => typeof value === 'function'],
}

/** A name that an error may show. If a caller passes data as options by mistake, its keys must not appear in the error. */
const NAME = /^[A-Za-z_]{1,40}$/

/**
 * Checks the options of a caller that may not use TypeScript. Without this check a misspelled option would silently do
 * nothing. An option that is undefined counts as left out.
 * @throws TypeError that names the option, never its value.
 */
export function checkOptions(what: string, given: unknown, known: OptionKinds): void {
  if (given === undefined) return
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw new TypeError(`${what} takes its options as an object.`)
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue
    if (!Object.hasOwn(known, name)) throw new TypeError(unknownOption(what, name, Object.keys(known)))
    const kind = known[name]
    if (kind === null || kind === undefined) continue
    const [words, takes] = TAKES[kind]
    if (!takes(value)) throw new TypeError(`The option ${name} of ${what} is ${words}.`)
  }
}

function unknownOption(what: string, name: string, known: readonly string[]): string {
  const there = `its options are ${known.join(', ')}.`
  if (!NAME.test(name)) return `${what} has no option with a name that was passed; ${there}`
  const near = nearestOf(name, known)
  return `${what} has no option ${name}; ${near === null ? there : `did you mean ${near}?`}`
}

/** Throws TypeError if a list is not an array. A text would otherwise be read letter by letter. */
export function checkList(what: string, given: unknown, of: string): void {
  if (!Array.isArray(given)) throw new TypeError(`${what} takes ${of} as an array.`)
}
