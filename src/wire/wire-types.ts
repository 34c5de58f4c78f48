import type { FormKey, KnownForm } from '../forms/index.js'
import type { Field } from '../model/field.js'
import type { FormTable, PartyKeys } from '../model/form.js'
import type { FORM_OBJECT, RECORD, Shape } from '../model/record.js'
import type { TAXPAYER } from '../model/taxpayer.js'

/** What the interface may send for a field of each type: every spelling that is read. Missing: absent, or null. */
interface WireValues<I extends Field['items'] = null> {
  readonly money: number | string | null
  readonly rate: number | string | null
  readonly ratio: number | string | null
  readonly percentage: number | string | null
  readonly count: number | string | null
  readonly year: number | string | null
  readonly flag: unknown
  readonly text: string | number | boolean | null
  readonly code: string | number | null
  readonly enum: string | null
  readonly date: string | null
  readonly period: string | number | null
  readonly timestamp: string | null
  readonly identifier: unknown
  readonly account: string | number | null
  /** A text says that there is none. */
  readonly list: readonly WireItem<I>[] | string | null
}

/** An item of a list as it is sent: a text, or an object. */
type WireItem<I extends Field['items']> = I extends readonly Field[] ? WireFields<I> : string | number | null

/** The keys of a row of fields, as the interface sends them. */
type WireFields<F extends readonly Field[]> = {
  readonly [R in F[number] as R['key']]?: WireValues<R['items']>[R['type']] | undefined
}

/** An object of the interface, as it is sent. */
type WireShape<S extends Shape> = WireFields<S['fields']> & {
  readonly [K in keyof S['objects']]?: WireShape<S['objects'][K]['shape']> | null | undefined
} & {
  readonly [K in keyof S['lists']]?: readonly WireShape<S['lists'][K]['shape']>[] | null | undefined
} & {
  readonly [K in S extends { readonly passes: readonly string[] } ? S['passes'][number] : never]?: unknown
}

/** A party under its key, as it is sent; its identifier stands under a key of its own. */
type WireParty<P extends PartyKeys> = {
  readonly [K in P['key']]?:
    | ({ readonly [N in 'name' | 'address']?: WireValues['text'] | undefined } & {
        readonly [N in P['id']]?: WireValues['identifier']
      })
    | null
    | undefined
}

/** One entry of a form array, as it is sent. */
export type WireDocument<F extends FormTable> = WireFields<F['fields']> &
  WireParty<F['issuer']> &
  WireParty<F['recipient']>

/** A form object, as it is sent. */
export type WireForm = WireFields<(typeof FORM_OBJECT)['fields']> & {
  readonly [K in FormKey]?:
    | readonly WireDocument<Extract<KnownForm, { readonly key: K }>>[]
    | null
    | undefined
}

/**
 * A record, as GET /records sends it. Unknown keys may stand beside the known ones; a literal has none, so that a misspelt
 * key does not compile. A box that an issue names may hold anything.
 */
export type WireRecord = Omit<WireFields<(typeof RECORD)['fields']>, 'id'> & {
  /** Its id. */
  readonly id: string | number
  /** Its form objects; each holds arrays of forms by kind. */
  readonly forms: readonly WireForm[]
}

/** A taxpayer, as GET /tax-payer sends it. */
export type WireTaxpayer = WireShape<typeof TAXPAYER>

/** All that is known of one taxpayer. */
export interface WireDossier {
  /** The taxpayer object. */
  readonly taxpayer?: WireTaxpayer | null | undefined
  /** The records. */
  readonly records?: readonly WireRecord[] | null | undefined
}
