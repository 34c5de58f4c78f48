import type { Decimal } from '../core/money.js'
import type { PublicParty, PublicRecipient } from '../ingest/privacy.js'
import type { RecordPart, Submission } from '../ingest/source.js'
import type { Field } from '../schema/field.js'
import type { FormTable } from '../schema/form.js'
import type { KnownForm } from '../schema/forms/index.js'
import type { RECORD, Shape, TAXPAYER } from '../schema/record.js'

/** The type of a normalized value for each field type. An absent or unreadable value is null, never 0. */
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

/** An element of a list field: text, or an object with the fields that the form table declares for the elements. */
type NormalizedItem<I extends Field['items']> = I extends readonly Field[] ? NormalizedFields<I> : string

/** Normalized fields by name. Money is in US dollars. An absent or unreadable field is null, never 0. */
export type NormalizedFields<F extends readonly Field[]> = {
  readonly [R in F[number] as R['name']]: NormalizedValues<R['items']>[R['type']]
}

/** A normalized object of the service's API, with its nested objects and lists. */
type NormalizedShape<S extends Shape> = NormalizedFields<S['fields']> & {
  readonly [K in keyof S['objects'] as S['objects'][K]['name']]: NormalizedShape<S['objects'][K]['shape']> | null
} & {
  readonly [K in keyof S['lists'] as S['lists'][K]['name']]: readonly NormalizedShape<S['lists'][K]['shape']>[] | null
} & {
  readonly [K in S extends { readonly callerKeys: readonly string[] } ? S['callerKeys'][number] : never]: unknown
}

/**
 * A normalized taxpayer object. Personal fields are null unless the option `identifiers` is `full`. `metadata`, which
 * belongs to the caller, is passed through unchanged.
 */
export type NormalizedTaxpayer = NormalizedShape<typeof TAXPAYER>

/** A normalized document of one form kind. By default, only the last four digits identify its recipient. */
export interface NormalizedDocument<F extends FormTable = KnownForm> {
  /** The key of the form kind, such as `form_w2`. */
  readonly form: F['key']
  /** The position of the form object in the record's `forms`, from 0. */
  readonly formIndex: number
  /** The position of the entry in the form array, from 0. */
  readonly entryIndex: number
  /** The `type` of the form object. Null if it has none. */
  readonly transcriptType: string | null
  /** The tax year. Null if the entry, its form object and the record have no readable year. */
  readonly taxYear: number | null
  /** The kind of submission. It is `original` if the document states no known kind. */
  readonly submission: Submission
  /** The issuer, such as an employer, a payer or a bank. */
  readonly issuer: PublicParty
  /** The person or business to which the document was issued. */
  readonly recipient: PublicRecipient
  /** The last four characters of the account number. Null if the document has none. */
  readonly accountLast4: string | null
  /** The boxes by normalized name. A box that is absent or unreadable is null. */
  readonly fields: NormalizedFields<F['fields']>
}

/**
 * A document of any built-in form kind. Narrow its type by `form`. At run time it can also have the key of one of the
 * caller's own `forms`, which this type does not include.
 */
export type AnyDocument = {
  readonly [F in KnownForm as F['key']]: NormalizedDocument<F>
}[KnownForm['key']]

/** A normalized record with its documents. An absent or unreadable field is null. */
export interface NormalizedRecord extends NormalizedFields<(typeof RECORD)['fields']> {
  /** The record's id as text, even if the service sends a number. */
  readonly id: string
  /** Every entry that could be read as a document, in order, whether it counts or not. */
  readonly documents: readonly AnyDocument[]
  /** Form arrays of unknown kinds, unchanged and unmasked. Not enumerable, so `JSON.stringify` leaves them out. */
  readonly unrecognized: readonly RecordPart[]
}

/** Identifies a document by its record, its form array and its two positions. */
export interface DocumentPlace {
  /** The id of the record. */
  readonly recordId: string
  /** The key of the form array: a `FormKey`, or the key of one of the caller's own `forms`. */
  readonly form: string
  /** The position of the form object in the record's `forms`, from 0. */
  readonly formIndex: number
  /** The position of the entry in the form array, from 0. */
  readonly entryIndex: number
}
