import { STATUSES } from '../../model/providers.js'
import type { Shape } from '../../model/shape.js'

/** A field that a response may leave out or answer as null; the interface says of none that it is always there. */
export type Maybe<T> = T | null | undefined

/** An object whose fields the interface does not show, or shows only in part. Unknown fields pass through. */
export interface OpenObject {
  readonly [field: string]: unknown
}

/** One of the known words or, as Versioning asks, any other. */
export type KnownOr<K extends string> = K | (string & Record<never, never>)

/** The states of a taxpayer. Source: interface, Taxpayer status. Gap: the transitions are not shown. */
export const KNOWN_STATUSES = STATUSES

/** A state of the interface's list. */
export type KnownStatus = (typeof KNOWN_STATUSES)[number]

/** A state; a new one passes as text. */
export type TaxpayerStatus = KnownOr<KnownStatus>

/**
 * A resource, as the service sends a shape of the core. Every field may be missing, and unknown ones pass.
 * `Known` has the fields of which the interface says more than their type.
 */
export type Resource<S extends Shape, Known = object> = OpenObject & {
  readonly [F in S['fields'][number] as F['key']]?: Maybe<
    F['key'] extends keyof Known ? Known[F['key']] : F['type'] extends 'money' ? number : string
  >
} & {
  readonly [K in keyof S['objects']]?: Maybe<Resource<S['objects'][K]['shape'], Known>>
} & {
  readonly [K in keyof S['lists']]?: Maybe<readonly Resource<S['lists'][K]['shape'], Known>[]>
} & {
  readonly [K in S extends { readonly passes: readonly string[] }
    ? S['passes'][number]
    : never]?: Maybe<OpenObject>
}
