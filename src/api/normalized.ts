import { masked } from '../core/identifier.js'
import { type Decimal, decimalOfCents } from '../core/money.js'
import type { KnownForm } from '../forms/index.js'
import type { Field, FieldType } from '../model/field.js'
import type { FormTable } from '../model/form.js'
import { RECORD, type Shape, TAXPAYER } from '../model/shape.js'
import type { Cell, ListItem } from '../normalize/cell.js'
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

/** What a normalized field of each type holds. Missing: null, never 0. */
interface NormalizedValues<I extends Field['items']> {
  readonly money: Decimal | null
  readonly rate: Decimal | null
  readonly ratio: Decimal | null
  readonly percentage: Decimal | null
  readonly count: number | null
  readonly year: number | null
  readonly flag: boolean | null
  readonly text: string | null
  readonly code: string | null
  readonly enum: string | null
  readonly date: string | null
  readonly period: string | null
  readonly timestamp: string | null
  readonly identifier: string | null
  readonly account: string | null
  readonly list: readonly NormalizedItem<I>[] | null
}

/** An item of a list: a text, or the fields of the list's items. */
type NormalizedItem<I extends Field['items']> = I extends readonly Field[] ? NormalizedFields<I> : string

/** Normalized fields by name. Units: US dollars where a field is money. Missing: null. */
export type NormalizedFields<F extends readonly Field[]> = {
  readonly [R in F[number] as R['name']]: NormalizedValues<R['items']>[R['type']]
}

/** An object of the interface, normalized. */
type NormalizedShape<S extends Shape> = NormalizedFields<S['fields']> & {
  readonly [K in keyof S['objects'] as S['objects'][K]['name']]: NormalizedShape<
    S['objects'][K]['shape']
  > | null
} & {
  readonly [K in keyof S['lists'] as S['lists'][K]['name']]:
    | readonly NormalizedShape<S['lists'][K]['shape']>[]
    | null
} & {
  readonly [K in S extends { readonly passes: readonly string[] } ? S['passes'][number] : never]: unknown
}

/** A taxpayer, normalized; personal fields are null unless identifiers are `full`. `metadata`, the caller's own, is as it came. */
export type NormalizedTaxpayer = NormalizedShape<typeof TAXPAYER>

/** A document of one form kind, normalized. Privacy: recipients are cut to four digits unless told otherwise. */
export interface NormalizedDocument<F extends FormTable = KnownForm> {
  readonly form: F['key']
  readonly formIndex: number
  readonly entryIndex: number
  readonly transcriptType: string | null
  readonly taxYear: number | null
  readonly submission: Submission
  readonly issuer: PublicParty
  readonly recipient: PublicRecipient
  readonly accountLast4: string | null
  readonly fields: NormalizedFields<F['fields']>
}

/**
 * A document of any known kind; narrow it by `form`. One of the caller's own `forms` is among them under its own key, which
 * these types do not know.
 */
export type AnyDocument = { readonly [F in KnownForm as F['key']]: NormalizedDocument<F> }[KnownForm['key']]

/** A record, normalized. `unrecognized` (form arrays of unknown kinds, as they came) is not enumerable. */
export interface NormalizedRecord extends NormalizedFields<(typeof RECORD)['fields']> {
  readonly id: string
  readonly documents: readonly AnyDocument[]
  readonly unrecognized: readonly KeptAside[]
}

interface View {
  readonly privacy: Privacy
  readonly people: ReadonlySet<string>
}

const publishers: Partial<
  Readonly<Record<FieldType, (cell: NonNullable<Cell>, field: Field, view: View) => unknown>>
> = {
  money: cell => decimalOfCents(cell as number),
  list: (cell, field) => (cell as readonly ListItem[]).map(item => publishItem(item, field)),
}

function publishItem(item: ListItem, field: Field): unknown {
  if (typeof item === 'string') return item
  return Object.fromEntries(
    (field.items ?? []).map(inner => {
      const cell = item[inner.name] ?? null
      return [inner.name, cell !== null && inner.type === 'money' ? decimalOfCents(cell as number) : cell]
    }),
  )
}

function publish(cell: Cell, field: Field, view: View, spelled: unknown): unknown {
  if (cell === null || (field.personal && !view.privacy.showsPeople)) return null
  if (field.type === 'identifier') return view.privacy.otherIdentifier(cell as string, spelled, view.people)
  return publishers[field.type]?.(cell, field, view) ?? cell
}

/**
 * A document whose fields are made when they are read: most are never looked at. Its properties are its own and
 * enumerable, so that it survives spread and JSON.stringify.
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
    // One property is defined, not several at once: that is most of what a document costs.
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

/** A record whose documents are made when they are read, all at once; its properties are its own, as a document's are. */
class LazyRecord {
  id: unknown
  name: unknown
  taxpayerId: unknown
  taxYear: unknown
  providerId: unknown
  date: unknown
  rawFile: unknown
  readonly #source: SourceRecord
  readonly #view: View
  #documents: readonly LazyDocument[] | null = null

  constructor(source: SourceRecord, view: View) {
    for (const field of RECORD.fields) this[field.name] = publish(source[field.name], field, view, null)
    this.#source = source
    this.#view = view
    Object.defineProperty(this, 'documents', LazyRecord.#descriptor)
  }

  /** Of the class, so that it is not listed among the properties. */
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

/** A record as the library gives it. */
export const normalizedRecordOf = (source: SourceRecord, view: View): NormalizedRecord =>
  new LazyRecord(source, view) as unknown as NormalizedRecord

/** A taxpayer as the library gives it. */
export const normalizedTaxpayerOf = (source: ShapeValue, view: View): NormalizedTaxpayer =>
  publishShape(TAXPAYER, source, view) as NormalizedTaxpayer

/** An object with an identifier that is, or is spelled as, a person's: an employer who is one. */
const namesPerson = (shape: Shape, value: ShapeValue, people: ReadonlySet<string>): boolean =>
  shape.fields.some(
    ({ type, name, personal }) =>
      type === 'identifier' && !personal && (value.person === true || people.has(value[name] as string)),
  )

function publishShape(shape: Shape, value: ShapeValue, view: View): object {
  const object: Record<string, unknown> = {}
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
