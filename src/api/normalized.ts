import { maskIdentifier } from '../core/identifier.js'
import { decimalFromCents } from '../core/money.js'
import type { ShapeValue } from '../ingest/fields/read-shape.js'
import type { Privacy, PublicParty, PublicRecipient } from '../ingest/privacy.js'
import {
  findAccount,
  findFormObject,
  type RecordPart,
  type SourceDocument,
  type SourceRecord,
  type Submission,
} from '../ingest/source.js'
import { type Cell, type Field, type ListItem, toPlainItem } from '../schema/field.js'
import { RECORD, type Shape, TAXPAYER } from '../schema/record.js'
import type { NormalizedRecord, NormalizedTaxpayer } from './normalized-types.js'

interface MaskingContext {
  readonly privacy: Privacy
  readonly people: ReadonlySet<string>
}

function publishCell(cell: Cell, field: Field, masking: MaskingContext, originalText: unknown): unknown {
  if (cell === null || (field.personal && !masking.privacy.canShowPersonalData)) return null
  if (field.type === 'identifier')
    return masking.privacy.toPublicFieldIdentifier(cell as string, originalText, masking.people)
  if (field.type === 'money') return decimalFromCents(cell as number)
  if (field.type !== 'list') return cell
  return (cell as readonly ListItem[]).map(item => toPlainItem(item, field, decimalFromCents))
}

/**
 * A document that builds its `fields` when they are first read, because most are never read. Its properties are
 * own enumerable properties, so spread and JSON.stringify include them.
 */
class LazyDocument {
  readonly form: string
  readonly formIndex: number
  readonly entryIndex: number
  readonly transcriptType: string | null
  readonly taxYear: number | null
  readonly submission: Submission
  readonly accountLast4: string | null
  readonly issuer: PublicParty
  readonly recipient: PublicRecipient
  readonly #source: SourceDocument
  readonly #masking: MaskingContext
  #fields: object | null = null

  constructor(source: SourceDocument, masking: MaskingContext) {
    this.form = source.compiledForm.key
    this.formIndex = source.formIndex
    this.entryIndex = source.entryIndex
    this.transcriptType = findFormObject(source).type
    this.taxYear = source.year
    this.submission = source.submission
    this.accountLast4 = findAccount(source)
    const { id, name, address } = masking.privacy.toPublicIssuer(source.issuer, masking.people)
    this.issuer = { id, name, address }
    this.recipient = masking.privacy.toPublicRecipient(source)
    this.#source = source
    this.#masking = masking
    // Only `fields` is an accessor, because defining accessors is most of the cost of a document.
    Object.defineProperty(this, 'fields', LazyDocument.#descriptor)
  }

  static readonly #descriptor: PropertyDescriptor & ThisType<LazyDocument> = {
    enumerable: true,
    get() {
      this.#fields ??= publishFields(this.#source, this.#masking)
      return this.#fields
    },
  }
}

function publishFields(document: SourceDocument, masking: MaskingContext): object {
  const { compiledForm, cells, raw } = document
  const fields: Record<string, unknown> = {}
  compiledForm.fields.forEach((field, i) => {
    const cell = masking.privacy.shouldHideName(document, field, masking.people) ? null : (cells[i] as Cell)
    fields[field.name] = publishCell(cell, field, masking, raw[field.key])
  })
  return fields
}

/** A record that builds its documents when `documents` is first read. Its enumerable properties are own properties. */
class LazyRecord {
  readonly #source: SourceRecord
  readonly #masking: MaskingContext
  #documents: readonly LazyDocument[] | null = null

  constructor(source: SourceRecord, masking: MaskingContext) {
    publishShape(RECORD, source as unknown as ShapeValue, masking, this)
    this.#source = source
    this.#masking = masking
    Object.defineProperty(this, 'documents', LazyRecord.#descriptor)
  }

  /** This is a getter of the class, so that it is not an enumerable property of the record. */
  get unrecognized(): readonly RecordPart[] {
    return this.#source.unrecognized
  }

  static readonly #descriptor: PropertyDescriptor & ThisType<LazyRecord> = {
    enumerable: true,
    get() {
      this.#documents ??= this.#source.documents.map(document => new LazyDocument(document, this.#masking))
      return this.#documents
    },
  }
}

/** Makes the public record from its unmasked source. */
export const toNormalizedRecord = (source: SourceRecord, masking: MaskingContext): NormalizedRecord =>
  new LazyRecord(source, masking) as unknown as NormalizedRecord

/** Makes the public taxpayer object from its unmasked source. */
export const toNormalizedTaxpayer = (source: ShapeValue, masking: MaskingContext): NormalizedTaxpayer =>
  publishShape(TAXPAYER, source, masking) as NormalizedTaxpayer

/** Returns true if an object has an identifier that is or may be a person's, such as that of a household employer. */
const namesPerson = (shape: Shape, value: ShapeValue, people: ReadonlySet<string>): boolean =>
  shape.fields.some(
    ({ type, name, personal }) =>
      type === 'identifier' && !personal && (value.mayBePerson === true || people.has(value[name] as string)),
  )

function publishShape(shape: Shape, value: ShapeValue, masking: MaskingContext, target: object = {}): object {
  const object = target as Record<string, unknown>
  const isHidden = !masking.privacy.canShowPersonalData && namesPerson(shape, value, masking.people)
  for (const field of shape.fields) {
    const cell = value[field.name] as Cell
    if (!isHidden || cell === null) object[field.name] = publishCell(cell, field, masking, null)
    else object[field.name] = field.type === 'identifier' && !field.personal ? maskIdentifier(cell as string) : null
  }
  for (const { name, shape: inner } of Object.values(shape.objects)) {
    object[name] = value[name] === null ? null : publishShape(inner, value[name] as ShapeValue, masking)
  }
  for (const { name, shape: inner } of Object.values(shape.lists)) {
    const list = value[name] as readonly ShapeValue[] | null
    object[name] = list === null ? null : list.map(item => publishShape(inner, item, masking))
  }
  for (const key of shape.callerKeys ?? []) object[key] = value.passed?.[key] ?? null
  return object
}
