import type { CompiledForm, CompiledParty } from '../../model/compiled-form.js'
import type { Field } from '../../model/field.js'

/** How a value is read: MONEY as an amount, all others by the ordinary readers. LONG values have a separate cache. */
export const [MONEY, LONG] = [0, 1] as const
const SCALAR = 2

/**
 * Assigns a *meaning*, a number from 1, to each field and party. Two fields have the same meaning if equal bytes parse
 * to the same value in both, so that they can share cached values. For example, plain date fields share one.
 */
export class FieldMeanings {
  /** One more than the highest number assigned so far. */
  count = 1
  readonly #numbers = new Map<string, number>()

  numberField(field: Field): number {
    const { key: _, name: _name, doc: _doc, box: _box, role: _role, sum: _sum, ...others } = field
    const { fdx: _fdx, personal: _personal, identifierField: _identifiedBy, ...reading } = others
    return this.#numberDescription(['field', reading])
  }

  numberParty({ id, isIssuer, mayBePerson }: CompiledParty): number {
    return this.#numberDescription(['party', id.key, isIssuer, mayBePerson])
  }

  /** Returns a number that no field or party has yet. */
  makeNumber(): number {
    return this.count++
  }

  #numberDescription(description: unknown): number {
    const text = JSON.stringify(description)
    const number = this.#numbers.get(text) ?? this.makeNumber()
    this.#numbers.set(text, number)
    return number
  }
}

/**
 * The known keys of an entry. Each key has a *slot*, a number from 0: first the fields in the order of the form table,
 * then the issuer and the recipient.
 */
export class EntryLayout {
  readonly compiledForm: CompiledForm
  /** The number of slots. `nextSlots` also uses it as the index before the first key. */
  readonly count: number
  readonly slots: ReadonlyMap<string, number>
  /** How each slot's value is read (MONEY, LONG or SCALAR). `meanings` has the meaning of each slot. */
  readonly valueKinds: Uint8Array
  readonly meanings: Int32Array
  /**
   * The keys as written in JSON, `"key":`, as 32-bit words. The last word of a key ends at the end of the key, so it
   * may overlap the previous word. `starts` has the index of each key's first word, and `lengths` its byte length.
   */
  readonly keyWords: Int32Array
  readonly starts: Int32Array
  readonly lengths: Int32Array
  /** For each slot, the slot of the key that followed it last time. Index `count` has the slot of the first key. */
  readonly nextSlots: Int32Array
  /** For each slot, the index of its last value in `CachingCellReader`. Parties of the same meaning share one index. */
  readonly lastValueIndexes: Int32Array
  /** For each slot, the number of the last entry with its key. It shows whether an entry repeats a key. */
  readonly lastEntryNumbers: Int32Array
  /** The number of entries that were read with this layout. */
  entryCount = 0

  constructor(plan: CompiledForm, meanings: FieldMeanings) {
    const { fields } = plan
    const parties = [plan.issuer, plan.recipient]
    const keys = [...fields, ...parties].map(({ key }) => key)
    const count = keys.length
    this.compiledForm = plan
    this.count = count
    this.slots = new Map(keys.map((key, slot) => [key, slot]))
    this.valueKinds = Uint8Array.from([
      ...fields.map(({ type }) => (type === 'money' ? MONEY : type === 'list' ? LONG : SCALAR)),
      ...parties.map(() => LONG),
    ])
    this.meanings = Int32Array.from([
      ...fields.map(field => meanings.numberField(field)),
      ...parties.map(party => meanings.numberParty(party)),
    ])
    const keyWords: number[] = []
    this.starts = new Int32Array(count)
    this.lengths = new Int32Array(count)
    for (const [slot, key] of keys.entries()) {
      const bytes = Buffer.from(`${JSON.stringify(key)}:`)
      this.starts[slot] = keyWords.length
      this.lengths[slot] = bytes.length
      for (let at = 0; at + 4 <= bytes.length; at += 4) keyWords.push(bytes.readInt32LE(at))
      if (bytes.length % 4 !== 0) keyWords.push(bytes.readInt32LE(bytes.length - 4))
    }
    this.keyWords = Int32Array.from(keyWords)
    this.nextSlots = Int32Array.from({ length: count + 1 }, (_, slot) => (slot + 1) % count)
    this.nextSlots[count] = 0
    this.lastValueIndexes = this.meanings.map((meaning, slot) =>
      slot < fields.length ? meanings.makeNumber() : meaning,
    )
    this.lastEntryNumbers = new Int32Array(count)
  }
}
