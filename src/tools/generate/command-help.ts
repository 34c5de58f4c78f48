// Writes the texts of the help from the tables of commands and options.

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
