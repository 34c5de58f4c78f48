// The folder `cli/options` has the tables of commands and options, and parses the arguments by them. The help is
// printed from the same tables.

import { formatUnknownName } from '../../core/nearest-name.js'
import { FORMATS } from '../../files/formats/names.js'
import {
  COLLECT_NOTES,
  COLLECT_OPTIONS,
  COMPLETION_NOTES,
  CONFORMANCE_NOTES,
  CONFORMANCE_OPTIONS,
  DISCONNECT_NOTES,
  DISCONNECT_OPTIONS,
  LISTEN_OPTIONS,
  type OptionName,
  type OptionSpec,
  REPORT_FORMATS,
  SANDBOX_NOTES,
  SANDBOX_OPTIONS,
  TRIGGER_OPTIONS,
} from './option-table.js'
import type { Call } from './options.js'
import { UsageError } from './parse-arguments.js'

/** The shells for which there is a completion script. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const

interface CommandDescription {
  /** The arguments as the help shows them, such as `INPUT... --out DIR`. */
  readonly usage: string
  readonly summary: string
  /** Two example calls, without the program's name. */
  readonly examples: readonly [string, string]
  readonly notes?: string
}

/** A command whose arguments become a `Call`. Its module is imported only when it runs, which saves start-up time. */
export interface CallCommand extends CommandDescription {
  /** The options that the command accepts in addition to those that all commands share. */
  readonly options: readonly OptionName[]
  /** The files that it reads. `facts` means the inputs and the files of `--policy`, `--known-facts` and `--stated`. */
  readonly reads?: 'inputs' | 'facts'
  readonly load: () => Promise<(call: Call) => Promise<number>>
}

/** A command that has only options of its own. It parses the arguments after its name itself. */
interface SelfParsingCommand extends CommandDescription {
  readonly ownOptions: Readonly<Record<string, OptionSpec>>
  readonly loadMain: () => Promise<(args: readonly string[]) => Promise<number>>
}

export type Command = CallCommand | SelfParsingCommand

/** Every command, in the order in which the help lists them. Dispatch, help and suggestions use this table. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  convert: {
    usage: `INPUT... --out DIR [--format ${FORMATS.join('|')}] [--tables NAME,...] [--parts SIZE]`,
    summary: 'files to tables',
    examples: [
      'convert records.ndjson --out tables',
      'convert day1.json day2.json.gz --out tables --format parquet,csv --tables income,years,issues',
    ],
    options: ['out', 'format', 'tables', 'parts', 'fail-on'],
    reads: 'facts',
    load: async () => (await import('../commands/convert.js')).convertCommand,
  },
  tables: {
    usage: '[INPUT...] [--tables NAME,...|all] [--shard K/N]',
    summary: 'a filter: records in, NDJSON rows out, each beginning with its table',
    examples: [
      'tables --tables income,years < records.ndjson > rows.ndjson',
      'tables records.ndjson --tables facts --shard 2/8',
    ],
    options: ['tables', 'shard', 'fail-on'],
    reads: 'facts',
    load: async () => (await import('../commands/convert.js')).tablesCommand,
  },
  merge: {
    usage: 'DAY... --out FILE',
    summary: 'daily files to one file of dossiers, one line per taxpayer',
    examples: [
      'merge monday.ndjson tuesday.ndjson.gz --out dossiers.ndjson',
      'merge pulls/*.ndjson --out dossiers.ndjson --no-rejected',
    ],
    options: ['out', 'fail-on'],
    reads: 'inputs',
    load: async () => (await import('../commands/convert.js')).mergeCommand,
  },
  report: {
    usage: `INPUT... --out DIR [--format ${REPORT_FORMATS.join('|')}]`,
    summary: 'one HTML page or workbook per taxpayer, and index.html',
    examples: [
      'report dossiers.ndjson --out pages --format html,xlsx',
      'report dossier.json --out pages --policy fannie-2026-08 --policy fha-4000.1',
    ],
    options: ['out', 'format', 'taxpayer', 'loan-number', 'prepared-by', 'fail-on'],
    reads: 'facts',
    load: async () => (await import('../commands/report.js')).reportCommand,
  },
  summarize: {
    usage: 'INPUT...',
    summary: 'readable summary: income, withholding, liabilities, and what was not counted',
    examples: ['summarize dossier.json', 'summarize dossier.json --policy fha-4000.1 --json'],
    options: ['json', 'taxpayer', 'fail-on'],
    reads: 'facts',
    load: async () => (await import('../commands/show.js')).summarizeCommand,
  },
  validate: {
    usage: 'INPUT...',
    summary: 'issues only: one line per code, or per issue with --json',
    examples: ['validate records.ndjson', 'validate records.ndjson --json --fail-on warning'],
    options: ['json', 'taxpayer', 'fail-on'],
    reads: 'inputs',
    load: async () => (await import('../commands/validate.js')).validateCommand,
  },
  normalize: {
    usage: 'INPUT...',
    summary: 'normalized dossiers as NDJSON on standard output',
    examples: ['normalize records.ndjson > dossiers.ndjson', 'normalize - < dossier.json'],
    options: ['taxpayer', 'fail-on'],
    reads: 'inputs',
    load: async () => (await import('../commands/validate.js')).normalizeCommand,
  },
  explain: {
    usage: 'INPUT...',
    summary: 'an underwriting figure, traced to its boxes',
    examples: [
      'explain dossier.json --figure total.qualifying_monthly',
      'explain records.ndjson --taxpayer tp-1 --figures',
    ],
    options: ['taxpayer', 'year', 'figure', 'figures', 'json', 'fail-on'],
    reads: 'facts',
    load: async () => (await import('../commands/show.js')).explainCommand,
  },
  sandbox: {
    usage: '[--port N] [--data FILE...] ...',
    summary: 'the collection service on this machine, until interrupted',
    examples: ['sandbox --port 0', 'sandbox --data dossiers.ndjson --webhook http://localhost:3000/events'],
    notes: SANDBOX_NOTES,
    ownOptions: SANDBOX_OPTIONS,
    loadMain: async () => (await import('../commands/sandbox.js')).sandboxCommand,
  },
  trigger: {
    usage: 'EVENT [--data JSON] [--url URL] [--json]',
    summary: 'makes a running sandbox send a test event to its webhook endpoints',
    examples: ['trigger taxpayer.records_synced', 'trigger taxpayer.records_synced --url http://localhost:8822'],
    ownOptions: TRIGGER_OPTIONS,
    loadMain: async () => (await import('../commands/sandbox-events.js')).triggerCommand,
  },
  listen: {
    usage: '--forward-to URL [--events NAME,...] ...',
    summary: 'forwards the webhooks of a sandbox, with their signature, until interrupted',
    examples: [
      'listen --forward-to http://localhost:3000/events',
      'listen --forward-to http://localhost:3000/events --events taxpayer.status_changed',
    ],
    ownOptions: LISTEN_OPTIONS,
    loadMain: async () => (await import('../commands/sandbox-events.js')).listenCommand,
  },
  conformance: {
    usage: '--url URL [--destructive] [--all] [--json]',
    summary: 'checks a service against every statement of its API document',
    examples: [
      'conformance --url http://localhost:8821 --destructive',
      'conformance --url https://service.example --all',
    ],
    notes: CONFORMANCE_NOTES,
    ownOptions: CONFORMANCE_OPTIONS,
    loadMain: async () => (await import('../commands/conformance.js')).conformanceCommand,
  },
  collect: {
    usage: '--url URL --out FILE (--taxpayer ID... | --taxpayers LIST) ...',
    summary: 'dossiers from the collection service, one per line',
    examples: [
      'collect --url https://service.example --taxpayers ids.txt --out dossiers.ndjson',
      'collect --url http://localhost:8821 --taxpayer tp-1 tp-2 --out dossiers.ndjson --wait',
    ],
    notes: COLLECT_NOTES,
    ownOptions: COLLECT_OPTIONS,
    loadMain: async () => (await import('../commands/collect.js')).collectCommand,
  },
  disconnect: {
    usage: '--url URL (--taxpayer ID... | --taxpayers LIST) [--tokens FILE]',
    summary: 'ends the access to taxpayers whose records are no longer needed',
    examples: [
      'disconnect --url https://service.example --taxpayers ids.txt --tokens tokens.ndjson',
      'disconnect --url http://localhost:8821 --taxpayer tp-1 tp-2',
    ],
    notes: DISCONNECT_NOTES,
    ownOptions: DISCONNECT_OPTIONS,
    loadMain: async () => (await import('../commands/disconnect.js')).disconnectCommand,
  },
  example: {
    usage: '',
    summary: 'a small dossier, to try the other commands with',
    examples: ['example > dossier.json', 'example | taxtally summarize -'],
    options: [],
    load: async () => (await import('../commands/reference.js')).exampleCommand,
  },
  forms: {
    usage: '[FORM]',
    summary: 'the kinds of form, or the keys of one, including those of its parties',
    examples: ['forms', 'forms W-2'],
    options: ['json'],
    load: async () => (await import('../commands/forms.js')).formsCommand,
  },
  schema: {
    usage: '[NAME]',
    summary: 'the JSON Schemas, or one of them',
    examples: ['schema', 'schema record'],
    options: ['json'],
    load: async () => (await import('../commands/reference.js')).schemaCommand,
  },
  completion: {
    usage: `${SHELLS.join('|')}`,
    summary: 'a script that lets a shell complete commands, options and values with the Tab key',
    notes: COMPLETION_NOTES,
    examples: ['completion bash > ~/.local/share/bash-completion/completions/taxtally', 'completion fish | source'],
    options: [],
    load: async () => (await import('../commands/reference.js')).completionCommand,
  },
  help: {
    usage: '[COMMAND]',
    summary: 'the arguments and options of a command, with examples',
    examples: ['help', 'help convert'],
    options: [],
    load: async () => (await import('../commands/reference.js')).helpCommand,
  },
}

export const findCommand = (name: string): Command | undefined =>
  Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined

/** Returns a command. Throws UsageError, with the names of all commands, if there is no such command. */
export function requireCommand(name: string): Command {
  const command = findCommand(name)
  if (command !== undefined) return command
  throw new UsageError(
    formatUnknownName('The argument is not a command. The commands are', Object.keys(COMMANDS), name),
  )
}

/** Returns the names of the commands that list an option as their own. Empty if the option is common to all. */
export const listCommandsWithOption = (option: string): string[] =>
  Object.entries(COMMANDS).flatMap(([name, command]) =>
    'options' in command && (command.options as readonly string[]).includes(option) ? [name] : [],
  )
