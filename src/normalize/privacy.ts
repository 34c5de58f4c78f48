// The only module that imports @noble/hashes: it computes a keyed hash synchronously and without the crypto module of Node.
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, isBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { type Identifier, isFull, isSpelledAsPerson, lastFour, masked } from '../core/identifier.js'
import type { Field } from '../model/field.js'
import type { ShapeValue } from './read-shape.js'
import { type Party, recipientIdOf, type SourceDocument, type SourceRecord } from './source.js'

/** How identifiers of people appear in the output. */
export type IdentifierMode = (typeof IDENTIFIER_MODES)[number]

/** All modes. */
export const IDENTIFIER_MODES = ['last4', 'full', 'pseudonym'] as const

/**
 * Options for identifiers. `pseudonym` needs a key of at least 32 bytes. Anyone who has the key can recover every Social
 * Security number from its pseudonym by trying all of them.
 */
export interface PrivacyOptions {
  /** `last4` (the default), `full` or `pseudonym`. */
  readonly identifiers?: IdentifierMode | undefined
  /** The key of the pseudonyms, 32 bytes or more. */
  readonly pseudonymKey?: Uint8Array | undefined
}

/** A party as it appears in the output. Absent and withheld values are null. */
export interface PublicParty {
  /** The identifier; null if absent. A business has its full identifier, a person only if `identifiers` is `full`. */
  readonly id: string | null
  /** The name; null if absent. A person has it only if `identifiers` is `full`. */
  readonly name: string | null
  /** The address on one line; null if absent. A person has it only if `identifiers` is `full`. */
  readonly address: string | null
}

/** A recipient as it appears in the output. Its identifier is complete only if `identifiers` is `full`. */
export interface PublicRecipient extends PublicParty {
  /** The last four digits of the identifier; null if it has none. */
  readonly last4: string | null
  /**
   * HMAC-SHA-256 of the nine digits as hex if `identifiers` is `pseudonym`; otherwise null. Also null for a masked identifier.
   */
  readonly pseudonym: string | null
}

/** The last step before a value leaves the library. It shortens identifiers and removes names and addresses of people. */
export class Privacy {
  readonly mode: IdentifierMode
  readonly #key: Uint8Array | null
  #pseudonyms: Map<string, string> | null = null

  /** Throws a RangeError for an unknown mode, and for `pseudonym` without a key of 32 bytes in a `Uint8Array`. */
  constructor(options: PrivacyOptions = {}) {
    this.mode = options.identifiers === undefined ? 'last4' : options.identifiers
    if (!IDENTIFIER_MODES.includes(this.mode))
      throw new RangeError(`identifiers must be one of ${IDENTIFIER_MODES.join(', ')}.`)
    this.#key = options.pseudonymKey ?? null
    if (this.mode === 'pseudonym' && !(isBytes(this.#key) && this.#key.length >= 32)) {
      throw new RangeError('pseudonymKey must be a Uint8Array of at least 32 bytes.')
    }
  }

  /** True if the output contains personal fields, and names and addresses of recipients. */
  get showsPeople(): boolean {
    return this.mode === 'full'
  }

  /** Returns a recipient's identifier as it appears in the output. */
  identifier(id: Identifier | null): string | null {
    return this.showsPeople ? id : null
  }

  /** Returns HMAC-SHA-256 of the nine digits as hex; null for a masked identifier or if the mode is not `pseudonym`. */
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

  /** Returns the recipient of a document. Resolution may know a better identifier than the document has. */
  recipientOf(document: SourceDocument, id: Identifier | null = recipientIdOf(document)): PublicRecipient {
    return {
      id: this.identifier(id),
      last4: id === null ? null : lastFour(id),
      pseudonym: this.pseudonym(id),
      name: this.showsPeople ? document.recipient.name : null,
      address: this.showsPeople ? document.recipient.address : null,
    }
  }

  /** Returns an issuer. If it may be a person, its name and address are removed and its identifier is masked. */
  issuer(party: Party, people: ReadonlySet<Identifier>): PublicParty {
    const { id, person } = party
    if (this.showsPeople || !(person || (id !== null && people.has(id)))) return party
    return { id: id === null ? null : masked(id), name: null, address: null }
  }

  /** Returns an identifier from another field of a form. It is shortened if it may belong to a person. */
  otherIdentifier(id: Identifier | null, spelled: unknown, people: ReadonlySet<Identifier>): string | null {
    if (id === null || this.showsPeople || !(isSpelledAsPerson(spelled) || people.has(id))) return id
    return masked(id)
  }

  /** True if a name belongs to such an identifier that is shortened. */
  hidesName({ plan, cells, raw }: SourceDocument, field: Field, people: ReadonlySet<Identifier>): boolean {
    const beside = field.identifiedBy === null ? undefined : plan.index.get(field.identifiedBy)
    if (beside === undefined) return false
    const id = cells[beside] as Identifier | null
    return this.otherIdentifier(id, raw[(plan.fields[beside] as Field).key], people) !== id
  }
}

/** Returns the full identifiers of all recipients of a dossier. */
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

/** Returns the taxpayer's identifier, full or masked, from the `analysis` object; null if it has none. */
export function tinOf(taxpayer: ShapeValue | null): string | null {
  const analysis = taxpayer?.['analysis'] as ShapeValue | null | undefined
  return (analysis?.['tin'] as string | null | undefined) ?? null
}
