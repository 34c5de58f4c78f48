import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { formatSuggestion } from '../../core/nearest-name.js'
import { formatErrorCode } from '../../files/errors.js'
import type { OptionSpec } from './option-table.js'

/** The maximum number of complaints that an error shows. Further complaints are only counted. */
const MAX_COMPLAINTS = 50

/** A command was called with invalid arguments (exit code 2). Each complaint is printed on a separate line. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
  readonly complaints: readonly string[]

  /** Accepts lists of complaints, because a call with 100,000 arguments overflows the stack. */
  constructor(...complaintLists: readonly (string | readonly string[])[]) {
    const complaints = complaintLists.flat()
    const hiddenCount = complaints.length - MAX_COMPLAINTS
    const shownComplaints =
      hiddenCount > 0 ? [...complaints.slice(0, MAX_COMPLAINTS), `${hiddenCount} more like these.`] : complaints
    super(shownComplaints.join(' '))
    this.complaints = shownComplaints
  }
}

type Options = Readonly<Record<string, OptionSpec>>

/** The parsed arguments. An option's value is text, a list if the option is repeatable, or true if it is a switch. */
interface ParsedArguments<T extends Options> {
  readonly values: {
    readonly [K in keyof T]?: T[K] extends { readonly multiple: true }
      ? string[]
      : T[K] extends { readonly value: string }
        ? string
        : boolean
  }
  readonly positionals: string[]
}

/** Parses arguments according to a table of options. Throws UsageError. Its message contains no option value. */
export function parseOptions<T extends Options>(args: readonly string[], options: T): ParsedArguments<T> {
  const typedOptions = Object.entries(options).map(
    ([name, spec]) => [name, { ...spec, type: spec.value === undefined ? 'boolean' : 'string' }] as const,
  )
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: Object.fromEntries(typedOptions),
      allowPositionals: true,
    })
    return { values: values as ParsedArguments<T>['values'], positionals }
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException
    if (code?.startsWith('ERR_PARSE_ARGS') !== true) throw new UsageError('The options cannot be read.')
    const text = message.replace(/\s*\n/g, ' ')
    const [, dashes = '', name = ''] = /^(?:Unknown o|O)ption '(?:-\w, )?(--?)([^' ]*)/.exec(text) ?? []
    if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') throw new UsageError(describeUnknownOption(dashes, name, options))
    const { value } = options[name] ?? {}
    if (text.includes('does not take an argument'))
      throw new UsageError(`--${name} takes no value. Give --${name} alone.`)
    throw new UsageError(text.includes('argument missing') ? `--${name} needs a value: --${name} ${value}.` : text)
  }
}

/** Returns the message for an unknown option, with the most similar one. It contains no value. */
function describeUnknownOption(dashes: string, name: string, options: Options): string {
  const suggestion = dashes === '--' ? formatSuggestion(name, Object.keys(options), '--') : ''
  const advice =
    suggestion || ' taxtally help COMMAND lists the options. A file name that begins with - needs ./ before it.'
  return `Unknown option '${dashes}${name}'.${advice}`
}

/** The values of options that accept text. */
export type OptionTexts<Name extends string> = Readonly<Partial<Record<NoInfer<Name>, string>>>

/** Parses an option's text, if it is given, with `read`. If `read` returns null, throws UsageError with `expected`. */
export function readOption<Name extends string, T>(
  values: OptionTexts<Name>,
  name: Name,
  expected: string,
  read: (text: string) => T | null,
): T | undefined {
  const text: string | undefined = values[name]
  const value = text === undefined ? undefined : read(text)
  if (value === null) throw new UsageError(`--${name} takes ${expected}.`)
  return value
}

/** Reads an option whose value is one of several words. Throws UsageError. */
export const readChoice = <Name extends string, const T extends string>(
  values: OptionTexts<Name>,
  name: Name,
  choices: readonly T[],
): T | undefined =>
  readOption(
    values,
    name,
    choices.length === 1 ? `only ${choices[0]}` : `one of ${choices.join(', ')}`,
    text => choices.find(choice => choice === text) ?? null,
  )

/** Reads an option whose value is a whole number from 1 to `maximum`. Throws UsageError. */
export const readWholeNumber = <Name extends string>(values: OptionTexts<Name>, name: Name, maximum: number) =>
  readOption(values, name, `a whole number from 1 to ${maximum}`, text =>
    /^[1-9][0-9]*$/.test(text) && Number(text) <= maximum ? Number(text) : null,
  )

export const splitWords = (text: string): string[] => text.split(',').map(part => part.trim())

/** Reads an option whose value is an http or https URL, and removes a trailing slash. Throws UsageError. */
export const readAddress = <Name extends string>(values: OptionTexts<Name>, name: Name) =>
  readOption(values, name, 'an address that begins with http:// or https://', text => {
    const url = URL.canParse(text) ? new URL(text) : null
    return url !== null && /^https?:$/.test(url.protocol) ? url.href.replace(/\/$/, '') : null
  })

/**
 * Reads a file that an option names. Throws UsageError with the system's error code. If the file does not exist and
 * `messageIfMissing` is given, the message is `messageIfMissing`.
 *
 * @param path The path of the file, or 0 for standard input.
 */
export function readNamedFile(option: string, path: string | 0, messageIfMissing?: string): Buffer {
  try {
    return readFileSync(path)
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    const complaint = code === 'ENOENT' ? messageIfMissing : undefined
    throw new UsageError(complaint ?? `The file of ${option} could not be read ${formatErrorCode(code)}.`)
  }
}
