import { InputError } from '../stream/input.js'
import { JobError } from '../stream/jobs/job-error.js'
import { OutputError } from '../stream/output.js'
import { VERSION } from '../version.js'
import { HELP } from './help.js'
import { type Call, readCall, UsageError } from './options.js'

/** A command: what it does with a call, and the exit code. */
type Command = (call: Call) => Promise<number>

/** Each command is loaded when it is called, so that starting stays quick. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  convert: async () => (await import('./convert.js')).convertCommand,
  summarize: async () => (await import('./summarize.js')).summarizeCommand,
  explain: async () => (await import('./explain.js')).explainCommand,
  validate: async () => (await import('./validate.js')).validateCommand,
  normalize: async () => (await import('./normalize.js')).normalizeCommand,
  forms: async () => (await import('./forms.js')).formsCommand,
  schema: async () => (await import('./schema.js')).schemaCommand,
}

/** Runs the command line and gives its exit code. */
export async function run(words: readonly string[]): Promise<number> {
  // A reader that went away ends the program quietly.
  process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (code !== 'EPIPE') process.stderr.write(`taxtally: standard output could not be written (${code}).\n`)
    process.exit(code === 'EPIPE' ? 0 : 3)
  })
  // Where nothing can be told the exit code still says it.
  process.stderr.on('error', () => {})
  try {
    // The sandbox has words of its own.
    if (words[0] === 'sandbox') return await (await import('./sandbox.js')).sandboxCommand(words.slice(1))
    const call = readCall(words, process.env)
    if (call.version) {
      process.stdout.write(`${VERSION}\n`)
      return 0
    }
    if (call.help || call.command === null) {
      ;(call.help ? process.stdout : process.stderr).write(HELP)
      return call.help ? 0 : 2
    }
    const load = Object.hasOwn(COMMANDS, call.command) ? COMMANDS[call.command] : undefined
    if (load === undefined)
      throw new UsageError(
        `There is no such command; there are ${[...Object.keys(COMMANDS), 'sandbox'].join(', ')}.`,
      )
    return await (await load())(call)
  } catch (cause) {
    const known = cause instanceof UsageError || cause instanceof InputError || cause instanceof OutputError
    // A message that is not ours may quote the data: only its kind is shown.
    const text =
      known || cause instanceof JobError
        ? cause.message
        : `internal error (${cause instanceof Error ? cause.name : 'unknown'})`
    process.stderr.write(`taxtally: ${text}\n`)
    if (!known && process.env['TAXTALLY_DEBUG'] === '1') process.stderr.write(`${(cause as Error).stack}\n`)
    return cause instanceof UsageError ? 2 : known ? 3 : 1
  }
}
