import { PeerMissing } from '../stream/formats/writer.js'
import { InputError } from '../stream/input.js'
import { JobError } from '../stream/jobs/job-error.js'
import { OutputError } from '../stream/output.js'
import { VERSION } from '../version.js'
import { HELP } from './help.js'
import { type Call, readCall, UsageError } from './options.js'
import { printable } from './text.js'

/** A command: what it does with a call, which gives the exit code, and the options that not every command has. */
interface Command {
  readonly options: readonly string[]
  readonly underwrites: boolean
  /** Each command is loaded when it is called, so that starting stays quick. */
  readonly load: () => Promise<(call: Call) => Promise<number>>
}

const COMMANDS: Readonly<Record<string, Command>> = {
  convert: {
    options: ['out', 'format', 'tables', 'fail-on'],
    underwrites: true,
    load: async () => (await import('./convert.js')).convertCommand,
  },
  summarize: {
    options: ['json', 'fail-on'],
    underwrites: true,
    load: async () => (await import('./summarize.js')).summarizeCommand,
  },
  report: {
    options: ['out', 'fail-on'],
    underwrites: true,
    load: async () => (await import('./report-pages.js')).reportCommand,
  },
  explain: {
    options: ['taxpayer', 'year', 'figure', 'fail-on'],
    underwrites: true,
    load: async () => (await import('./explain.js')).explainCommand,
  },
  validate: {
    options: ['json', 'fail-on'],
    underwrites: false,
    load: async () => (await import('./validate.js')).validateCommand,
  },
  normalize: {
    options: ['fail-on'],
    underwrites: false,
    load: async () => (await import('./normalize.js')).normalizeCommand,
  },
  forms: { options: [], underwrites: false, load: async () => (await import('./forms.js')).formsCommand },
  schema: { options: [], underwrites: false, load: async () => (await import('./schema.js')).schemaCommand },
}

/** Refuses options of other commands, and wrong values of those that every command takes. Throws UsageError. */
async function checkOptions(call: Call, { options, underwrites }: Command): Promise<void> {
  for (const name of call.given) {
    const owners = Object.keys(COMMANDS).filter(other => COMMANDS[other]?.options.includes(name))
    if (owners.length > 0 && !options.includes(name))
      throw new UsageError(`--${name} is an option of ${owners.join(' and ')}, not of ${call.command}.`)
  }
  if (!underwrites && (call.policies.length > 0 || call.factsOf !== null || call.stated !== null))
    await (await import('./underwriting.js')).readTerms(call)
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
    const command = Object.hasOwn(COMMANDS, call.command) ? COMMANDS[call.command] : undefined
    if (command === undefined)
      throw new UsageError(
        `There is no such command; there are ${[...Object.keys(COMMANDS), 'sandbox'].join(', ')}.`,
      )
    await checkOptions(call, command)
    return await (await command.load())(call)
  } catch (cause) {
    const isUsage = cause instanceof UsageError || cause instanceof PeerMissing
    const known = isUsage || cause instanceof InputError || cause instanceof OutputError
    // A message that is not ours may quote the data: only its kind is shown.
    const text =
      known || cause instanceof JobError
        ? cause.message
        : `internal error (${cause instanceof Error ? cause.name : 'unknown'})`
    // A name of a file, or a word of the call, may hold what a terminal obeys.
    const lines = cause instanceof UsageError ? cause.complaints : [text]
    for (const line of lines) process.stderr.write(`taxtally: ${printable(line)}\n`)
    if (!known && process.env['TAXTALLY_DEBUG'] === '1') process.stderr.write(`${(cause as Error).stack}\n`)
    return isUsage ? 2 : known ? 3 : 1
  }
}
