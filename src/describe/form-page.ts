import type { Field } from '../model/field.js'
import type { FormTable } from '../model/form.js'
import { code, page, table } from './markdown.js'

const headingOf = ({ number, title }: FormTable): string =>
  number.startsWith('Schedule') ? `${number}: ${title}` : `Form ${number}: ${title}`

const fieldCells = (field: Field): readonly string[] => [
  code(field.key),
  code(field.name),
  field.type,
  field.box ?? '',
  code(field.role),
  field.sum ?? '',
  field.doc + (field.personal ? ' Personal.' : ''),
]

const listTables = (fields: readonly Field[]): readonly string[] =>
  fields.flatMap(({ key, items }) =>
    items === null
      ? []
      : [
          `## Items of ${code(key)}`,
          table(
            ['key', 'name', 'type', 'documentation'],
            items.map(item => [code(item.key), code(item.name), item.type, item.doc]),
          ),
        ],
  )

const groupedDollars = (cents: number): string => (cents / 100).toLocaleString('en-US')

/** What a form table says beside its rows, a sentence each. */
function remarksOf(form: FormTable): readonly string[] {
  const { yearOf, uniqueId, twin, derives, reportedFrom } = form
  return [
    yearOf !== undefined && `Its tax year is the year of ${code(yearOf)}, where that is given.`,
    form.accountsDiffer === true && 'Two different account numbers mean two documents.',
    uniqueId !== undefined && `Equal ${code(uniqueId)} mean one document, different ones two documents.`,
    form.repeats === true && 'Equal documents of one source are ordinary and give no warning.',
    form.allocated === true && 'Its amounts are shares of earnings, not cash.',
    form.issuerMayBePerson === true &&
      "The issuer is treated as a person unless its identifier is spelled as a business's (NN-NNNNNNN).",
    twin !== undefined &&
      `${code(twin.field)} does not count (${code(twin.reason)}) where a ${code(twin.form)} of the same issuer and year counts.`,
    reportedFrom !== undefined &&
      `From ${reportedFrom.year} on payers need not report less than ${groupedDollars(reportedFrom.below)} in ${reportedFrom.boxes.map(code).join(', ')}.`,
    form.facts !== undefined && 'A rule of the form has the last word on what its amounts add to.',
    derives !== undefined && `The rule can feed ${[...new Set(derives)].map(code).join(', ')}.`,
  ].filter(sentence => sentence !== false)
}

/** The page of a form kind: its source, its parties and every field. */
export const formPage = (form: FormTable): string =>
  page(
    headingOf(form),
    `Array key: ${code(form.key)}. Source: ${form.source}.`,
    `The issuer is ${code(form.issuer.key)} (identifier ${code(form.issuer.id)}), the recipient ${code(form.recipient.key)} (identifier ${code(form.recipient.id)}); each has ${code('name')} and ${code('address')}.`,
    remarksOf(form)
      .map(sentence => `- ${sentence}`)
      .join('\n'),
    '## Fields',
    table(['key', 'name', 'type', 'box', 'role', 'sum', 'documentation'], form.fields.map(fieldCells)),
    ...listTables(form.fields),
  )

/** The index of the forms' pages. */
export const formsIndex = (forms: readonly FormTable[]): string =>
  page(
    'Forms',
    'A row of a form gives a key of the interface, its normalized name and type, its box on the official form, the role of its amount, and how the amount enters the sum of that role: `add`, `subtract`, `part` (inside another box, never added), `conditional` (by a rule of its form) or `none`. Fields marked personal are null in every output unless identifiers are `full`.',
    table(
      ['form', 'title', 'array key', 'fields', 'money fields'],
      forms.map(form => [
        `[${form.number}](${form.key}.md)`,
        form.title,
        code(form.key),
        String(form.fields.length),
        String(form.fields.filter(field => field.type === 'money').length),
      ]),
    ),
  )
