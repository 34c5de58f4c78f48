import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { FORMS } from '../../src/forms/index.js'
import { compileForm } from '../../src/model/compiled-form.js'
import { FIELD_TYPES, type Field, type FieldType } from '../../src/model/field.js'
import type { FormTable, FormUses } from '../../src/model/form.js'
import { INCOME_CATEGORIES, WITHHOLDING_KINDS } from '../../src/model/role.js'

/** A form in the API document: the keys of each party, and the JSON type of each key. */
interface InterfaceForm {
  readonly parties: Readonly<Record<string, readonly string[]>>
  readonly keys: Readonly<Record<string, 'number' | 'boolean' | 'string' | 'array'>>
}

/** A form's parties and fields, transcribed independently of the library. */
interface FormFacts {
  readonly issuer: { readonly key: string; readonly id: string }
  readonly recipient: { readonly key: string; readonly id: string }
  readonly fields: readonly Pick<Field, 'key' | 'name' | 'type' | 'box' | 'role' | 'sum' | 'personal'>[]
}

const read = (name: string): unknown => JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'))
const INTERFACE = read('interface-keys.json') as Readonly<Record<string, InterfaceForm>>
const FACTS = read('facts.json') as Readonly<Record<string, FormFacts>>

const TYPES_OF: Readonly<Record<InterfaceForm['keys'][string], readonly FieldType[]>> = {
  number: ['money', 'rate', 'ratio', 'count', 'year', 'code'],
  boolean: ['flag'],
  string: ['text', 'code', 'date', 'period', 'timestamp', 'identifier', 'account', 'percentage', 'year', 'flag'],
  array: ['list'],
}

const ROLES: ReadonlySet<string> = new Set([
  ...INCOME_CATEGORIES.map(category => `income.${category}`),
  'income.by_income_code',
  ...WITHHOLDING_KINDS.filter(kind => kind !== 'foreign_tax').map(kind => `withheld.${kind}`),
  'foreign_tax',
  'taxable.retirement',
  'expense.mortgage_interest',
  'expense.mortgage_points',
  'expense.mortgage_insurance',
  'expense.tuition',
  'debt.mortgage_principal',
  'balance.retirement_account',
  'balance',
  'deduction',
  'memo',
])

/** Money keys that mention withholding but do not have a withheld role, each with the reason. */
const NOT_WITHHELD: Readonly<Record<string, string>> = {
  'form_1042_s withholding_allowance': 'an amount of income that is not taxed',
  'form_1042_s tax_paid_by_withholding_agent': 'paid by the agent out of its own pocket, never withheld',
}

/** Keys that the API document lacks but that follow its pattern. */
const BEYOND: Readonly<Record<string, InterfaceForm['keys']>> = {
  // Codes of box 12 that are newer than the API document. Source: records, section 10.
  form_w2: { code_ii: 'number', code_ta: 'number', code_tp: 'number', code_tt: 'number' },
}

/** The use of each form in employment, return lines or underwriting, according to the official forms. */
const USES: Readonly<Record<string, keyof FormUses>> = {
  form_w2: 'employment',
  schedule_k1_1065: 'ownership',
  schedule_k1_1120s: 'ownership',
  schedule_k1_1041: 'ownership',
  form_1099_r: 'distribution',
  form_5498: 'retirementAccount',
  form_ssa_1099: 'benefits',
  form_1098: 'mortgage',
  form_1099_b: 'sales',
}

/** The types of the fields of a use that are not money fields. */
const USED_TYPES: Readonly<Record<string, readonly FieldType[]>> = {
  statutory: ['flag'],
  shares: ['ratio', 'percentage'],
  byYear: ['list'],
  property: ['text'],
  originated: ['date'],
  acquired: ['date'],
}

const forms: readonly (readonly [string, FormTable])[] = FORMS.map(form => [form.key, form])

test('the forms of the library, of the interface and of the facts are the same ones, in one order', () => {
  const keys = FORMS.map(form => form.key)
  expect(Object.keys(INTERFACE)).toEqual(keys)
  expect(Object.keys(FACTS)).toEqual(keys)
})

test('the keys that no language can spell are there', () => {
  expect(INTERFACE['form_1099_r']?.keys['Tax Withheld']).toBe('number')
  expect(INTERFACE['form_ssa_1099']?.keys['SSA/RRB Payments']).toBe('string')
})

describe.each(forms)('%s', (key, form) => {
  const { parties: listedParties, keys } = INTERFACE[key] as InterfaceForm
  const listed = { parties: listedParties, keys: { ...keys, ...BEYOND[key] } }
  const facts = FACTS[key] as FormFacts

  test('every key of the interface is in exactly one row, and no other key is but those named here', () => {
    expect(form.fields.map(field => field.key).sort()).toEqual(Object.keys(listed.keys).sort())
  })

  test('the parties and the keys in them are those of the interface', () => {
    const { issuer, recipient } = form
    expect({ key: issuer.key, id: issuer.id }).toEqual(facts.issuer)
    expect({ key: recipient.key, id: recipient.id }).toEqual(facts.recipient)
    const parties = Object.entries(listed.parties).map(([party, keys]) => [party, [...keys].sort()])
    expect(Object.fromEntries(parties)).toEqual({
      [form.issuer.key]: ['address', form.issuer.id, 'name'].sort(),
      [form.recipient.key]: ['address', form.recipient.id, 'name'].sort(),
    })
  })

  test('every row is as the facts have it', () => {
    const rows = form.fields.map(({ key, name, type, box, role, sum, personal }) => ({
      key,
      name,
      type,
      box,
      role,
      sum,
      personal,
    }))
    expect(rows).toEqual(facts.fields)
  })

  test('names are camel case and unique, and none is a name of the table of documents', () => {
    const names = form.fields.map(field => field.name)
    expect(new Set(names).size).toBe(names.length)
    for (const name of names) expect(name).toMatch(/^[a-z][A-Za-z0-9]*$/)
    for (const reserved of ['taxYear', 'recordId', 'status', 'issuerId', 'recipientId'])
      expect(names).not.toContain(reserved)
  })

  test('the type of each row fits the kind that the interface gives', () => {
    const misfits = form.fields.filter(field => !TYPES_OF[listed.keys[field.key] ?? 'array'].includes(field.type))
    expect(misfits.map(field => `${field.key}: ${field.type}`)).toEqual([])
    for (const field of form.fields) expect(FIELD_TYPES).toContain(field.type)
  })

  test('every money row has a known role and a sum, and no other row has one', () => {
    for (const field of form.fields) {
      if (field.type === 'money') {
        expect(ROLES, field.key).toContain(field.role)
        expect(['add', 'subtract', 'part', 'conditional', 'none'], field.key).toContain(field.sum)
      } else expect([field.role, field.sum], field.key).toEqual([null, null])
    }
  })

  test('what is added has a role that a sum can fold, and what is none of a sum has none', () => {
    const isFolded = (role: string | null): boolean => /^(income|withheld)\.|^foreign_tax$/.test(role ?? '')
    for (const { key, role, sum } of form.fields.filter(field => field.type === 'money')) {
      if (sum === 'none') expect(isFolded(role), key).toBe(false)
      if (role === 'memo' || role === 'deduction' || role === 'balance') expect(sum, key).toBe('none')
    }
  })

  test('a key that looks like withholding has a withheld role, or a written exception', () => {
    const suspects = form.fields.filter(
      field => field.type === 'money' && /withh|tax_paid|tax_withheld/i.test(field.key),
    )
    for (const { key: name, role } of suspects) {
      const excused = Object.hasOwn(NOT_WITHHELD, `${key} ${name}`)
      const fits = role?.startsWith('withheld.') === true || role === 'foreign_tax'
      expect(fits, name).toBe(!excused)
    }
  })

  test('documentation is sentences', () => {
    for (const { key: name, doc, box, items } of form.fields) {
      expect(doc, name).toMatch(/^[A-Z0-9].*\.$/)
      expect(doc, name).not.toMatch(/\n| {2}|\.\.$/)
      if (box !== null) expect(doc, name).toMatch(new RegExp(`^Box ${box.replace('/', '\\/')}\\. `))
      for (const item of items ?? []) expect(item.doc, `${name} ${item.key}`).toMatch(/^[A-Z0-9].*\.$/)
    }
    expect(form.title).not.toBe('')
    expect(form.source).toMatch(/^Interface, Record, /)
    expect(form.source).toContain(key)
  })

  test('the fields that the form names are there, with the type that they need', () => {
    const typeOf = (name: string | undefined): FieldType | undefined =>
      form.fields.find(field => field.name === name)?.type
    if (form.account !== undefined) expect(typeOf(form.account)).toBe('account')
    if (form.yearOf !== undefined) expect(typeOf(form.yearOf)).toBe('period')
    if (form.uniqueId !== undefined) expect(typeOf(form.uniqueId)).toBe('code')
    if (form.twin !== undefined) {
      expect(form.fields.find(field => field.name === form.twin?.field)?.sum).toBe('conditional')
      expect(FORMS.map(table => table.key)).toContain(form.twin.form)
    }
    for (const field of form.fields.filter(candidate => candidate.sum === 'conditional'))
      expect(form.twin?.field).toBe(field.name)
    expect(compileForm(form).submission).not.toBe(-1)
    for (const boxes of Object.values(form.uses ?? {}))
      for (const [use, names] of Object.entries(boxes))
        for (const name of [names].flat())
          if (typeof name === 'string') expect(USED_TYPES[use] ?? ['money'], name).toContain(typeOf(name))
    expect(Object.keys(form.uses ?? {})).toEqual([USES[key] ?? []].flat())
    const accounts = form.fields.filter(field => field.type === 'account')
    expect(accounts.map(field => field.name)).toEqual(form.account === undefined ? [] : [form.account])
  })
})

test('every exception of withholding is about a key that is there', () => {
  for (const formAndKey of Object.keys(NOT_WITHHELD)) {
    const [form = '', key = ''] = formAndKey.split(' ')
    expect(INTERFACE[form]?.keys[key]).toBe('number')
  }
})
