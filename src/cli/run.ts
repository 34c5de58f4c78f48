import { PeerMissing } from '../core/load-peer.js'
import { InputError, JobError, OutputError } from '../files/errors.js'
import { VERSION } from '../version.js'
import { type CallCommand, findCommand, listCommandsWithOption, requireCommand } from './options/commands.js'
import { type Call, readCall } from './options/options.js'
import { UsageError } from './options/parse-arguments.js'
import { replaceUnprintable, say } from './output/text.js'

const joinNames = (names: readonly string[]): string =>
  names.length < 3 ? names.join(' and ') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

/** Rejects options of other commands, and invalid common options even if they have no effect. Throws UsageError. */
async function checkOptions(call: Call, name: string, { options, reads }: CallCommand): Promise<void> {
  for (const option of call.given) {
    const owners = listCommandsWithOption(option)
    if (owners.length > 0 && !(options as readonly string[]).includes(option))
      throw new UsageError(
        `--${option} is an option of ${joinNames(owners)}, not of ${name}.${option === 'out' ? ` ${name} writes to standard output: add > FILE to keep it.` : ''}`,
      )
  }
  if (reads !== 'facts' && (call.policies.length > 0 || call.knownFacts !== undefined || call.stated !== undefined))
    await (await import('./options/underwriting.js')).readUnderwritingInputs(call)
}

/** Prints the help of a command or of all, to standard error if it was not requested. Returns the exit code. */
async function printHelp(name: string | undefined, isRequested = true): Promise<number> {
  const { helpText } = await import('./commands/reference.js')
  const isKnown = name !== undefined && findCommand(name) !== undefined
  ;(isRequested ? process.stdout : process.stderr).write(helpText(isKnown ? name : undefined))
  return isRequested ? 0 : 2
}

export async function run(args: readonly string[]): Promise<number> {
  // Exits quietly if the program that reads the output has ended.
  process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (code !== 'EPIPE') say(`standard output could not be written (${code}).`)
    process.exit(code === 'EPIPE' ? 0 : 3)
  })
  // Ignores the error. If no message can be printed, the exit code still reports the failure.
  process.stderr.on('error', () => {})
  try {
    const [first = '', ...furtherArgs] = args
    const firstCommand = findCommand(first)
    if (firstCommand !== undefined && 'ownOptions' in firstCommand) {
      if (!furtherArgs.includes('--help') && !furtherArgs.includes('-h'))
        return await (await firstCommand.loadMain())(furtherArgs)
      return await printHelp(first)
    }
    const call = readCall(args, process.env)
    if (call.version) {
      process.stdout.write(`${VERSION}\n`)
      return 0
    }
    const name = call.command
    if (name === undefined || call.help) return await printHelp(name, call.help)
    const command = requireCommand(name)
    if ('ownOptions' in command) throw new UsageError(`${name} must come before its options.`)
    await checkOptions(call, name, command)
    return await (await command.load())(call)
  } catch (cause) {
    const code = (cause as Partial<NodeJS.ErrnoException> | undefined)?.code
    if (code === 'EMFILE' || code === 'ENFILE') {
      say(`too many files are open (${code}); raise the limit, for example with ulimit -n 1024.`)
      return 3
    }
    const isUsage = cause instanceof UsageError || cause instanceof PeerMissing
    const isKnownError = isUsage || cause instanceof InputError || cause instanceof OutputError
    // The message of an unexpected error may quote data, so only the error's name is printed.
    const text =
      isKnownError || cause instanceof JobError
        ? cause.message
        : `internal error (${cause instanceof Error ? cause.name : 'unknown'})`
    // File names and arguments may contain terminal control characters, which `replaceUnprintable` replaces.
    const lines =
      cause instanceof UsageError ? cause.complaints : cause instanceof InputError ? cause.sentences : [text]
    for (const line of lines) say(replaceUnprintable(line))
    if (!isKnownError && process.env['TAXTALLY_DEBUG'] === '1')
      process.stderr.write(`${cause instanceof Error ? cause.stack : typeof cause}\n`)
    return isUsage ? 2 : isKnownError ? 3 : 1
  }
}
