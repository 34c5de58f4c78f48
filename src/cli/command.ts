import type { OptionName, OptionSpec } from './option-table.js'
import type { Call } from './options.js'

/** What help says of a command. */
interface Described {
  /** What stands behind its name: `INPUT... --out DIR`. */
  readonly takes: string
  /** What it does, in a line. */
  readonly does: string
  /** Two calls, without the program's name. */
  readonly examples: readonly [string, string]
  /** What else there is to know, in lines. */
  readonly notes?: string
}

/** A command that is called with the words of a `Call`. It is loaded when it is called, so that starting stays quick. */
export interface CallCommand extends Described {
  /** Its options that not every command has. */
  readonly options: readonly OptionName[]
  /** It reads inputs: its help shows the options of reading too. */
  readonly reads?: true
  /** It reads the files of `--policy`, `--facts-of` and `--stated` itself. */
  readonly underwrites?: true
  readonly load: () => Promise<(call: Call) => Promise<number>>
}

/** A command with options of its own and no others: it is given the words behind its name. */
interface WordsCommand extends Described {
  readonly own: Readonly<Record<string, OptionSpec>>
  readonly loadWords: () => Promise<(words: readonly string[]) => Promise<number>>
}

/** A command of either kind. */
export type Command = CallCommand | WordsCommand
