import leven from 'leven'
import { memoize } from '../core/lists.js'
import { compareText, normalizeKey } from '../core/text.js'
import type { Field } from './field.js'
import { type FormTable, type FormUse, type FormUses, PARTY_IDENTIFIER, type PartyKeys } from './form.js'

/** The known keys near an unknown key. `equalKey` differs only in case and separators, `closeKeys` in a few letters. */
export interface NearKeyMatch {
  readonly equalKey: string | null
  readonly closeKeys: readonly string[]
}

const NO_MATCH: NearKeyMatch = { equalKey: null, closeKeys: [] }

/** Keys with fewer letters are not compared, because different short keys often differ by only one or two letters. */
const MIN_LETTERS = 8
const MAX_EDITS = 2
const MAX_CACHED_SEARCHES = 1000

interface NormalizedKey {
  readonly key: string
  readonly normalized: string
  readonly digits: string
}

const extractDigits = (normalized: string): string => normalized.replace(/[^0-9]+/g, '')
const isLong = (normalized: string, digits: string): boolean => normalized.length - digits.length >= MIN_LETTERS

/** Finds the keys of one table that are near an unknown key. */
export class NearKeys {
  readonly #keyByNormalized = new Map<string, string>()
  readonly #longKeys: NormalizedKey[] = []
  readonly #maxKeyLength: number
  /** The results of earlier searches. A feed with an unknown key usually has it in every record. */
  readonly #searches = new Map<string, NearKeyMatch>()

  constructor(keys: readonly string[]) {
    const ambiguous = new Set<string>()
    for (const key of keys) {
      const normalized = normalizeKey(key)
      if (this.#keyByNormalized.has(normalized)) ambiguous.add(normalized)
      this.#keyByNormalized.set(normalized, key)
      const digits = extractDigits(normalized)
      if (isLong(normalized, digits)) this.#longKeys.push({ key, normalized, digits })
    }
    for (const normalized of ambiguous) this.#keyByNormalized.delete(normalized)
    this.#maxKeyLength = Math.max(0, ...keys.map(key => 2 * key.length + 16))
  }

  /** Returns the known key that differs from this one only in case and separators. Null if there is none. */
  findEqual(key: string): string | null {
    return key.length > this.#maxKeyLength ? null : (this.#keyByNormalized.get(normalizeKey(key)) ?? null)
  }

  /** Returns the known keys near an unknown key. */
  find(key: string): NearKeyMatch {
    if (key.length > this.#maxKeyLength) return NO_MATCH
    const normalized = normalizeKey(key)
    const equalKey = this.#keyByNormalized.get(normalized)
    if (equalKey !== undefined) return { equalKey, closeKeys: [] }
    let match = this.#searches.get(normalized)
    if (match === undefined) {
      match = this.#search(normalized)
      if (this.#searches.size < MAX_CACHED_SEARCHES) this.#searches.set(normalized, match)
    }
    return match
  }

  #search(normalized: string): NearKeyMatch {
    const digits = extractDigits(normalized)
    if (!isLong(normalized, digits)) return NO_MATCH
    const closeKeys = this.#longKeys.filter(
      // `leven` returns `maxDistance` for every larger distance, so the limit is one above `MAX_EDITS`.
      candidate =>
        candidate.digits === digits &&
        leven(candidate.normalized, normalized, { maxDistance: MAX_EDITS + 1 }) <= MAX_EDITS,
    )
    return closeKeys.length === 0 ? NO_MATCH : { equalKey: null, closeKeys: closeKeys.map(({ key }) => key) }
  }
}

/** The slot number of the issuer's key. The slot of a field is its position in the form table. */
export const ISSUER_SLOT = -2

/** The slot number of the recipient's key. */
export const RECIPIENT_SLOT = -3

/** The slot number of a key that the form table does not have. */
const NO_SLOT = -1

/**
 * Maps each key of an entry to its slot: the position of a field, `ISSUER_SLOT` or `RECIPIENT_SLOT`. A source sends its
 * keys in the same order in each entry, so the key that was last seen at the same position is compared first.
 */
class EntrySlots {
  readonly #lastKeys: string[]
  readonly #lastSlots: number[]
  constructor(private readonly slotByKey: ReadonlyMap<string, number>) {
    // Filled with empty keys, because V8 compares two texts quickly and a text with undefined slowly.
    this.#lastKeys = Array(slotByKey.size).fill('')
    this.#lastSlots = Array(slotByKey.size).fill(this.find(''))
  }
  /** Returns the slot of a key, or `NO_SLOT` if the form table does not have the key. */
  find(key: string): number {
    return this.slotByKey.get(key) ?? NO_SLOT
  }
  /** Returns the slot of a key that is at this position of an entry. */
  findAt(position: number, key: string): number {
    if (this.#lastKeys[position] === key) return this.#lastSlots[position] as number
    const slot = this.find(key)
    if (slot === NO_SLOT) return slot
    this.#lastKeys[position] = key
    this.#lastSlots[position] = slot
    return slot
  }
}

/** A party of a form with everything that its reader needs. */
export interface CompiledParty {
  readonly key: string
  readonly id: Field
  /** The key of the form. */
  readonly form: string
  readonly isIssuer: boolean
  /** True if the party may be a person, unless its identifier has the format of an EIN. */
  readonly mayBePerson: boolean
}

const compileParty = (form: FormTable, { key, id }: PartyKeys, isIssuer: boolean): CompiledParty => ({
  key,
  id: { ...PARTY_IDENTIFIER, key: id },
  form: form.key,
  isIssuer,
  mayBePerson: isIssuer && form.issuerMayBePerson === true,
})

/** The uses of a form. A use is null if the form does not have it. */
type UsesOrNull = { readonly [U in FormUse]: FormUses[U] | null }

const NO_USES: UsesOrNull = {
  employment: null,
  ownership: null,
  distribution: null,
  retirementAccount: null,
  benefits: null,
  mortgage: null,
  sales: null,
  farm: null,
}

/** A form table and the values that are computed from it once. A position is -1 if the form has no such field. */
export interface CompiledForm {
  /** A number that identifies the compiled form in keys of maps. */
  readonly ordinal: number
  readonly form: FormTable
  /** The key of the form. Reading `form.key` is slower, because the form tables have many different object shapes. */
  readonly key: string
  readonly fields: readonly Field[]
  /** Positions of fields by normalized name. */
  readonly positionByName: ReadonlyMap<string, number>
  readonly issuer: CompiledParty
  readonly recipient: CompiledParty
  /** Maps each key of an entry to its field or party. */
  readonly slots: EntrySlots
  /** A row with null for each field. The cells of a new document start as a copy of it. */
  readonly emptyCells: readonly null[]
  /** 1 at the position of each money field, 0 at every other position. */
  readonly moneyFlags: Uint8Array
  /** Positions of the money fields, in the table's order. */
  readonly moneyPositions: readonly number[]
  /** Positions of the money fields, ordered by the name of the field. */
  readonly moneyByName: readonly number[]
  readonly uses: UsesOrNull
  /** The names of the uses that the form has. */
  readonly usedAs: readonly FormUse[]
  /** Positions of the money fields and of the lists of amounts, except of the optional box. */
  readonly amountPositions: readonly number[]
  /** Positions of the fields that decide what an amount means. */
  readonly decidingPositions: readonly number[]
  /** Positions of the fields that help a correction to find its original. */
  readonly correctionKeyPositions: readonly number[]
  /** Position of the box in which 0 may mean that the amount was not reported. */
  readonly optionalBoxPosition: number
  readonly indicatorPosition: number
  readonly accountPosition: number
  readonly uniqueIdPosition: number
  readonly yearPosition: number
  readonly submissionPosition: number
  /** Positions of the fields that can contain the main amount. Empty if the form has no main box. */
  readonly mainBoxPositions: readonly number[]
  /** Position of the field whose amount replaces the main box. */
  readonly substitutePosition: number
}

let compiledFormCount = 0

/** Compiles a form table. A table is compiled only once. */
export const compileForm: (form: FormTable) => CompiledForm = memoize(form => {
  const positionByName = new Map(form.fields.map((field, i) => [field.name, i]))
  const findPosition = (name: string | undefined): number =>
    name === undefined ? -1 : (positionByName.get(name) ?? -1)
  const moneyPositions = form.fields.flatMap((field, i) => (field.type === 'money' ? [i] : []))
  return {
    ordinal: ++compiledFormCount,
    form,
    key: form.key,
    fields: form.fields,
    positionByName,
    issuer: compileParty(form, form.issuer, true),
    recipient: compileParty(form, form.recipient, false),
    slots: new EntrySlots(
      new Map([
        ...form.fields.map((field, i) => [field.key, i] as const),
        [form.issuer.key, ISSUER_SLOT],
        [form.recipient.key, RECIPIENT_SLOT],
      ]),
    ),
    emptyCells: form.fields.map(() => null),
    moneyFlags: Uint8Array.from(form.fields, ({ type }) => (type === 'money' ? 1 : 0)),
    moneyPositions,
    moneyByName: moneyPositions.toSorted((a, b) => compareText(form.fields[a]?.name ?? '', form.fields[b]?.name ?? '')),
    uses: form.uses === undefined ? NO_USES : { ...NO_USES, ...form.uses },
    usedAs: Object.keys(form.uses ?? {}) as FormUse[],
    amountPositions: form.fields.flatMap(({ name, type, items, decides }, i) =>
      (type === 'money' || (items !== null && !decides)) && name !== form.optionalBox?.field ? [i] : [],
    ),
    decidingPositions: form.fields.flatMap(({ decides }, i) => (decides ? [i] : [])),
    correctionKeyPositions: form.fields.flatMap(({ identifies }, i) => (identifies === null ? [] : [i])),
    optionalBoxPosition: findPosition(form.optionalBox?.field),
    indicatorPosition: findPosition(form.optionalBox?.indicator),
    accountPosition: findPosition(form.account),
    uniqueIdPosition: findPosition(form.uniqueId),
    yearPosition: findPosition(form.yearOf),
    submissionPosition: findPosition('submissionType'),
    mainBoxPositions: form.mainBox?.fields.map(findPosition) ?? [],
    substitutePosition: findPosition(form.mainBox?.replacedBy),
  }
})
