// Writes the scripts with which bash, zsh and fish complete the command, from the help texts and the tables of names.

import { SHELLS } from '../../cli/options/commands.js'
import { REPORT_FORMATS } from '../../cli/options/option-table.js'
import { buildHelpTexts } from '../../cli/output/help.js'
import { ISSUES } from '../../core/issues/issue-table.js'
import { groupBy } from '../../core/lists.js'
import { FORMATS } from '../../files/formats/names.js'
import { IDENTIFIER_MODES } from '../../ingest/identifier-mode.js'
import type { FormTable } from '../../schema/form.js'
import { EVENT_TYPES } from '../../service/contract/event.js'
import type { TableSpec } from '../../tables/table.js'
import { PRESET_IDS } from '../../underwriting/policies/presets.js'

/** A value as a shell completes it: one of several choices, a list of them with commas, a file name, or free text. */
interface CompletedValue {
  readonly choices: readonly string[]
  readonly isFile: boolean
  readonly isList: boolean
}

/** An option as a shell completes it. `value` is null for a switch. */
interface CompletedOption {
  readonly name: string
  readonly short: string | undefined
  readonly doc: string
  readonly value: CompletedValue | null
}

interface CompletedCommand {
  readonly name: string
  readonly summary: string
  readonly options: readonly CompletedOption[]
  /** The arguments that are not options. */
  readonly argument: CompletedValue
}

/** Lists everything that a shell completes. */
function listCompletedCommands(
  forms: readonly FormTable[],
  tables: readonly TableSpec[],
  schemas: readonly string[],
): CompletedCommand[] {
  const { commands, commonOptions } = buildHelpTexts()
  /** The choices of an option by its name. Only those of `--format` depend on the command. */
  const optionChoices: Readonly<Record<string, readonly string[]>> = {
    tables: ['all', ...tables.map(({ name }) => name)],
    from: ['fdx'],
    identifiers: IDENTIFIER_MODES,
    policy: PRESET_IDS,
    'fail-on': ['error', 'warning', ...Object.keys(ISSUES)],
    events: EVENT_TYPES,
  }
  const argumentChoices: Readonly<Record<string, readonly string[]>> = {
    trigger: EVENT_TYPES,
    forms: forms.map(({ key }) => key),
    schema: schemas,
    completion: SHELLS,
    help: Object.keys(commands),
  }
  return Object.entries(commands).map(([name, { summary, options, hasInputs }]) => ({
    name,
    summary,
    options: Object.entries({ ...options, ...(hasInputs ? commonOptions : {}) }).map(
      ([option, { short, doc, value, isFile = false }]) => {
        const choices = option === 'format' ? (name === 'report' ? REPORT_FORMATS : FORMATS) : optionChoices[option]
        const isList = value?.endsWith(',...') === true
        return {
          name: option,
          short,
          doc,
          value: value === undefined ? null : { choices: choices ?? [], isFile, isList },
        }
      },
    ),
    // `sandbox --data FILE...` takes several files.
    argument: { choices: argumentChoices[name] ?? [], isFile: hasInputs || name === 'sandbox', isList: false },
  }))
}

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

const listSpellings = ({ name, short }: CompletedOption): string[] =>
  short === undefined ? [`--${name}`] : [`-${short}`, `--${name}`]

function writeBashCompletion(commands: readonly CompletedCommand[]): string {
  const names = commands.map(({ name }) => name).join(' ')
  const options = commands.flatMap(command => command.options.map(option => ({ ...option, command: command.name })))
  const assign = ({ value }: CompletedOption): string =>
    `words='${value?.choices.join(' ')}' files=${value?.isFile ? 'yes' : ''}`
  // The pattern `COMMAND OPTION` names the command only if commands differ in what the option takes.
  const listPatterns = (option: (typeof options)[number]): string[] => {
    const sameOptions = options.filter(({ name }) => name === option.name)
    const command = new Set(sameOptions.map(assign)).size === 1 ? '*' : option.command
    return listSpellings(option).map(spelling => `${command}\\ ${spelling}`)
  }
  const optionsByValue = groupBy(
    options.filter(({ value }) => value !== null),
    assign,
  )
  const valueCases = [...optionsByValue].map(
    ([assignment, listed]) => `    ${[...new Set(listed.flatMap(listPatterns))].join('|')}) ${assignment} ;;`,
  )
  const commandCases = commands.map(({ name, options: ownOptions, argument }) => {
    const files = argument.isFile ? ' files=yes' : ''
    return `        ${name}) options='${ownOptions.flatMap(listSpellings).join(' ')}' words='${argument.choices.join(' ')}'${files} ;;`
  })
  return `# Completion of taxtally in bash. Made by \`npm run generate\`.
_taxtally() {
  local words='' options='' files='' current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD - 1]}
  # bash splits \`--format=csv\` into three words.
  if [ "$current" = = ]; then current=''; elif [ "$previous" = = ]; then previous=\${COMP_WORDS[COMP_CWORD - 2]}; fi
  if [ "$COMP_CWORD" -eq 1 ]; then previous=''; fi
  case "\${COMP_WORDS[1]} $previous" in
${valueCases.join('\n')}
    *)
      case \${COMP_WORDS[1]} in
${commandCases.join('\n')}
      esac
      if [ "$COMP_CWORD" -eq 1 ]; then words='${names}' files=''; fi
      case $current in -*) words=$options files='' ;; esac ;;
  esac
  # Completes the last word of a list such as \`csv,arrow\`.
  local last=\${current##*,}
  COMPREPLY=($(compgen -P "\${current%"$last"}" -W "$words" -- "$last"))
  # Without this, bash offers files if nothing else fits. bash 3 has no \`compopt\`.
  if [ "$files" = '' ]; then compopt +o default 2>/dev/null; fi
}
complete -o default -F _taxtally taxtally
`
}

function writeZshCompletion(commands: readonly CompletedCommand[]): string {
  const escapeText = (text: string): string => text.replace(/[[\]:\\]/g, character => `\\${character}`)
  const formatAction = ({ choices, isFile, isList }: CompletedValue): string => {
    const list = choices.join(' ')
    if (choices.length === 0) return isFile ? '_files' : ' '
    if (isFile) return `{compadd -- ${list}; _files}`
    return isList ? `_values -s , name ${list}` : `(${list})`
  }
  const formatOption = (option: CompletedOption): string =>
    listSpellings(option)
      .map(spelling => {
        const { value } = option
        // With \`=\`, the value may also follow in the same word.
        const name = value !== null && spelling.startsWith('--') ? `${spelling}=` : spelling
        return `        ${quote(`*${name}[${escapeText(option.doc)}]${value === null ? '' : `: :${formatAction(value)}`}`)}`
      })
      .join(' \\\n')
  const cases = commands.map(({ name, options, argument }) => {
    const lines = [...options.map(formatOption), `        ${quote(`*: :${formatAction(argument)}`)}`]
    return `    ${name})\n      _arguments \\\n${lines.join(' \\\n')}\n      ;;`
  })
  return `#compdef taxtally
# Completion of taxtally in zsh. Made by \`npm run generate\`.
_taxtally() {
  local context state state_descr line
  typeset -A opt_args
  local -a commands
  commands=(
${commands.map(({ name, summary }) => `    ${quote(`${name}:${escapeText(summary)}`)}`).join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local name=$words[2]
  shift words
  (( CURRENT-- ))
  case $name in
${cases.join('\n')}
  esac
}
if [ "$funcstack[1]" = _taxtally ]; then _taxtally "$@"; else compdef _taxtally taxtally; fi
`
}

function writeFishCompletion(commands: readonly CompletedCommand[]): string {
  const formatValue = ({ choices, isFile, isList }: CompletedValue): string => {
    const list = choices.join(' ')
    const offer = choices.length === 0 ? '' : ` -a ${quote(isList ? `(__fish_append , ${list})` : list)}`
    return `${isFile ? ' -r -F' : ' -x'}${offer}`
  }
  const lines = commands.flatMap(({ name, summary, options, argument }) => {
    const start = `complete -c taxtally -n '__taxtally_command ${name}'`
    const offer = argument.choices.length === 0 ? '' : ` -a ${quote(argument.choices.join(' '))}`
    return [
      `complete -c taxtally -n __fish_use_subcommand -f -a ${name} -d ${quote(summary)}`,
      ...(argument.isFile ? [] : [`${start} -f${offer}`]),
      ...options.map(({ name: option, short, doc, value }) => {
        const spellings = `${short === undefined ? '' : ` -s ${short}`} -l ${option}`
        return `${start}${spellings}${value === null ? '' : formatValue(value)} -d ${quote(doc)}`
      }),
    ]
  })
  return `# Completion of taxtally in fish. Made by \`npm run generate\`.
function __taxtally_command
  set -l words (commandline -opc)
  test "$words[2]" = $argv[1]
end
${lines.join('\n')}
`
}

/** Returns the scripts for shells by shell. `schemas` has the names of the JSON Schemas. */
export function writeCompletions(
  forms: readonly FormTable[],
  tables: readonly TableSpec[],
  schemas: readonly string[],
): Readonly<Record<(typeof SHELLS)[number], string>> {
  const commands = listCompletedCommands(forms, tables, schemas)
  return { bash: writeBashCompletion(commands), zsh: writeZshCompletion(commands), fish: writeFishCompletion(commands) }
}
