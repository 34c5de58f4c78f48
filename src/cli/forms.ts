import { nearestOf } from '../core/near.js'
import { FORMS } from '../forms/index.js'
import type { FormTable } from '../model/form.js'
import { alignText } from './align.js'
import type { Call } from './options.js'
import { UsageError } from './usage-error.js'
import { writeOut } from './write.js'

/** `taxtally forms`: the form kinds, or the keys of one, which its key, number or short name gives. */
export async function formsCommand(call: Call): Promise<number> {
  const [wanted, ...more] = call.inputs
  if (more.length > 0) throw new UsageError('forms takes at most one FORM.')
  await writeOut(wanted === undefined ? listForms() : listFields(formOf(wanted)))
  return 0
}

const tables: readonly FormTable[] = FORMS

/** `form_w2`, `W-2` and `w2` are one: letters and digits, without the words form and schedule. */
const bare = (name: string): string =>
  name
    .toLowerCase()
    .replace(/form|schedule/g, '')
    .replace(/[^a-z0-9]/g, '')

/** The form of a name. Throws UsageError where there is none. */
function formOf(name: string): FormTable {
  const wanted = bare(name)
  const form = tables.find(({ key, number }) => bare(key) === wanted || bare(number) === wanted)
  if (form !== undefined) return form
  const keys = tables.map(({ key }) => key)
  const near = nearestOf(wanted, keys.map(bare))
  const meant = keys.find(key => bare(key) === near)
  throw new UsageError(
    `There is no such form; there are ${keys.join(', ')}.${meant === undefined ? '' : ` Did you mean ${meant}?`}`,
  )
}

const listForms = (): string =>
  alignText([
    ['key', 'number', 'fields', 'title'],
    ...tables.map(({ key, number, fields, title }) => [key, number, String(fields.length), title]),
  ])

/** A party's key, and what stands under it. */
const partyRows = ({ key, id }: FormTable['issuer'], name: string): string[][] => [
  [key, name, 'object', '-', '-', '-', `The ${name}.`],
  [`${key}.${id}`, `${name}.id`, 'identifier', '-', '-', '-', `Identifier of the ${name}.`],
  [`${key}.name`, `${name}.name`, 'text', '-', '-', '-', `Name of the ${name}.`],
  [`${key}.address`, `${name}.address`, 'text', '-', '-', '-', `Address of the ${name}.`],
]

const listFields = ({ fields, issuer, recipient }: FormTable): string =>
  alignText([
    ['key', 'name', 'type', 'box', 'role', 'sum', 'doc'],
    ...fields.map(({ key, name, type, box, role, sum, doc }) => {
      const meaning = [box, role, sum].map(cell => cell ?? '-')
      return [key, name, type, ...meaning, doc]
    }),
    ...partyRows(issuer, 'issuer'),
    ...partyRows(recipient, 'recipient'),
  ])
