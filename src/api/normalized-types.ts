import type { Decimal } from '../core/money.js'
import type { KnownForm } from '../forms/index.js'
import type { Field } from '../model/field.js'
import type { FormTable } from '../model/form.js'
import type { RECORD } from '../model/record.js'
import type { Shape } from '../model/shape.js'
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
export type AnyDocument = {
  readonly [F in KnownForm as F['key']]: NormalizedDocument<F>
}[KnownForm['key']]

/** A record, normalized. `unrecognized` (form arrays of unknown kinds, as they came) is not enumerable. */
export interface NormalizedRecord extends NormalizedFields<(typeof RECORD)['fields']> {
  readonly id: string
  readonly documents: readonly AnyDocument[]
  readonly unrecognized: readonly KeptAside[]
}
