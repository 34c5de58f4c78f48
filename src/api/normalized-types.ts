import type { Decimal } from '../core/money.js'
import type { KnownForm } from '../forms/index.js'
import type { Field } from '../model/field.js'
import type { FormTable } from '../model/form.js'
import type { RECORD, Shape } from '../model/record.js'
import type { TAXPAYER } from '../model/taxpayer.js'
import type { PublicParty, PublicRecipient } from '../normalize/privacy.js'
import type { KeptAside, Submission } from '../normalize/source.js'

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
  /** The kind: `form_w2`. */
  readonly form: F['key']
  /** The position of its form object in the record's `forms`, from 0. */
  readonly formIndex: number
  /** The position in the form's array, from 0. */
  readonly entryIndex: number
  /** The `type` of its form object. Missing: null where it has none. */
  readonly transcriptType: string | null
  /** The tax year. Missing: null where neither the form object nor the record has one that can be read. */
  readonly taxYear: number | null
  /** What it says of itself. */
  readonly submission: Submission
  /** Who issued it: employer, payer, bank. */
  readonly issuer: PublicParty
  /** Whose it is. */
  readonly recipient: PublicRecipient
  /** The last four characters of its account. Missing: null where it has none. */
  readonly accountLast4: string | null
  /** Its boxes by normalized name. Missing: null for a box that is absent or could not be read. */
  readonly fields: NormalizedFields<F['fields']>
}

/**
 * A document of any known kind; narrow it by `form`. One of the caller's own `forms` is among them under its own key, which
 * these types do not know.
 */
export type AnyDocument = {
  readonly [F in KnownForm as F['key']]: NormalizedDocument<F>
}[KnownForm['key']]

/** A record, normalized. `unrecognized` (form arrays of unknown kinds, as they came) is not enumerable. */
export interface NormalizedRecord extends NormalizedFields<(typeof RECORD)['fields']> {
  /** Its id, as text. */
  readonly id: string
  /** Every entry of its form arrays, in order, counted or not. */
  readonly documents: readonly AnyDocument[]
  /** Form arrays of kinds that are not known, as they came. Not enumerable. */
  readonly unrecognized: readonly KeptAside[]
}
