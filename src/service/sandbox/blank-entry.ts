import { FORMS, type FormKey } from '../../forms/index.js'
import type { Field } from '../../model/field.js'
import type { FormTable } from '../../model/form.js'
import type { JsonObject } from './state.js'

/** A person or a firm on a form. */
export interface Party {
  readonly name: string
  readonly address: string
  readonly id: string
}

/** A document to be made: its form, who issued it and what it says; an original unless `submission` says otherwise. */
export interface Entry {
  readonly key: FormKey
  readonly issuer: Party
  readonly values: JsonObject
  readonly submission?: string
}

const NUMBERS: ReadonlySet<string> = new Set(['money', 'rate', 'ratio', 'count', 'year'])

/**
 * Fields whose type in the interface is not what their meaning would have: a flag sent as text, a code sent as a number;
 * null where the interface has no such field. Source: interface, Record.
 */
const OWN_TYPES: Readonly<Record<string, string | number | null>> = {
  'form_1099_r.sep_indicator': 'Box not checked',
  'form_1099_r.first_year_roth_contribution': 'Not Set',
  'form_5498.year': 'Not Set',
  'form_1042_s.exemption_code_chapter_3': 0,
  'form_w2.code_ii': null,
  'form_w2.code_ta': null,
  'form_w2.code_tp': null,
  'form_w2.code_tt': null,
}

/** What a field holds where nothing is told: 0, unchecked, or a phrase that says so. Null: the interface has no such field. */
function blankOf(form: string, { key, type }: Field): unknown {
  const own = OWN_TYPES[`${form}.${key}`]
  if (own !== undefined) return own
  if (NUMBERS.has(type)) return 0
  if (type === 'flag') return false
  return type === 'list' ? [] : 'Not Set'
}

const tables = new Map<string, FormTable>(FORMS.map(form => [form.key, form]))

/** An entry with every field of its form, each of the interface's type: blank, but for the given values. */
export function makeEntry({ key, issuer, values, submission }: Entry, recipient: Party): JsonObject {
  const table = tables.get(key) as FormTable
  const blank: Record<string, unknown> = {}
  for (const field of table.fields) {
    const value = blankOf(key, field)
    if (value !== null) blank[field.key] = value
  }
  const party = ({ name, address, id }: Party, idKey: string) => ({ name, address, [idKey]: id })
  return {
    [table.issuer.key]: party(issuer, table.issuer.id),
    [table.recipient.key]: party(recipient, table.recipient.id),
    ...blank,
    submission_type: submission ?? 'Original document',
    ...values,
  }
}

/** An entry as the tax authority shows it: identifiers masked, names and addresses cut, whole dollars. */
export function maskEntry(key: FormKey, made: JsonObject): JsonObject {
  const table = tables.get(key) as FormTable
  const types = new Map(table.fields.map(field => [field.key, field.type]))
  const masked = Object.entries(made).map(([name, value]) => {
    const type = types.get(name)
    if (type === 'money') return [name, Math.round(Number(value))]
    if (type === 'account' && value !== 'Not Set') return [name, `XXXXXX${String(value).slice(-4)}`]
    if (name === table.issuer.key || name === table.recipient.key)
      return [name, maskParty(value as Readonly<Record<string, string>>)]
    return [name, value]
  })
  return Object.fromEntries(masked)
}

function maskParty({ name, address, ...id }: Readonly<Record<string, string>>): JsonObject {
  const [[idKey, digits]] = Object.entries(id) as [[string, string]]
  const mask = digits.startsWith('900') ? 'XXX-XX-' : 'XX-XXX'
  return { name: name?.slice(0, 4), address: address?.slice(0, 6), [idKey]: mask + digits.slice(-4) }
}
