// Only this module imports @noble/hashes, which computes keyed hashes synchronously and without Node's crypto module.
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, isBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import {
  getLastFour,
  hasSsnFormat,
  type Identifier,
  isFullIdentifier,
  maskIdentifier,
  maskNineDigits,
} from '../core/identifier.js'
import type { Field } from '../schema/field.js'
import type { Shape } from '../schema/record.js'
import type { ShapeValue } from './fields/read-shape.js'
import { IDENTIFIER_MODES, type IdentifierMode } from './identifier-mode.js'
import { findRecipientId, type SourceDocument, type SourceParty, type SourceRecord } from './source.js'

/**
 * Options for identifiers. `pseudonym` needs a key of at least 32 bytes. Anyone who has the key can find the Social
 * Security number of every pseudonym by trying all numbers.
 */
export interface PrivacyOptions {
  /** Whether identifiers appear as their last four digits (the default), in full or as pseudonyms. */
  readonly identifiers?: IdentifierMode | undefined
  /** The secret key that pseudonyms are computed with, 32 bytes or more. */
  readonly pseudonymKey?: Uint8Array | undefined
}

/** A party as it appears in the output. Absent and hidden values are null. */
export interface PublicParty {
  /** The identifier; null if absent. It is complete for a business, but for a person only with full identifiers. */
  readonly id: string | null
  /** The name. Null if absent, or if it is the name of a person and `identifiers` is not `full`. */
  readonly name: string | null
  /** The address on one line. Null if absent, or if it is the address of a person and `identifiers` is not `full`. */
  readonly address: string | null
}

/** A recipient as it appears in the output. Its identifier is complete only if `identifiers` is `full`. */
export interface PublicRecipient extends PublicParty {
  /** The last four digits of the identifier; null if it has none. */
  readonly last4: string | null
  /**
   * HMAC-SHA-256 of the nine digits as hex. Null for a masked identifier or if `identifiers` is not `pseudonym`.
   */
  readonly pseudonym: string | null
}

/** The last step before a value leaves the library. It masks identifiers and removes names and addresses of people. */
export class Privacy {
  readonly mode: IdentifierMode
  readonly #pseudonymKey: Uint8Array | null
  #pseudonymCache: Map<string, string> | null = null

  /** Throws a RangeError for an unknown mode, and for `pseudonym` without a key of at least 32 bytes. */
  constructor(options: PrivacyOptions = {}) {
    this.mode = options.identifiers === undefined ? 'last4' : options.identifiers
    if (!IDENTIFIER_MODES.includes(this.mode))
      throw new RangeError(`identifiers must be one of ${IDENTIFIER_MODES.join(', ')}.`)
    this.#pseudonymKey = options.pseudonymKey ?? null
    if (this.mode === 'pseudonym' && !(isBytes(this.#pseudonymKey) && this.#pseudonymKey.length >= 32)) {
      throw new RangeError('pseudonymKey must be a Uint8Array of at least 32 bytes.')
    }
  }

  /** True if the output contains personal fields, and names and addresses of recipients. */
  get canShowPersonalData(): boolean {
    return this.mode === 'full'
  }

  /** Returns a recipient's identifier, or null unless the mode is `full`. */
  toPublicIdentifier(id: Identifier | null): string | null {
    return this.canShowPersonalData ? id : null
  }

  /** Returns HMAC-SHA-256 of the nine digits as hex; null for a masked identifier or if the mode is not `pseudonym`. */
  computePseudonym(id: Identifier | null): string | null {
    if (this.mode !== 'pseudonym' || this.#pseudonymKey === null || id === null || !isFullIdentifier(id)) return null
    this.#pseudonymCache ??= new Map()
    let text = this.#pseudonymCache.get(id)
    if (text === undefined) {
      text = bytesToHex(hmac(sha256, this.#pseudonymKey, utf8ToBytes(id)))
      if (this.#pseudonymCache.size > 10_000) this.#pseudonymCache.clear()
      this.#pseudonymCache.set(id, text)
    }
    return text
  }

  /** Returns a document's recipient for the output. Resolution may pass a better identifier than the document's own. */
  toPublicRecipient(document: SourceDocument, id: Identifier | null = findRecipientId(document)): PublicRecipient {
    return {
      id: this.toPublicIdentifier(id),
      last4: id === null ? null : getLastFour(id),
      pseudonym: this.computePseudonym(id),
      name: this.canShowPersonalData ? document.recipient.name : null,
      address: this.canShowPersonalData ? document.recipient.address : null,
    }
  }

  /** True if an issuer may be a person, whose name and address the output must not contain. */
  shouldHideIssuer({ id, mayBePerson }: SourceParty, personIds: ReadonlySet<Identifier>): boolean {
    return !this.canShowPersonalData && (mayBePerson || (id !== null && personIds.has(id)))
  }

  /** Returns an issuer for the output. If it may be a person, only its masked identifier remains. */
  toPublicIssuer(party: SourceParty, personIds: ReadonlySet<Identifier>): PublicParty {
    if (this.canShowPersonalData) return party
    return {
      id: this.toPublicIssuerPart('id', party, personIds),
      name: this.toPublicIssuerPart('name', party, personIds),
      address: this.toPublicIssuerPart('address', party, personIds),
    }
  }

  /** Returns one part of `toPublicIssuer`. No table shows the address, and masking it for every row takes time. */
  toPublicIssuerPart(part: keyof PublicParty, party: SourceParty, personIds: ReadonlySet<Identifier>): string | null {
    const value = party[part]
    if (value === null || this.canShowPersonalData) return value
    const isHidden = this.shouldHideIssuer(party, personIds)
    if (part === 'id') return isHidden ? maskIdentifier(value) : value
    return isHidden ? null : maskNineDigits(value)
  }

  /** Returns a text for the output. A number of nine digits in it is masked unless the mode is `full`. */
  toPublicText<Value>(value: Value): Value | string {
    return typeof value === 'string' && !this.canShowPersonalData ? maskNineDigits(value) : value
  }

  /** Returns an identifier from a form field for the output, masked if it may belong to a person. */
  toPublicFieldIdentifier(id: Identifier | null, rawValue: unknown, personIds: ReadonlySet<Identifier>): string | null {
    if (id === null || this.canShowPersonalData || !(hasSsnFormat(rawValue) || personIds.has(id))) return id
    return maskIdentifier(id)
  }

  /** True if a field contains the name for an identifier that `toPublicFieldIdentifier` masks. */
  shouldHideName(
    { compiledForm, cells, raw }: SourceDocument,
    field: Field,
    personIds: ReadonlySet<Identifier>,
  ): boolean {
    const identifierPosition =
      field.identifierField === null ? undefined : compiledForm.positionByName.get(field.identifierField)
    if (identifierPosition === undefined) return false
    const id = cells[identifierPosition] as Identifier | null
    return (
      this.toPublicFieldIdentifier(id, raw[(compiledForm.fields[identifierPosition] as Field).key], personIds) !== id
    )
  }
}

/** Returns the full identifiers of a dossier's taxpayer and recipients. */
export function collectPersonIds(records: readonly SourceRecord[], tin: Identifier | null): ReadonlySet<Identifier> {
  const personIds = new Set<Identifier>()
  const addIfFull = (id: Identifier | null): void => {
    if (id !== null && isFullIdentifier(id)) personIds.add(id)
  }
  addIfFull(tin)
  for (const record of records) {
    for (const { ssn } of record.forms) addIfFull(ssn)
    for (const { recipient } of record.documents) addIfFull(recipient.id)
  }
  return personIds
}

/** Returns the taxpayer's identifier, full or masked, from the `analysis` object; null if it has none. */
export function readTaxpayerTin(taxpayer: ShapeValue | null): string | null {
  const analysis = taxpayer?.['analysis'] as ShapeValue | null | undefined
  return (analysis?.['tin'] as string | null | undefined) ?? null
}

/** True if an object has an identifier that is or may be a person's, such as that of a household employer. */
export const namesPerson = (shape: Shape, value: ShapeValue, people: ReadonlySet<string>): boolean =>
  shape.fields.some(
    ({ type, name, personal }) =>
      type === 'identifier' && !personal && (value.mayBePerson === true || people.has(value[name] as string)),
  )
