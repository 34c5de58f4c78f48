import { masked } from '../core/identifier.js'
import { decimalOfCents } from '../core/money.js'
import { plainItem } from '../export/wide.js'
import type { Cell, Field, ListItem } from '../model/field.js'
import { RECORD, type Shape } from '../model/record.js'
import { TAXPAYER } from '../model/taxpayer.js'
import type { Privacy, PublicParty, PublicRecipient } from '../normalize/privacy.js'
import type { ShapeValue } from '../normalize/read-shape.js'
import {
  accountOf,
  formObjectOf,
  type KeptAside,
  type SourceDocument,
  type SourceRecord,
  type Submission,
} from '../normalize/source.js'
import type { NormalizedRecord, NormalizedTaxpayer } from './normalized-types.js'

interface View {
  readonly privacy: Privacy
  readonly people: ReadonlySet<string>
}

function publish(cell: Cell, field: Field, view: View, spelled: unknown): unknown {
  if (cell === null || (field.personal && !view.privacy.showsPeople)) return null
  if (field.type === 'identifier') return view.privacy.otherIdentifier(cell as string, spelled, view.people)
  if (field.type === 'money') return decimalOfCents(cell as number)
  if (field.type !== 'list') return cell
  return (cell as readonly ListItem[]).map(item => plainItem(item, field, decimalOfCents))
}

/**
 * A document whose fields are built when they are first read, because most fields are never read. Its properties are own and
 * enumerable, so spread and JSON.stringify include them.
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
  readonly #view: View
  #fields: object | null = null

  constructor(source: SourceDocument, view: View) {
    this.form = source.plan.key
    this.formIndex = source.formIndex
    this.entryIndex = source.entryIndex
    this.transcriptType = formObjectOf(source).type
    this.taxYear = source.year
    this.submission = source.submission
    this.accountLast4 = accountOf(source)
    const { id, name, address } = view.privacy.issuer(source.issuer, view.people)
    this.issuer = { id, name, address }
    this.recipient = view.privacy.recipientOf(source)
    this.#source = source
    this.#view = view
    // Defines one property instead of several at once, because defining properties is most of the cost of a document.
    Object.defineProperty(this, 'fields', LazyDocument.#descriptor)
  }

  static readonly #descriptor: PropertyDescriptor & ThisType<LazyDocument> = {
    enumerable: true,
    get() {
      this.#fields ??= fieldsOf(this.#source, this.#view)
      return this.#fields
    },
  }
}

function fieldsOf(document: SourceDocument, view: View): object {
  const { plan, cells, raw } = document
  const fields: Record<string, unknown> = {}
  plan.fields.forEach((field, i) => {
    const cell = view.privacy.hidesName(document, field, view.people) ? null : (cells[i] as Cell)
    fields[field.name] = publish(cell, field, view, raw[field.key])
  })
  return fields
}

/** A record whose documents are all built when they are first read. Its properties are own, like those of a document. */
class LazyRecord {
  readonly #source: SourceRecord
  readonly #view: View
  #documents: readonly LazyDocument[] | null = null

  constructor(source: SourceRecord, view: View) {
    publishShape(RECORD, source as unknown as ShapeValue, view, this)
    this.#source = source
    this.#view = view
    Object.defineProperty(this, 'documents', LazyRecord.#descriptor)
  }

  /** Defined on the class so that it is not enumerable. */
  get unrecognized(): readonly KeptAside[] {
    return this.#source.unrecognized
  }

  static readonly #descriptor: PropertyDescriptor & ThisType<LazyRecord> = {
    enumerable: true,
    get() {
      this.#documents ??= this.#source.documents.map(document => new LazyDocument(document, this.#view))
      return this.#documents
    },
  }
}

/** Makes the record that the library returns. */
export const normalizedRecordOf = (source: SourceRecord, view: View): NormalizedRecord =>
  new LazyRecord(source, view) as unknown as NormalizedRecord

/** Makes the taxpayer that the library returns. */
export const normalizedTaxpayerOf = (source: ShapeValue, view: View): NormalizedTaxpayer =>
  publishShape(TAXPAYER, source, view) as NormalizedTaxpayer

/** Returns true if an object's identifier is, or looks like, that of a person, such as an employer who is a person. */
const namesPerson = (shape: Shape, value: ShapeValue, people: ReadonlySet<string>): boolean =>
  shape.fields.some(
    ({ type, name, personal }) =>
      type === 'identifier' && !personal && (value.person === true || people.has(value[name] as string)),
  )

function publishShape(shape: Shape, value: ShapeValue, view: View, into: object = {}): object {
  const object = into as Record<string, unknown>
  const hidden = !view.privacy.showsPeople && namesPerson(shape, value, view.people)
  for (const field of shape.fields) {
    const cell = value[field.name] as Cell
    if (!hidden || cell === null) object[field.name] = publish(cell, field, view, null)
    else object[field.name] = field.type === 'identifier' && !field.personal ? masked(cell as string) : null
  }
  for (const { name, shape: inner } of Object.values(shape.objects)) {
    object[name] = value[name] === null ? null : publishShape(inner, value[name] as ShapeValue, view)
  }
  for (const { name, shape: inner } of Object.values(shape.lists)) {
    const list = value[name] as readonly ShapeValue[] | null
    object[name] = list === null ? null : list.map(item => publishShape(inner, item, view))
  }
  for (const key of shape.passes ?? []) object[key] = value.passed?.[key] ?? null
  return object
}
