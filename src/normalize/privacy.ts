// The importer of @noble/hashes: a keyed hash without Node's crypto and without waiting.
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, isBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { type Identifier, isFull, isSpelledAsPerson, lastFour, masked } from '../core/identifier.js'
import type { Field } from '../model/field.js'
import type { ShapeValue } from './read-shape.js'
import { type Party, recipientIdOf, type SourceDocument, type SourceRecord } from './source.js'

/** How identifiers of people leave the library. */
export type IdentifierMode = (typeof IDENTIFIER_MODES)[number]

/** Those modes. */
export const IDENTIFIER_MODES = ['last4', 'full', 'pseudonym'] as const

/**
 * What a caller says of identifiers. `pseudonym` needs a key of at least 32 bytes; whoever has the key can recompute
 * every Social Security number from its pseudonym, by trying all of them.
 */
export interface PrivacyOptions {
  /** `last4` (unless given), `full` or `pseudonym`. */
  readonly identifiers?: IdentifierMode | undefined
  /** The key of pseudonyms, 32 bytes or more. */
  readonly pseudonymKey?: Uint8Array | undefined
}

/** A party as it is put out. Missing: null for what is absent, or withheld. */
export interface PublicParty {
  /** Its identifier: of a business whole; of a person whole only where identifiers are `full`. Missing: null. */
  readonly id: string | null
  /** Its name; of a person only where identifiers are `full`. Missing: null. */
  readonly name: string | null
  /** Its address, on one line; of a person likewise. Missing: null. */
  readonly address: string | null
}

/** A recipient as it is put out; the identifier is whole only where identifiers are `full`. */
export interface PublicRecipient extends PublicParty {
  /** The last four digits of the identifier. Missing: null where there is none. */
  readonly last4: string | null
  /** HMAC-SHA-256 of the nine digits, as hex, where identifiers are `pseudonym`. Missing: null, also for a masked identifier. */
  readonly pseudonym: string | null
}

/** The last step before a value leaves the library: identifiers are cut, and what names a person is left out. */
export class Privacy {
  readonly mode: IdentifierMode
  readonly #key: Uint8Array | null
  #pseudonyms: Map<string, string> | null = null

  /** Throws a RangeError for a mode that is none, and for `pseudonym` without a key of 32 bytes, text among it. */
  constructor(options: PrivacyOptions = {}) {
    this.mode = options.identifiers === undefined ? 'last4' : options.identifiers
    if (!IDENTIFIER_MODES.includes(this.mode))
      throw new RangeError(`Identifiers are one of ${IDENTIFIER_MODES.join(', ')}.`)
    this.#key = options.pseudonymKey ?? null
    if (this.mode === 'pseudonym' && !(isBytes(this.#key) && this.#key.length >= 32)) {
      throw new RangeError('A pseudonym key of at least 32 bytes, in a Uint8Array, is needed.')
    }
  }

  /** True where personal fields, names and addresses of recipients are put out. */
  get showsPeople(): boolean {
    return this.mode === 'full'
  }

  /** A recipient's identifier as it is put out. */
  identifier(id: Identifier | null): string | null {
    return this.showsPeople ? id : null
  }

  /** HMAC-SHA-256 of the nine digits, as hex; null for a masked identifier, and where no pseudonyms are asked for. */
  pseudonym(id: Identifier | null): string | null {
    if (this.mode !== 'pseudonym' || this.#key === null || id === null || !isFull(id)) return null
    this.#pseudonyms ??= new Map()
    let text = this.#pseudonyms.get(id)
    if (text === undefined) {
      text = bytesToHex(hmac(sha256, this.#key, utf8ToBytes(id)))
      if (this.#pseudonyms.size > 10_000) this.#pseudonyms.clear()
      this.#pseudonyms.set(id, text)
    }
    return text
  }

  /** The recipient of a document; resolution may know its identifier better than the document. */
  recipientOf(document: SourceDocument, id: Identifier | null = recipientIdOf(document)): PublicRecipient {
    return {
      id: this.identifier(id),
      last4: id === null ? null : lastFour(id),
      pseudonym: this.pseudonym(id),
      name: this.showsPeople ? document.recipient.name : null,
      address: this.showsPeople ? document.recipient.address : null,
    }
  }

  /** An issuer, kept unless it may be a person: then only the last four digits are left. */
  issuer(party: Party, people: ReadonlySet<Identifier>): PublicParty {
    const { id, person } = party
    if (this.showsPeople || !(person || (id !== null && people.has(id)))) return party
    return { id: id === null ? null : masked(id), name: null, address: null }
  }

  /** An identifier among the other fields of a form, cut where it may be a person's. */
  otherIdentifier(id: Identifier | null, spelled: unknown, people: ReadonlySet<Identifier>): string | null {
    if (id === null || this.showsPeople || !(isSpelledAsPerson(spelled) || people.has(id))) return id
    return masked(id)
  }

  /** True for a name beside such an identifier that is cut. */
  hidesName({ plan, cells, raw }: SourceDocument, field: Field, people: ReadonlySet<Identifier>): boolean {
    const beside = field.identifiedBy === null ? undefined : plan.index.get(field.identifiedBy)
    if (beside === undefined) return false
    const id = cells[beside] as Identifier | null
    return this.otherIdentifier(id, raw[(plan.fields[beside] as Field).key], people) !== id
  }
}

/** The whole identifiers that recipients of a dossier have. */
export function peopleOf(records: readonly SourceRecord[], tin: Identifier | null): ReadonlySet<Identifier> {
  const people = new Set<Identifier>()
  const add = (id: Identifier | null): void => {
    if (id !== null && isFull(id)) people.add(id)
  }
  add(tin)
  for (const record of records) {
    for (const { ssn } of record.forms) add(ssn)
    for (const { recipient } of record.documents) add(recipient.id)
  }
  return people
}

/** The whole or masked identifier that the authority's analysis says is the taxpayer's; null where it says none. */
export function tinOf(taxpayer: ShapeValue | null): string | null {
  const analysis = taxpayer?.['analysis'] as ShapeValue | null | undefined
  return (analysis?.['tin'] as string | null | undefined) ?? null
}
