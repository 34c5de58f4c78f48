import { memoize } from '../core/lists.js'
import { compareText } from '../core/text.js'
import { type Field, identifier } from './field.js'
import type { FormTable, FormUse, FormUses, PartyKeys } from './form.js'

/** Positions of the parties among the slots of an entry. */
export const ISSUER_SLOT = -2

/** As above. */
export const RECIPIENT_SLOT = -3

/** The slot of a key that the table does not know. */
const NO_SLOT = -1

/**
 * Finds what a key of an entry means. Sources send their keys in one order, so the key that stood at a place before is
 * tried first.
 */
class Slots {
  readonly #keys: string[]
  readonly #found: number[]
  constructor(private readonly slots: ReadonlyMap<string, number>) {
    // Full from the start, of the empty key: the engine compares text with text fast, and what may be missing slowly.
    this.#keys = Array(slots.size).fill('')
    this.#found = Array(slots.size).fill(this.of(''))
  }
  /** The slot of a key of the table. */
  of(key: string): number {
    return this.slots.get(key) ?? NO_SLOT
  }
  /** The slot of the key that stands at a place. */
  at(place: number, key: string): number {
    if (this.#keys[place] === key) return this.#found[place] as number
    const slot = this.of(key)
    if (slot === NO_SLOT) return slot
    this.#keys[place] = key
    this.#found[place] = slot
    return slot
  }
}

/** The identifier field under a party's own key. */
export const identifierField = (key: string): Field =>
  identifier([key, 'id'], null, 'Identification number, full or masked.')

/** How a party of a form is read. */
export interface PartyPlan {
  readonly key: string
  readonly id: Field
  /** The key of the form. */
  readonly form: string
  readonly isIssuer: boolean
  /** A person unless its identifier is spelled as a business's. */
  readonly mayBePerson: boolean
}

const partyPlan = (form: FormTable, { key, id }: PartyKeys, isIssuer: boolean): PartyPlan => ({
  key,
  id: identifierField(id),
  form: form.key,
  isIssuer,
  mayBePerson: isIssuer && form.issuerMayBePerson === true,
})

/** The uses of a form. Missing: null for what it is not. */
type Uses = { readonly [U in FormUse]: FormUses[U] | null }

const NO_USES: Uses = {
  employment: null,
  ownership: null,
  distribution: null,
  retirementAccount: null,
  benefits: null,
  mortgage: null,
  sales: null,
}

/** What the stages look up in a form table again and again, worked out once. */
export interface Plan {
  /** Tells plans apart in the keys of maps. */
  readonly number: number
  readonly form: FormTable
  /** The form's key, where tables of seventeen shapes would be slow to ask. */
  readonly key: string
  readonly fields: readonly Field[]
  /** Normalized name to position. */
  readonly index: ReadonlyMap<string, number>
  readonly issuer: PartyPlan
  readonly recipient: PartyPlan
  /** What each key of an entry means: the position of a field, or a party. */
  readonly slots: Slots
  /** A null for each field, to be copied. */
  readonly blank: readonly null[]
  /** 1 at the position of a money field. */
  readonly isMoney: Uint8Array
  /** Positions of the money fields, in the table's order. */
  readonly money: readonly number[]
  /** The same, by the name of the field. */
  readonly moneyByName: readonly number[]
  readonly uses: Uses
  /** Those that it has. */
  readonly usedAs: readonly FormUse[]
  readonly account: number
  readonly uniqueId: number
  readonly yearOf: number
  readonly submission: number
  /** Positions of the fields that can hold the main amount. Empty: the form has no main box. */
  readonly mainBoxPositions: readonly number[]
  /** Position of the field whose amount replaces the main box; -1 if there is none. */
  readonly mainBoxSubstitute: number
}

let planned = 0

/** The plan of a form table. Positions are -1 where the form has no such field. */
export const planOf: (form: FormTable) => Plan = memoize(form => {
  const index = new Map(form.fields.map((field, i) => [field.name, i]))
  const at = (name: string | undefined): number => (name === undefined ? -1 : (index.get(name) ?? -1))
  const money = form.fields.flatMap((field, i) => (field.type === 'money' ? [i] : []))
  return {
    number: ++planned,
    form,
    key: form.key,
    fields: form.fields,
    index,
    issuer: partyPlan(form, form.issuer, true),
    recipient: partyPlan(form, form.recipient, false),
    slots: new Slots(
      new Map([
        ...form.fields.map((field, i) => [field.key, i] as const),
        [form.issuer.key, ISSUER_SLOT],
        [form.recipient.key, RECIPIENT_SLOT],
      ]),
    ),
    blank: form.fields.map(() => null),
    isMoney: Uint8Array.from(form.fields, ({ type }) => (type === 'money' ? 1 : 0)),
    money,
    moneyByName: money.toSorted((a, b) =>
      compareText(form.fields[a]?.name ?? '', form.fields[b]?.name ?? ''),
    ),
    uses: form.uses === undefined ? NO_USES : { ...NO_USES, ...form.uses },
    usedAs: Object.keys(form.uses ?? {}) as FormUse[],
    account: at(form.account),
    uniqueId: at(form.uniqueId),
    yearOf: at(form.yearOf),
    submission: at('submissionType'),
    mainBoxPositions: form.mainBox?.fields.map(at) ?? [],
    mainBoxSubstitute: at(form.mainBox?.replacedBy),
  }
})
