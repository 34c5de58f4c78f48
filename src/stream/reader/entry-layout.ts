import type { Field } from '../../model/field.js'
import type { PartyPlan, Plan } from '../../model/plan.js'

/** How the bytes of a value are read: as an amount, or by the ordinary readers. LONG values have a cache of their own. */
export const [MONEY, LONG] = [0, 1] as const
const SCALAR = 2

/** Numbers what values are read as. Two fields have the same number if equal bytes mean the same in both. No number is 0. */
export class Meanings {
  /** One more than the highest number. */
  count = 1
  readonly #numbers = new Map<string, number>()

  ofField(field: Field): number {
    const { key: _, name: _name, doc: _doc, box: _box, role: _role, sum: _sum, ...others } = field
    const { fdx: _fdx, personal: _personal, identifiedBy: _identifiedBy, ...reading } = others
    return this.#of(['field', reading])
  }

  ofParty({ id, isIssuer, mayBePerson }: PartyPlan): number {
    return this.#of(['party', id.key, isIssuer, mayBePerson])
  }

  /** Returns a number that nothing else has. */
  another(): number {
    return this.count++
  }

  #of(description: unknown): number {
    const text = JSON.stringify(description)
    const number = this.#numbers.get(text) ?? this.another()
    this.#numbers.set(text, number)
    return number
  }
}

/**
 * The keys of an entry as numbers. Each key has a slot: first the fields in the order of the form table, then the issuer and
 * the recipient.
 */
export class EntryLayout {
  readonly plan: Plan
  /** The number of slots. */
  readonly count: number
  readonly slots: ReadonlyMap<string, number>
  /** For each slot how its bytes are read, and what as. */
  readonly kinds: Uint8Array
  readonly meanings: Int32Array
  /**
   * The keys as they are in JSON, `"key":`, in words of four bytes. The last word of a key ends where the key ends, so it may
   * overlap the word before. For each slot: where the words of its key begin, and how many bytes the key has.
   */
  readonly words: Int32Array
  readonly starts: Int32Array
  readonly lengths: Int32Array
  /** For each slot the slot of the key that followed it the last time. At `count`: the slot of the first key. */
  readonly next: Int32Array
  /** For each slot where `CellReader` remembers its last value. Parties of all forms share one, because most forms name the same. */
  readonly memories: Int32Array
  /** For each slot the number of the entry that had its key last. */
  readonly seen: Int32Array
  /** How many entries were read. */
  entries = 0

  constructor(plan: Plan, meanings: Meanings) {
    const { fields } = plan
    const parties = [plan.issuer, plan.recipient]
    const keys = [...fields, ...parties].map(({ key }) => key)
    const count = keys.length
    this.plan = plan
    this.count = count
    this.slots = new Map(keys.map((key, slot) => [key, slot]))
    this.kinds = Uint8Array.from([
      ...fields.map(({ type }) => (type === 'money' ? MONEY : type === 'list' ? LONG : SCALAR)),
      ...parties.map(() => LONG),
    ])
    this.meanings = Int32Array.from([
      ...fields.map(field => meanings.ofField(field)),
      ...parties.map(party => meanings.ofParty(party)),
    ])
    const words: number[] = []
    this.starts = new Int32Array(count)
    this.lengths = new Int32Array(count)
    for (const [slot, key] of keys.entries()) {
      const bytes = Buffer.from(`${JSON.stringify(key)}:`)
      this.starts[slot] = words.length
      this.lengths[slot] = bytes.length
      for (let at = 0; at + 4 <= bytes.length; at += 4) words.push(bytes.readInt32LE(at))
      if (bytes.length % 4 !== 0) words.push(bytes.readInt32LE(bytes.length - 4))
    }
    this.words = Int32Array.from(words)
    this.next = Int32Array.from({ length: count + 1 }, (_, slot) => (slot + 1) % count)
    this.next[count] = 0
    this.memories = this.meanings.map((meaning, slot) =>
      slot < fields.length ? meanings.another() : meaning,
    )
    this.seen = new Int32Array(count)
  }
}
