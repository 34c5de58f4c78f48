import { FORMS, type FormKey } from '../../forms/index.js'
import type { FormTable } from '../../model/form.js'
import type { JsonObject } from './state.js'

/** Random choices that are the same for the same seed. */
interface Random {
  /** A whole number from `low` to `high`, both included. */
  int(low: number, high: number): number
  pick<T>(list: readonly T[]): T
  /** True in this share of the cases. */
  chance(share: number): boolean
  /** Dollars and cents. */
  money(low: number, high: number): number
  digits(count: number): string
}

/** The choices of a seed (the generator is mulberry32). */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const int = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  return {
    int,
    pick: list => list[int(0, list.length - 1)] as (typeof list)[number],
    chance: share => next() < share,
    money: (low, high) => int(low * 100, high * 100) / 100,
    digits: count => Array.from({ length: count }, () => int(0, 9)).join(''),
  }
}

/** A person or a firm on a form. */
export interface Party {
  readonly name: string
  readonly address: string
  readonly id: string
}

/** A document to be made: its form, who issued it and what it says. */
export interface Entry {
  readonly key: FormKey
  readonly issuer: Party
  readonly values: JsonObject
}

/** An entry with every amount 0 and every box unchecked, but for the given values. */
export function makeEntry({ key, issuer, values }: Entry, recipient: Party): JsonObject {
  const table = FORMS.find(form => form.key === key) as FormTable
  const blank: Record<string, unknown> = {}
  for (const field of table.fields) {
    if (field.type === 'money') blank[field.key] = 0
    else if (field.type === 'flag') blank[field.key] = false
  }
  const party = ({ name, address, id }: Party, idKey: string) => ({ name, address, [idKey]: id })
  return {
    [table.issuer.key]: party(issuer, table.issuer.id),
    [table.recipient.key]: party(recipient, table.recipient.id),
    submission_type: 'Original document',
    ...blank,
    ...values,
  }
}

/** The documents of a year, as the taxpayer's own software would hold them. */
export function documentsOf(random: Random, firms: readonly Party[], retired: boolean): Entry[] {
  const [employer, bank] = firms as [Party, Party]
  const wages = random.money(38_000, 142_000)
  const account_number = random.digits(10)
  const work: Entry = retired
    ? {
        key: 'form_1099_r',
        issuer: employer,
        values: {
          account_number,
          gross_distribution: wages,
          taxable_amount: wages,
          'Tax Withheld': Math.round(wages * 10) / 100,
          distribution_codes: [{ value: 'Normal distribution', code: '7' }],
        },
      }
    : {
        key: 'form_w2',
        issuer: employer,
        values: {
          wages_tips_other_compensation: wages,
          federal_income_tax_withheld: Math.round(wages * 12) / 100,
          social_security_wages: wages,
          social_security_tax_withheld: Math.round(wages * 6.2) / 100,
          medicare_wages_tips: wages,
          medicare_tax_withheld: Math.round(wages * 1.45) / 100,
        },
      }
  const documents = [work]
  if (random.chance(0.7)) {
    const interest_income = random.money(20, 1_900)
    documents.push({ key: 'form_1099_int', issuer: bank, values: { account_number, interest_income } })
  }
  if (random.chance(0.3)) {
    const non_employee_compensation = random.money(600, 18_000)
    documents.push({ key: 'form_1099_nec', issuer: bank, values: { non_employee_compensation } })
  }
  return documents
}

/** An entry as the tax authority shows it: identifiers masked, names and addresses cut, whole dollars. */
export function maskEntry(made: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(made).map(([key, value]) => {
      if (typeof value === 'number') return [key, Math.round(value)]
      if (key === 'account_number') return [key, `XXXXXX${String(value).slice(-4)}`]
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return [key, value]
      const { name, address, ...id } = value as Record<string, string>
      const [[idKey, digits]] = Object.entries(id) as [[string, string]]
      const mask = digits.startsWith('900') ? 'XXX-XX-' : 'XX-XXX'
      const cut = { name: name?.slice(0, 4), address: address?.slice(0, 6), [idKey]: mask + digits.slice(-4) }
      return [key, cut]
    }),
  )
}
