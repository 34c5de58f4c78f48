import type { Field } from '../../src/schema/field.js'
import type { FormTable } from '../../src/schema/form.js'
import { FORMS } from '../../src/schema/forms/index.js'
import { RECORD, type Shape, TAXPAYER } from '../../src/schema/record.js'

/** A canary is a unique text that marks a position in an input. `box` is the box that contains it, or null. */
export interface Canary {
  /** The kind of position, such as `recipient name` or `box text`. */
  readonly position: string
  /** The form and key of the box, such as `form_w2.third_party_sick_pay_indicator`, or null. */
  readonly box: string | null
}

/** The formats of canaries: a name, an e-mail address, a secret that looks like an API key, or a number like an SSN. */
export const KINDS = ['word', 'email', 'secret', 'number'] as const

/** One of the formats of canaries. */
export type Kind = (typeof KINDS)[number]

/** What people type between the groups of a number: also a non-breaking hyphen, an en dash and a no-break space. */
const NUMBER_SEPARATORS = ['-', ' ', '\u2011', '\u2013', '.', '\u00a0']

/** Creates canaries and finds them in text. */
export class Aviary {
  readonly #kind: Kind
  readonly #all = new Map<string, Canary>()

  constructor(kind: Kind) {
    this.#kind = kind
  }

  /** Creates a canary for a position. */
  put(position: string, box: string | null = null): string {
    const n = this.#all.size
    if (this.#kind === 'number') {
      // The numbers are far apart, and none is part of another.
      const nine = String(900_000_000 + n * 10_007 + 1)
      this.#all.set(nine, { position, box })
      const separator = NUMBER_SEPARATORS[n % NUMBER_SEPARATORS.length]
      return [nine.slice(0, 3), nine.slice(3, 5), nine.slice(5)].join(separator)
    }
    const canary = `zq${[...String(n).padStart(5, '0')].map(d => 'abcdefghkm'[Number(d)]).join('')}qz`
    this.#all.set(canary, { position, box })
    return { word: `Zoe ${canary}`, email: `${canary}@example.invalid`, secret: `sk_live_${canary}_0001` }[this.#kind]
  }

  /** Finds the canaries in a text. Ignores case and single separators between digits. */
  findCanaries(text: string): Canary[] {
    const canaries =
      this.#kind === 'number'
        ? [...text.matchAll(/(?=(9[0-9]{2}[^0-9a-z]?[0-9]{2}[^0-9a-z]?[0-9]{4}))/g)].map(([, n = '']) =>
            n.replace(/\D/g, ''),
          )
        : (text.toLowerCase().match(/zq[a-km]{5}qz/g) ?? [])
    return [...new Set(canaries)].flatMap(canary => this.#all.get(canary) ?? [])
  }

  /** The positions of all canaries. */
  get positions(): Set<string> {
    return new Set([...this.#all.values()].map(({ position }) => position))
  }
}

type Raw = Record<string, unknown>

const describePosition = ({ type, personal }: Field): string => `box ${type}${personal ? ', personal' : ''}`

/** Creates an object of a shape. Every value is a canary, including nested values and values of unknown keys. */
function makeShape(aviary: Aviary, { name, fields, objects, lists, callerKeys }: Shape): Raw {
  const raw: Raw = {}
  for (const { key } of fields) raw[key] = aviary.put(`${name}.${key}`)
  for (const [key, { shape }] of Object.entries(objects)) raw[key] = makeShape(aviary, shape)
  for (const [key, { shape }] of Object.entries(lists))
    raw[key] = [makeShape(aviary, shape), aviary.put('no object in a list')]
  for (const key of callerKeys ?? []) raw[key] = { [aviary.put('metadata key')]: aviary.put('metadata value') }
  return { ...raw, ...makeUnknownKeys(aviary) }
}

/** Creates unknown keys with canaries as values. Two of the keys contain canaries, and the others are harmless. */
const makeUnknownKeys = (aviary: Aviary): Raw => ({
  [aviary.put('unknown key')]: aviary.put('unknown value'),
  note_to_self: aviary.put('unknown value'),
  nested_note: { [aviary.put('unknown key, nested')]: [aviary.put('unknown value, nested')] },
})

function makeEntry(aviary: Aviary, form: FormTable): Raw {
  const entry: Raw = {}
  for (const field of form.fields as readonly Field[]) {
    const put = (): string => aviary.put(describePosition(field), `${form.key}.${field.name}`)
    entry[field.key] =
      field.type !== 'list'
        ? put()
        : field.items === null
          ? [put(), [put()]]
          : [Object.fromEntries(field.items.map(item => [item.key, put()])), put()]
  }
  for (const [role, { key, id }] of [['issuer', form.issuer] as const, ['recipient', form.recipient] as const]) {
    entry[key] = {
      name: aviary.put(`${role} name`),
      address: aviary.put(`${role} address`),
      [id]: aviary.put(`${role} id`),
      ...makeUnknownKeys(aviary),
    }
  }
  return { ...entry, ...makeUnknownKeys(aviary) }
}

/** Creates a dossier with a canary in each value and each unknown key, except where tables need a valid value. */
export function makeDossierWith(aviary: Aviary): Raw {
  const record = (): Raw => makeShape(aviary, RECORD)
  const forms = FORMS.map(form => ({
    type: aviary.put('form type'),
    // A valid year gives the yearly tables rows.
    year: '2024',
    ssn: aviary.put('form ssn'),
    [form.key]: [makeEntry(aviary, form), makeEntry(aviary, form), aviary.put('no object in a form array')],
    [`form_${aviary.put('unknown form key')}`]: [{ a: aviary.put('unknown form value') }],
    ...makeUnknownKeys(aviary),
  }))
  const wages = { ...makeEntry(aviary, FORMS[0]), wages_tips_other_compensation: 12_345.67, box_12: null }
  return {
    taxpayer: makeShape(aviary, TAXPAYER),
    records: [
      {
        ...record(),
        tax_year: '2024',
        provider_id: 'irs',
        date: '2025-01-01T00:00:00Z',
        forms: [...forms, { year: '2024', form_w2: [wages] }],
      },
      {
        ...record(),
        tax_year: '2024',
        forms: [aviary.put('no form object'), { form_w2: aviary.put('no form array') }],
      },
      { ...record(), forms: aviary.put('forms of a rejected record') },
      { forms: [], name: aviary.put('record without an id') },
      aviary.put('no record'),
    ],
  }
}

/** Creates lines that the reader rejects or cannot assign to a taxpayer, each with a canary. */
export const makeBrokenLines = (aviary: Aviary): string[] => [
  `{"id":"x","name":"${aviary.put('malformed line')}"`,
  aviary.put('malformed line'),
  `{"id":"y","forms":[],"name":"${aviary.put('too large value')}${' '.repeat(2_000_000)}"}`,
  `{"id":"z","x":${'['.repeat(70)}"${aviary.put('too deep value')}"${']'.repeat(70)}}`,
  JSON.stringify({ id: aviary.put('record of nobody, id'), forms: [], name: aviary.put('record of nobody') }),
  JSON.stringify(aviary.put('no object at all')),
]

/** The maximum size of a value in bytes. Only the line with the canary `too large value` exceeds it. */
export const MAX_BYTES = 1_000_000
