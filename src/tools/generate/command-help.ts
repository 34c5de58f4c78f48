// Writes the texts of the help, and the scripts with which shells complete the command, from the tables of commands
// and options.

import { COMMANDS, type Command, listCommandsWithOption } from '../../cli/options/commands.js'
import { OPTIONS, type OptionSpec } from '../../cli/options/option-table.js'
import type { CommandHelp, HelpTexts } from '../../cli/output/help.js'

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

/** Returns the texts of all help pages. */
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

/** An option as a shell completes it. `takesFile` is true if its value is the name of a file or folder. */
interface CompletedOption {
  readonly name: string
  readonly short: string | undefined
  readonly doc: string
  readonly takesValue: boolean
  readonly takesFile: boolean
}

interface CompletedCommand {
  readonly name: string
  readonly summary: string
  readonly options: readonly CompletedOption[]
}

const listCompletedCommands = ({ commands, commonOptions }: HelpTexts): CompletedCommand[] =>
  Object.entries(commands).map(([name, { summary, options, hasInputs }]) => ({
    name,
    summary,
    options: Object.entries({ ...options, ...(hasInputs ? commonOptions : {}) }).map(
      ([option, { short, doc, value = '' }]) => ({
        name: option,
        short,
        doc,
        takesValue: value !== '',
        takesFile: /FILE|PATH|DIR|LIST/.test(value) && option !== 'records-at',
      }),
    ),
  }))

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

const listSpellings = ({ name, short }: CompletedOption): string[] =>
  short === undefined ? [`--${name}`] : [`-${short}`, `--${name}`]

function writeBashCompletion(commands: readonly CompletedCommand[]): string {
  const names = commands.map(({ name }) => name).join(' ')
  const cases = commands.map(
    ({ name, options }) => `    ${name}) words='${options.flatMap(listSpellings).join(' ')}' ;;`,
  )
  const valueOptions = new Set(
    commands.flatMap(({ options }) =>
      options.filter(option => option.takesValue && !option.takesFile).flatMap(listSpellings),
    ),
  )
  return `# Completion of taxtally in bash. Made by \`npm run generate\`.
_taxtally() {
  local words='' current=\${COMP_WORDS[COMP_CWORD]}
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ] || [ "\${COMP_WORDS[1]}" = help ]; then
    COMPREPLY=($(compgen -W '${names}' -- "$current"))
    return
  fi
  # The value of such an option is neither an option nor a file.
  case \${COMP_WORDS[COMP_CWORD - 1]} in
    ${[...valueOptions].join('|')}) return ;;
  esac
  case \${COMP_WORDS[1]} in
    completion) [ "\${current#-}" = "$current" ] && words='bash zsh fish' ;;
${cases.filter(line => !line.startsWith('    completion)')).join('\n')}
  esac
  case $current in
    -*) COMPREPLY=($(compgen -W "$words" -- "$current")) ;;
    *) if [ "\${COMP_WORDS[1]}" = completion ]; then COMPREPLY=($(compgen -W "$words" -- "$current")); fi ;;
  esac
}
complete -o default -F _taxtally taxtally
`
}

function writeZshCompletion(commands: readonly CompletedCommand[]): string {
  const escapeText = (text: string): string => text.replace(/[[\]:\\]/g, character => `\\${character}`)
  const formatOption = (option: CompletedOption): string =>
    listSpellings(option)
      .map(spelling => {
        const value = option.takesValue ? `: :${option.takesFile ? '_files' : ''}` : ''
        return `        ${quote(`*${spelling}[${escapeText(option.doc)}]${value}`)}`
      })
      .join(' \\\n')
  const cases = commands.map(({ name, options }) => {
    const rest = name === 'completion' ? "'*: :(bash zsh fish)'" : name === 'help' ? "'*: :->command'" : "'*: :_files'"
    return `    ${name})\n      _arguments \\\n${[...options.map(formatOption), `        ${rest}`].join(' \\\n')}\n      ;;`
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
  if [[ $state == command ]]; then _describe command commands; fi
}
if [ "$funcstack[1]" = _taxtally ]; then _taxtally "$@"; else compdef _taxtally taxtally; fi
`
}

function writeFishCompletion(commands: readonly CompletedCommand[]): string {
  const names = commands.map(({ name }) => name).join(' ')
  const lines = commands.flatMap(({ name, summary, options }) => [
    `complete -c taxtally -n __fish_use_subcommand -f -a ${name} -d ${quote(summary)}`,
    ...options.map(({ name: option, short, doc, takesValue, takesFile }) => {
      const value = !takesValue ? '' : takesFile ? ' -r -F' : ' -x'
      const spellings = `${short === undefined ? '' : ` -s ${short}`} -l ${option}`
      return `complete -c taxtally -n '__fish_seen_subcommand_from ${name}'${spellings}${value} -d ${quote(doc)}`
    }),
  ])
  return `# Completion of taxtally in fish. Made by \`npm run generate\`.
${lines.join('\n')}
complete -c taxtally -n '__fish_seen_subcommand_from completion' -f -a 'bash zsh fish'
complete -c taxtally -n '__fish_seen_subcommand_from help' -f -a '${names}'
`
}

/** Returns the scripts for shells by shell. */
export function writeCompletions(): Readonly<Record<string, string>> {
  const commands = listCompletedCommands(buildHelpTexts())
  return { bash: writeBashCompletion(commands), zsh: writeZshCompletion(commands), fish: writeFishCompletion(commands) }
}
