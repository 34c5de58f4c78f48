import type { FormsByKey } from '../../normalize/strange-forms.js'
import type { Field, FieldType } from '../../spec/field.js'
import { type PartyPlan, type Plan, planOf } from '../../spec/plan.js'
import { KeyWords } from './key-words.js'

/** What is done with the bytes of a value. */
export const [MONEY, FLAG, ACCOUNT, SCALAR, LARGE] = [0, 1, 2, 3, 4] as const

/** The keys of an entry as numbers: the fields in the order of the plan, then the issuer, then the recipient. */
export interface FormLayout {
  readonly plan: Plan
  readonly count: number
  readonly slots: ReadonlyMap<string, number>
  /** Of each slot what is done with its bytes, and what they are kept as. */
  readonly kinds: Uint8Array
  readonly meanings: Int32Array
  /** The words of each slot's key. */
  readonly words: Int32Array
  readonly starts: Int32Array
  readonly lengths: Int32Array
  /** The slot that came behind each one the last time; behind `count`, the first one. */
  readonly next: Int32Array
  /** Where in the cache what each slot held the last time stands. */
  readonly places: Int32Array
  /** The number of the entry in which each slot came last. */
  readonly seen: Int32Array
  entries: number
}

/** The layouts of forms by the keys of their arrays. */
export type FormLayouts = ReadonlyMap<string, FormLayout>

/** Lays out the tables of forms. */
export function layoutsOf(forms: FormsByKey): FormLayouts {
  const meanings = new Meanings()
  const layouts = new Map<string, FormLayout>()
  for (const [key, form] of forms) layouts.set(key, layoutOf(planOf(form), meanings))
  return layouts
}

function layoutOf(plan: Plan, meanings: Meanings): FormLayout {
  const { fields, issuer, recipient } = plan
  const keys = [...fields.map(({ key }) => key), issuer.key, recipient.key]
  const count = keys.length
  const words = new KeyWords()
  for (const key of keys) words.add(key)
  return {
    plan,
    count,
    slots: new Map(keys.map((key, slot) => [key, slot])),
    kinds: Uint8Array.from({ length: count }, (_, slot) => kindOf(fields[slot])),
    meanings: Int32Array.from([
      ...fields.map(field => meanings.ofField(field)),
      meanings.ofParty(issuer),
      meanings.ofParty(recipient),
    ]),
    ...words.table,
    next: Int32Array.from({ length: count + 1 }, (_, slot) => ((slot + 1) % (count + 1)) % count),
    places: new Int32Array(count),
    seen: new Int32Array(count),
    entries: 0,
  }
}

const KINDS: Partial<Readonly<Record<FieldType, number>>> = {
  money: MONEY,
  flag: FLAG,
  account: ACCOUNT,
  list: LARGE,
}

/** Parties, which are no fields, are large. */
const kindOf = (field: Field | undefined): number =>
  field === undefined ? LARGE : (KINDS[field.type] ?? SCALAR)

/** Numbers what bytes are read as: fields of which every value is read alike have one number. */
class Meanings {
  readonly #numbers = new Map<string, number>()

  ofField({ key: _, name: _name, doc: _doc, box: _box, role: _role, sum: _sum, ...reading }: Field): number {
    return this.#of(JSON.stringify(['field', reading]))
  }

  ofParty({ id, isIssuer, mayBePerson }: PartyPlan): number {
    return this.#of(JSON.stringify(['party', id.key, isIssuer, mayBePerson]))
  }

  #of(meaning: string): number {
    let number = this.#numbers.get(meaning)
    if (number === undefined) {
      number = this.#numbers.size + FIRST_MEANING
      this.#numbers.set(meaning, number)
    }
    return number
  }
}

/** Below are those of texts that are no cells. */
export const FIRST_MEANING = 10
