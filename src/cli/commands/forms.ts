import { formatUnknownName } from '../../core/nearest-name.js'
import type { FormTable } from '../../schema/form.js'
import { FORMS } from '../../schema/forms/index.js'
import type { Call } from '../options/options.js'
import { UsageError } from '../options/parse-arguments.js'
import { alignText, findPageLayout, formatJsonLines, writeOut } from '../output/text.js'

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
  const sentence = 'The argument is not the name of a form. The forms are'
  throw new UsageError(formatUnknownName(sentence, keys, name, simplifyFormName))
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
