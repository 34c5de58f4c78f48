import { parseArgs } from 'node:util'
import { didYouMean } from '../core/near.js'
import type { OptionSpec } from './option-table.js'
import { UsageError } from './usage-error.js'

type Words<T extends Readonly<Record<string, OptionSpec>>> = ReturnType<
  typeof parseArgs<{ args: string[]; options: T; allowPositionals: true }>
>

/** What Node reads of words, as a table of options has them. Throws UsageError; the message holds no value of an option. */
export function parseWords<T extends Readonly<Record<string, OptionSpec>>>(
  words: readonly string[],
  options: T,
): Words<T> {
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true })
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException
    if (code?.startsWith('ERR_PARSE_ARGS') !== true) throw new UsageError('The options cannot be read.')
    const text = message.replace(/\s*\n/g, ' ')
    const unknown =
      code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION' ? /^Unknown option '--([^']*)'/.exec(text)?.[1] : undefined
    if (unknown === undefined) throw new UsageError(text)
    const near = didYouMean(unknown, Object.keys(options), '--')
    throw new UsageError(`Unknown option '--${unknown}'.${near}`)
  }
}
