import type { Field } from '../field.js'
import type { FormTable, PartyKeys } from '../form.js'
import type { FormKey, KnownForm } from '../forms/index.js'
import type { FORM_OBJECT, RECORD, Shape, TAXPAYER } from '../record.js'

/** For each field type, the types that the service's API may send and the reader can read. Null means absent. */
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
  /** Text is accepted only if it means that the list is absent. */
  readonly list: readonly WireItem<I>[] | string | null
}

/** An item of a list as it is sent: an object if the list declares item fields, otherwise text or a number. */
type WireItem<I extends Field['items']> = I extends readonly Field[] ? WireFields<I> : string | number | null

/** The keys of a list of fields with the types that the service's API may send. Every key is optional. */
type WireFields<F extends readonly Field[]> = {
  readonly [R in F[number] as R['key']]?: WireValues<R['items']>[R['type']] | undefined
}

/** An object, such as a taxpayer, as the service's API sends it. */
type WireShape<S extends Shape> = WireFields<S['fields']> & {
  readonly [K in keyof S['objects']]?: WireShape<S['objects'][K]['shape']> | null | undefined
} & {
  readonly [K in keyof S['lists']]?: readonly WireShape<S['lists'][K]['shape']>[] | null | undefined
} & {
  readonly [K in S extends { readonly callerKeys: readonly string[] } ? S['callerKeys'][number] : never]?: unknown
}

/** A party under its key, as it is sent. The key of its identifier depends on the form. */
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
  readonly [K in FormKey]?: readonly WireDocument<Extract<KnownForm, { readonly key: K }>>[] | null | undefined
}

/**
 * A record as GET /records sends it. Unknown keys are allowed at run time. An object literal with one does not compile,
 * which catches misspelled keys. Reading reports an unreadable box as an issue.
 */
export type WireRecord = Omit<WireFields<(typeof RECORD)['fields']>, 'id'> & {
  /** The record's id. An id that means absent causes the issue `record_id_missing`. */
  readonly id: string | number
  /** The form objects. Each contains arrays of entries, by form kind. */
  readonly forms: readonly WireForm[]
}

/** A taxpayer, as GET /tax-payer sends it. */
export type WireTaxpayer = WireShape<typeof TAXPAYER>

/** All records of one taxpayer, with the taxpayer object. */
export interface WireDossier {
  /** The taxpayer object, as GET /tax-payer sends it. */
  readonly taxpayer?: WireTaxpayer | null | undefined
  /** The taxpayer's records, as GET /records sends them. */
  readonly records?: readonly WireRecord[] | null | undefined
}
