import { readFileSync } from 'node:fs'
import { COMMANDS, type Command, listCommandsWithOption } from '../options/commands.js'
import { OPTIONS, type OptionSpec } from '../options/option-table.js'
import { wrapLine } from './text.js'

/** The texts about a command. `usage` has its arguments as the help shows them, such as `INPUT... --out DIR`. */
export interface CommandHelp {
  readonly usage: string
  readonly summary: string
  /** Two example calls, without the program's name. */
  readonly examples: readonly string[]
  readonly notes?: string | undefined
  readonly hasInputs: boolean
  /** The options of this command that are not common to all commands that read INPUT. */
  readonly options: Readonly<Record<string, OptionSpec>>
}

/** The texts of all help pages. `npm run generate` writes them from the tables of commands and options. */
export interface HelpTexts {
  readonly commands: Readonly<Record<string, CommandHelp>>
  /** The options of all commands that read INPUT. */
  readonly commonOptions: Readonly<Record<string, OptionSpec>>
}

type OptionSpecs = Readonly<Record<string, OptionSpec>>

const selectOptions = (isSelected: (name: string) => boolean): OptionSpecs =>
  Object.fromEntries(Object.entries(OPTIONS as OptionSpecs).filter(([name]) => isSelected(name)))

const listSpecificOptions = (command: Command): OptionSpecs =>
  'ownOptions' in command
    ? command.ownOptions
    : selectOptions(
        name =>
          (command.options as readonly string[]).includes(name) || (command.reads === undefined && name === 'help'),
      )

/**
 * Builds the texts of all help pages from the tables. Only `npm run generate` calls this. The command cannot, because
 * `src/bundle.mjs` removes the texts from its tables.
 */
export const buildHelpTexts = (): HelpTexts => ({
  commands: Object.fromEntries(
    Object.entries(COMMANDS).map(([name, command]): [string, CommandHelp] => {
      const { usage, summary, examples, notes } = command
      const options = listSpecificOptions(command)
      return [name, { usage, summary, examples, notes, hasInputs: 'reads' in command, options }]
    }),
  ),
  commonOptions: selectOptions(name => listCommandsWithOption(name).length === 0),
})

/** Reads the help texts from a file. A command that prints no help does not load them. */
const readHelpTexts = (): HelpTexts =>
  JSON.parse(readFileSync(new URL('../../../schemas/command.json', import.meta.url), 'utf8')) as HelpTexts

/** The width of the help, unless the terminal is narrower. */
export const HELP_WIDTH = 118
/** The column in which the descriptions of options begin. */
const DESCRIPTION_COLUMN = 30

/** Formats a term and its description, on the same line if the term is short enough. */
function formatEntry(term: string, doc: string, width: number): string {
  const indent = ' '.repeat(DESCRIPTION_COLUMN)
  const lines = wrapLine(doc, width - DESCRIPTION_COLUMN, 0).map(line => `${indent}${line.trimStart()}\n`)
  return term.length > DESCRIPTION_COLUMN - 2
    ? formatParagraph(term, width) + lines.join('')
    : term + lines.join('').slice(term.length)
}

const formatOptions = (options: HelpTexts['commonOptions'], width: number): string =>
  Object.entries(options)
    .map(([name, { value, doc, short }]) => {
      const term = `  ${short === undefined ? '' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`
      return formatEntry(term, doc, width)
    })
    .join('')

const formatParagraph = (text: string, width: number): string =>
  wrapLine(text, width, text.startsWith(' ') ? 4 : 0)
    .map(line => `${line}\n`)
    .join('')

const INPUT_HELP =
  'INPUT is a file of records, taxpayers or dossiers, as JSON or NDJSON, plain or compressed (gzip, zstd); - is standard input.'

const EXIT_CODE_HELP =
  'Exit codes: 0 done, 1 internal error, 2 wrong usage, 3 an input could not be read or an output could not be written, 4 records or values were rejected, --strict found errors, or --fail-on found an issue that it names (everything usable was still written). On SIGINT, SIGTERM or SIGHUP, convert, merge and report remove their temporary files and end with this signal (a shell shows 130, 143 or 129); tables completes the current line and then ends with it.'

/** Returns the text of `taxtally --help`. */
export function writeGeneralHelp(width: number): string {
  const { commands, commonOptions } = readHelpTexts()
  const nameWidth = Math.max(...Object.keys(commands).map(name => name.length))
  return [
    'taxtally: parsed tax records in, underwriting figures out\n',
    Object.entries(commands)
      .map(([name, { usage, summary }]) =>
        formatEntry(`  taxtally ${name.padEnd(nameWidth)} ${usage}`.trimEnd(), summary, width),
      )
      .join(''),
    formatParagraph('taxtally help COMMAND shows the arguments and options of a command, with examples.', width),
    formatParagraph(INPUT_HELP, width),
    `Options of all commands that read INPUT:\n${formatOptions(commonOptions, width)}`,
    formatParagraph(EXIT_CODE_HELP, width),
  ].join('\n')
}

/** Returns the text of `taxtally COMMAND --help`. */
export function writeHelp(name: string, width: number): string {
  const { commands, commonOptions } = readHelpTexts()
  const { usage, summary, examples, notes, options, hasInputs } = commands[name] as CommandHelp
  return [
    formatParagraph(`taxtally ${name}: ${summary}`, width),
    formatParagraph(`  taxtally ${name} ${usage}`.trimEnd(), width),
    ...(hasInputs ? [formatParagraph(INPUT_HELP, width)] : []),
    ...(Object.keys(options).length > 0 ? [formatOptions(options, width)] : []),
    ...(hasInputs ? [`Options of all commands that read INPUT:\n${formatOptions(commonOptions, width)}`] : []),
    ...(notes === undefined ? [] : [formatParagraph(notes, width)]),
    `Examples:\n${examples.map(example => `  taxtally ${example}\n`).join('')}`,
    ...(hasInputs ? [formatParagraph(EXIT_CODE_HELP, width)] : []),
  ].join('\n')
}
