import type { Field, FieldType } from '../../model/field.js'
import type { PartyPlan } from '../../model/plan.js'
import { KeyWords } from './key-words.js'

/** What is done with the bytes of a value. */
export const [MONEY, FLAG, ACCOUNT, SCALAR, PARTY, NESTED] = [0, 1, 2, 3, 5, 6] as const
/** A list, which is longer than a scalar. */
const LIST = 4

const KINDS: Partial<Readonly<Record<FieldType, number>>> = {
  money: MONEY,
  flag: FLAG,
  account: ACCOUNT,
  list: LIST,
}

/** Numbers what bytes are read as: fields of which every value is read alike have one number. */
export class Meanings {
  /** How many numbers there are; 0 is none. */
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

  /** A number that nothing else has. */
  another(): number {
    return this.count++
  }

  #of(what: unknown): number {
    const meaning = JSON.stringify(what)
    const number = this.#numbers.get(meaning) ?? this.another()
    this.#numbers.set(meaning, number)
    return number
  }
}

/**
 * The keys of an object as numbers. Its slots are its fields in the order of the table, then its parties, the issuer first,
 * then the arrays that are read by somebody else.
 */
export class RowLayout {
  readonly fields: readonly Field[]
  readonly parties: readonly PartyPlan[]
  readonly keys: readonly string[]
  /** How many slots there are. */
  readonly count: number
  readonly slots: ReadonlyMap<string, number>
  /** Of each slot what is done with its bytes, and what they are kept as. */
  readonly kinds: Uint8Array
  readonly meanings: Int32Array
  /** The words of each slot's key. */
  readonly words: Int32Array
  readonly starts: Int32Array
  readonly lengths: Int32Array
  /** The slot that came behind each one the last time; at `count`, the first one. */
  readonly next: Int32Array
  /** Of each slot the number under which it is remembered what it held the last time: most forms name the same parties. */
  readonly memories: Int32Array
  /** The number of the object in which each slot came last. */
  readonly seen: Int32Array
  /** How many objects were read. */
  objects = 0

  constructor(
    fields: readonly Field[],
    parties: readonly PartyPlan[],
    nested: readonly string[],
    meanings: Meanings,
  ) {
    const keys = [...fields.map(({ key }) => key), ...parties.map(({ key }) => key), ...nested]
    const count = keys.length
    this.fields = fields
    this.parties = parties
    this.keys = keys
    this.count = count
    this.slots = new Map(keys.map((key, slot) => [key, slot]))
    this.kinds = Uint8Array.from([
      ...fields.map(({ type }) => KINDS[type] ?? SCALAR),
      ...parties.map(() => PARTY),
      ...nested.map(() => NESTED),
    ])
    this.meanings = new Int32Array(count)
    this.meanings.set([
      ...fields.map(field => meanings.ofField(field)),
      ...parties.map(party => meanings.ofParty(party)),
    ])
    const table = new KeyWords(keys)
    this.words = table.words
    this.starts = table.starts
    this.lengths = table.lengths
    this.next = Int32Array.from({ length: count + 1 }, (_, slot) => (slot + 1 < count ? slot + 1 : 0))
    this.next[count] = 0
    this.memories = Int32Array.from(this.kinds, (kind, slot) =>
      kind === PARTY ? (this.meanings[slot] as number) : meanings.another(),
    )
    this.seen = new Int32Array(count)
  }
}
