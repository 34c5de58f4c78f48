import type { Decimal } from '../core/money.js'
import type { KnownForm } from '../forms/index.js'
import type { Field } from '../model/field.js'
import type { FormTable } from '../model/form.js'
import type { RECORD, Shape } from '../model/record.js'
import type { TAXPAYER } from '../model/taxpayer.js'
import type { PublicParty, PublicRecipient } from '../normalize/privacy.js'
import type { RecordPart, Submission } from '../normalize/source.js'

/** The value of a normalized field by its type. An absent or unreadable field is null, never 0. */
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

/** An item of a list: a text, or an object with the fields of the list's items. */
type NormalizedItem<I extends Field['items']> = I extends readonly Field[] ? NormalizedFields<I> : string

/** Normalized fields by name. Money is in US dollars. An absent or unreadable field is null. */
export type NormalizedFields<F extends readonly Field[]> = {
  readonly [R in F[number] as R['name']]: NormalizedValues<R['items']>[R['type']]
}

/** A normalized object of the interface. */
type NormalizedShape<S extends Shape> = NormalizedFields<S['fields']> & {
  readonly [K in keyof S['objects'] as S['objects'][K]['name']]: NormalizedShape<S['objects'][K]['shape']> | null
} & {
  readonly [K in keyof S['lists'] as S['lists'][K]['name']]: readonly NormalizedShape<S['lists'][K]['shape']>[] | null
} & {
  readonly [K in S extends { readonly passes: readonly string[] } ? S['passes'][number] : never]: unknown
}

/**
 * A normalized taxpayer. Personal fields are null unless identifiers are `full`. `metadata`, which belongs to the caller, is
 * unchanged.
 */
export type NormalizedTaxpayer = NormalizedShape<typeof TAXPAYER>

/** A normalized document of one form kind. The recipient's identifier is cut to four digits unless an option says otherwise. */
export interface NormalizedDocument<F extends FormTable = KnownForm> {
  /** The form kind: `form_w2`. */
  readonly form: F['key']
  /** The position of the form object in the record's `forms`, from 0. */
  readonly formIndex: number
  /** The position of the entry in the form array, from 0. */
  readonly entryIndex: number
  /** The `type` of the form object. Null if it has none. */
  readonly transcriptType: string | null
  /** The tax year. Null if neither the form object nor the record has a readable one. */
  readonly taxYear: number | null
  /** The submission type that the document states. */
  readonly submission: Submission
  /** The issuer: employer, payer, bank. */
  readonly issuer: PublicParty
  /** The recipient. */
  readonly recipient: PublicRecipient
  /** The last four characters of the account number. Null without an account number. */
  readonly accountLast4: string | null
  /** The boxes by normalized name. A box is null if it is absent or unreadable. */
  readonly fields: NormalizedFields<F['fields']>
}

/**
 * A document of any known kind. Narrow it by `form`. It can also be one of the caller's own `forms` under its own key, which
 * these types do not know.
 */
export type AnyDocument = {
  readonly [F in KnownForm as F['key']]: NormalizedDocument<F>
}[KnownForm['key']]

/** A normalized record. `unrecognized` (form arrays of unknown kinds, unchanged) is not enumerable. */
export interface NormalizedRecord extends NormalizedFields<(typeof RECORD)['fields']> {
  /** The id of the record as text. */
  readonly id: string
  /** Every entry of the form arrays, in order, counted or not. */
  readonly documents: readonly AnyDocument[]
  /** Form arrays of unknown kinds, unchanged. Not enumerable. */
  readonly unrecognized: readonly RecordPart[]
}
