import { COMMANDS, type Command, listCommandsWithOption } from '../options/commands.js'
import { OPTIONS, type OptionSpec } from '../options/option-table.js'
import { wrapLine } from './text.js'

const HELP_WIDTH = 118
/** The column in which the descriptions of options begin. */
const DESCRIPTION_COLUMN = 30

/** Formats an option and its description. Lines of the description after the first are indented. */
function formatOption([name, { value, doc, short }]: readonly [string, OptionSpec]): string[] {
  const heading = `  ${short === undefined ? '' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`
  const [first = '', ...furtherLines] = wrapLine(doc, HELP_WIDTH - DESCRIPTION_COLUMN, 0)
  const indent = ' '.repeat(DESCRIPTION_COLUMN)
  const lines = furtherLines.map(line => indent + line.trimStart())
  return heading.length > DESCRIPTION_COLUMN - 2
    ? [heading, indent + first, ...lines]
    : [heading.padEnd(DESCRIPTION_COLUMN) + first, ...lines]
}

const formatOptions = (options: readonly (readonly [string, OptionSpec])[]): string =>
  options
    .flatMap(formatOption)
    .map(line => `${line}\n`)
    .join('')

const ALL_OPTIONS: readonly (readonly [string, OptionSpec])[] = Object.entries(OPTIONS)
const COMMON_OPTIONS = ALL_OPTIONS.filter(([name]) => listCommandsWithOption(name).length === 0)

const INPUT_HELP = `INPUT is a file of records, taxpayers or dossiers, as JSON or NDJSON, plain or gzipped; - is standard input.
`

const EXIT_CODE_HELP = `Exit codes: 0 done, 1 internal error, 2 wrong usage, 3 an input could not be read or an output could not be written,
4 records or values were rejected, --strict found errors, or --fail-on found an issue that it names
(everything usable was still written).
SIGINT, SIGTERM and SIGHUP end convert and merge by that signal (a shell shows 130, 143, 129) and remove their temporary
files; tables ends by them after a complete line.
`

const NAME_WIDTH = Math.max(...Object.keys(COMMANDS).map(name => name.length))

/** Formats a command for the list of commands: its call, followed by its description on the same or the next line. */
function formatCommand([name, { usage, summary }]: readonly [string, Command]): string {
  const call = `  taxtally ${name.padEnd(NAME_WIDTH)} ${usage}`.trimEnd()
  return call.length > 40 ? `${call}\n${' '.repeat(42)}${summary}\n` : `${call.padEnd(42)}${summary}\n`
}

/** The text of `taxtally --help`. */
export const HELP = `taxtally: parsed tax records in, underwriting figures out

${Object.entries(COMMANDS).map(formatCommand).join('')}
taxtally COMMAND --help shows what a command takes, with examples.

${INPUT_HELP}
Options of all commands that read INPUT:
${formatOptions(COMMON_OPTIONS)}
${EXIT_CODE_HELP}`

/** Returns the text of `taxtally COMMAND --help`. */
export function writeHelp(name: string, command: Command): string {
  const ownOptions: readonly (readonly [string, OptionSpec])[] =
    'ownOptions' in command
      ? Object.entries(command.ownOptions)
      : ALL_OPTIONS.filter(([option]) => hasOption(option, command))
  const ifReadsInputs = (part: string): string => ('reads' in command ? part : '')
  const parts = [
    `taxtally ${name}: ${command.summary}\n`,
    `  taxtally ${name} ${command.usage}`.trimEnd() + '\n',
    ifReadsInputs(INPUT_HELP),
    formatOptions(ownOptions),
    ifReadsInputs(`Options of all commands that read INPUT:\n${formatOptions(COMMON_OPTIONS)}`),
    command.notes ?? '',
    `Examples:\n${command.examples.map(example => `  taxtally ${example}\n`).join('')}`,
    ifReadsInputs(EXIT_CODE_HELP),
  ]
  return parts.filter(part => part !== '').join('\n')
}

const hasOption = (option: string, command: Exclude<Command, { ownOptions: unknown }>): boolean =>
  (command.options as readonly string[]).includes(option) || (!command.reads && option === 'help')
