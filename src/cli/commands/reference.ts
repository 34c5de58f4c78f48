import { readdirSync, readFileSync } from 'node:fs'
import { findNearestName, formatSuggestion } from '../../core/nearest-name.js'
import type { FormTable } from '../../schema/form.js'
import { FORMS } from '../../schema/forms/index.js'
import { requireCommand, SHELLS } from '../options/commands.js'
import type { Call } from '../options/options.js'
import { UsageError } from '../options/parse-arguments.js'
import { HELP_WIDTH, writeGeneralHelp, writeHelp } from '../output/help.js'
import { alignText, findPageLayout, formatJsonLines, writeOut } from '../output/text.js'

/** A dossier with two years of wages and interest. Every command that reads inputs accepts it. */
const EXAMPLE = new URL('../../../fixtures/example.json', import.meta.url)

/** Runs `taxtally example`, which prints a small dossier to try the other commands with. */
export async function exampleCommand(call: Call): Promise<number> {
  if (call.inputs.length > 0)
    throw new UsageError('example takes no arguments. It prints to standard output: taxtally example > dossier.json')
  await writeOut(readFileSync(EXAMPLE))
  return 0
}

/** Runs `taxtally forms`, which lists the form kinds, or the keys of one form by its key, number or short name. */
export async function formsCommand(call: Call): Promise<number> {
  const [formName, ...furtherInputs] = call.inputs
  if (furtherInputs.length > 0) throw new UsageError('forms takes at most one FORM. Run it once for each form.')
  const list = [
    ['key', 'number', 'fields', 'title'],
    ...tables.map(({ key, number, fields, title }) => [key, number, String(fields.length), title]),
  ]
  await writeTable(call, formName === undefined ? list : fieldRows(findForm(formName)))
  return 0
}

/** Prints rows as a table or as lines of JSON. The first row has the names of the columns. */
const writeTable = (call: Call, rows: readonly (readonly string[])[]): Promise<void> =>
  writeOut(
    call.json ? formatJsonLines(rows) : alignText(rows, findPageLayout(process.stdout, process.env, call.noColor)),
  )

const tables: readonly FormTable[] = FORMS

/** Reduces `form_w2`, `W-2` and `w2` to the same text: lowercase letters and digits, without `form` and `schedule`. */
const simplifyFormName = (name: string): string =>
  name
    .toLowerCase()
    .replace(/form|schedule/g, '')
    .replace(/[^a-z0-9]/g, '')

/** Finds a form table by its key, number or short name. Throws UsageError if there is none. */
function findForm(name: string): FormTable {
  const simplifiedName = simplifyFormName(name)
  const form = tables.find(
    ({ key, number }) => simplifyFormName(key) === simplifiedName || simplifyFormName(number) === simplifiedName,
  )
  if (form !== undefined) return form
  const keys = tables.map(({ key }) => key)
  const near = findNearestName(simplifiedName, keys.map(simplifyFormName))
  const suggestedKey = keys.find(key => simplifyFormName(key) === near)
  throw new UsageError(
    `The argument is not the name of a form. The forms are ${keys.join(', ')}.${suggestedKey === undefined ? '' : ` Did you mean ${suggestedKey}?`}`,
  )
}

/** Lists the key of a party's object and the keys in that object. */
const partyRows = ({ key, id }: FormTable['issuer'], name: string): string[][] => [
  [key, name, 'object', '-', '-', '-', `The ${name}.`],
  [`${key}.${id}`, `${name}.id`, 'identifier', '-', '-', '-', `Identifier of the ${name}.`],
  [`${key}.name`, `${name}.name`, 'text', '-', '-', '-', `Name of the ${name}.`],
  [`${key}.address`, `${name}.address`, 'text', '-', '-', '-', `Address of the ${name}.`],
]

const fieldRows = ({ fields, issuer, recipient }: FormTable): string[][] => [
  ['key', 'name', 'type', 'box', 'role', 'sum', 'doc'],
  ...fields.map(({ key, name, type, box, role, sum, doc }) => {
    const meaning = [box, role, sum].map(cell => cell ?? '-')
    return [key, name, type, ...meaning, doc]
  }),
  ...partyRows(issuer, 'issuer'),
  ...partyRows(recipient, 'recipient'),
]

const SCHEMA_FOLDER_URL = new URL('../../../schemas/', import.meta.url)
const SCHEMA_EXTENSION = '.json'

/** Runs `taxtally schema`, which lists the JSON Schemas or prints one. A name's last part is enough if it is unique. */
export async function schemaCommand(call: Call): Promise<number> {
  const [requestedName, ...furtherInputs] = call.inputs
  if (furtherInputs.length > 0) throw new UsageError('schema takes at most one NAME. Run it once for each schema.')
  const names = readdirSync(SCHEMA_FOLDER_URL, { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith(SCHEMA_EXTENSION))
    .map(file => file.slice(0, -SCHEMA_EXTENSION.length).replaceAll('\\', '/'))
    .sort()
  if (requestedName === undefined) {
    await writeOut(call.json ? formatJsonLines([['name'], ...names.map(name => [name])]) : `${names.join('\n')}\n`)
    return 0
  }
  const schemaName = requestedName.replace(/\.json$/, '')
  const matchingNames = names.filter(name => name.endsWith(`/${schemaName}`))
  const name =
    names.find(candidate => candidate === schemaName) ?? (matchingNames.length === 1 ? matchingNames[0] : undefined)
  if (name === undefined) {
    const choice = matchingNames.length > 0 ? matchingNames : names
    throw new UsageError(
      `The argument is not the name of a schema. The schemas are ${choice.join(', ')}.${formatSuggestion(schemaName, choice)}`,
    )
  }
  await writeOut(readFileSync(new URL(`${name}${SCHEMA_EXTENSION}`, SCHEMA_FOLDER_URL), 'utf8'))
  return 0
}

/** Returns the help of a command or the general help, not wider than the terminal. */
export function helpText(name: string | undefined): string {
  const width = Math.min(findPageLayout(process.stdout, process.env).width ?? HELP_WIDTH, HELP_WIDTH)
  return name === undefined ? writeGeneralHelp(width) : writeHelp(name, width)
}

/** Runs `taxtally help`, which prints the general help or that of a command. */
export async function helpCommand(call: Call): Promise<number> {
  const [name, ...furtherInputs] = call.inputs
  if (furtherInputs.length > 0) throw new UsageError('help takes at most one COMMAND. Run it once for each command.')
  if (name !== undefined) requireCommand(name)
  await writeOut(helpText(name))
  return 0
}

/** Runs `taxtally completion`, which prints the script with which a shell completes commands and options. */
export async function completionCommand(call: Call): Promise<number> {
  const [name, ...furtherInputs] = call.inputs
  const shell = SHELLS.find(candidate => candidate === name)
  if (shell === undefined || furtherInputs.length > 0)
    throw new UsageError(`completion needs the name of one shell: ${SHELLS.join(', ')}.`)
  await writeOut(readFileSync(new URL(`completion/taxtally.${shell}`, SCHEMA_FOLDER_URL)))
  return 0
}
