import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { compileForm } from '../../src/schema/compiled-form.js'
import { FIELD_TYPES, type Field, type FieldType } from '../../src/schema/field.js'
import type { FormTable, FormUses } from '../../src/schema/form.js'
import { FORMS } from '../../src/schema/forms/index.js'
import { INCOME_CATEGORIES, WITHHOLDING_KINDS } from '../../src/schema/role.js'

/** A form in the API document: the keys of each party, and the JSON type of each key. */
interface InterfaceForm {
  readonly parties: Readonly<Record<string, readonly string[]>>
  readonly keys: Readonly<Record<string, 'number' | 'boolean' | 'string' | 'array'>>
}

/** The parties and fields of a form, transcribed independently of the library. */
interface FormFacts {
  readonly issuer: { readonly key: string; readonly id: string }
  readonly recipient: { readonly key: string; readonly id: string }
  readonly fields: readonly Pick<Field, 'key' | 'name' | 'type' | 'box' | 'role' | 'sum' | 'personal'>[]
}

const read = (name: string): unknown => JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'))
const INTERFACE = read('../../fixtures/interface-keys.json') as Readonly<Record<string, InterfaceForm>>
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

/** Money keys that look like withholding but do not have a withheld role, each with the reason. */
const NOT_WITHHELD: Readonly<Record<string, string>> = {
  'form_1042_s withholding_allowance': 'an amount of income that is not taxed',
  'form_1042_s tax_paid_by_withholding_agent': 'paid by the agent out of its own pocket, never withheld',
}

/** Keys that the form tables have in addition to the API document, named after its pattern. */
const BEYOND: Readonly<Record<string, InterfaceForm['keys']>> = {
  // Codes of box 12 that are newer than the API document. Source: specification of records, section 10.
  form_w2: { code_ii: 'number', code_ta: 'number', code_tp: 'number', code_tt: 'number' },
}

/** The property of `FormUses` that each form has. Forms that are not listed have none. */
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
  form_1099_misc: 'farm',
  form_1099_g: 'farm',
}

/** The types of fields that a property of `FormUses` may name, if they are not money. */
const USED_TYPES: Readonly<Record<string, readonly FieldType[]>> = {
  statutory: ['flag'],
  sickPay: ['flag'],
  shares: ['ratio', 'percentage'],
  byYear: ['list'],
  property: ['text'],
  originated: ['date'],
  acquired: ['date'],
}

const forms: readonly (readonly [string, FormTable])[] = FORMS.map(form => [form.key, form])

test('the library, the API document and facts.json have the same forms in the same order', () => {
  const keys = FORMS.map(form => form.key)
  expect(Object.keys(INTERFACE)).toEqual(keys)
  expect(Object.keys(FACTS)).toEqual(keys)
})

test('the transcribed API document has the keys with spaces and slashes', () => {
  expect(INTERFACE['form_1099_r']?.keys['Tax Withheld']).toBe('number')
  expect(INTERFACE['form_ssa_1099']?.keys['SSA/RRB Payments']).toBe('string')
})

describe.each(forms)('%s', (key, form) => {
  const { parties: listedParties, keys } = INTERFACE[key] as InterfaceForm
  const listed = { parties: listedParties, keys: { ...keys, ...BEYOND[key] } }
  const facts = FACTS[key] as FormFacts

  test('has exactly one field for every key of the API document and of BEYOND', () => {
    expect(form.fields.map(field => field.key).sort()).toEqual(Object.keys(listed.keys).sort())
  })

  test('has the parties of the API document, with the same keys', () => {
    const { issuer, recipient } = form
    expect({ key: issuer.key, id: issuer.id }).toEqual(facts.issuer)
    expect({ key: recipient.key, id: recipient.id }).toEqual(facts.recipient)
    const parties = Object.entries(listed.parties).map(([party, keys]) => [party, [...keys].sort()])
    expect(Object.fromEntries(parties)).toEqual({
      [form.issuer.key]: ['address', form.issuer.id, 'name'].sort(),
      [form.recipient.key]: ['address', form.recipient.id, 'name'].sort(),
    })
  })

  test('has the same fields as facts.json', () => {
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

  test('has unique field names in camel case that differ from document columns', () => {
    const names = form.fields.map(field => field.name)
    expect(new Set(names).size).toBe(names.length)
    for (const name of names) expect(name).toMatch(/^[a-z][A-Za-z0-9]*$/)
    for (const reserved of ['taxYear', 'recordId', 'status', 'issuerId', 'recipientId'])
      expect(names).not.toContain(reserved)
  })

  test('has field types that match the JSON types of the API document', () => {
    const misfits = form.fields.filter(field => !TYPES_OF[listed.keys[field.key] ?? 'array'].includes(field.type))
    expect(misfits.map(field => `${field.key}: ${field.type}`)).toEqual([])
    for (const field of form.fields) expect(FIELD_TYPES).toContain(field.type)
  })

  test('has a known role and a sum for every money field and for no other field', () => {
    for (const field of form.fields) {
      if (field.type === 'money') {
        expect(ROLES, field.key).toContain(field.role)
        expect(['add', 'subtract', 'part', 'conditional', 'none'], field.key).toContain(field.sum)
      } else expect([field.role, field.sum], field.key).toEqual([null, null])
    }
  })

  test('has no income or withheld role for a field with the sum none', () => {
    const isFolded = (role: string | null): boolean => /^(income|withheld)\.|^foreign_tax$/.test(role ?? '')
    for (const { key, role, sum } of form.fields.filter(field => field.type === 'money')) {
      if (sum === 'none') expect(isFolded(role), key).toBe(false)
      if (role === 'memo' || role === 'deduction' || role === 'balance') expect(sum, key).toBe('none')
    }
  })

  test('has a withheld role for every key that looks like withholding, except NOT_WITHHELD', () => {
    const suspects = form.fields.filter(
      field => field.type === 'money' && /withh|tax_paid|tax_withheld/i.test(field.key),
    )
    for (const { key: name, role } of suspects) {
      const excused = Object.hasOwn(NOT_WITHHELD, `${key} ${name}`)
      const fits = role?.startsWith('withheld.') === true || role === 'foreign_tax'
      expect(fits, name).toBe(!excused)
    }
  })

  test('has documentation in sentences and a title and a source', () => {
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

  test('names existing fields of the required types in account, yearOf, uniqueId, twin and uses', () => {
    const typeOf = (name: string | undefined): FieldType | undefined =>
      form.fields.find(field => field.name === name)?.type
    if (form.account !== undefined) expect(typeOf(form.account)).toBe('account')
    if (form.yearOf !== undefined) expect(typeOf(form.yearOf)).toBe('period')
    if (form.uniqueId !== undefined) expect(typeOf(form.uniqueId)).toBe('code')
    if (form.countedOnOtherForm !== undefined) {
      expect(form.fields.find(field => field.name === form.countedOnOtherForm?.field)?.sum).toBe('conditional')
      expect(FORMS.map(table => table.key)).toContain(form.countedOnOtherForm.form)
    }
    for (const field of form.fields.filter(candidate => candidate.sum === 'conditional'))
      expect(form.countedOnOtherForm?.field).toBe(field.name)
    expect(compileForm(form).submissionPosition).not.toBe(-1)
    for (const boxes of Object.values(form.uses ?? {}))
      for (const [use, names] of Object.entries(boxes))
        for (const name of [names].flat())
          if (typeof name === 'string') expect(USED_TYPES[use] ?? ['money'], name).toContain(typeOf(name))
    expect(Object.keys(form.uses ?? {})).toEqual([USES[key] ?? []].flat())
    const accounts = form.fields.filter(field => field.type === 'account')
    expect(accounts.map(field => field.name)).toEqual(form.account === undefined ? [] : [form.account])
  })
})

test('every key in NOT_WITHHELD is a number in the API document', () => {
  for (const formAndKey of Object.keys(NOT_WITHHELD)) {
    const [form = '', key = ''] = formAndKey.split(' ')
    expect(INTERFACE[form]?.keys[key]).toBe('number')
  }
})
